//! Games that configs and commands know by name: what is said of them, and how they are made of text.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::game::{Choices, Recorded, Roster, Rules};
use crate::lexicon::Lexicon;

/// What commands, forms and reports say of a game.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Its name in configs and on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// How many may play.
    pub seats: RangeInclusive<usize>,
    /// What a player program sees and says: a JSON Schema of views, moves and events.
    pub schema: &'static str,
    /// Who plays where a form is not filled in yet.
    pub usual_players: &'static [&'static str],
    /// Two players with whom `bench` times it.
    pub bench_players: [&'static str; 2],
    /// Rules that have an option of their own, `--KEY`, beside `--set KEY=VALUE`.
    pub shortcuts: &'static [Shortcut],
    /// Two of its own columns that a report shows against each other: across, and up.
    pub related: Option<[&'static str; 2]>,
}

impl GameInfo {
    /// Does this rule have an option of its own?
    #[must_use]
    pub fn has_shortcut(&self, key: &str) -> bool {
        self.shortcuts.iter().any(|shortcut| shortcut.key == key)
    }
}

/// A rule that has an option of its own.
#[derive(Clone, Copy, Debug)]
pub struct Shortcut {
    /// The key of the rule, and the name of the option.
    pub key: &'static str,
    /// Its name in a form.
    pub label: &'static str,
    /// What the help says of it.
    pub about: &'static str,
}

/// A game that a config can ask for: all that the commands need to play it, compare its players and report.
///
/// With its implementation, and those of the traits that it builds on, a game is played by `tournament`, `compare`,
/// `replay`, `report` and by programs.
pub trait Configurable: Recorded {
    /// What can be set in it.
    type Rules: Rules;

    /// What is said of it.
    const INFO: GameInfo;

    /// How its legal moves are listed: `Some(Self::choices)` for an [`Enumerate`](crate::game::Enumerate).
    const CHOICES: Option<Choices<Self>> = None;

    /// The preset that counts as the simulator did for which a Java player of this class was written; it is used where
    /// no preset is named.
    fn class_preset(_class: &str) -> Option<&'static str> {
        None
    }

    /// The strategies that come with it.
    fn roster() -> &'static [Roster<Self>];

    /// The game of these rules and words.
    ///
    /// # Errors
    /// What these words lack.
    fn configured(rules: Self::Rules, lexicon: Arc<Lexicon>) -> Result<Self, String>;

    /// Its rules.
    fn rules(&self) -> &Self::Rules;

    /// The game of other rules and words, if it can share what was prepared for this one.
    fn sharing(&self, _rules: &Self::Rules, _lexicon: &Arc<Lexicon>) -> Option<Self> {
        None
    }
}
