//! What players that are programs have written, on the page of their game, and the names that they give
//! themselves.

use std::sync::{Arc, PoisonError};

use maud::{Markup, html};

use crate::happened::{Happened, Named};
use crate::rooms::programs::Consoles;
use crate::rooms::{Match, Part, Room, Viewer};
use lettergame_base::Seat;
use lettergame_game::Console;

/// The last lines that a page shows.
const MAX_LINES: usize = 200;

impl Room {
    /// Keeps what the programs of a game have written, and calls them what they call themselves.
    pub(super) fn read_consoles(&self, game: &mut dyn Match) {
        if !self.has_programs {
            return;
        }
        let consoles: Consoles = game.consoles().into();
        let people = self.people();
        for (seat, console) in consoles.iter().filter(|(seat, _)| people.given(*seat).is_none()) {
            // one with a name that cannot be shown keeps that of its command
            let Ok(name) = self.people().new_name(*seat, &console.name) else { continue };
            let named = Happened::Named(Named { seat: seat.index() as u8, name });
            self.people.send_modify(|people| people.apply(&named));
            game.rename(&self.names());
        }
        *self.consoles.lock().unwrap_or_else(PoisonError::into_inner) = consoles;
    }

    /// What this viewer may see of what programs have written. It may tell their secrets: before the end it is for
    /// those who watch programs among themselves, or try one out alone.
    fn shown_consoles(&self, viewer: Viewer<'_>) -> Option<Consoles> {
        let may_see =
            self.is_over() || self.seats.len() < 2 && viewer.seat.is_some() || !self.has_persons();
        let consoles = self.consoles.lock().unwrap_or_else(PoisonError::into_inner);
        may_see.then(|| Arc::clone(&consoles))
    }
}

/// The part of the page, for games with programs.
pub(super) fn consoles(room: &Room, viewer: Viewer<'_>) -> Option<Part> {
    let consoles = room.has_programs.then(|| room.shown_consoles(viewer));
    let html = html! {
        @match consoles? {
            Some(consoles) if !consoles.is_empty() => {
                @for (seat, console) in consoles.iter() { (messages(room, *seat, console)) }
            }
            Some(_) => p.quiet { "The messages of programs appear here after their first move." },
            None => p.quiet { "The messages of programs are shown when the game is over: they may tell letters." },
        }
    };
    let html = html! {
        section.sheet.consoles aria-labelledby="messages" {
            h2 #messages { "Messages" }
            (html)
        }
    };
    Some(Part { name: "consoles", html })
}

fn messages(room: &Room, seat: Seat, console: &Console) -> Markup {
    let names = room.names();
    let name = names.get(seat);
    let player = room.about.players.get(seat.index()).map_or("", String::as_str);
    let hidden = console.lines.len().saturating_sub(MAX_LINES);
    html! {
        div.console {
            h3 { (name) @if name != player { " " span.quiet { (player) } } }
            div.scroll tabindex="0" role="group" aria-label={ "Messages of " (name) } {
                @if console.lines.is_empty() { p.quiet { "It has written nothing to its standard error." } }
                @else {
                    // a stream has no line breaks
                    div.lines {
                        @if hidden > 0 { div.quiet { "… " (hidden) " earlier lines" } }
                        @for line in &console.lines[hidden..] { div { (line) } }
                    }
                }
            }
        }
    }
}
