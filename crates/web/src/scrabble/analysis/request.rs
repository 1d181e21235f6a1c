//! What is to be analysed: the game and the options as typed, and what is wrong with them.

use std::sync::Arc;

use crate::scrabble::analysis::PATH;
use crate::scrabble::analysis::analysed::AnalysedGame;
use crate::seats::read_seed;
use crate::serving::query::{Fields, address};
use lettergame_base::Seed;
use lettergame_scrabble::analysis::{Analysis, AnalysisOptions, Thresholds};
use lettergame_scrabble::notation::{Form, GameFile, GcgError, ReadError, read};
use lettergame_scrabble::plays::Leaves;
use lettergame_scrabble::rules::Scrabble;

/// The game on the page of somebody who has none at hand.
pub(super) const EXAMPLE: &str = include_str!("example.gcg");

/// The maximum length of a game, in bytes: with its escapes it fits into the body of a request.
pub(super) const MAX_BYTES: usize = 32 << 10;

/// The maximum number of turns: the page has a board for each. Games of tournaments have about 25.
const MAX_TURNS: usize = 100;

/// The maximum number of best moves of a turn.
pub(super) const MAX_CANDIDATES: u32 = 20;

/// The maximum number of samples: with all candidates of a long game, it takes most of the time of a page.
pub(super) const MAX_SAMPLES: u32 = 300;

/// The maximum number of draws for the luck of a turn.
pub(super) const MAX_DRAWS: u32 = 1000;

/// The maximum number of characters of a line in an error.
const MAX_SHOWN: usize = 60;

/// A line of a GCG game.
const EVENT: &str = "`>nick: RACK 8D WORD +20 20`";

/// A field with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Game,
    Candidates,
    Samples,
    Draws,
    Mistakes,
    Seed,
}

/// The error.
pub(super) type FieldError = (Field, String);

/// The form as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Typed {
    pub(super) game: String,
    pub(super) candidates: String,
    pub(super) samples: String,
    pub(super) draws: String,
    pub(super) mistakes: String,
    pub(super) seed: String,
}

/// A valid request.
pub(super) struct Request {
    file: GameFile,
    candidates: u32,
    samples: u32,
    draws: u32,
    thresholds: Thresholds,
    seed: Seed,
}

impl Typed {
    /// From the address or a posted form; an empty option has its default.
    pub(super) fn read(fields: &Fields) -> Typed {
        let option = |name: &str, default: &str| {
            fields.get(name).filter(|text| !text.is_empty()).unwrap_or(default).to_owned()
        };
        Typed {
            game: in_utf8(&option("game", "")),
            candidates: option("candidates", "8"),
            samples: option("simulate", "0"),
            draws: option("draws", "100"),
            mistakes: option("mistakes", "2,5,10"),
            seed: option("seed", "1"),
        }
    }

