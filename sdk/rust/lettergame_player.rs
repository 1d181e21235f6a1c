//! Lets a Rust type play in tournaments of `lettergame`, using the protocol LGP/1.
//!
//! A player is a type with the trait [`Player`]; [`run`] plays with it until the tournament is over. One
//! value is created for each game. Standard output is reserved for the protocol: print with [`log`].
//! Needs Rust 1.85 or newer and the crate `serde_json`; panics must unwind, as they do unless a profile says
//! otherwise.
//!
//! ```no_run
//! mod lettergame_player;
//! use lettergame_player::{Player, View, run};
//!
//! struct Mine;
//!
//! impl Player for Mine {
//!     fn bid(&mut self, _view: &View) -> i64 {
//!         3
//!     }
//! }
//!
//! fn main() {
//!     run(|_game| Box::new(Mine));
//! }
//! ```

// Players rarely use all of it, and it is copied into programs as a module.
#![allow(dead_code, unreachable_pub)]

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const LGP: i64 = 1;
const WORD_LIST: &str = "files/wordlist.txt";
const FLUSH_AFTER: Duration = Duration::from_millis(20);
const INPUT_BUFFER_BYTES: usize = 1 << 20;
const LONGEST_REASON: usize = 1000;

// --- Words ---------------------------------------------------------------------------------------

const LETTERS: usize = 26;
/// The values of letters and the bonus for a long word: as published, until `hello` sets them.
const PUBLISHED: Scoring = Scoring {
    values: [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10],
    bonus: 50,
};
static SCORING: OnceLock<Scoring> = OnceLock::new();
/// Hands with at most this many different letters are looked up by the sets of letters that can be taken from
/// them; for others the words are tried one by one.
const MAX_DIFFERENT: u32 = 12;

/// The value of a letter in a word; `letter` is one of A to Z.
pub fn letter_value(letter: char) -> i64 {
    scoring().values[place(letter as u8)]
}

struct Scoring {
    values: [i64; LETTERS],
    bonus: i64,
}

fn scoring() -> &'static Scoring {
    SCORING.get().unwrap_or(&PUBLISHED)
}

/// Takes the values in `hello`, once: they are valid for the lifetime of the program.
fn take_scoring(told: &Value) {
    let letter = |place: usize| char::from(b'A' + place as u8).to_string();
    let value = |place| told["values"][letter(place)].as_i64().unwrap_or(PUBLISHED.values[place]);
    let bonus = told["bonus"].as_i64().unwrap_or(PUBLISHED.bonus);
    let _ = SCORING.set(Scoring { values: std::array::from_fn(value), bonus });
}

/// The valid words, and the best one from some letters under the rules of the game.
pub struct Words {
    /// Highest score first, then alphabetical; a rank is an index into this list.
    ranked: Vec<String>,
    masks: Vec<u32>,
    ranks_of_mask: HashMap<u32, Vec<usize>>,
    bonus_from_7: bool,
}

