//! The cards of the players at a table of persons: who sits where, who is there, whose turn it is, points and clocks.

use std::time::Instant;

use maud::{Markup, html};

use crate::rooms::names::level_of;
use crate::rooms::seat_parts::presence;
use crate::rooms::{Part, Picture, Room, Standing, Viewer};
use lettergame_base::{Seat, SeatSet};
use lettergame_plan::PERSON;
use lettergame_report::plot::figures;

/// The class that gives an element the colour of a seat.
pub(crate) fn seat_class(seat: Seat) -> String {
    format!("seat-{}", seat.index() % 7)
}

/// The seats that a turn waits for.
pub(super) fn acting(picture: &dyn Picture) -> SeatSet {
    match picture.standing() {
        Standing::Waits(persons) => persons,
        Standing::Ready => picture.acting(),
        Standing::Over => SeatSet::EMPTY,
    }
}

/// A card for each seat, by place once the game is over.
pub(super) fn cards(room: &Room, picture: &dyn Picture, viewer: Viewer<'_>) -> Part {
    let here = room.here(Instant::now());
    let mut seats: Vec<Seat> = Seat::first(room.about.players.len()).collect();
    if picture.standing() == Standing::Over {
        seats.sort_by_key(|&seat| picture.score(seat).place);
    }
    let html = html! {
        ol.player-cards role="list" aria-label="Players" {
            @for seat in seats { (card(room, picture, seat, here, viewer)) }
        }
    };
    Part { name: "people", html }
}

fn card(
    room: &Room,
    picture: &dyn Picture,
    seat: Seat,
    here: SeatSet,
    viewer: Viewer<'_>,
) -> Markup {
    let (people, score) = (room.people(), picture.score(seat));
    let names = people.names_for(viewer.seat);
    let (own, acts) = (viewer.seat == Some(seat), acting(picture).contains(seat));
    let wins = picture.standing() == Standing::Over && score.place == 1;
    let player = &room.about.players[seat.index()];
    let free = room.free_seat() == Some(seat);
    html! {
        li.player-card.(seat_class(seat)).own[own].acts[acts].free[free].wins[wins && people.resigned().is_none()] {
            div.who {
                strong.name { (names.get(seat)) }
                @if acts { span.hear { ", to move" } }
            }
            strong.points { (figures(score.points)) span.hear { " points" } }
            @if let Some(time) = room.time_left(seat) {
                span.time.running[time.is_running] role="timer" data-left=(time.left.as_millis())
                    title=[room.about.clock] { (time) }
            }
            div.more {
                @if own && names.get(seat) != "You" { span.tag { "you" } }
                @if player == PERSON { @if !own || people.is_stand_in(seat) { (presence(room, seat, here)) } }
                @else if names.get(seat) != player {
                    @let level = level_of(&room.about.levels, &room.about.players, player);
                    @if let Some(level) = level { span.tag { (level) } }
                    // of a level, its name says enough
                    span.quiet { (level.and(player.split(':').next()).unwrap_or(player)) }
                }
                (picture.card(seat, viewer))
            }
        }
    }
}
