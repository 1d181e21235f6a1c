//! The start page: a table of each game that one can sit down at, and below what is being played now.

mod auction;
mod card;
mod marrakech;
mod now;
mod scrabble;
mod tile;
mod wordgame;

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use maud::{Markup, html};

use crate::app::App;
use crate::asking::waiting;
use crate::assets::url;
use crate::http_error::HttpError;
use crate::section::TOURNAMENTS;
use crate::shell::page_with;
use crate::start::card::CARDS;
use crate::tournaments::runs_in_progress;

/// The start page.
pub(crate) async fn start(State(app): State<Arc<App>>) -> Result<Markup, HttpError> {
    let games = now::games(&app, Instant::now());
    // folders are read only if there is something to find
    let runs = if app.plays_tournaments() {
        waiting(move || runs_in_progress(&app)).await?
    } else {
        Vec::new()
    };
    let body = html! {
        main #main.start {
            div.heading {
                h1 { "Sit down and play" }
                p.quiet { "Everything runs on this machine; the same seed gives the same game, here and on the command line." }
            }
            ul.tables { @for card in &CARDS { li { (card.html()) } } }
            div.now {
                section.sheet aria-labelledby="games-now" {
                    h2 #games-now { "Games under way" }
                    (games)
                }
                section.sheet aria-labelledby="runs-now" {
                    h2 #runs-now { "Tournaments" }
                    (now::runs(&runs))
                    p { a href=(TOURNAMENTS.path) { "All tournaments" } }
                }
            }
        }
    };
    let style = html! { link rel="stylesheet" href=(url("start.css")); };
    Ok(page_with("Play", None, &style, &body))
}