impl Words {
    /// Words in upper case, under the rules that `hello` gives.
    pub fn new<'a>(words: impl Iterator<Item = &'a str>, rules: &Value) -> Words {
        let longest = rules["longest-word"].as_u64().map_or(usize::MAX, |most| most as usize);
        let bonus_from_7 = rules["bonus"] == "at-least-7";
        let mut ranked: Vec<String> =
            words.filter(|word| word.len() <= longest).map(str::to_owned).collect();
        ranked.sort_unstable();
        ranked.sort_by_cached_key(|word| -points(word, bonus_from_7));
        let masks: Vec<u32> = ranked.iter().map(|word| mask_of(word.bytes())).collect();
        let mut ranks_of_mask: HashMap<u32, Vec<usize>> = HashMap::new();
        for (rank, &mask) in masks.iter().enumerate() {
            ranks_of_mask.entry(mask).or_default().push(rank);
        }
        Words { ranked, masks, ranks_of_mask, bonus_from_7 }
    }

    /// Reads the word list, which every player has in its folder.
    pub fn load(rules: &Value) -> io::Result<Words> {
        let text = std::fs::read_to_string(WORD_LIST)
            .map_err(|error| io::Error::new(error.kind(), format!("{WORD_LIST}: {error}")))?;
        Ok(Words::new(text.split_ascii_whitespace(), rules))
    }

    /// The score of a word: its letters' values plus the bonus. Does not check whether it is valid.
    pub fn points(&self, word: &str) -> i64 {
        points(word, self.bonus_from_7)
    }

    /// The highest-scoring word of these letters, the first in alphabetical order among equals; "" for none.
    pub fn best(&self, letters: &[char]) -> &str {
        let mut hand = [0_u8; LETTERS];
        for &letter in letters {
            hand[place(letter as u8)] += 1;
        }
        let mask = mask_of(letters.iter().map(|&letter| letter as u8));
        let rank = if mask.count_ones() <= MAX_DIFFERENT {
            self.best_of_subsets(mask, hand)
        } else {
            self.first_within(mask, hand)
        };
        rank.map_or("", |rank| &self.ranked[rank])
    }

    fn best_of_subsets(&self, mask: u32, hand: [u8; LETTERS]) -> Option<usize> {
        let mut best = self.ranked.len();
        let mut subset = mask;
        while subset != 0 {
            let ranks = self.ranks_of_mask.get(&subset).map_or(&[][..], Vec::as_slice);
            let better = ranks.iter().copied().take_while(|&rank| rank < best);
            best = better.into_iter().find(|&rank| self.fits(rank, hand)).unwrap_or(best);
            subset = (subset - 1) & mask;
        }
        (best < self.ranked.len()).then_some(best)
    }

    fn first_within(&self, mask: u32, hand: [u8; LETTERS]) -> Option<usize> {
        (0..self.ranked.len()).find(|&rank| self.masks[rank] & !mask == 0 && self.fits(rank, hand))
    }

    fn fits(&self, rank: usize, mut hand: [u8; LETTERS]) -> bool {
        self.ranked[rank].bytes().all(|letter| {
            let left = hand[place(letter)].checked_sub(1);
            hand[place(letter)] = left.unwrap_or(0);
            left.is_some()
        })
    }
}

fn points(word: &str, bonus_from_7: bool) -> i64 {
    let earns_bonus = word.len() == 7 || (word.len() > 7 && bonus_from_7);
    let Scoring { values, bonus } = scoring();
    let sum: i64 = word.bytes().map(|letter| values[place(letter)]).sum();
    sum + if earns_bonus { *bonus } else { 0 }
}

/// The set of letters as the bits of a number.
fn mask_of(letters: impl Iterator<Item = u8>) -> u32 {
    letters.fold(0, |mask, letter| mask | 1 << place(letter))
}

/// A letter's position in the alphabet, from 0.
fn place(letter: u8) -> usize {
    usize::from(letter) - usize::from(b'A')
}

// --- Players -------------------------------------------------------------------------------------

/// The game that a player plays.
#[derive(Clone)]
pub struct Game {
    /// Its number, which identifies it.
    pub number: i64,
    /// The player's seat, from 0.
    pub seat: usize,
    /// The number of seats.
    pub seats: usize,
    /// The seed of its random numbers.
    pub seed: u64,
    /// The rules as given in `hello`.
    pub rules: Rc<Value>,
    /// The word list of the Letter Game; empty in other games.
    pub words: Rc<Words>,
}

impl Game {
    /// Random numbers, reproducible for the same game.
    pub fn rng(&self) -> Rng {
        Rng { state: self.seed }
    }
}

/// A source of random numbers (the generator SplitMix64).
pub struct Rng {
    state: u64,
}

impl Rng {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A whole number in [0, `limit`).
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(limit)) >> 64) as u64
    }
}

/// What a player may know when it is asked, in the Letter Game.
pub struct View<'a> {
    /// The round, from 1.
    pub round: i64,
    /// The number of rounds.
    pub rounds: i64,
    /// The player's seat.
    pub seat: usize,
    /// The letter on sale; `None` when asked for a word.
    pub letter: Option<char>,
    /// The player's points.
    pub points: i64,
    /// The player's hidden letters.
    pub hidden: Vec<char>,
    /// What the player won in this round.
    pub won: Vec<char>,
    /// What each seat won in this round.
    pub held: Vec<Vec<char>>,
    /// The points of all seats.
    pub all_points: Vec<i64>,
    /// The number of auctions still to come in this round, including this one.
    pub auctions_left: i64,
    /// The complete view as given by the protocol.
    pub fields: &'a Value,
    /// The word list.
    pub words: &'a Words,
}

