//! What a position or a game names, against what is used: the word list (`lex` in CGP), the letters (`ld`), the
//! board (`bdn`), the variant (`var`).

use std::path::Path;

use crate::cli::args::SetupArgs;
use crate::cli::exit::Failure;
use lettergame_scrabble::board::{Distribution, Layout};
use lettergame_scrabble::notation::{Cgp, ReadError, Reading, named_in_gcg};

/// The name of the shipped word list in positions.
const SHIPPED: &str = "lettergame";

/// The names that macondo has for boards, with ours.
const BOARDS: [(&str, &str); 2] = [("CrosswordGame", "standard"), ("SuperCrosswordGame", "super")];

/// Word lists of other languages, without the number of their edition, with their letters.
const LISTS: [(&str, &str); 8] = [
    ("deutsch", "german"),
    ("rd", "german"),
    ("fra", "french"),
    ("ods", "french"),
    ("fise", "spanish"),
    ("file", "spanish"),
    ("osps", "polish"),
    ("nsf", "norwegian"),
];

/// The names of the variant that is played here, on either board.
const CLASSIC: [&str; 2] = ["classic", "classic_super"];

/// The names of what is used: those of files without the extension.
#[derive(Clone)]
pub(super) struct Used {
    words: String,
    letters: String,
    board: String,
}

/// The names of the letters and the board in use, each empty if it is the usual one.
pub(in crate::cli) fn other_names(setup: &SetupArgs) -> [String; 2] {
    let Used { letters, board, .. } = Used::of(setup);
    let other = |name: String, usual: Option<&str>| match usual == Some(&name) {
        true => String::new(),
        false => name,
    };
    [other(letters, Distribution::names().next()), other(board, Layout::names().next())]
}

impl Used {
    pub(super) fn of(setup: &SetupArgs) -> Used {
        let name = |text: Option<&Path>, usual: Option<&str>| {
            let stem = text.and_then(Path::file_stem);
            let usual = || usual.unwrap_or_default().to_owned();
            stem.map_or_else(usual, |stem| stem.to_string_lossy().into_owned())
        };
        Used {
            words: name(setup.lexicon.as_deref(), Some(SHIPPED)),
            letters: name(
                setup.distribution.as_deref().map(Path::new),
                Distribution::names().next(),
            ),
            board: name(setup.board.as_deref().map(Path::new), Layout::names().next()),
        }
    }

    /// What the text of a GCG file that cannot be read names instead of what is used, and the remedy; or the letters
    /// that have what is no letter here.
    pub(super) fn hint(&self, text: &str, error: &ReadError) -> Option<String> {
        let [letters, board, words] = named_in_gcg(text);
        let language = || {
            let (_, remedy) = self.other_letters(letters_of(words?))?;
            let used = &self.letters;
            Some((format!("the word list `{}`, and {used} letters are used", words?), remedy))
        };
        let named =
            self.other_letters(letters).or_else(|| self.other_board(board)).or_else(language);
        if let Some((other, remedy)) = named {
            return Some(format!("the game names {other}: {remedy}"));
        }
        let letter = error.foreign_letter()?.to_uppercase().to_string();
        let has = |name: &&str| {
            let letters = Distribution::named(name).map(|letters| letters.alphabet().letters());
            letters.is_some_and(|letters| letters.iter().any(|one| one.upper == letter))
        };
        let names: Vec<&str> = Distribution::names().filter(has).collect();
        (!names.is_empty()).then(|| {
            let names = names.join(", ");
            format!("{letter} is a letter with --distribution, one of {names}, and --lexicon FILE")
        })
    }

    /// Checks what the text of a position in CGP names and cannot be read without.
    ///
    /// # Errors
    /// Other letters, another board or variant.
    pub(super) fn check_cgp(&self, text: &str) -> Result<(), Failure> {
        let operand = |operation| Cgp::value(text, operation);
        if let Some(variant) = operand("var").filter(|name| !is_one_of(name, &CLASSIC)) {
            return Err(Failure::Usage(format!(
                "the position is one of the variant `{variant}`: expected {}",
                CLASSIC[0]
            )));
        }
        let other = self.other_letters(operand("ld")).or_else(|| self.other_board(operand("bdn")));
        other.map_or(Ok(()), |(text, remedy)| {
            Err(Failure::Usage(format!("the position names {text}: {remedy}")))
        })
    }

    /// What a position or a game names besides that, and is not used, as warnings.
    ///
    /// # Errors
    /// If `strict`, the first of them.
    pub(super) fn check(&self, reading: &Reading, strict: bool) -> Result<Vec<String>, Failure> {
        let position = &reading.position;
        let board = reading.game.as_ref().map(|game| game.board.as_str());
        let others = [
            self.other_words(position.lexicon()),
            self.other_letters(position.letters()),
            self.other_board(board.filter(|name| !name.is_empty())),
        ];
        let others = others.into_iter().flatten().map(|(text, remedy)| match strict {
            true => Err(Failure::Usage(format!(
                "the position names {text}; {remedy}, or leave out --strict"
            ))),
            false => Ok(format!("the position names {text}")),
        });
        others.collect()
    }

    /// What is named instead of the word list in use, and the remedy.
    fn other_words(&self, named: Option<&str>) -> Option<(String, String)> {
        let named = named.filter(|name| !is_one_of(name, &[&self.words]))?;
        let remedy = format!("name the list with --lexicon FILE, where FILE is called {named}");
        Some((format!("the word list `{named}`, and {} is used", self.words), remedy))
    }

    /// What is named instead of the letters in use, and the remedy.
    fn other_letters(&self, named: Option<&str>) -> Option<(String, String)> {
        let named = named.filter(|name| !is_one_of(name, &[&self.letters]))?;
        let known = Distribution::names().find(|name| is_one_of(name, &[named]));
        let remedy = match known {
            Some(name) => format!("read it with --distribution {name} and --lexicon FILE"),
            None => {
                format!(
                    "name a file of them with --distribution FILE, where FILE is called {named}"
                )
            }
        };
        Some((format!("the letters `{named}`, and {} is used", self.letters), remedy))
    }

    /// What is named instead of the board in use, and the remedy.
    fn other_board(&self, named: Option<&str>) -> Option<(String, String)> {
        let named = named?;
        let foreign = BOARDS.iter().find(|(foreign, _)| is_one_of(named, &[foreign]));
        let name = foreign.map_or(named, |(_, name)| name);
        if is_one_of(name, &[&self.board]) {
            return None;
        }
        let remedy = match Layout::names().find(|known| is_one_of(known, &[name])) {
            Some(name) => format!("read it with --board {name}"),
            None => format!("name a file of it with --board FILE, where FILE is called {named}"),
        };
        Some((format!("the board `{named}`, and {} is used", self.board), remedy))
    }
}

/// The letters of the language of a word list of this name.
fn letters_of(words: &str) -> Option<&'static str> {
    let name = words.to_ascii_lowercase();
    let start = name.trim_end_matches(|c: char| !c.is_alphabetic());
    let listed = LISTS.iter().find(|(list, _)| *list == start).map(|(_, letters)| *letters);
    listed.or_else(|| Distribution::names().find(|letters| name.starts_with(letters)))
}

fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|one| one.eq_ignore_ascii_case(name))
}
