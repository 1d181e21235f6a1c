//! What every form needs that begins a game: who may sit down, the seed, the command of the same game.

use std::sync::Arc;
use std::time::Instant;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::task::spawn_blocking;

use crate::base::{Seed, shell_word};
use crate::game::{Game, Roster};
use crate::protocol::{COMMAND_PREFIX, MODULE_PREFIX};
use crate::tournament::PERSON;
use crate::web::refused::Refused;
use crate::web::rooms::{Room, begun};
use crate::web::token::NoChance;
use crate::web::{App, Terms};

/// Is there such a player, and is it allowed? Programs are not looked at before the game begins.
pub(in crate::web) fn known<G: Game>(
    roster: &[Roster<G>],
    player: &str,
    game: &Arc<G>,
    terms: &Terms,
) -> Result<(), String> {
    let foreign = player.starts_with(COMMAND_PREFIX) || player.starts_with(MODULE_PREFIX);
    if player == PERSON || (foreign && terms.allow_programs) {
        return Ok(());
    }
    if foreign {
        let how =
            "programs play in the browser only if the server was started with --allow-programs";
        return Err(format!("player `{player}`: {how}"));
    }
    let made = Roster::make(roster, player, game);
    made.map(drop).map_err(|error| format!("{error}; `{PERSON}` is you"))
}

/// The seed of a typed text.
pub(in crate::web) fn read_seed(text: &str) -> Result<Seed, String> {
    let seed = text.parse().ok().filter(|&seed: &u64| seed <= i64::MAX as u64);
    let wanted = || format!("`{text}` is no seed: a whole number from 0 to {}", i64::MAX);
    seed.map(Seed).ok_or_else(wanted)
}

/// Puts the room of a game into its place and leads there.
pub(in crate::web) fn opened(app: &App, room: Result<Room, NoChance>) -> Result<Response, Refused> {
    let full = |error| Refused::new(StatusCode::SERVICE_UNAVAILABLE, format!("{error}"));
    let room = app.rooms.add(room?, Instant::now()).map_err(full)?;
    Ok(begun(&room).into_response())
}

/// Words as a command for a shell; `None` where one of them cannot stand in a shell.
pub(in crate::web) fn command(words: &[&str]) -> Option<String> {
    let quoted: Option<Vec<String>> = words.iter().copied().map(shell_word).collect();
    quoted.map(|words| words.join(" "))
}

/// The status of a page with a form.
pub(in crate::web) fn status(fine: bool) -> StatusCode {
    if fine { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY }
}

/// Does what may take a while on a thread of its own.
pub(in crate::web) async fn waiting<T: Send + 'static>(
    act: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    spawn_blocking(act).await.map_err(|_| {
        Refused::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "this could not be done; try something else",
        )
    })
}
