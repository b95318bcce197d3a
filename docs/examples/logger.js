// A logger of the Ristikontra game log, format 1.0: plays a match between four careless players and writes its log.
// The shuffle is in shuffle.js beside it.
//   node logger.js my-secret > game.json && ristilog verify game.json
// Only the base game ("ristikontra", version 1) is played here; docs/format.md and docs/rules.md say the rest.
"use strict";
const crypto = require("node:crypto");
const { SEATS, next, words, shuffled, dealOut, commitment, dealSeed } = require("./shuffle.js");

const VALUES = { A: 11, T: 10, K: 4, Q: 3, J: 2 };
const side = (seat) => (seat === "N" || seat === "S" ? "NS" : "EW");

/** Play one deal; what the log says of it, with the score left out, and the card points. */
function playDeal(seed, dealer, choose) {
  const { hands, stock } = dealOut(shuffled(seed), dealer, 6);
  const shuffle = { method: "hmac-sha256-1", seed, commitment: commitment(seed) };
  const deal = { dealer, shuffle, hands: {}, stock: stock.join(" "), tricks: [] };
  for (const seat of SEATS) deal.hands[seat] = hands[seat].join(" ");
  const points = { NS: 0, EW: 0 }, leads = [];
  for (let number = 0, leader = next(dealer); number < 13; number += 1) {
    const trick = { actions: [], winner: leader, points: 0 };
    // A rank led three times in a row may not be led again, unless the leader holds nothing else; nor may one lead dark.
    const last = leads.slice(-3);
    const barred = last.length === 3 && last.every((rank) => rank === last[0]) ? last[0] : null;
    for (let turn = 0, seat = leader; turn < 4; turn += 1, seat = next(seat)) {
      const free = turn > 0 || barred === null || hands[seat].every((card) => card[0] === barred);
      const choices = hands[seat].filter((card) => free || card[0] !== barred);
      if (stock.length > 0 && (turn > 0 || barred === null)) choices.push("dark");
      let card = choices[choose(choices.length)];
      if (card === "dark") {
        card = stock.shift();
        trick.actions.push(`${seat} dark ${card}`);
      } else {
        hands[seat].splice(hands[seat].indexOf(card), 1);
        trick.actions.push(`${seat} play ${card}`);
        if (stock.length > 0) {
          hands[seat].push(stock.shift());
          trick.actions.push(`${seat} draw ${hands[seat].at(-1)}`);
        }
      }
      if (turn === 0) leads.push(card[0]);
      if (card[0] === leads.at(-1)) trick.winner = seat; // the last card of the led rank takes the trick
      trick.points += VALUES[card[0]] ?? 0;
    }
    deal.tricks.push(trick);
    leader = trick.winner;
    points[side(leader)] += trick.points;
  }
  return { deal, points };
}

/** Play a match of deals, each with a seed of its own made from the secret, until a side has seven game points. */
function playMatch(secret) {
  const log = { ristilog: "1.0", rules: { name: "ristikontra", version: 1 }, deals: [] };
  const match = { NS: 0, EW: 0 };
  const dice = words(`${secret}, the plays`); // careless, but the same for the same secret
  for (let held = 0, k = 1, dealer = "S"; Math.max(match.NS, match.EW) < 7; k += 1, dealer = next(dealer)) {
    const seed = dealSeed(secret, k);
    const { deal, points } = playDeal(seed, dealer, (choices) => dice.next().value % choices);
    const [award, winner] = [{ NS: 0, EW: 0 }, points.NS > points.EW ? "NS" : "EW"];
    if (points.NS === points.EW) held += 1;
    else {
      award[winner] = (points[winner] === 120 ? 2 : 1) + held;
      match[winner] += award[winner];
      held = 0;
    }
    log.deals.push({ ...deal, score: { points, award, held, match: { ...match } } });
  }
  log.result = { ended: "complete", winner: match.NS >= 7 ? "NS" : "EW", score: { ...match } };
  return log;
}

process.stdout.write(JSON.stringify(playMatch(process.argv[2] ?? crypto.randomBytes(32).toString("hex")), null, 1) + "\n");
