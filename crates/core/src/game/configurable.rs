//! Games that configs and commands know by name: how they are described, and how they are built from text.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::game::{Choices, Recorded, Roster, Rules};
use crate::lexicon::Lexicon;

/// How commands, forms and reports describe a game.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Its name in configs and on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// How many players it allows.
    pub seats: RangeInclusive<usize>,
    /// What a player program sees and says: a JSON Schema of views, moves and events.
    pub schema: &'static str,
    /// The players of a form that is not filled in yet.
    pub usual_players: &'static [&'static str],
    /// Two players with whom `bench` times it.
    pub bench_players: [&'static str; 2],
    /// Rules that have their own option, `--KEY`, besides `--set KEY=VALUE`.
    pub shortcuts: &'static [Shortcut],
    /// Two of its own columns that a report plots against each other: x, and y.
    pub related: Option<[&'static str; 2]>,
}

impl GameInfo {
    /// Whether this rule has its own option.
    #[must_use]
    pub fn has_shortcut(&self, key: &str) -> bool {
        self.shortcuts.iter().any(|shortcut| shortcut.key == key)
    }
}

/// A rule that has its own option.
#[derive(Clone, Copy, Debug)]
pub struct Shortcut {
    /// The key of the rule, and the name of the option.
    pub key: &'static str,
    /// Its name in a form.
    pub label: &'static str,
    /// Its help text.
    pub about: &'static str,
}

/// A game that a config can name: all that the commands need to play it, compare its players and report.
///
/// With its implementation, and those of the traits that it builds on, a game is played by `tournament`, `compare`,
/// `replay`, `report` and by programs.
pub trait Configurable: Recorded {
    /// Its settings.
    type Rules: Rules;

    /// Its description.
    const INFO: GameInfo;

    /// How its legal moves are listed: `Some(Self::choices)` for an [`Enumerate`](crate::game::Enumerate).
    const CHOICES: Option<Choices<Self>> = None;

    /// The preset that scores like the simulator for which a Java player of this class was written; it is used where
    /// no preset is named.
    fn class_preset(_class: &str) -> Option<&'static str> {
        None
    }

    /// The strategies that come with it.
    fn roster() -> &'static [Roster<Self>];

    /// The game with these rules and words.
    ///
    /// # Errors
    /// If the words are not sufficient for the game.
    fn configured(rules: Self::Rules, lexicon: Arc<Lexicon>) -> Result<Self, String>;

    /// Its rules.
    fn rules(&self) -> &Self::Rules;

    /// The game with other rules and words, if it can share what was prepared for this one.
    fn sharing(&self, _rules: &Self::Rules, _lexicon: &Arc<Lexicon>) -> Option<Self> {
        None
    }
}
