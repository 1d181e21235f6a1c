//! The parts of a room's page about persons: who is there, and what one may do with the own seat.

use std::time::Instant;

use maud::{Markup, html};

use crate::rooms::names::MAX_NAME;
use crate::rooms::{Part, Room, Standing, Viewer};
use lettergame_core::base::{Seat, SeatSet};

/// What a person at the table is doing, in a word, with a mark that is filled for those who are there.
pub(super) fn presence(room: &Room, seat: Seat, standing: Standing, here: SeatSet) -> Markup {
    let is_awaited = matches!(standing, Standing::Waits(persons) if persons.contains(seat));
    let (class, word) = if room.people().is_stand_in(seat) {
        ("computer", "played by a computer")
    } else if here.contains(seat) {
        ("here", "here")
    } else {
        ("away", "away")
    };
    html! {
        span.presence.(class) { span.dot aria-hidden="true" {} (word) }
        @if is_awaited { " " span.tag { "to move" } }
    }
}

/// Who is there, for rooms of several persons.
pub(super) fn people(room: &Room, standing: Standing, viewer: Viewer<'_>) -> Part {
    let (names, here) = (room.names(), room.here(Instant::now()));
    let html = html! {
        @if room.persons().len() > 1 || room.about.clock.is_some() {
            ul.people role="list" aria-label="Who is here" {
                @for seat in room.persons().iter() {
                    li {
                        strong { (names.get(seat)) }
                        @if viewer.seat == Some(seat) { " (you)" }
                        " " (presence(room, seat, standing, here))
                        @if let Some(time) = room.time_left(seat) {
                            " " span.time.running[time.is_running] role="timer" data-left=(time.left.as_millis())
                                title=[room.about.clock] { (time) }
                        }
                    }
                }
            }
        }
    };
    Part { name: "people", html }
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

/// What the viewer may do with the own seat: name it, leave it, take it back. It changes only with the seat
/// itself, so that nothing is replaced under a person who types.
pub(super) fn own_seat(room: &Room, standing: Standing, viewer: Viewer<'_>) -> Option<Part> {
    let seat = viewer.seat?;
    let (people, over) = (room.people(), standing == Standing::Over);
    let given = people.given(seat);
    let html = html! {
        @if over || room.persons().len() < 2 {}
        @else if people.is_stand_in(seat) {
            form.own-seat.urgent method="post" action={ (viewer.path) "/return" } hx-post={ (viewer.path) "/return" }
                hx-target="#seat-refusal" {
                "A computer plays your seat. "
                button { "Take it back" }
            }
        } @else if given.is_none() {
            div.own-seat.urgent { (name_form(viewer, None)) }
            (leave(viewer))
        } @else {
            details.own-seat {
                summary { "Your name" }
                (name_form(viewer, given))
            }
            (leave(viewer))
        }
    };
    Some(Part { name: "seat", html })
}

fn name_form(viewer: Viewer<'_>, given: Option<&str>) -> Markup {
    let action = format!("{}/name", viewer.path);
    html! {
        form method="post" action=(action) hx-post=(action) hx-target="#seat-refusal" {
            label for="name" { "Your name" }
            input #name name="name" value=(given.unwrap_or_default()) maxlength=(MAX_NAME) autocomplete="nickname"
                spellcheck="false" required;
            button { "Save" }
        }
    }
}

fn leave(viewer: Viewer<'_>) -> Markup {
    let action = format!("{}/leave", viewer.path);
    html! {
        details.own-seat {
            summary { "Leave the game" }
            form method="post" action=(action) hx-post=(action) hx-target="#seat-refusal" {
                span { "A computer plays on for you. You can take your seat back while the game lasts." }
                button { "Leave" }
            }
        }
    }
}
