// The replay player: <ristilog-replay src="replay.en.json#2.5.3"></ristilog-replay>, or with the replay document in a
// child <script type="application/json">. It moves cards and shows texts; every rule and sentence comes from the
// document. Interface: docs/replay.md.
"use strict";

(() => {
  /** @typedef {"N" | "E" | "S" | "W"} Seat */
  /** @typedef {{NS: number, EW: number}} Pair */
  /** @typedef {string | [string, Record<string, string>, ...any[]]} Node_ */
  /**
   * @typedef {object} Note
   * @property {Node_[]} body
   * @property {string} [lang]
   * @property {string} [glyph]
   * @property {string} [by]
   * @property {boolean} [stop]
   * @property {Seat} [reveals]
   * @property {{plays: string[], text: string}[]} [lines]
   */
  /**
   * @typedef {object} Step What is absent is as in the step before, down to `over`.
   * @property {string} at
   * @property {string[]} [do]
   * @property {Seat | null} winning
   * @property {boolean} matches
   * @property {number} worth
   * @property {Seat | null} toAct
   * @property {boolean} due
   * @property {Pair} points
   * @property {Pair} match
   * @property {number} held
   * @property {string | null} barred
   * @property {string | null} why
   * @property {"deal" | "match" | null} over
   * @property {[string, number, number?][]} [choices]
   * @property {boolean} [stop]
   * @property {string} [say]
   * @property {string} [drew]
   * @property {string} [result]
   * @property {Note[]} [notes]
   */
  /** @typedef {{deal: number, dealer: Seat, hands: Record<Seat, string>, stock: number, steps: Step[]}} Deal */
  /**
   * @typedef {object} Replay
   * @property {string} ristilog-replay
   * @property {string} lang
   * @property {string} id
   * @property {string} title
   * @property {string} view
   * @property {Record<Seat, {name: string, seat: string, about: string, side: "NS" | "EW"}>} seats
   * @property {{NS: string, EW: string}} sides
   * @property {Record<string, number>} values
   * @property {Record<string, string>} cards
   * @property {Record<string, string>} words
   * @property {string[]} texts
   * @property {Deal[]} deals
   * @property {string} [transcript]
   */
  /** @typedef {{seat: Seat, card: string, kind: "play" | "dark", matches: boolean}} Played */
  /** @typedef {{step: Step, hands: Record<Seat, string[]>, stock: number, table: Played[]}} Position */

  const SVG = "http://www.w3.org/2000/svg";
  const SEATS = /** @type {Seat[]} */ (["N", "E", "S", "W"]);
  const SIDES = /** @type {("NS" | "EW")[]} */ (["NS", "EW"]);
  const STYLE = /** @type {HTMLScriptElement} */ (document.currentScript).src.replace(/\.js(?=$|[?#])/, ".css");
  const TAGS = new Set("p em strong code pre ul ol li blockquote br a img".split(" "));
  const LOST = /** @type {Record<string, string>} */ ({
    en: "The replay could not be loaded.",
    fi: "Toistoa ei voitu ladata.",
  });

  const SUITS = /** @type {Record<string, string>} */ ({
    c: "M12 2a4.5 4.5 0 0 1 3.6 7.2A4.5 4.5 0 1 1 13 16c.2 2.3.8 4 2 6H9c1.2-2 1.8-3.7 2-6a4.5 4.5 0 1 1-2.6-6.8A4.5 4.5 0 0 1 12 2z",
    d: "M12 1.5l8 10.5-8 10.5-8-10.5z",
    h: "M12 21C5 15 2 11.5 2 8a5 5 0 0 1 10-1 5 5 0 0 1 10 1c0 3.5-3 7-10 13z",
    s: "M12 2c5 5 9 8 9 12a4.5 4.5 0 0 1-8 3c.2 2 .8 3.5 2 5H9c1.2-1.5 1.8-3 2-5a4.5 4.5 0 0 1-8-3c0-4 4-7 9-12z",
  });
  const COURTS = /** @type {Record<string, string>} */ ({
    K: "M17 72V60l6.5 5 6.5-8 6.5 8 6.5-5v12z",
    Q: "M30 58a7 7 0 1 0 .01 0zm0 4a3 3 0 1 1-.01 0z",
    J: "M18 60h24v4H18zm0 7h24v4H18z",
  });
  const MOON = "M15 2a9 9 0 1 0 7 14A8 8 0 0 1 15 2z";
  const ICONS = /** @type {Record<string, string>} */ ({
    first: "M5 5h3v14H5zm14 0v14L9 12z",
    previous: "M17 5v14L7 12z",
    play: "M7 4v16l13-8z",
    pause: "M6 4h4v16H6zm8 0h4v16h-4z",
    next: "M7 5v14l10-7z",
    last: "M16 5h3v14h-3zM5 5v14l10-7z",
    stop: "M4 5v14l8-7zm9-1h2v16h-2zm2 0h6l-2 4 2 4h-6z",
  });

  /**
   * @param {string} tag
   * @param {Record<string, string>} [attributes]
   * @param {(Node | string)[]} children
   */
  function el(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  /**
   * @param {string} tag
   * @param {Record<string, string>} attributes
   * @param {(Node | string)[]} children
   */
  function svg(tag, attributes, ...children) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  /** What is heard and not seen. @param {string} text */
  const aside = (text) => el("span", { class: "aside" }, text);

  /** @param {string} path */
  const icon = (path) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));

  /** @param {string} card */
  const rankOf = (card) => (card[0] === "T" ? "10" : card[0]);

  /**
   * One card, drawn: the rank very large, the suit small in a corner.
   * @param {string} card `??` for its back
   */
  function drawn(card) {
    const box = svg("svg", { viewBox: "0 0 60 84", "aria-hidden": "true" });
    if (card === "??") {
      box.append(svg("rect", { class: "back", x: "1", y: "1", width: "58", height: "82", rx: "6" }));
      box.append(svg("rect", { class: "weave", x: "8", y: "8", width: "44", height: "68", rx: "3" }));
      return box;
    }
    const rank = rankOf(card);
    box.append(svg("rect", { class: "face", x: "1", y: "1", width: "58", height: "82", rx: "6" }));
    const text = svg("text", { x: "28", y: "44", class: rank === "10" ? "rank ten" : "rank" }, rank);
    box.append(text);
    if (COURTS[rank]) box.append(svg("path", { class: "court", d: COURTS[rank], transform: "translate(9 21) scale(.64)" }));
    const suit = svg("path", { d: SUITS[card[1]], transform: "translate(41 64) scale(.64)" });
    box.append(suit);
    return box;
  }

  /**
   * A card by name, as it stands in a sentence: 7♥.
   * @param {string} card
   * @param {string} spoken
   */
  function inline(card, spoken) {
    const suit = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SUITS[card[1]] }));
    const shown = el("span", { "aria-hidden": "true" }, rankOf(card));
    return el("span", { class: `inline s-${card[1]}` }, shown, suit, aside(spoken));
  }

  /**
   * A node of a note, made of nothing but the tags that notes may have.
   * @param {Node_} node
   * @param {string} base where the document lies, from which its addresses count
   * @returns {Node | string}
   */
  function noteNode(node, base) {
    if (typeof node === "string") return node;
    const [tag, attributes, ...children] = node;
    const inside = children.map((child) => noteNode(child, base));
    if (!TAGS.has(tag)) return el("span", {}, ...inside);
    const made = el(tag, {}, ...inside);
    for (const name of ["alt", "title", "rel", "start"]) {
      if (attributes[name] !== undefined) made.setAttribute(name, attributes[name]);
    }
    const { href, src } = attributes;
    if (href !== undefined && /^(https?:|mailto:|[^:]*$)/i.test(href)) made.setAttribute("href", `${new URL(href, base)}`);
    if (src !== undefined && /^[^:]*$/.test(src)) made.setAttribute("src", `${new URL(src, base)}`);
    return made;
  }

  /**
   * The words with the places in curly brackets filled.
   * @param {string} words
   * @param {Record<string, string>} values
   */
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");

  class RistilogReplay extends HTMLElement {
    static observedAttributes = ["src", "view"];

    /** @type {Replay | null} */
    #replay = null;
    /** Where the document lies. */
    #base = document.baseURI;
    /** The steps of all deals in a row: which deal, which step of it. @type {[number, number][]} */
    #order = [];
    #index = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    /** What is shown; empty until a document is there. @type {Record<string, any>} */
    #parts = {};
    /** @type {AbortController | null} */
    #leaving = null;
    #loading = 0;
    /** When the last step forward was made, in milliseconds. */
    #stepped = -1000;
    #root = this.attachShadow({ mode: "open" });

    connectedCallback() {
      this.#leaving = new AbortController();
      const { signal } = this.#leaving;
      addEventListener("hashchange", () => this.#toHash() && this.#intoView(), { signal });
      this.#root.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)), { signal });
      if (this.#replay) return;
      queueMicrotask(() => this.isConnected && !this.#replay && this.#load());
    }

    disconnectedCallback() {
      this.pause();
      this.#leaving?.abort();
    }

    /**
     * @param {string} name
     * @param {string | null} before
     * @param {string | null} now
     */
    attributeChangedCallback(name, before, now) {
      if (before === now || !this.isConnected) return;
      if (name === "src") this.#load();
      else if (this.#replay) this.#show();
    }

    // ---- the interface

    /** The address of the step shown. */
    get address() {
      return this.#replay ? this.#step(this.#index).at : "";
    }

    get index() {
      return this.#index;
    }

    get length() {
      return this.#order.length;
    }

    get playing() {
      return this.#timer !== undefined;
    }

    /** Whose hand is shown: `open`, or a seat. */
    get view() {
      const view = this.getAttribute("view") ?? this.#replay?.view ?? "open";
      return /^[NESW]$/.test(view) ? view : "open";
    }

    set view(view) {
      this.setAttribute("view", view);
    }

    /** Where the game stands, as plain data. */
    get state() {
      if (!this.#replay) return null;
      const { step, hands, stock, table } = this.#position(this.#index);
      const [deal, trick, play] = step.at.split(".").map(Number);
      const view = this.view;
      return {
        deal,
        trick: trick ?? 1,
        play: play ?? 0,
        toAct: step.toAct,
        hands: Object.fromEntries(
          SEATS.map((seat) => [seat, hands[seat].map((card) => (view === "open" || view === seat ? card : "??"))]),
        ),
        stock,
        table: table.map(({ seat, card, kind }) => [seat, card, kind]),
        winning: step.winning,
        points: { ...step.points },
        match: { ...step.match },
        barred: step.barred,
        over: step.over,
      };
    }

    /**
     * Go to a step by its address or index; an address of a trick goes to its first card.
     * @param {string | number} where
     * @returns {boolean} whether there is such a step
     */
    goTo(where) {
      const index = typeof where === "number" ? where : this.#find(where);
      if (!Number.isInteger(index) || index < 0 || index >= this.length) return false;
      this.pause();
      this.#to(index);
      return true;
    }

    next() {
      return this.goTo(this.#index + 1);
    }

    previous() {
      return this.goTo(this.#index - 1);
    }

    first() {
      return this.goTo(0);
    }

    last() {
      return this.goTo(this.length - 1);
    }

    /** Go to the next step that teaches something, or to the end. */
    nextStop() {
      for (let index = this.#index + 1; index < this.length; index++) {
        if (this.#step(index).stop) return this.goTo(index);
      }
      return this.last();
    }

    /** Go on by itself at reading speed, up to the next stop. */
    play() {
      if (this.length < 2 || this.playing) return;
      if (this.#index === this.length - 1) this.#to(0);
      this.#wait(400);
      this.#mode();
    }

    pause() {
      if (!this.playing) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#mode();
    }

    // ---- loading

    async #load() {
      const loading = ++this.#loading;
      this.pause();
      const inside = this.querySelector('script[type="application/json"]');
      const src = this.getAttribute("src");
      try {
        let text = inside?.textContent;
        const base = src ? new URL(src, document.baseURI) : document.baseURI;
        if (src) {
          const answer = await fetch(base);
          if (!answer.ok) throw new Error(`${answer.status}`);
          text = await answer.text();
        }
        if (loading !== this.#loading) return;
        this.#base = `${base}`;
        this.#begin(JSON.parse(text ?? ""), src?.split("#")[1] ?? "");
      } catch (error) {
        if (loading === this.#loading) this.#fail(error);
      }
    }

    /** @param {unknown} error */
    #fail(error) {
      this.#replay = null;
      this.#order = [];
      this.#index = 0;
      this.#parts = {};
      console.warn("ristilog-replay:", error);
      const lang = /** @type {HTMLElement | null} */ (this.closest("[lang]"))?.lang.slice(0, 2) ?? "en";
      const said = error instanceof RangeError ? error.message : (LOST[lang] ?? LOST.en);
      this.#root.replaceChildren(el("p", { role: "alert" }, said), el("slot"));
    }

    /**
     * @param {Replay} replay
     * @param {string} at
     */
    #begin(replay, at) {
      if (String(replay["ristilog-replay"]).split(".")[0] !== "1") throw new RangeError(replay.words?.newer ?? LOST.en);
      for (const deal of replay.deals) {
        // A step says only what is new in it.
        deal.steps.forEach((step, index) => {
          if (index === 0) return;
          const { winning, matches, worth, toAct, due, points, match, held, barred, why, over } = deal.steps[index - 1];
          deal.steps[index] = {
            ...{ winning, matches, worth, toAct, due, points, match, held, barred, why, over },
            ...step,
          };
        });
      }
      this.#replay = replay;
      this.#order = replay.deals.flatMap((deal, d) => deal.steps.map((_, s) => /** @type {[number, number]} */ ([d, s])));
      this.#index = Math.max(0, this.#find(this.getAttribute("at") ?? at));
      this.#build(replay);
      this.#toHash();
      this.#show();
      this.#tell("ready");
    }

    /**
     * @param {string} name
     * @param {object} [detail]
     */
    #tell(name, detail = {}) {
      this.dispatchEvent(new CustomEvent(`ristilog:${name}`, { bubbles: true, composed: true, detail }));
    }

    // ---- steps

    /** @param {number} index */
    #step(index) {
      const [deal, step] = this.#order[index];
      return /** @type {Replay} */ (this.#replay).deals[deal].steps[step];
    }

    /** @param {string} address */
    #find(address) {
      const whole = /^\d+\.\d+$/.test(address) ? `${address}.1` : address;
      return this.#order.findIndex((_, index) => this.#step(index).at === whole);
    }

    /**
     * The cards as they lie at a step: moved from the deal's first step on.
     * @param {number} index
     * @returns {Position}
     */
    #position(index) {
      const [d, s] = this.#order[index];
      const deal = /** @type {Replay} */ (this.#replay).deals[d];
      const hands = /** @type {Record<Seat, string[]>} */ ({});
      for (const seat of SEATS) hands[seat] = deal.hands[seat] ? deal.hands[seat].split(" ") : [];
      let stock = deal.stock;
      /** @type {Played[]} */
      let table = [];
      for (const step of deal.steps.slice(1, s + 1)) {
        for (const action of step.do ?? []) {
          const [by, kind, card] = action.split(" ");
          const seat = /** @type {Seat} */ (by);
          if (kind === "draw") hands[seat].push(card);
          else {
            if (table.length === 4) table = [];
            table.push({ seat, card, kind: kind === "dark" ? "dark" : "play", matches: step.matches });
          }
          if (kind !== "play") stock -= 1;
          else {
            const known = hands[seat].indexOf(card);
            hands[seat].splice(known < 0 ? hands[seat].indexOf("??") : known, 1);
          }
        }
      }
      return { step: deal.steps[s], hands, stock, table };
    }

    /** @param {number} index */
    #to(index) {
      const forward = index === this.#index + 1 && this.#order[index][1] > 0;
      const from = forward ? this.#places() : null;
      this.#index = index;
      this.#show();
      if (from) this.#move(from);
      if (this.hasAttribute("hash")) this.#writeHash();
      this.#tell("step", { address: this.address });
      if (index === this.length - 1) this.#tell("end");
    }

    /** @param {number} [time] */
    #wait(time) {
      const step = this.#step(this.#index);
      const length = this.#say(step).length + this.#say(step, "result").length;
      const speed = Number(this.getAttribute("speed")) || 1;
      this.#timer = setTimeout(
        () => {
          this.#to(this.#index + 1);
          if (this.#index === this.length - 1 || this.#step(this.#index).stop) this.pause();
          else this.#wait();
        },
        time ?? Math.min(8000, 900 + 50 * length) / speed,
      );
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.altKey || event.ctrlKey || event.metaKey || target.matches("select, input")) return;
      const trick = event.shiftKey;
      switch (event.key) {
        case "ArrowRight":
          trick ? this.#byTrick(1) : this.next();
          break;
        case "ArrowLeft":
          trick ? this.#byTrick(-1) : this.previous();
          break;
        case "Home":
          this.first();
          break;
        case "End":
          this.last();
          break;
        default:
          return;
      }
      event.preventDefault();
    }

    /**
     * To the first card of the trick before or behind.
     * @param {number} way
     */
    #byTrick(way) {
      for (let index = this.#index + way; index >= 0 && index < this.length; index += way) {
        if (/(^\d+$)|(\.1$)/.test(this.#step(index).at)) return this.goTo(index);
      }
      return way > 0 ? this.last() : this.first();
    }

    // ---- the address in the page's URL

    /**
     * Go where the page's hash says, if that is here: `#1.3.2`, or `#id:1.3.2` where there are several.
     * @returns {boolean} whether it is
     */
    #toHash() {
      if (!this.#replay) return false;
      const hash = location.hash.slice(1).replace("%3A", ":");
      const [before, after] = hash.includes(":") ? hash.split(":") : ["", hash];
      const mine = before ? before === (this.id || this.#replay.id) || before === this.#replay.id : this.#alone();
      const index = mine && /^\d+(\.\d+){0,2}$/.test(after) ? this.#find(after) : -1;
      if (index >= 0 && index !== this.#index) this.goTo(index);
      return index >= 0;
    }

    /** Into view, also where the browser goes to the transcript of itself once the page is there. */
    #intoView() {
      this.scrollIntoView({ block: "start" });
      if (document.readyState !== "complete") {
        addEventListener("load", () => setTimeout(() => this.scrollIntoView({ block: "start" })), { once: true });
      }
    }

    #alone() {
      return document.querySelectorAll("ristilog-replay").length === 1;
    }

    #writeHash() {
      const hash = this.#alone() ? this.address : `${this.id || this.#replay?.id}:${this.address}`;
      try {
        history.replaceState(history.state, "", `#${hash}`);
      } catch {
        // A page without an address of its own has none to change.
      }
    }

    // ---- showing

    /** @param {Replay} replay */
    #build(replay) {
      const { words } = replay;
      const parts = this.#parts;
      /** @param {string} name @param {() => void} act */
      const button = (name, act) => {
        const made = el("button", { type: "button", class: name, "aria-label": words[name], title: words[name] });
        made.append(icon(ICONS[name]));
        made.addEventListener("click", act);
        return made;
      };
      /** @param {string} label @param {[string, string][]} options @param {(value: string) => void} act */
      const choice = (label, options, act) => {
        const select = el("select", {}, ...options.map(([value, text]) => el("option", { value }, text)));
        select.addEventListener("change", () => act(/** @type {HTMLSelectElement} */ (select).value));
        return [el("label", {}, el("span", {}, label), select), select];
      };
      parts.tally = el("div", { class: "tally" });
      parts.table = el("div", { class: "table", role: "group", "aria-label": words.table });
      parts.say = el("p", { class: "say" });
      parts.live = el("div", { class: "live", "aria-live": "polite" }, parts.say);
      parts.choose = el("div", { class: "choose" });
      parts.words = el("div", { class: "words" }, parts.live, parts.choose);
      parts.toggle = button("play", () => (this.playing ? this.pause() : this.play()));
      parts.back = [button("first", () => this.first()), button("previous", () => this.previous())];
      parts.on = [
        button("next", () => this.next()),
        button("stop", () => this.nextStop()),
        button("last", () => this.last()),
      ];
      parts.range = el("input", { type: "range", min: "0", step: "1", "aria-label": words.step });
      parts.range.addEventListener("input", () => {
        this.goTo(this.#order.findIndex(([deal]) => deal === this.#order[this.#index][0]) + Number(parts.range.value));
      });
      parts.marks = svg("svg", { class: "marks", "aria-hidden": "true", preserveAspectRatio: "none" });
      parts.where = el("span", { class: "where" });
      const options = el("div", { class: "options" });
      if (replay.deals.length > 1) {
        const deals = replay.deals.map((deal, index) => /** @type {[string, string]} */ ([`${index}`, `${deal.deal}`]));
        const [label, select] = choice(words.deal, deals, (value) =>
          this.goTo(this.#order.findIndex(([deal]) => deal === Number(value))),
        );
        parts.deal = select;
        options.append(label);
      }
      if (replay.view === "open") {
        const views = SEATS.map((seat) => /** @type {[string, string]} */ ([seat, replay.seats[seat].name]));
        const [label, select] = choice(words.hands, [["open", words.all], ...views], (value) => (this.view = value));
        parts.view = select;
        options.append(label);
      }
      const buttons = el("div", { class: "buttons" }, ...parts.back, parts.toggle, ...parts.on);
      const timeline = el("div", { class: "timeline" }, parts.marks, parts.range);
      parts.controls = el("div", { class: "controls" }, timeline, buttons);
      const bar = el("div", { class: "bar" }, parts.where, options);
      const style = el("link", { rel: "stylesheet", href: STYLE });
      parts.frame = el(
        "div",
        { class: "frame", role: "group", lang: replay.lang, "aria-label": `${words.replay}: ${replay.title}`, hidden: "" },
        parts.tally,
        parts.table,
        parts.controls,
        parts.words,
        bar,
      );
      // Nothing is seen before its style is there.
      const reveal = () => {
        parts.frame.removeAttribute("hidden");
        if (this.#toHash()) this.#intoView();
      };
      style.addEventListener("load", reveal);
      style.addEventListener("error", reveal);
      this.#root.replaceChildren(style, parts.frame);
    }

    #mode() {
      const { toggle, live } = this.#parts;
      if (!toggle || !this.#replay) return;
      const name = this.playing ? "pause" : "play";
      toggle.setAttribute("aria-label", this.#replay.words[name]);
      toggle.title = this.#replay.words[name];
      toggle.replaceChildren(icon(ICONS[name]));
      live.setAttribute("aria-live", this.playing ? "off" : "polite");
    }

    #show() {
      const replay = /** @type {Replay} */ (this.#replay);
      const parts = this.#parts;
      const position = this.#position(this.#index);
      const { step } = position;
      const [deal, place] = this.#order[this.#index];
      const steps = replay.deals[deal].steps;
      parts.frame.dataset.at = step.at;
      this.#tally(replay, step);
      this.#drawTable(replay, position);
      this.#drawWords(replay, step);
      parts.range.max = `${steps.length - 1}`;
      parts.range.value = `${place}`;
      const [, trick, card] = step.at.split(".");
      const spoken = trick ? fill(replay.words.place, { trick, card }) : replay.words.dealt;
      parts.range.setAttribute("aria-valuetext", spoken);
      parts.where.textContent = step.at;
      if (parts.deal) parts.deal.value = `${deal}`;
      if (parts.view) parts.view.value = this.view;
      this.#drawMarks(steps);
      for (const one of parts.back) one.setAttribute("aria-disabled", `${this.#index === 0}`);
      for (const one of parts.on) one.setAttribute("aria-disabled", `${this.#index === this.length - 1}`);
    }

    /**
     * A mark for each trick and each stop, over the range.
     * @param {Step[]} steps
     */
    #drawMarks(steps) {
      const { marks } = this.#parts;
      const width = Math.max(1, steps.length - 1);
      marks.setAttribute("viewBox", `0 0 ${width} 10`);
      marks.replaceChildren();
      steps.forEach((step, index) => {
        if (step.at.endsWith(".1")) {
          marks.append(svg("line", { x1: `${index - 0.5}`, x2: `${index - 0.5}`, y1: "7", y2: "10" }));
        }
        if (step.stop) marks.append(svg("line", { class: "halt", x1: `${index}`, x2: `${index}`, y1: "0", y2: "6" }));
      });
    }

    /**
     * @param {Replay} replay
     * @param {Step} step
     */
    #tally(replay, step) {
      const { words } = replay;
      const sides = SIDES.map((side) =>
        el(
          "div",
          { class: `side ${side}` },
          el("span", { class: "name" }, replay.sides[side]),
          el("span", { class: "points" }, `${step.points[side]} `, el("small", {}, words.points)),
          el("span", { class: "match" }, el("small", {}, `${words.match} `), `${step.match[side]}`),
        ),
      );
      const held = step.held ? [el("div", { class: "held" }, `${words.held}: ${step.held}`)] : [];
      this.#parts.tally.replaceChildren(sides[0], ...held, sides[1]);
    }

    /**
     * @param {Replay} replay
     * @param {Position} position
     */
    #drawTable(replay, { step, hands, stock, table }) {
      const { words, cards } = replay;
      const view = this.view;
      const seats = SEATS.map((seat) => {
        const shown = hands[seat].map((card) => (view === "open" || view === seat ? card : "??"));
        const spoken = shown.map((card) => cards[card]).join(", ");
        const hand = el("span", { class: "hand", role: "img", "aria-label": spoken || "–" }, ...shown.map((card) => this.#card(card)));
        const { name, side, about, seat: place } = replay.seats[seat];
        const label = el(
          "span",
          { class: "who" },
          el("span", { class: "letter", "aria-hidden": "true" }, place[0]),
          el("span", { class: "name", title: name }, name),
        );
        const made = el("div", { class: `seat ${seat} ${side}`, role: "group", "aria-label": about }, label, hand);
        if (seat === step.toAct && !step.over) {
          made.classList.add("next");
          made.setAttribute("aria-label", `${about}, ${words.turn}`);
          if (step.barred && (table.length === 0 || table.length === 4)) {
            const chip = el("span", { class: "chip", title: step.why ?? "" }, el("s", {}, rankOf(step.barred)));
            chip.append(aside(` ${words.barred}`));
            made.append(chip);
          }
        }
        return made;
      });
      const trick = table.map(({ seat, card, kind, matches }, index) => {
        const value = replay.values[card[0]];
        const classes = `laid at-${seat} ${matches ? "matches" : "flat"} ${seat === step.winning ? "winning" : ""} o${index + 1}`;
        const spoken = `${index + 1}. ${replay.seats[seat].name}: ${cards[card]}${kind === "dark" ? `, ${words.dark}` : ""}${seat === step.winning ? `, ${words.winning}` : ""}`;
        const made = this.#card(card, { class: classes, role: "img", "aria-label": spoken });
        made.append(el("span", { class: "order", "aria-hidden": "true" }, `${index + 1}`));
        if (value) made.append(el("span", { class: "value", "aria-hidden": "true" }, `${value}`));
        if (kind === "dark") made.append(el("span", { class: "moon", title: words.dark }, icon(MOON)));
        return made;
      });
      const pile =
        stock > 0
          ? el("div", { class: `stock ${stock < 9 ? "thin" : ""}` }, drawn("??"), el("b", {}, `${stock}`), el("small", {}, words.stock))
          : el("div", { class: "stock gone" }, words.endgame);
      if (!stock && !SEATS.some((seat) => hands[seat].length) && !table.length) pile.textContent = "";
      const worth = el("div", { class: "worth" });
      if (table.length) worth.append(el("b", {}, `${step.worth}`), " ", el("small", {}, words.worth));
      const middle = el("div", { class: "middle" }, pile, ...trick, worth, el("div", { class: "ghosts" }));
      this.#parts.table.replaceChildren(...seats, middle);
    }

    /**
     * @param {string} card
     * @param {Record<string, string>} [attributes]
     */
    #card(card, attributes = {}) {
      const made = el("span", { ...attributes, class: `card s-${card[1]} ${attributes.class ?? ""}` }, drawn(card));
      if (card !== "??") made.dataset.card = card;
      return made;
    }

    /** The element of the page that holds a step's words. @param {string} at */
    #entry(at) {
      const id = this.#replay?.transcript;
      return id ? (document.getElementById(id)?.querySelector(`[data-at="${at}"]`) ?? null) : null;
    }

    /**
     * @param {Step} step
     * @param {"say" | "drew" | "result"} [what]
     */
    #say(step, what = "say") {
      return step[what] ?? this.#entry(step.at)?.querySelector(`.${what}`)?.textContent ?? "";
    }

    /**
     * @param {Replay} replay
     * @param {Step} step
     */
    #drawWords(replay, step) {
      const { live, say, choose } = this.#parts;
      const view = this.view;
      const seat = /** @type {Seat | undefined} */ (step.do?.[0][0]);
      const drew = view === "open" || view === seat ? this.#say(step, "drew") : "";
      say.textContent = this.#say(step);
      const more = [];
      if (drew) more.push(el("p", { class: "drew" }, drew));
      const result = this.#say(step, "result");
      if (result) more.push(el("p", { class: "result" }, result));
      if (step.why && step.barred) more.push(el("p", { class: "why" }, step.why));
      live.replaceChildren(say, ...more, ...this.#notes(replay, step));
      choose.replaceChildren(...this.#choices(replay, step, view));
    }

    /**
     * @param {Replay} replay
     * @param {Step} step
     */
    #notes(replay, step) {
      const { words } = replay;
      const view = this.view;
      /** @param {string | undefined} seat */
      const shown = (seat) => view === "open" || !seat || seat === view;
      if (!step.notes) {
        const there = /** @type {NodeListOf<HTMLElement>} */ (this.#entry(step.at)?.querySelectorAll(".note") ?? []);
        const seen = [...there].filter((note) => shown(note.dataset.reveals));
        return seen.map((note) => /** @type {HTMLElement} */ (note.cloneNode(true)));
      }
      return step.notes.filter((note) => shown(note.reveals)).map((note) => {
        const made = el("div", { class: note.stop ? "note halt" : "note" });
        if (note.lang) made.lang = note.lang;
        if (note.glyph) made.append(el("b", { class: "glyph" }, note.glyph), " ");
        const blocks = note.body.some((node) => typeof node !== "string" && node[0] === "p");
        made.append(el(blocks ? "div" : "p", {}, ...note.body.map((node) => noteNode(node, this.#base))));
        for (const line of note.lines ?? []) {
          const plays = line.plays.flatMap((action) => {
            const [who, kind, card] = action.split(" ");
            const name = replay.seats[/** @type {Seat} */ (who)].name;
            const dark = kind === "dark" ? `(${words.dark}) ` : "";
            return [`${name} `, dark, inline(card, replay.cards[card]), ", "];
          });
          made.append(el("p", { class: "line" }, `${words.whatif}: `, ...plays.slice(0, -1), `. ${line.text}`));
        }
        if (note.by) made.append(el("p", { class: "by" }, fill(words.by, { who: note.by })));
        return made;
      });
    }

    /**
     * What the next player could do, what does the same together.
     * @param {Replay} replay
     * @param {Step} step
     * @param {string} view
     */
    #choices(replay, step, view) {
      if (step.over || !step.toAct) return [];
      const { words } = replay;
      const who = replay.seats[step.toAct].name;
      if (step.due) return [el("p", {}, fill(words.draws, { who }))];
      if (!step.choices || (view !== "open" && view !== step.toAct)) return [el("p", {}, fill(words.hidden, { who }))];
      /** @type {Map<number, [string, boolean][]>} */
      const groups = new Map();
      for (const [card, text, allowed] of step.choices) {
        groups.set(text, [...(groups.get(text) ?? []), [card, allowed !== 0]]);
      }
      const items = [...groups].map(([text, cards]) => {
        const refused = !cards[0][1];
        const shown = cards.map(([card]) => {
          if (card === "dark") return el("span", { class: "inline darkly" }, icon(MOON), words.dark);
          return inline(card, replay.cards[card]);
        });
        const row = el("li", refused ? { class: "refused" } : {});
        row.append(el("span", { class: "cards" }, ...shown.flatMap((one, index) => (index ? [aside(", "), one] : [one]))));
        row.append(aside(": "), el("span", { class: "effect" }, replay.texts[text]));
        return row;
      });
      return [el("p", {}, fill(words.choices, { who })), el("ul", { class: "choices" }, ...items)];
    }

    // ---- movement, which explains and is never in the way

    /** Where every known card lies now, and the stock. */
    #places() {
      // Whoever steps faster than cards move does not want to watch them.
      const hurried = performance.now() - this.#stepped < 200;
      this.#stepped = performance.now();
      if (hurried || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
      /** @type {Map<string, DOMRect>} */
      const places = new Map();
      for (const card of this.#parts.table?.querySelectorAll("[data-card]") ?? []) {
        places.set(card.dataset.card, card.getBoundingClientRect());
      }
      const stock = this.#parts.table?.querySelector(".stock");
      if (stock) places.set("stock", stock.getBoundingClientRect());
      return places;
    }

    /** @param {Map<string, DOMRect>} from */
    #move(from) {
      const { table } = this.#parts;
      const step = this.#step(this.#index);
      const before = this.#position(this.#index - 1);
      const [play] = step.do ?? [];
      const leads = before.table.length === 4;
      let delay = 0;
      if (leads && before.step.winning) {
        // The trick goes to its winner before the next card is led.
        const pile = table.querySelector(`.seat.${before.step.winning} .who`)?.getBoundingClientRect();
        const ghosts = table.querySelector(".ghosts");
        const origin = ghosts.getBoundingClientRect();
        for (const { card } of before.table) {
          const place = from.get(card);
          if (!place || !pile) continue;
          const ghost = this.#card(card);
          ghosts.append(ghost);
          ghost.style.width = `${place.width}px`;
          const start = `translate(${place.left - origin.left}px, ${place.top - origin.top}px)`;
          const end = `translate(${pile.left - origin.left}px, ${pile.top - origin.top}px) scale(.3)`;
          const way = { duration: 200, easing: "ease-in", fill: /** @type {const} */ ("forwards") };
          const going = ghost.animate([{ transform: start }, { transform: end, opacity: 0.2 }], way);
          going.onfinish = () => ghost.remove();
        }
        delay = 180;
      }
      for (const action of step.do ?? []) {
        const [, kind, card] = action.split(" ");
        const there = table.querySelector(`[data-card="${CSS.escape(card)}"]`);
        const start = kind === "play" ? from.get(card) : from.get("stock");
        if (there && start) {
          const end = there.getBoundingClientRect();
          const x = start.left + start.width / 2 - end.left - end.width / 2;
          const y = start.top + start.height / 2 - end.top - end.height / 2;
          const transform = `translate(${x}px, ${y}px) scale(${start.width / end.width || 1})`;
          const way = { duration: 200, delay, easing: "ease-out", fill: /** @type {const} */ ("backwards") };
          there.animate([{ transform }, { transform: "none" }], way);
        }
        if (action === play) delay += 200;
      }
    }
  }

  if (!customElements.get("ristilog-replay")) customElements.define("ristilog-replay", RistilogReplay);
})();
