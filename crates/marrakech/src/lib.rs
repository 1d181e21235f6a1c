//! Marrakech: players turn Assam, the owner of the market, and lay rugs around him; who lands him on
//! another's rug pays.
//!
//! **Dynamics** sequential; **information** perfect, with chance (a die); **seats** 2 to 4; **sum** of
//! dirhams constant, of points not.
//!
//! The board has 7 by 7 squares. Everybody starts with 30 dirhams and 15 rugs; a rug covers two squares.
//! Assam starts in the centre. A turn: rotate Assam by 0, 90 or 270 degrees; roll the die (1, 2, 2, 3,
//! 3, 4); Assam walks so many steps, and where he would leave the board a mosaic track brings him back
//! (which counts as one step). On another player's rug the player pays as many dirhams as the connected
//! region of that colour has squares; who cannot pays what there is and is out, and nobody pays on
//! rugs of a player who is out. Then the player lays a rug: a square of it next to Assam, none below him,
//! and not on both visible halves of one rug. The game is over when everybody still in has laid all
//! rugs. Dirhams and visible squares are the points; most win, dirhams decide a tie, and who is out
//! does not win.
//!
//! Source: an assignment of a course on structured programming, which describes the game, the state
//! strings and the functions on them; the board is that of the published game. Where it is silent:
//! nobody left in is the end; a game of one player who is left goes on to the end of his rugs; the
//! facing at the start is drawn with the deal.
//!
//! [`rules`] and [`players`] are siblings on purpose: a strategy sees only what [`rules::View`]
//! shows, and the dice to come are private to `rules`. [`queries`] answers questions about state
//! strings by name; [`picture`] draws a position, as text for a terminal and as SVG for a page.

pub mod picture;
pub mod players;
pub mod queries;
pub mod rules;

use std::sync::Arc;

use lettergame_core::game::{Choices, Configurable, Enumerate, GameInfo, Roster};
use lettergame_core::lexicon::Lexicon;

use rules::{MOST_PLAYERS, Marrakech, MarrakechRules};

/// What a player program sees and says in this game: a JSON Schema of views, moves and events.
pub const SCHEMA: &str = include_str!("schema.json");

impl Configurable for Marrakech {
    type Rules = MarrakechRules;

    const INFO: GameInfo = GameInfo {
        name: "marrakech",
        about: "Marrakech: turn Assam, lay rugs around him, and be paid for visits",
        seats: 2..=MOST_PLAYERS,
        schema: SCHEMA,
        usual_players: &["greedy", "random"],
        bench_players: ["random", "random"],
        shortcuts: &[],
        related: None,
    };

    const CHOICES: Option<Choices<Marrakech>> = Some(Marrakech::choices);

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
