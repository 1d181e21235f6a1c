/** Plays the player over the protocol, as a tournament does: `node --test`. */
"use strict";

const assert = require("node:assert");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");

const PLAYER = path.join(__dirname, "player.js");
const WORDS = ["AT", "CAT", "CATS", "SAT", "SCATTER", "TAR"];
const RULES = { preset: "words", "longest-word": 7, bonus: "exactly-7", rounds: 10, hidden: 3 };

const HELLO = { t: "hello", lgp: [1, 1], game: "auction", rules: RULES, batch: 64 };
const NEW = { t: "new", g: 17, seat: 0, seats: 2, seed: "9f3c2a7745d01e6b" };
const END = { t: "end", g: 17, events: [], scores: [120, 95], why: "over" };
const BYE = { t: "bye" };

/** What the player sees when these letters are its own. */
function view(letters, fields = {}) {
  return {
    round: 1,
    rounds: 10,
    seat: 0,
    points: 100,
    hidden: [...letters],
    won: [],
    held: [[], []],
    all_points: [100, 100],
    auctions_left: 9,
    banned: [],
    ...fields,
  };
}

function ask(number, kind, seen) {
  return { t: "ask", q: number, g: 17, kind, events: [], view: seen };
}

/** The player's answers to these messages. It runs in a folder with the files of a tournament, but few words. */
function converse(...messages) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "player-"));
  try {
    fs.mkdirSync(path.join(folder, "files"));
    const sevens = WORDS.filter((word) => word.length === 7);
    for (const [name, words] of [["wordlist.txt", WORDS], ["7letterWords.txt", sevens]]) {
      fs.writeFileSync(path.join(folder, "files", name), words.join("\n") + "\n");
    }
    const input = messages.map((message) => JSON.stringify(message) + "\n").join("");
    const run = spawnSync(process.execPath, [PLAYER], { cwd: folder, input, timeout: 30000 });
    assert.strictEqual(run.status, 0, String(run.stderr));
    return String(run.stdout).trim().split("\n").map((line) => JSON.parse(line));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function bid(letter, letters, fields) {
  const asked = ask(1, "bid", view(letters, { letter, ...fields }));
  return converse(HELLO, NEW, asked, END, BYE).at(-1).move.bid;
}

test("it introduces itself", () => {
  const [hello] = converse(HELLO, BYE);
  assert.deepStrictEqual([hello.t, hello.lgp], ["hello", 1]);
});

test("it answers every ask of a batch", () => {
  const asks = [ask(5, "bid", view("CA", { letter: "T" })), ask(6, "word", view("CATS"))];
  const answers = converse(HELLO, NEW, asks, BYE).slice(1);
  const moves = new Map(answers.map((answer) => [answer.q, answer.move]));
  assert.deepStrictEqual(moves.get(6), { word: "CATS" });
  assert.ok(Number.isInteger(moves.get(5).bid));
});

test("it names no word where there is none", () => {
  const answer = converse(HELLO, NEW, ask(1, "word", view("XYZ")), BYE).at(-1);
  assert.deepStrictEqual(answer.move, { word: "" });
});

test("it pays more for a letter that completes seven", () => {
  assert.ok(bid("R", "SCATTE") > bid("X", "SCATTE"));
});

test("it keeps points for later", () => {
  assert.ok(bid("R", "SCATTE", { points: 20 }) <= 10);
});
