//! The 6.00 wordgame: make words from a hand of letters; with solvers that play like the computer of the
//! problem set, or optimally.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! **Dynamics** simultaneous, independent for each seat; **information** imperfect only in that no one sees
//! what the others make of the hand until all have finished it; **seats** 1 to 14; **sum** not constant.
//!
//! A hand of n letters (7) is dealt, a third of them vowels, each letter drawn uniformly with replacement.
//! All players make words from the same hand, each word from the letters left, until they stop or run out of
//! letters. In the edition `6.00` a word is worth the sum of its letter values times its length, plus 50 if
//! it has n letters; an invalid word costs nothing. In `6.0001` it is worth the sum times 7 times the length
//! minus 3 for each letter left, one of the vowels is a wildcard worth nothing, an invalid word burns the
//! letters it names, and once per game a letter may be substituted and a hand replayed.
//!
//! Source: a problem set of a course on computer science and programming, in the editions of two courses.
//! Where the texts are silent: an invalid word of a computer player counts as a fault and ends the hand,
//! unless it burns letters; the next hand is dealt when all players have finished theirs.

pub mod players;
pub mod rules;
pub mod solving;

use std::sync::Arc;

use lettergame_base::MAX_SEATS;
use lettergame_game::{Choices, Configurable, Enumerate, GameInfo, MakeEncoding, Roster};
use lettergame_words::Lexicon;

use rules::{Wordgame, WordgameRules};

/// The protocol for player programs in this game: a JSON Schema of views, moves and events.
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
    };

    const CHOICES: Option<Choices<Wordgame>> = Some(Wordgame::choices);

    const ENCODING: Option<MakeEncoding<Wordgame>> = Some(players::encoding);

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
