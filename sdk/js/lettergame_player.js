/**
 * Lets a JavaScript class play in tournaments of `lettergame`, using the protocol LGP/1.
 *
 * A player is a class that extends `Player`; `run(Mine)` plays with it until the tournament is
 * over. One object is created for each game. Node 18 or newer, no packages.
 *
 *     const lettergame = require("./lettergame_player.js");
 *
 *     class Mine extends lettergame.Player {
 *       bid(view) {
 *         return 3;
 *       }
 *     }
 *
 *     if (require.main === module) lettergame.run(Mine);
 */
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { inspect } = require("node:util");

const LGP = 1;
const WORD_LIST = path.join("files", "wordlist.txt");
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const VALUES = [
  1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10,
];

/** The value of each letter in a word: as published, until `hello` sets it. */
const LETTER_VALUES = Object.fromEntries([...LETTERS].map((letter, i) => [letter, VALUES[i]]));

let bonus = 50;
const FLUSH_AFTER_MS = 20;
const INPUT_BUFFER_BYTES = 1 << 20;
const LONGEST_REASON = 1000;
const INPUT = 0;
const OUTPUT = 1;
const LOG = 2;

// --- Words ---------------------------------------------------------------------------------------

const CODE_OF_A = "A".charCodeAt(0);
// Hands with at most this many different letters are looked up by the sets of letters that can be
// taken from them; for others the words are tried one by one.
const MAX_DIFFERENT = 12;

/** The valid words, and the best one from some letters under the rules of the game. */
class Words {
  #ranked;
  #masks;
  #ranksOfMask = new Map();
  #bonusFrom7;

  /** `words` are upper case; `rules` are those of the game, as `hello` gives them. */
  constructor(words, rules) {
    const limit = rules["longest-word"] ?? "none";
    const longest = limit === "none" ? Infinity : Number(limit);
    this.#bonusFrom7 = rules.bonus === "at-least-7";
    // A rank is an index into this list: highest score first, then alphabetical.
    this.#ranked = this.#byPoints(words.filter((word) => word.length <= longest).sort());
    this.#masks = Int32Array.from(this.#ranked, maskOf);
    this.#masks.forEach((mask, rank) => {
      const ranks = this.#ranksOfMask.get(mask);
      if (ranks) ranks.push(rank);
      else this.#ranksOfMask.set(mask, [rank]);
    });
  }

  /** Reads the word list, which every player has in its folder. */
  static load(rules, file = WORD_LIST) {
    const words = fs.readFileSync(file, "latin1").split(/\s+/);
    return new Words(words.filter((word) => word !== ""), rules);
  }

  /** The score of a word: its letters' values plus the bonus. Does not check whether it is valid. */
  points(word) {
    let sum = word.length === 7 || (word.length > 7 && this.#bonusFrom7) ? bonus : 0;
    for (let i = 0; i < word.length; i++) sum += VALUES[word.charCodeAt(i) - CODE_OF_A];
    return sum;
  }

  /**
   * The highest-scoring word of these letters, the first in alphabetical order among equals; "" for
   * none. Upper case; a string or an array of letters.
   */
  best(letters) {
    const hand = new Uint8Array(LETTERS.length);
    for (const letter of letters) hand[letter.charCodeAt(0) - CODE_OF_A]++;
    const mask = maskOf(letters);
    const different = hand.reduce((count, held) => count + (held > 0), 0);
    const rank =
      different <= MAX_DIFFERENT ? this.#bestOfSubsets(mask, hand) : this.#firstWithin(mask, hand);
    return this.#ranked[rank] ?? "";
  }

  #byPoints(words) {
    const wordsOfPoints = [];
    for (const word of words) (wordsOfPoints[this.points(word)] ??= []).push(word);
    return wordsOfPoints.reverse().flat();
  }

  #bestOfSubsets(mask, hand) {
    let best = this.#ranked.length;
    for (let subset = mask; subset !== 0; subset = (subset - 1) & mask) {
      const ranks = this.#ranksOfMask.get(subset);
      if (ranks === undefined) continue;
      for (let i = 0; i < ranks.length && ranks[i] < best; i++) {
        if (isWithin(this.#ranked[ranks[i]], hand)) best = ranks[i];
      }
    }
    return best;
  }

  #firstWithin(mask, hand) {
    const fits = (needed, rank) => (needed & ~mask) === 0 && isWithin(this.#ranked[rank], hand);
    const rank = this.#masks.findIndex(fits);
    return rank < 0 ? this.#ranked.length : rank;
  }
}

