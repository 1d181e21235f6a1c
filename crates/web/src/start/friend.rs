//! The page that begins a game with a friend, who gets a link.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use maud::{Markup, html};

use crate::app::App;
use crate::form::clock_options;
use crate::levels::players;
use crate::rooms::MAX_NAME;
use crate::serving::host::Origin;
use crate::serving::http_error::HttpError;
use crate::shell::page;
use crate::start::card::CARDS;
use lettergame_plan::PERSON;

pub(crate) fn routes(app: &Arc<App>) -> Router {
    Router::new().route("/friend/{game}", get(show)).with_state(Arc::clone(app))
}

async fn show(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    origin: Origin,
) -> Result<Markup, HttpError> {
    let mut cards = CARDS.iter().filter(|card| card.is_for_friends());
    let card = cards.find(|card| card.section.class() == game);
    let card = card.ok_or_else(|| HttpError::missing("no such game for two"))?;
    let title = format!("{} with a friend", card.section.title);
    let body = html! {
        main #main.narrow {
            h1 { (title) }
            @if origin.is_local { (local_only(&app)) }
            form.sheet.friend method="post" action=(card.play.action) {
                input type="hidden" name="players" value=(players(&[PERSON]));
                label for="name" { "Your name" }
                input #name name="name" maxlength=(MAX_NAME) autocomplete="nickname" spellcheck="false" required;
                label for="clock" { "Time to think" }
                select #clock name="clock" { (clock_options("")) }
                ((card.agreed)())
                button.main #create name="do" value="friend" { "Create" }
                p.quiet { "You sit down at the table and get a link to send to your friend." }
            }
            (card.section.how_to_play())
        }
    };
    Ok(page(&title, Some(card.section), &body))
}

/// Why nobody else can open the link, and what to do about it.
fn local_only(app: &App) -> Markup {
    html! {
        div.caution role="note" {
            @if app.terms().loopback {
                p { "This server answers this machine only: elsewhere your friend cannot open the link. To play over \
                     the network, start it with this command and open the address that it prints:" }
                p { code { "lettergame serve --addr 0.0.0.0:7878" } }
            } @else {
                p { "You have opened this page at an address that works on this machine only, and so would the link. \
                     Open one of the other addresses that the server has printed." }
            }
        }
    }
}