impl<'a> View<'a> {
    fn new(fields: &'a Value, words: &'a Words) -> View<'a> {
        View {
            round: number(&fields["round"]),
            rounds: number(&fields["rounds"]),
            seat: number(&fields["seat"]) as usize,
            letter: fields["letter"].as_str().and_then(|letter| letter.chars().next()),
            points: number(&fields["points"]),
            hidden: letters(&fields["hidden"]),
            won: letters(&fields["won"]),
            held: items(&fields["held"]).iter().map(letters).collect(),
            all_points: numbers(&fields["all_points"]),
            auctions_left: number(&fields["auctions_left"]),
            fields,
            words,
        }
    }

    /// All letters of the player, the hidden ones first.
    pub fn letters(&self) -> Vec<char> {
        [&self.hidden[..], &self.won[..]].concat()
    }

    /// The best word of the player's letters.
    pub fn best_word(&self) -> &'a str {
        self.words.best(&self.letters())
    }
}

/// The player of one game. A method that panics fails the ask, and thereby the game.
pub trait Player {
    /// The bid for `view.letter`, in points.
    fn bid(&mut self, _view: &View) -> i64 {
        panic!("the player has no method `bid`")
    }

    /// The word to play from `view.letters()`: by default the best one; "" for none.
    fn word(&mut self, view: &View) -> String {
        view.best_word().to_owned()
    }

    /// The move in games other than the Letter Game, for each `kind` of ask (`rotate`, `place`,
    /// `play`, `replay`). View and move are as the protocol writes them.
    fn decide(&mut self, kind: &str, _view: &Value) -> Value {
        panic!("the player does not know how to decide `{kind}`")
    }

    /// Receives every announcement, before the next ask.
    fn event(&mut self, _event: &Value) {}

    /// The game is over.
    fn end(&mut self, _scores: &[i64]) {}
}

fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}

fn numbers(list: &Value) -> Vec<i64> {
    items(list).iter().map(number).collect()
}

fn letters(list: &Value) -> Vec<char> {
    items(list).iter().filter_map(|letter| letter.as_str()?.chars().next()).collect()
}

// --- The conversation ----------------------------------------------------------------------------

thread_local! {
    /// The game of the current message.
    static GAME: Cell<Option<u64>> = const { Cell::new(None) };
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Why an ask failed.
struct Failure(String);

/// The players of all games in progress. One that could not be created fails every ask.
struct Table<M> {
    make: M,
    rules: Rc<Value>,
    words: Rc<Words>,
    players: HashMap<i64, Result<Box<dyn Player>, Failure>>,
}

impl<M: Fn(Game) -> Box<dyn Player>> Table<M> {
    fn new(make: M, hello: &Value) -> io::Result<Table<M>> {
        let rules = Rc::new(hello["rules"].clone());
        take_scoring(&hello["scoring"]);
        let words = if hello["game"] == "auction" {
            Words::load(&rules)?
        } else {
            Words::new(std::iter::empty(), &rules)
        };
        Ok(Table { make, rules, words: Rc::new(words), players: HashMap::new() })
    }

    fn open(&mut self, message: &Value) {
        let seed = message["seed"].as_str().unwrap_or_default();
        let game = Game {
            number: number(&message["g"]),
            seat: number(&message["seat"]) as usize,
            seats: number(&message["seats"]) as usize,
            seed: u64::from_str_radix(seed, 16).unwrap_or(0),
            rules: Rc::clone(&self.rules),
            words: Rc::clone(&self.words),
        };
        let number = game.number;
        let player = attempt(|| (self.make)(game));
        self.players.insert(number, player);
    }

    /// The message that answers an ask.
    fn answer(&mut self, ask: &Value) -> Value {
        match self.decide(ask) {
            Ok(decision) => json!({"t": "act", "q": ask["q"], "move": decision}),
            Err(Failure(why)) => {
                let why: String = why.chars().take(LONGEST_REASON).collect();
                json!({"t": "fail", "q": ask["q"], "why": why})
            }
        }
    }

    fn decide(&mut self, ask: &Value) -> Result<Value, Failure> {
        let unknown = || Failure(format!("unknown game {}", ask["g"]));
        let player = self.players.get_mut(&number(&ask["g"])).ok_or_else(unknown)?;
        let player = player.as_mut().map_err(|failure| Failure(failure.0.clone()))?;
        let words = &self.words;
        attempt(|| {
            items(&ask["events"]).iter().for_each(|event| player.event(event));
            match ask["kind"].as_str().unwrap_or_default() {
                "bid" => json!({"bid": player.bid(&View::new(&ask["view"], words))}),
                "word" => json!({"word": player.word(&View::new(&ask["view"], words))}),
                kind => player.decide(kind, &ask["view"]),
            }
        })
    }

    fn end(&mut self, message: &Value) {
        let Some(Ok(mut player)) = self.players.remove(&number(&message["g"])) else { return };
        // A panic is in the log; no answer is expected.
        let _ = attempt(|| {
            items(&message["events"]).iter().for_each(|event| player.event(event));
            player.end(&numbers(&message["scores"]));
        });
    }
}

/// Runs a player's code; a panic becomes a failure with its location and reason.
fn attempt<T>(code: impl FnOnce() -> T) -> Result<T, Failure> {
    panic::catch_unwind(AssertUnwindSafe(code)).map_err(|_| Failure(LAST_PANIC.take()))
}

fn note_panics() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        LAST_PANIC.set(panic.to_string().replace('\n', " "));
        print(panic);
    }));
}

