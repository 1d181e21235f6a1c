//! The page of a deal of the day, which begins its game, and the links to those of today.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use maud::{Markup, html};

use crate::app::App;
use crate::assets::url;
use crate::begin::{opened, status};
use crate::quoted::error_text;
use crate::rooms::{MAX_NAME, read_name};
use crate::sections;
use crate::serving::asker::Asker;
use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::serving::query::{Fields, Posted, address};
use crate::shell::page_with;
use crate::start::card::{CARDS, Card};
use crate::start::deal::Deal;
use lettergame_base::Seat;

pub(crate) fn routes(app: &Arc<App>) -> Router {
    Router::new().route("/daily/{game}/{date}", get(show).post(begin)).with_state(Arc::clone(app))
}

/// The deal of an address, and the card of its game.
fn found(uri: &Uri) -> Result<(Deal, &'static Card), HttpError> {
    let deal = uri.path_and_query().and_then(|address| Deal::read(address.as_str()));
    let card = |deal: &Deal| CARDS.iter().find(|card| card.section.path == deal.section.path);
    let found = deal.and_then(|deal| card(&deal).map(|card| (deal, card)));
    found.ok_or_else(|| {
        HttpError::missing("no such deal: expected a game and a date, as in 2026-11-29")
    })
}

async fn show(uri: Uri) -> Result<Markup, HttpError> {
    let (deal, card) = found(&uri)?;
    Ok(page(&deal, card, None))
}

/// Begins the game, with the results that came with the address.
async fn begin(
    State(app): State<Arc<App>>,
    asker: Asker,
    uri: Uri,
    headers: HeaderMap,
    Posted(fields): Posted,
) -> Result<Response, HttpError> {
    fields.only(&["name"])?;
    let (deal, card) = found(&uri)?;
    let name = match read_name(fields.get("name").unwrap_or_default()) {
        Ok(name) => name,
        Err(text) => return Ok((status(false), page(&deal, card, Some(&text))).into_response()),
    };
    let seed = deal.seed().0.to_string();
    if card.play.method == "get" {
        // its state is in the address
        let (daily, name) = (deal.address(), name.unwrap_or_default());
        let pairs = [("seed", seed.as_str()), ("number", "1"), ("daily", &daily), ("name", &name)];
        return Ok(Redirect::to(&address(card.section.path, &pairs)).into_response());
    }
    let pairs = card.play.fields.iter().map(|(name, value)| (*name, value.as_str()));
    let pairs: Vec<(&str, &str)> = pairs.chain([("seed", seed.as_str())]).collect();
    let query = address("", &pairs);
    let (making, path, daily) = (Arc::clone(&app), card.section.path, deal.address());
    let room = waiting(move || {
        sections::begin(&making, path, &Fields::parse(query.trim_start_matches('?').as_bytes()))
    });
    let mut room = room.await?.map_err(HttpError::invalid)?;
    room.daily = Some(daily);
    let names = name.as_deref().map(|name| (Seat::FIRST, name));
    opened(&app, Ok(room), names, asker, &headers).await
}

fn page(deal: &Deal, card: &Card, refusal: Option<&str>) -> Markup {
    let title = format!("{}: the deal of {}", deal.section.title, deal.day());
    let table = deal.table(None);
    let body = html! {
        main #main.daily {
            div.heading { h1 { (title) } strong #streak.tag hidden {} }
            div.beside-days {
                div {
                    p { (card.against()) " Everyone gets the same deal, here and on any other server. At the end you get \
                         a link with your result, to send to whoever should beat it." }
                    @if !table.0.is_empty() { section.sheet aria-label="Results so far" { (table) } }
                    p #own-result.known-deal hidden {}
                    (form(deal, refusal))
                    p { "The other deals of this day:" }
                    nav.actions aria-label="Other games on this day" {
                        @for other in CARDS.iter().filter(|other| other.section.path != deal.section.path) {
                            a.button href=(deal.of(other.section).path()) { (other.section.title) }
                        }
                    }
                }
                section.sheet aria-labelledby="days" { h2 #days { "The last five weeks" } (calendar(deal)) }
            }
        }
    };
    let head = html! {
        link rel="stylesheet" href=(url("start.css"));
        script defer src=(url("own-games.js")) {}
    };
    page_with(&title, Some(deal.section), &head, &body)
}

fn form(deal: &Deal, refusal: Option<&str>) -> Markup {
    html! {
        form.sheet.deal method="post" action=(deal.address()) {
            label for="name" { "Your name, for your result" }
            input #name name="name" maxlength=(MAX_NAME) autocomplete="nickname" spellcheck="false"
                aria-describedby="refusal" aria-invalid=[refusal.map(|_| "true")];
            button.main #begin { "Play this deal" }
            p #refusal.refusal role="alert" { (error_text(refusal.unwrap_or_default())) }
        }
    }
}

/// The deals of the last weeks; a script adds one's own results.
fn calendar(deal: &Deal) -> Markup {
    html! {
        table.calendar {
            thead { tr { @for day in ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] { th scope="col" { (day) } } } }
            tbody { @for week in deal.weeks(5) { tr { @for day in week { td { @if let Some(day) = day {
                a href=(day.path()) title=(day.day()) aria-current=[day.is_on_day_of(deal).then_some("date")] { (day.short_day()) }
            } } } } } }
        }
    }
}

/// The deals of today, for the start page.
pub(super) fn today() -> Markup {
    let deals: Vec<Deal> = CARDS.iter().map(|card| Deal::today(card.section)).collect();
    html! {
        section.sheet #daily aria-labelledby="daily-title" {
            h2 #daily-title { "Deals of the day" }
            p.quiet { (deals.first().map_or(String::new(), Deal::day)) ", the same for everyone: play one, and send your result to someone who can do better." }
            ul { @for deal in &deals { li { a.button href=(deal.path()) { (deal.section.title) } } } }
        }
    }
}
