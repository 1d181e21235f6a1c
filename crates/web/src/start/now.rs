//! What is being played now: games that a visitor may watch, and tournaments.

use std::time::Instant;

use maud::{Markup, html};

use crate::app::App;
use crate::rooms::Room;
use crate::tournaments::RunInProgress;

/// The most games listed.
const MAX_GAMES: usize = 6;

/// The most runs listed.
const MAX_RUNS: usize = 4;

/// The newest games that have viewers, with the addresses for spectators.
pub(super) fn games(app: &App, now: Instant) -> Markup {
    let rooms = app.rooms.under_way(now, app.terms().limits.unwatched, MAX_GAMES);
    html! {
        @if rooms.is_empty() {
            p.quiet { "No one is playing right now. Begin a game above; others can watch it here, without seeing any hidden letters." }
        } @else {
            ul.list { @for room in &rooms { li { (game(room)) } } }
        }
    }
}

fn game(room: &Room) -> Markup {
    html! {
        // a link with an id keeps the focus when the list is replaced
        a href=(room.path()) id={ "game-" (room.id) } { (room.about.title) }
        " " span { (room.names().all().join(", ")) }
        " " span.quiet { (room.picture().headline()) }
    }
}

/// The runs in progress.
pub(super) fn runs(runs: &[RunInProgress]) -> Markup {
    html! {
        @if runs.is_empty() {
            p.quiet { "No tournament is running. Let players meet in thousands of games, or read the reports of earlier ones." }
        } @else {
            ul.list {
                @for run in runs.iter().take(MAX_RUNS) {
                    li {
                        a href=(run.path) { (run.name) }
                        " " span { (run.game) }
                        " " span.quiet { (run.done) " of " (run.total) " games" }
                    }
                }
            }
            @if runs.len() > MAX_RUNS { p.quiet { "and " (runs.len() - MAX_RUNS) " more" } }
        }
    }
}