/** The set of letters as the bits of a number. */
function maskOf(letters) {
  let mask = 0;
  for (let i = 0; i < letters.length; i++) mask |= 1 << (letters[i].charCodeAt(0) - CODE_OF_A);
  return mask;
}

/** Whether the hand, a count for each letter, contains the word. The hand is left unchanged. */
function isWithin(word, hand) {
  let taken = 0;
  while (taken < word.length && hand[word.charCodeAt(taken) - CODE_OF_A] > 0) {
    hand[word.charCodeAt(taken++) - CODE_OF_A]--;
  }
  const all = taken === word.length;
  while (taken > 0) hand[word.charCodeAt(--taken) - CODE_OF_A]++;
  return all;
}

// --- Players -------------------------------------------------------------------------------------

/** A player gave no valid answer. */
class NoMove extends Error {}

/** Random numbers, reproducible for the same game (the generator sfc32). */
class Rng {
  #state;

  /** `seed` has 16 hexadecimal digits. */
  constructor(seed) {
    this.#state = [parseInt(seed.slice(0, 8), 16) | 0, parseInt(seed.slice(8), 16) | 0, 0, 1];
    for (let i = 0; i < 12; i++) this.random();
  }

  /** A number in [0, 1). */
  random() {
    const [a, b, c, counter] = this.#state;
    const drawn = (((a + b) | 0) + counter) | 0;
    const mixed = (((c << 21) | (c >>> 11)) + drawn) | 0;
    this.#state = [b ^ (b >>> 9), (c + (c << 3)) | 0, mixed, (counter + 1) | 0];
    return (drawn >>> 0) / 2 ** 32;
  }

  /** A whole number in [0, `limit`). */
  below(limit) {
    return Math.floor(this.random() * limit);
  }
}

/** What a player may know when it is asked: the fields with their names in the protocol. */
class View {
  constructor(fields) {
    Object.assign(this, fields);
  }

  /** All letters of the player, the hidden ones first. */
  get letters() {
    return this.hidden.concat(this.won);
  }
}

/**
 * The base class of players. `this.game` has `number`, `seat`, `seats`, `rules` and `seed`.
 *
 * For other games a player has a method named like the `kind` of the ask (`rotate`, `place`,
 * `play`, `replay`), which returns the move as the protocol writes it.
 */
class Player {
  #rng;

  /** A constructor of your own receives the game too and passes it on: `super(game)`. */
  constructor(game) {
    this.game = game;
  }

  /** The word list of the Letter Game; null in other games. */
  get words() {
    return this.game.words;
  }

