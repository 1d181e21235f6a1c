//! Scrabble for two: every legal play, the best play of a position, and whole games at speed.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! **Dynamics** sequential; **information** imperfect: the other rack and the order of the bag are hidden;
//! **seats** 2; **sum** not constant.
//!
//! 100 tiles in English, racks of seven; other letters, numbers of tiles and boards are data
//! ([`Distribution`](board::Distribution), [`Layout`](board::Layout)). A turn is a play, an exchange (with at least
//! seven tiles in the bag) or a pass. A play places tiles in one line without gaps, and every word it forms must be in
//! the lexicon; the first play covers the centre, later ones touch tiles on the board. New tiles score with the premium squares they
//! cover, letters first, then words; placing all seven earns a bonus of 50. The game is over when a player
//! has no tiles left and the bag is empty (they get twice the value of the opponent's tiles), or after six
//! consecutive scoreless turns (each player loses the value of their own tiles).
//!
//! Source: the rules of two-player tournaments as published by the players' associations. Where they leave
//! room: exchanged tiles go beneath all others in the [`Bag`](rules::Bag), so draws are paired between games
//! of one deal; invalid words are rejected unless the rules have challenges ([`ChallengeRule`](rules::ChallengeRule)).
//!
//! | module | |
//! | --- | --- |
//! | [`board`] | what all players see: squares, tiles, plays, racks |
//! | [`plays`] | finds and values plays |
//! | [`situation`] | what a player knows on its turn |
//! | [`endgame`], [`preendgame`] | search once the bag is empty; try all deals of the last tiles |
//! | [`simulation`] | plays positions out with sampled tiles |
//! | [`rules`], [`players`] | the game, and the strategies |
//! | [`notation`], [`typed_move`] | positions and games as text; moves as people type them |
//! | [`analysis`] | judges the moves of a game |
//! | [`picture`] | draws a position in the terminal and as SVG |
//!
//! ```
//! use std::sync::Arc;
//!
//! use lettergame_scrabble::EXAMPLE;
//! use lettergame_scrabble::board::{BINGO, Layout};
//! use lettergame_scrabble::notation::Position;
//! use lettergame_scrabble::plays::{Generator, Points};
//! use lettergame_words::Lexicon;
//!
//! let lexicon = Lexicon::shipped();
//! let position: Position = EXAMPLE.parse()?;
//! let board = position.board(Arc::new(Layout::standard(BINGO)), &lexicon);
//! let best = Generator::new().best(&lexicon, &board, position.mover_rack(), &Points).unwrap();
//! assert_eq!(best.score, 43);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod board;
pub mod endgame;
pub mod notation;
pub mod picture;
pub mod players;
pub mod plays;
pub mod preendgame;
mod presented;
pub mod rules;
pub mod simulation;
pub mod situation;
mod typed;

use std::sync::Arc;

use lettergame_game::{Choices, Configurable, Enumerate, GameInfo, MakeEncoding, Roster};
use lettergame_words::{Alphabet, Lexicon};

pub use typed::typed_move;

use rules::{Scrabble, ScrabbleRules};

/// The JSON Schema of the views, moves and events exchanged with player programs.
pub const SCHEMA: &str = include_str!("schema.json");

/// A state file of a midgame position, used in examples.
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
    };

    const CHOICES: Option<Choices<Scrabble>> = Some(Scrabble::choices);

    const ENCODING: Option<MakeEncoding<Scrabble>> = Some(players::encoding);

    fn roster() -> &'static [Roster<Scrabble>] {
        &players::ROSTER
    }

    fn configured(rules: ScrabbleRules, lexicon: Arc<Lexicon>) -> Result<Scrabble, String> {
        Scrabble::admit_words(&rules, &lexicon).map_err(|error| error.to_string())?;
        Ok(Scrabble::new(rules, lexicon))
    }

    fn alphabet(rules: &ScrabbleRules) -> &'static Alphabet {
        rules.distribution().alphabet()
    }

    fn rules(&self) -> &ScrabbleRules {
        self.rules()
    }
}
