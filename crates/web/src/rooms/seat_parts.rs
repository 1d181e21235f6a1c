//! The parts of a room's page about persons: who is there, and what one may do with the own seat.

use maud::{Markup, html};

use crate::rooms::names::MAX_NAME;
use crate::rooms::{Part, Picture, Room, Standing, Viewer};
use crate::start::{Deal, DealResult};
use lettergame_base::{Seat, SeatSet};

/// Whether a person is at the table, in a word, with a mark that is filled for those who are.
pub(super) fn presence(room: &Room, seat: Seat, here: SeatSet) -> Markup {
    let (class, word) = if room.people().is_stand_in(seat) {
        ("computer", "played by a computer")
    } else if here.contains(seat) {
        ("here", "here")
    } else if room.free_seat() == Some(seat) {
        ("away", "invited")
    } else {
        ("away", "away")
    };
    html! { span.presence.(class) { span.dot aria-hidden="true" {} (word) } }
}

/// Another game of the same persons, offered when this one is over; each is led to the own new seat only.
pub(super) fn again(room: &Room, standing: Standing, viewer: Viewer<'_>) -> Part {
    let action = format!("{}/rematch", viewer.path);
    let html = html! {
        @if standing == Standing::Over {
            span data-cue="over" {}
            @match (room.rematch.get(), viewer.seat) {
                (Some(next), Some(seat)) => {
                    @if let Some(own) = next.seats.get(&seat) {
                        a.button href=(own) { "Take your seat in the rematch" }
                    }
                }
                (Some(next), None) => a.button href=(next.room) { "Watch the rematch" },
                (None, Some(_)) => {
                    form method="post" action=(action) hx-post=(action) hx-swap="none" {
                        button.main { "Rematch with seats changed" }
                    }
                }
                (None, None) => {}
            }
        }
    };
    Part { name: "rematch", html }
}

/// The results of a deal of the day side by side, once its game is over, and the own one as a link to send.
pub(super) fn daily(room: &Room, picture: &dyn Picture, viewer: Viewer<'_>) -> Option<Part> {
    let deal = Deal::read(room.daily.as_deref()?)?;
    let (person, _) = room.seats.first()?;
    let others = Seat::first(room.about.players.len()).filter(|seat| seat != person);
    let points = [*person].into_iter().chain(others).map(|seat| picture.score(seat).points.0);
    let name = room.people().given(*person).unwrap_or_default().to_owned();
    let result = DealResult { points: points.collect(), name };
    let html = html! {
        @if picture.standing() == Standing::Over { (deal.results(result, viewer.seat.is_some())) }
    };
    Some(Part { name: "daily", html })
}

/// What the viewer is asked about the own seat: its name, and whether to take it back. It changes only with the
/// seat itself, so that nothing is replaced under a person who types.
pub(super) fn own_seat(room: &Room, standing: Standing, viewer: Viewer<'_>) -> Option<Part> {
    let seat = viewer.seat?;
    let people = room.people();
    let html = html! {
        @if standing == Standing::Over {}
        @else if people.is_stand_in(seat) {
            form.own-seat method="post" action={ (viewer.path) "/return" } hx-post={ (viewer.path) "/return" }
                hx-target="#seat-refusal" {
                "A computer plays your seat. "
                button { "Take it back" }
            }
        } @else if people.given(seat).is_none() && room.persons().len() > 1 { (name_form(viewer, None)) }
    };
    Some(Part { name: "seat", html })
}

/// What the viewer may do with the own seat, in the menu: rename it, leave it, give the game up.
pub(super) fn leave(room: &Room, standing: Standing, viewer: Viewer<'_>) -> Part {
    let people = room.people();
    let seat = viewer.seat.filter(|&seat| standing != Standing::Over && !people.is_stand_in(seat));
    let given = seat.and_then(|seat| people.given(seat));
    let html = html! {
        @if given.is_some() { (name_form(viewer, given)) }
        @if seat.is_some() && room.about.players.len() == 2 {
            (sure(viewer, "resign", "Resign", "You give the game up: it is over, and you have lost."))
        }
        @if seat.is_some() && room.persons().len() > 1 {
            (sure(viewer, "leave", "Leave the game",
                "A computer plays on for you. You can take your seat back while the game lasts."))
        }
        @if seat.is_some() && room.absent_friend().is_some() {
            (sure(viewer, "replace", "Let a computer play for your friend",
                "Your friend is away: a computer plays on. The seat can be taken back while the game lasts."))
        }
    };
    Part { name: "leave", html }
}

fn name_form(viewer: Viewer<'_>, given: Option<&str>) -> Markup {
    let action = format!("{}/name", viewer.path);
    html! {
        form.own-seat method="post" action=(action) hx-post=(action) hx-target="#seat-refusal" {
            label for="name" { "Your name" }
            input #name name="name" value=(given.unwrap_or_default()) maxlength=(MAX_NAME) autocomplete="nickname"
                spellcheck="false" required;
            button { "Save" }
        }
    }
}

/// An action that takes a second click, and says what it does.
fn sure(viewer: Viewer<'_>, act: &str, word: &str, meaning: &str) -> Markup {
    let action = format!("{}/{act}", viewer.path);
    html! {
        details.sure {
            summary { (word) }
            form method="post" action=(action) hx-post=(action) hx-target="#seat-refusal" {
                span { (meaning) }
                button #(act) { (word) }
            }
        }
    }
}