    /// The fields with their names.
    pub(super) fn pairs(&self) -> [(&'static str, &str); 6] {
        [
            ("game", &self.game),
            ("candidates", &self.candidates),
            ("simulate", &self.samples),
            ("draws", &self.draws),
            ("mistakes", &self.mistakes),
            ("seed", &self.seed),
        ]
    }

    /// The address of the form filled like this.
    pub(super) fn address(&self) -> String {
        let default = Typed::read(&Fields::default());
        let changed = self.pairs().into_iter().zip(default.pairs());
        let pairs: Vec<_> =
            changed.filter(|(own, default)| own != default).map(|(own, _)| own).collect();
        address(PATH, &pairs)
    }

    /// The command that makes the same analysis of the game in this file.
    pub(super) fn command(&self, file: &str) -> String {
        let mut text = format!("lettergame analyse scrabble game {file}");
        let default = Typed::read(&Fields::default());
        for ((name, own), (_, default)) in self.pairs().into_iter().zip(default.pairs()).skip(1) {
            if own != default {
                text += &format!(" --{name} {}", own.replace(' ', ""));
            }
        }
        text
    }

    /// The request, or all errors.
    pub(super) fn checked(&self, game: &Scrabble) -> Result<Request, Vec<FieldError>> {
        let mut wrong = Wrong(Vec::new());
        let file = wrong.without(Field::Game, self.file(game));
        let candidates = number("best moves", &self.candidates, 1, MAX_CANDIDATES);
        let candidates = wrong.without(Field::Candidates, candidates);
        let samples = number("simulated games", &self.samples, 0, MAX_SAMPLES);
        let samples = wrong.without(Field::Samples, samples);
        let draws = wrong.without(Field::Draws, number("draws", &self.draws, 0, MAX_DRAWS));
        let thresholds = wrong.without(Field::Mistakes, self.thresholds());
        let seed = wrong.without(Field::Seed, read_seed(&self.seed));
        let request = || {
            let (candidates, samples, draws) = (candidates?, samples?, draws?);
            let (thresholds, seed) = (thresholds?, seed?);
            Some(Request { file: file?, candidates, samples, draws, thresholds, seed })
        };
        request().ok_or(wrong.0)
    }

    fn thresholds(&self) -> Result<Thresholds, String> {
        let read = self.mistakes.parse();
        read.map_err(|error| format!("invalid losses `{}`: {error}", self.mistakes))
    }

    /// The game. An error names its line.
    fn file(&self, game: &Scrabble) -> Result<GameFile, String> {
        let (text, bytes) = (self.game.as_str(), self.game.len());
        if text.is_empty() {
            return Err(
                "the game is empty: paste the text of a GCG game, or choose its file".into()
            );
        }
        if bytes > MAX_BYTES {
            return Err(format!(
                "the game has {bytes} bytes: expected at most {MAX_BYTES}; remove its notes, or use the command line"
            ));
        }
        match Form::of(text) {
            Form::Gcg => {}
            form => return Err(other_form(text, form, game)),
        }
        let read = read(text, game).map_err(|error| with_remedy(text, &error))?;
        match read.game {
            Some(file) if file.turns.len() > MAX_TURNS => Err(format!(
                "the game has {} turns: expected at most {MAX_TURNS}; the command line takes more",
                file.turns.len()
            )),
            Some(file) if !file.turns.is_empty() => Ok(file),
            _ => Err(format!("the game has no turns: expected lines as in {EVENT}")),
        }
    }
}

/// The errors so far.
struct Wrong(Vec<FieldError>);

impl Wrong {
    /// The value; an error is noted.
    fn without<T>(&mut self, field: Field, read: Result<T, String>) -> Option<T> {
        read.map_err(|text| self.0.push((field, text))).ok()
    }
}

impl Request {
    /// The analysis, on this thread: a supervisor can stop it.
    pub(super) fn analysed(self, game: &Arc<Scrabble>) -> AnalysedGame {
        let options = AnalysisOptions {
            leaves: Leaves::usual(game.distribution()),
            candidates: self.candidates as usize,
            samples: self.samples,
            draws: self.draws,
            seed: self.seed,
            thresholds: self.thresholds,
        };
        let analysis = Analysis::on_this_thread(&self.file, game, &options);
        AnalysedGame { file: self.file, analysis, is_simulated: self.samples > 0 }
    }
}

fn number(what: &str, text: &str, min: u32, max: u32) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| {
        format!(
            "invalid number of {what} `{text}`: expected {min} to {max}; the command line takes more"
        )
    })
}

/// The text with the encoding that it has when it arrives here, whatever its file had.
fn in_utf8(text: &str) -> String {
    let pragma = "#character-encoding";
    let line = |line: &str| {
        let is_pragma = line.get(..pragma.len()).is_some_and(|it| it.eq_ignore_ascii_case(pragma));
        if is_pragma { format!("{pragma} UTF-8") } else { line.to_owned() }
    };
    text.trim_start_matches('\u{feff}').lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Why a text that is no GCG file is refused.
fn other_form(text: &str, form: Form, game: &Scrabble) -> String {
    if read(text, game).is_ok() {
        return format!(
            "this is a {form}: expected a GCG game; for a single position see Best plays"
        );
    }
    let first = cut(text.lines().next().unwrap_or_default());
    format!("line 1: invalid line `{first}`: expected a GCG game, with lines as in {EVENT}")
}

/// The error with its line and what to do.
fn with_remedy(text: &str, error: &ReadError) -> String {
    let ReadError::Gcg(GcgError { line, fault }) = error else { return error.to_string() };
    let (fault, own) = (fault.to_string(), cut(text.lines().nth(line - 1).unwrap_or_default()));
    let shown = if fault.contains(&own) { String::new() } else { format!(" `{own}`") };
    format!("line {line}{shown}: {fault}; correct the line, or remove it and those after it")
}

/// The first part of a long line.
fn cut(line: &str) -> String {
    let line = line.trim();
    match line.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}
