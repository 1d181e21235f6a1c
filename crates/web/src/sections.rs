//! What the sections of the simulator answer: their pages, and the rooms of their games.

use std::sync::Arc;

use axum::Router;

use crate::app::App;
use crate::query::Fields;
use crate::rooms::Room;
use crate::section::{AUCTION, MARRAKECH, SCRABBLE, Section};
use crate::{auction, marrakech, scrabble, tournaments, wordgame};

/// Makes a room, or says what is wrong.
type Begin = fn(&Arc<App>, &Fields) -> Result<Room, String>;

/// The sections whose games are played in rooms.
static GAMES: [(&Section, Begin); 3] = [
    (&AUCTION, auction::room_of),
    (&MARRAKECH, marrakech::room_of),
    (&SCRABBLE, scrabble::room_of),
];

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

/// The room of the game that these fields of the section at `path` say.
pub(crate) fn begin(app: &Arc<App>, path: &str, fields: &Fields) -> Result<Room, String> {
    let game = GAMES.iter().find(|(section, _)| section.path == path);
    let (_, begin) = game.ok_or_else(|| format!("there is no game `{path}`"))?;
    begin(app, fields)
}
