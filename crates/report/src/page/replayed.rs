//! `replay --html`: one game as a self-contained page, to be sent to its players.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{policy, style};
use crate::plot::figures;
use crate::{PICTURE_STYLE, ReplayedGame, faults, table_picture};
use lettergame_game::Review;
use lettergame_run::Ply;

/// Its own style sheet, after that of other pages.
const STYLE: &str = include_str!("replayed.css");

/// The page of a replayed game, as a document in UTF-8. It loads nothing and runs no script; arbitrary names
/// and logs are escaped.
#[must_use]
pub fn replay_page(game: &ReplayedGame) -> String {
    let (style, title) = (replay_style(), title(game));
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(replay_policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(&style)) }
            }
            body { main {
                h1 { (title) }
                (facts(game))
                (totals(game))
                (turns(game))
                (logs(game))
            } }
        }
    };
    document.into_string()
}

/// The Content-Security-Policy of every [`replay_page`], for servers.
#[must_use]
pub fn replay_policy() -> String {
    policy::policy(&replay_style(), "")
}

fn replay_style() -> String {
    [style().as_str(), PICTURE_STYLE, STYLE].concat()
}

fn title(game: &ReplayedGame) -> String {
    let player = game.player.as_ref().map(|player| format!(", as {player} saw it"));
    let round = game.round.map(|round| format!(", round {round}"));
    let more = [round, player].into_iter().flatten().collect::<String>();
    format!("Game {} of {}{more}", game.game, game.run)
}

/// The conditions of the game and its result.
fn facts(game: &ReplayedGame) -> Markup {
    let names = game.names();
    let mut ends: Vec<_> = game.score.seats.iter().collect();
    ends.sort_by_key(|(seat, end)| (end.place, *seat));
    html! {
        dl.facts {
            dt { "Deal" } dd { (game.deal) }
            dt { "Seed" } dd { (game.seed.0) }
        }
        div.scroll { table {
            thead { tr { th scope="col" { "Player" } th scope="col" { "Seat" } th scope="col" { "Place" }
                th scope="col" { "Points" } } }
            tbody { @for (seat, end) in ends {
                tr { th scope="row" { (&names[seat]) } td { (seat) } td { (end.place) } td { (figures(end.points)) } }
            } }
        } }
    }
}

/// The totals of the reviews of the players.
fn totals(game: &ReplayedGame) -> Markup {
    let (names, totals) = (game.names(), game.totals());
    let seats = game.score.seats.seats().filter(|seat| game.shows(*seat));
    html! {
        @if !totals.is_empty() {
            section aria-labelledby="totals" {
                h2 #totals { "In all" }
                div.scroll { table {
                    thead { tr { th scope="col" { "Player" }
                        @for total in &totals { th scope="col" { (total.what) } } } }
                    tbody { @for seat in seats {
                        tr { th scope="row" { (&names[seat]) }
                            @for total in &totals { td { @if let Some(points) = total.points[seat] { (figures(points)) } } } }
                    } }
                } }
            }
        }
    }
}

/// The turns, grouped by round if there are any.
fn turns(game: &ReplayedGame) -> Markup {
    let rounds = game.plies.chunk_by(|one, next| one.round == next.round);
    html! {
        @for plies in rounds {
            @let round = plies.first().and_then(|ply| ply.round);
            section {
                h2 { @match round { Some(round) => { "Round " (round) }, None => "Turns" } }
                @for plies in plies.chunk_by(|_, next| next.scene.is_none()) { (scene(game, plies)) }
                @if let Some(picture) = plies.last().and_then(|ply| ply.picture.as_ref()) {
                    (table_picture(picture, &game.names()))
                }
            }
        }
    }
}

/// The turns from one scene to the next.
fn scene(game: &ReplayedGame, plies: &[Ply]) -> Markup {
    let names = game.names();
    let text = plies.first().and_then(|ply| ply.scene.as_deref());
    html! {
        @if let Some(text) = text { div.scene { (text) } }
        table.turns { tbody { @for ply in plies {
            @for fault in faults(ply, &names) { tr { td { (ply.ply) } td { (fault) } } }
            @for line in &ply.lines { tr { td { (ply.ply) } td { (line.replace("\n  ", " ")) } } }
        } } }
        @for review in plies.iter().flat_map(|ply| &ply.review) { (reviewed(review)) }
    }
}

fn reviewed(review: &Review) -> Markup {
    html! {
        @if !review.lines.is_empty() {
            div.review { @for line in &review.lines { p { (line.replace("\n  ", " ")) } } }
        }
    }
}

fn logs(game: &ReplayedGame) -> Markup {
    html! {
        @for log in &game.logs {
            section {
                h2 { "Log of " (log.player) }
                @if let Some(remark) = &log.remark { p.nothing { (remark) } }
                pre { @for line in &log.lines { (line) "\n" } }
            }
        }
    }
}