/// Prints to the player's log, each line marked with its game: `[game 17] text`. Lines of simultaneous games can be told
/// apart only by it; `lettergame replay --log` relies on it.
///
/// ```ignore
/// log(format_args!("{} is worth {worth}", view.letter));
/// ```
pub fn log(text: impl Display) {
    let mark = GAME.get().map_or_else(String::new, |game| format!("[game {game}] "));
    let lines = text.to_string();
    let marked: String = lines.lines().map(|line| format!("{mark}{line}\n")).collect();
    eprint!("{marked}");
}

/// Pending answers: written together, but none is delayed for long.
struct Answers {
    out: Box<dyn Write>,
    waiting: Vec<u8>,
    flushed: Instant,
}

impl Answers {
    fn batch_begins(&mut self) {
        self.flushed = Instant::now();
    }

    fn add(&mut self, message: &Value) -> io::Result<()> {
        serde_json::to_writer(&mut self.waiting, message)?;
        self.waiting.push(b'\n');
        if self.flushed.elapsed() > FLUSH_AFTER { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.waiting)?;
        self.out.flush()?;
        self.waiting.clear();
        self.flushed = Instant::now();
        Ok(())
    }
}

/// Plays until the other side says `bye` or exits, with a player created by `make` for each game. The
/// program's name and version are those of its package.
pub fn run(make: impl Fn(Game) -> Box<dyn Player>) {
    note_panics();
    if let Err(error) = converse(make) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn converse(make: impl Fn(Game) -> Box<dyn Player>) -> Result<(), Box<dyn Error>> {
    let out = Box::new(io::stdout());
    let mut answers = Answers { out, waiting: Vec::new(), flushed: Instant::now() };
    let mut input = BufReader::with_capacity(INPUT_BUFFER_BYTES, io::stdin());
    let hello = read(&mut input)?.ok_or("no hello")?;
    let mut table = Table::new(make, &hello)?;
    answers.add(&introduction(&hello)?)?;
    answers.flush()?;
    while let Some(messages) = read(&mut input)? {
        answers.batch_begins();
        for message in messages.as_array().map_or(std::slice::from_ref(&messages), Vec::as_slice) {
            GAME.set(message["g"].as_u64());
            match message["t"].as_str().unwrap_or_default() {
                "ask" => answers.add(&table.answer(message))?,
                "new" => table.open(message),
                "end" => table.end(message),
                "ping" => answers.add(&json!({"t": "pong"}))?,
                "bye" => return Ok(answers.flush()?),
                _ => {}
            }
        }
        answers.flush()?;
    }
    Ok(())
}

/// The value on the next line; `None` at the end.
fn read(input: &mut impl BufRead) -> Result<Option<Value>, Box<dyn Error>> {
    let mut line = Vec::new();
    let length = input.read_until(b'\n', &mut line)?;
    Ok(if length == 0 { None } else { Some(serde_json::from_slice(&line)?) })
}

fn introduction(hello: &Value) -> Result<Value, String> {
    let spoken = numbers(&hello["lgp"]);
    if !matches!(spoken[..], [oldest, newest] if (oldest..=newest).contains(&LGP)) {
        return Err(format!("only LGP/{LGP} is supported, not {spoken:?}"));
    }
    let name = option_env!("CARGO_PKG_NAME").unwrap_or("player");
    let version = option_env!("CARGO_PKG_VERSION").unwrap_or("0");
    Ok(json!({"t": "hello", "lgp": LGP, "name": name, "version": version, "caps": ["batch"]}))
}
