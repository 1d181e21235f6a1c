//! Scrabble for two: every legal play, the best play of a position, and whole games at speed.
//!
//! **Dynamics** sequential; **information** imperfect: the other rack and the order of the bag are
//! hidden; **seats** 2; **sum** not constant.
//!
//! 100 tiles, racks of seven. A turn is a play, an exchange (with at least seven tiles in the bag) or a
//! pass. A play puts tiles in one line without gaps so that everything that then reads as a word is
//! in the lexicon; the first covers the centre, later ones touch what lies there. New tiles count with
//! the premium squares they cover, letters first, then words; seven at once earn 50 more. The game is
//! over when a player has no tiles left and the bag is empty (he gets twice what the other holds), or
//! after six turns without points in a row (each loses what he holds).
//!
//! Source: the rules of two-player tournaments as published by the players' associations. What they
//! leave open: tiles of an exchange lie beneath all others in the [`Bag`](rules::Bag), so that draws are
//! paired between games of one deal; nobody challenges, as the table refuses what is no word.
//!
//! [`board`] is what everybody sees, [`plays`] finds and values plays, [`endgame`] searches once the
//! bag is empty, [`rules`] is the game, [`players`] are the strategies, [`notation`] reads and writes
//! positions and games, [`picture`] draws a position in the terminal, [`typed_move`] reads what a person types.

pub mod board;
pub mod endgame;
pub mod notation;
pub mod picture;
pub mod players;
pub mod plays;
pub mod rules;
mod typed;

use std::sync::Arc;

use lettergame_core::game::{Choices, Configurable, Enumerate, GameInfo, Roster};
use lettergame_core::lexicon::Lexicon;

pub use typed::typed_move;

use rules::{Scrabble, ScrabbleRules};

/// What a player program sees and says in this game: a JSON Schema of views, moves and events.
pub const SCHEMA: &str = include_str!("schema.json");

/// A position in the middle of a game, as a state file: the one of examples.
pub const EXAMPLE: &str = include_str!("../data/example.txt");

impl Configurable for Scrabble {
    type Rules = ScrabbleRules;

    const INFO: GameInfo = GameInfo {
        name: "scrabble",
        about: "Scrabble for two: the best play of any position, and whole games",
        seats: 2..=2,
        schema: SCHEMA,
        usual_players: &["equity", "score"],
        bench_players: ["score", "score"],
        shortcuts: &[],
        related: None,
    };

    const CHOICES: Option<Choices<Scrabble>> = Some(Scrabble::choices);

    fn roster() -> &'static [Roster<Scrabble>] {
        &players::ROSTER
    }

    fn configured(rules: ScrabbleRules, lexicon: Arc<Lexicon>) -> Result<Scrabble, String> {
        Scrabble::admit_words(&lexicon).map_err(|error| error.to_string())?;
        Ok(Scrabble::new(rules, lexicon))
    }

    fn rules(&self) -> &ScrabbleRules {
        self.rules()
    }
}
