// The shuffle hmac-sha256-1, commitments and the seeds of a master secret, as docs/seeds.md has them; nothing but Node.
//   const { shuffled, dealOut, commitment, dealSeed } = require("./shuffle.js");
// Run as a program it answers the shuffle cases of the conformance kit:
//   ristilog conform --cmd "node shuffle.js" --group shuffle
"use strict";
const crypto = require("node:crypto");

const SEATS = [..."NESW"];
const PACK = [..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));

/** The seat after another, clockwise. */
const next = (seat) => SEATS[(SEATS.indexOf(seat) + 1) % 4];

/** The bytes of a seed or a master secret: 1 to 256 of UTF-8. */
function bytes(seed) {
  const key = Buffer.from(seed, "utf8");
  if (key.length < 1 || key.length > 256) throw new RangeError(`a seed has 1 to 256 bytes of UTF-8, not ${key.length}`);
  return key;
}

/** The words of a seed, without end: eight big-endian 32-bit numbers a block. */
function* words(seed) {
  const key = bytes(seed);
  for (let n = 0n; ; n += 1n) {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(n);
    const block = crypto.createHmac("sha256", key).update("ristilog-shuffle-1").update(counter).digest();
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

/** The pack that a seed makes, in the order it is dealt. */
function shuffled(seed) {
  const pack = [...PACK];
  const source = words(seed);
  for (let i = 51; i >= 1; i -= 1) {
    const bound = Math.floor(2 ** 32 / (i + 1)) * (i + 1); // words from here on would favour some places
    let word;
    do word = source.next().value; while (word >= bound);
    const j = word % (i + 1);
    [pack[i], pack[j]] = [pack[j], pack[i]];
  }
  return pack;
}

/** The four hands, in dealt order, and the stock, top first. */
function dealOut(pack, dealer, handSize) {
  const hands = { N: [], E: [], S: [], W: [] };
  for (let place = 0, seat = next(dealer); place < 4 * handSize; place += 1, seat = next(seat)) hands[seat].push(pack[place]);
  return { hands, stock: pack.slice(4 * handSize) };
}

/** What to publish before play, so that the seed can be held to it afterwards. */
function commitment(seed) {
  return "sha256:" + crypto.createHash("sha256").update("ristilog-commit-1").update(bytes(seed)).digest("hex");
}

/** The seed of deal k, from 1, that a master secret makes; one seed gives no other away. */
function dealSeed(master, k) {
  return crypto.createHmac("sha256", bytes(master)).update(`ristilog-deal-${k}`).digest("hex");
}

/** The answer to one case of the conformance kit. */
function answer(asked) {
  switch (asked.do) {
    case "shuffle":
      return { pack: shuffled(asked.seed).join(" ") };
    case "commit":
      return { commitment: commitment(asked.seed) };
    case "seed":
      return { seed: dealSeed(asked.master, asked.k) };
    case "deal": {
      const { hands, stock } = dealOut(shuffled(asked.seed), asked.dealer, asked.hand_size);
      return { hands: Object.fromEntries(SEATS.map((seat) => [seat, hands[seat].join(" ")])), stock: stock.join(" ") };
    }
    default:
      return { unsupported: "this program only shuffles" };
  }
}

module.exports = { SEATS, PACK, next, words, shuffled, dealOut, commitment, dealSeed };

if (require.main === module) {
  const lines = require("node:readline").createInterface({ input: process.stdin });
  lines.on("line", (line) => process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n"));
}
