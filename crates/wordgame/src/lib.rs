//! The 6.00 wordgame: make words out of a hand of letters, for a person, the computer, and the optimum.
//!
//! **Dynamics** simultaneous, each for itself; **information** imperfect only in that nobody sees what
//! the others make of the hand before all have ended it; **seats** 1 to 14; **sum** not constant.
//!
//! A hand of n letters (7) is dealt, a third of them vowels, each letter uniform and with replacement.
//! Everybody makes words of the same hand, each from what is left of it, until he stops or has no
//! letter left. In the edition `6.00` a word is worth the sum of its letters' values times its length,
//! and 50 more if it has n letters; a word that is not valid costs nothing. In `6.0001` it is worth the
//! sum times 7 times the length less 3 for each letter left, one of the vowels is a wildcard worth
//! nothing, a word that is not valid burns the letters it names, and once a game a letter may be
//! substituted, and a hand be played again.
//!
//! Source: a problem set of a course on computer science and programming, in the editions of two
//! courses. Where the texts are silent: an invalid word of a computer player counts as a fault and ends
//! the hand, unless it burns letters; the next hand is dealt when all have ended theirs.

pub mod players;
pub mod rules;
pub mod solving;

use std::sync::Arc;

use lettergame_core::base::MAX_SEATS;
use lettergame_core::game::{Choices, Configurable, Enumerate, GameInfo, Roster};
use lettergame_core::lexicon::Lexicon;

use rules::{Wordgame, WordgameRules};

/// What a player program sees and says in this game: a JSON Schema of views, moves and events.
pub const SCHEMA: &str = include_str!("schema.json");

impl Configurable for Wordgame {
    type Rules = WordgameRules;

    const INFO: GameInfo = GameInfo {
        name: "wordgame",
        about: "the 6.00 wordgame: make words out of a hand of letters",
        seats: 1..=MAX_SEATS,
        schema: SCHEMA,
        usual_players: &["seed", "optimal"],
        bench_players: ["seed", "optimal"],
        shortcuts: &[],
        related: None,
    };

    const CHOICES: Option<Choices<Wordgame>> = Some(Wordgame::choices);

    fn roster() -> &'static [Roster<Wordgame>] {
        &players::ROSTER
    }

    fn configured(rules: WordgameRules, lexicon: Arc<Lexicon>) -> Result<Wordgame, String> {
        Ok(Wordgame::new(rules, lexicon))
    }

    fn rules(&self) -> &WordgameRules {
        self.rules()
    }
}
