//! The start page: a table of each game that one can sit down at, and below what is being played now.

mod auction;
mod card;
mod daily;
mod deal;
mod friend;
mod marrakech;
mod now;
mod scrabble;
mod seasons;
mod tile;
mod wordgame;

pub(crate) use daily::routes as daily_routes;
pub(crate) use deal::{Deal, DealResult};
pub(crate) use friend::routes as friend_routes;

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use maud::{Markup, html};

use crate::app::App;
use crate::assets::url;
use crate::section::TOURNAMENTS;
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::shell::page_with;
use crate::start::card::CARDS;
use crate::tournaments::runs_in_progress;

/// How often the list of what is being played is asked for, where scripts run.
const EVERY: &str = "every 4s";

/// The start page.
pub(crate) async fn start(State(app): State<Arc<App>>) -> Result<Markup, HttpError> {
    let played = being_played(&app).await?;
    let body = html! {
        main #main.start {
            div.heading {
                h1 { "Sit down and play" }
                p.quiet { "Four games against the computer or with friends. Everything runs on this machine; there are no accounts." }
            }
            section.sheet #own-games aria-labelledby="own-games-title" hidden {
                h2 #own-games-title { "Your games" }
                ul.list {}
            }
            ul.tables { @for card in CARDS.iter() { li { (card.html()) } } }
            (daily::today())
            section.sheet #puzzles aria-labelledby="puzzles-title" hidden {
                h2 #puzzles-title { "Puzzles from your games" }
                p.quiet { "Positions in which you made a mistake: find the better move, then see the answer." }
                ul.list {}
            }
            div.now hx-get=(NOW) hx-trigger=(EVERY) { (played) }
        }
    };
    let head = html! {
        link rel="stylesheet" href=(url("start.css"));
        script defer src=(url("htmx.min.js")) {}
        script defer src=(url("own-games.js")) {}
    };
    Ok(page_with("Play", None, &head, &body))
}

/// The address of what is being played now, as a part of the start page.
pub(crate) const NOW: &str = "/now";

/// What is being played now.
pub(crate) async fn now(State(app): State<Arc<App>>) -> Result<Markup, HttpError> {
    being_played(&app).await
}

async fn being_played(app: &Arc<App>) -> Result<Markup, HttpError> {
    let games = now::games(app, Instant::now());
    // folders are read only if there is something to find
    let runs = if app.plays_tournaments() {
        let app = Arc::clone(app);
        waiting(move || runs_in_progress(&app)).await?
    } else {
        Vec::new()
    };
    let seasons = match app.terms().tournaments.clone() {
        Some(root) => waiting(move || seasons::found(&root)).await?,
        None => Vec::new(),
    };
    Ok(html! {
        section.sheet aria-labelledby="games-now" {
            h2 #games-now { "Games under way" }
            (games)
        }
        section.sheet aria-labelledby="runs-now" {
            h2 #runs-now { "Tournaments" }
            (now::runs(&runs))
            p { a #all-runs href=(TOURNAMENTS.path) { "All tournaments" } }
            (seasons::list(&seasons))
        }
    })
}