  /** Random numbers from the game's seed, created on first use. */
  get rng() {
    return (this.#rng ??= new Rng(this.game.seed));
  }

  /** The bid for `view.letter`, in points. */
  bid(view) {
    throw new NoMove("the player has no method bid(view)");
  }

  /** The word to play from `view.letters`: by default the best one; "" for none. */
  word(view) {
    return this.words.best(view.letters);
  }

  /** Receives every announcement, before the next ask. */
  event(event) {}

  /** The game is over. */
  end(scores) {}
}

// --- Moves ---------------------------------------------------------------------------------------

function bidJson(bid) {
  if (Number.isInteger(bid)) {
    return `{"bid":${Math.max(-Number.MAX_SAFE_INTEGER, Math.min(bid, Number.MAX_SAFE_INTEGER))}}`;
  }
  if (typeof bid === "bigint") return bidJson(Number(bid));
  if (bid !== null && typeof bid === "object" && "bid" in bid) return JSON.stringify(bid);
  throw new NoMove(`bid() returned ${inspect(bid)}, expected a whole number`);
}

function wordJson(word) {
  if (typeof word === "string") return `{"word":${JSON.stringify(word)}}`;
  if (word !== null && typeof word === "object" && "word" in word) return JSON.stringify(word);
  throw new NoMove(`word() returned ${inspect(word)}, which is no text ("" means none)`);
}

function moveJson(move) {
  const text = move instanceof Promise ? undefined : JSON.stringify(move);
  if (text === undefined) throw new NoMove(`${inspect(move)} was returned, which is no move`);
  return text;
}

const MOVE_JSON = { bid: bidJson, word: wordJson };

// --- The conversation ----------------------------------------------------------------------------

/** Replaces a player that could not be created: every ask fails for the same reason. */
class Broken {
  constructor(why) {
    this.why = why;
  }
}

/** The players of all games in progress, and their answers. */
class Table {
  #playerClass;
  #rules;
  #words;
  #players = new Map();

  constructor(playerClass, rules, words) {
    this.#playerClass = playerClass;
    this.#rules = rules;
    this.#words = words;
  }

  open({ g, seat, seats, seed }) {
    const game = { number: g, seat, seats, seed, rules: this.#rules, words: this.#words };
    try {
      this.#players.set(g, new this.#playerClass(game));
    } catch (error) {
      this.#players.set(g, new Broken(report(error)));
    }
  }

  /** The line that answers an ask. */
  answer(ask) {
    const player = this.#players.get(ask.g);
    if (player === undefined) return failure(ask, `unknown game ${ask.g}`);
    if (player instanceof Broken) return failure(ask, player.why);
    try {
      tell(player, ask);
      if (typeof player[ask.kind] !== "function") {
        throw new NoMove(`the player has no method ${ask.kind}(view)`);
      }
      const decision = player[ask.kind](new View(ask.view));
      const move = (MOVE_JSON[ask.kind] ?? moveJson)(decision);
      return `{"t":"act","q":${ask.q},"move":${move}}\n`;
    } catch (error) {
      return failure(ask, report(error));
    }
  }

  end(message) {
    const player = this.#players.get(message.g);
    this.#players.delete(message.g);
    if (player === undefined || player instanceof Broken) return;
    try {
      tell(player, message);
      player.end(message.scores);
    } catch (error) {
      report(error);
    }
  }
}

function tell(player, message) {
  for (const event of message.events ?? []) player.event(event);
}

function failure(ask, why) {
  return JSON.stringify({ t: "fail", q: ask.q, why: why.slice(0, LONGEST_REASON) }) + "\n";
}

/**
 * The log, in which each line begins with its game: `[game 17] text`. Lines of simultaneous games can be told apart only
 * by it; `lettergame replay --log` relies on it.
 */
class GameLog {
  game = undefined;
  #atStart = true;

  /** Everything that is written to standard error from now on is marked. */
  takeOver(stream) {
    const write = stream.write.bind(stream);
    stream.write = (chunk, ...rest) => {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      return write(this.marked(text), ...rest);
    };
  }

