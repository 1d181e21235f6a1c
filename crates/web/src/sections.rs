//! The pages of the simulator's sections, and the rooms of their games.

use std::sync::Arc;

use axum::Router;

use crate::app::App;
use crate::auction::AuctionForm;
use crate::begin::room_of;
use crate::marrakech::MarrakechForm;
use crate::recorded::{Recording, recorded};
use crate::rooms::{Match, Room};
use crate::scrabble::ScrabbleForm;
use crate::section::Section;
use crate::serving::query::Fields;
use crate::setup::GameForm;
use crate::{auction, marrakech, scrabble, tournaments, wordgame};
use lettergame_game::Configurable;

/// A game that is played in rooms.
pub(crate) struct Played {
    /// Its name in configs.
    game: &'static str,
    /// Its section.
    pub(crate) section: &'static Section,
    begin: fn(&Arc<App>, &Fields) -> Result<Room, String>,
    /// A recorded game of it, before its first turn.
    pub(crate) recorded: fn(&Recording) -> Result<Box<dyn Match>, String>,
}

impl Played {
    const fn of<F: GameForm>() -> Played {
        Played {
            game: F::Game::INFO.name,
            section: F::SECTION,
            begin: room_of::<F>,
            recorded: recorded::<F>,
        }
    }
}

/// The games that are played in rooms.
static PLAYED: [Played; 3] =
    [Played::of::<AuctionForm>(), Played::of::<MarrakechForm>(), Played::of::<ScrabbleForm>()];

/// The pages of all sections.
pub(crate) fn routes(app: &Arc<App>) -> Router {
    let all = [
        auction::routes(app),
        marrakech::routes(app),
        scrabble::routes(app),
        wordgame::routes(app),
        tournaments::routes(app),
    ];
    all.into_iter().fold(Router::new(), Router::merge)
}

/// How a game is shown in a room; `None` for a game without a board here.
pub(crate) fn played(game: &str) -> Option<&'static Played> {
    PLAYED.iter().find(|played| played.game == game)
}

/// The room of the game with these fields of the section at `path`.
pub(crate) fn begin(app: &Arc<App>, path: &str, fields: &Fields) -> Result<Room, String> {
    let played = PLAYED.iter().find(|played| played.section.path == path);
    let played = played.ok_or_else(|| format!("unknown game `{path}`"))?;
    (played.begin)(app, fields)
}

/// The room of the game at this address of the section at `path`, at its start, with these players.
pub(crate) fn begin_again(
    app: &Arc<App>,
    path: &str,
    address: &str,
    players: &[String],
) -> Result<Room, String> {
    let query = address.split_once('?').map_or("", |(_, query)| query);
    begin(app, path, &Fields::parse(query.as_bytes()).with_all("players", "player", players))
}
