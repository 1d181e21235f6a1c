//! Marrakech: players turn Assam, the owner of the market, and lay rugs around him; landing on another
//! player's rug costs money.
//!
//! For others, too: before 1.0 its interface changes with minor versions, as the changelog says.
//!
//! **Dynamics** sequential; **information** perfect, with chance (a die); **seats** 2 to 4; **sum** of
//! dirhams constant, of points not.
//!
//! The board has 7 by 7 squares. Each player starts with 30 dirhams and 15 rugs; a rug covers two squares.
//! Assam starts in the centre. A turn: rotate Assam by 0, 90 or 270 degrees; roll the die (1, 2, 2, 3, 3, 4);
//! Assam walks that many steps, and where he would leave the board a mosaic track brings him back (which
//! counts as one step). If he lands on another player's rug, the player pays one dirham for each square of
//! the connected region of that colour; a player who cannot pay in full pays what they have and is out, and
//! landing on the rugs of a player who is out is free. Then the player lays a rug: one of its squares next to
//! Assam, neither of them below him, and not on both visible halves of one rug. The game is over when all
//! players still in have laid all their rugs. Points are dirhams plus visible squares; the most points win,
//! dirhams break a tie, and players who are out cannot win.
//!
//! Source: an assignment of a course on structured programming, which describes the game, the state strings
//! and the functions on them; the board is that of the published game. Where it is silent: the game ends when
//! no player is left in; a single remaining player plays on until their rugs are laid; Assam's initial facing
//! is part of the deal.
//!
//! [`rules`] and [`players`] are siblings on purpose: a strategy sees only what [`rules::View`] shows, and
//! future dice rolls are private to `rules`. [`queries`] answers questions about state strings by name;
//! [`picture`] draws a position, as text for a terminal and as SVG for a page.

pub mod picture;
pub mod players;
mod presented;
pub mod queries;
pub mod rules;

use std::sync::Arc;

use lettergame_game::{Choices, Configurable, Enumerate, GameInfo, MakeEncoding, Roster};
use lettergame_words::Lexicon;

use rules::{MAX_PLAYERS, Marrakech, MarrakechRules};

/// The JSON Schema of the views, moves and events exchanged with player programs.
pub const SCHEMA: &str = include_str!("schema.json");

impl Configurable for Marrakech {
    type Rules = MarrakechRules;

    const INFO: GameInfo = GameInfo {
        name: "marrakech",
        about: "Marrakech: turn Assam, lay rugs around him, and be paid for visits",
        seats: 2..=MAX_PLAYERS,
        schema: SCHEMA,
        usual_players: &["greedy", "random"],
        bench_players: ["random", "random"],
        shortcuts: &[],
    };

    const CHOICES: Option<Choices<Marrakech>> = Some(Marrakech::choices);

    const ENCODING: Option<MakeEncoding<Marrakech>> = Some(players::encoding);

    fn roster() -> &'static [Roster<Marrakech>] {
        &players::ROSTER
    }

    fn configured(rules: MarrakechRules, _: Arc<Lexicon>) -> Result<Marrakech, String> {
        Ok(Marrakech::new(rules))
    }

    fn rules(&self) -> &MarrakechRules {
        self.rules()
    }
}