  marked(text) {
    if (this.game === undefined || text === "") return text;
    const mark = `[game ${this.game}] `;
    const lines = text.split(/(?<=\n)/);
    const marked = lines.map((line, i) => (i > 0 || this.#atStart ? mark + line : line));
    this.#atStart = text.endsWith("\n");
    return marked.join("");
  }
}

const gameLog = new GameLog();

/** Writes the whole stack to the log; returns type, message and place in one line. */
function report(error) {
  if (!(error instanceof Error)) {
    writeAll(LOG, gameLog.marked(`thrown: ${error}\n`));
    return `thrown: ${error}`;
  }
  writeAll(LOG, gameLog.marked(`${error.stack}\n`));
  if (error instanceof NoMove) return error.message;
  const place = /^ +at .*$/m.exec(error.stack)?.[0].trim() ?? "no stack";
  return `${error.name}: ${error.message} (${place})`;
}

/** Pending answers: written together, but none is delayed for long. */
class Answers {
  #lines = [];
  #flushed = performance.now();

  batchBegins() {
    this.#flushed = performance.now();
  }

  add(line) {
    this.#lines.push(line);
    if (performance.now() - this.#flushed > FLUSH_AFTER_MS) this.flush();
  }

  flush() {
    if (this.#lines.length > 0) writeAll(OUTPUT, this.#lines.join(""));
    this.#lines = [];
    this.#flushed = performance.now();
  }
}

/** Plays with `playerClass` until the other side says `bye` or exits. */
function run(playerClass, { name = playerClass.name, version = "1.0" } = {}) {
  // A player's output goes to standard error, as standard output is reserved for the protocol.
  gameLog.takeOver(process.stderr);
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
  try {
    converse(playerClass, { t: "hello", lgp: LGP, name, version, caps: ["batch"] });
  } catch (error) {
    if (error.code !== "EPIPE") throw error;
    process.exit(1);
  }
  process.exit(0);
}

function converse(playerClass, introduction) {
  const answers = new Answers();
  let table;
  for (const line of lines()) {
    const messages = JSON.parse(line);
    answers.batchBegins();
    for (const message of Array.isArray(messages) ? messages : [messages]) {
      gameLog.game = message.g;
      if (message.t === "ask") {
        answers.add(table.answer(message));
      } else if (message.t === "new") {
        table.open(message);
      } else if (message.t === "end") {
        table.end(message);
      } else if (message.t === "ping") {
        answers.add('{"t":"pong"}\n');
      } else if (message.t === "hello") {
        table = tableFor(playerClass, message);
        answers.add(JSON.stringify(introduction) + "\n");
      } else if (message.t === "bye") {
        answers.flush();
        return;
      }
    }
    answers.flush();
  }
}

function takeScoring(scoring) {
  Object.assign(LETTER_VALUES, scoring.values);
  [...LETTERS].forEach((letter, i) => (VALUES[i] = LETTER_VALUES[letter]));
  bonus = scoring.bonus ?? bonus;
}

function tableFor(playerClass, hello) {
  const [oldest, newest] = hello.lgp;
  if (oldest > LGP || newest < LGP) {
    throw new Error(`only LGP/${LGP} is supported, not ${oldest} to ${newest}`);
  }
  takeScoring(hello.scoring ?? {});
  const words = hello.game === "auction" ? Words.load(hello.rules) : null;
  return new Table(playerClass, hello.rules, words);
}

/** The lines of standard input. Reads are blocking, so nothing has to be awaited. */
function* lines() {
  const chunk = Buffer.allocUnsafe(INPUT_BUFFER_BYTES);
  let parts = [];
  for (;;) {
    const read = patiently(() => fs.readSync(INPUT, chunk));
    if (read === 0) return;
    let start = 0;
    for (;;) {
      const end = chunk.subarray(0, read).indexOf("\n", start);
      if (end < 0) break;
      parts.push(chunk.subarray(start, end));
      yield Buffer.concat(parts).toString();
      parts = [];
      start = end + 1;
    }
    if (start < read) parts.push(Buffer.from(chunk.subarray(start, read)));
  }
}

function writeAll(file, text) {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    written += patiently(() => fs.writeSync(file, bytes, written));
  }
}

/** Retries after a moment while a non-blocking pipe is empty or full. */
function patiently(transfer) {
  for (;;) {
    try {
      return transfer();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

module.exports = { LETTER_VALUES, Player, Words, run };
