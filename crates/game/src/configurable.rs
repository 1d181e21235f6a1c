//! Games known by name to configs and commands: their descriptions, and construction from text.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::{Choices, MakeEncoding, Presented, Recorded, Roster, Rules};
use lettergame_words::{Alphabet, Lexicon};

/// Description of a game for commands, forms and reports.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Its name in configs and on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// The allowed numbers of players.
    pub seats: RangeInclusive<usize>,
    /// The protocol for player programs: a JSON Schema of views, moves and events.
    pub schema: &'static str,
    /// The default players of an empty form.
    pub usual_players: &'static [&'static str],
    /// Two players used by `bench` for timing.
    pub bench_players: [&'static str; 2],
    /// Rules with their own option, `--KEY`, in addition to `--set KEY=VALUE`.
    pub shortcuts: &'static [Shortcut],
}

impl GameInfo {
    /// Whether this rule has its own option.
    #[must_use]
    pub fn has_shortcut(&self, key: &str) -> bool {
        self.shortcuts.iter().any(|shortcut| shortcut.key == key)
    }
}

/// A rule with its own option.
#[derive(Clone, Copy, Debug)]
pub struct Shortcut {
    /// The key of the rule, and the option name.
    pub key: &'static str,
    /// Its name in a form.
    pub label: &'static str,
    /// Its help text.
    pub about: &'static str,
}

/// Games in which programs break that play the usual ones without a fault.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// Rules that differ from the usual ones.
    pub rules: &'static [(&'static str, &'static str)],
    /// Settings that begin with a position that any game may come to.
    pub start: &'static [(&'static str, &'static str)],
    /// The other players.
    pub opponents: &'static [&'static str],
}

/// A game that a config can name: everything the commands need to play it, compare its players and report.
///
/// A game that implements this trait and its supertraits can be played by `tournament`, `compare`, `replay`,
/// `report` and by programs.
pub trait Configurable: Recorded + Presented {
    /// Its rules.
    type Rules: Rules;

    /// Its description.
    const INFO: GameInfo;

    /// The games that a check of a program plays besides the usual ones.
    const TRIAL: Option<Trial> = None;

    /// Lists its legal moves: `Some(Self::choices)` for an [`Enumerate`](crate::Enumerate).
    const CHOICES: Option<Choices<Self>> = None;

    /// Puts it into numbers, for programs that learn to play it.
    const ENCODING: Option<MakeEncoding<Self>> = None;

    /// The preset with the scoring of the simulator for which a Java player of this class was written; used
    /// if no preset is named.
    fn class_preset(_class: &str) -> Option<&'static str> {
        None
    }

    /// Its built-in strategies.
    fn roster() -> &'static [Roster<Self>];

    /// The game with these rules and words.
    ///
    /// # Errors
    /// If the words are insufficient for the game.
    fn configured(rules: Self::Rules, lexicon: Arc<Lexicon>) -> Result<Self, String>;

    /// The letters of the words that these rules are played with.
    fn alphabet(_rules: &Self::Rules) -> &'static Alphabet {
        Alphabet::english()
    }

    /// Its rules.
    fn rules(&self) -> &Self::Rules;

    /// The game with other rules and words, if it can reuse what was prepared for this one.
    fn sharing(&self, _rules: &Self::Rules, _lexicon: &Arc<Lexicon>) -> Option<Self> {
        None
    }
}
