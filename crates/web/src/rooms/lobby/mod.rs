//! The list of seats, for the person who started a game of several persons: who is there, whose turn it is, and the
//! address of each seat as a link and as a QR code.

mod routes;

pub(super) use routes::lobby_routes;

use std::time::Instant;

use maud::{Markup, html};

use crate::rooms::cards::acting;
use crate::rooms::invite::qr_code;
use crate::rooms::page::known_deal;
use crate::rooms::seat_parts::presence;
use crate::rooms::{Part, Room, Standing};
use crate::serving::host::Origin;
use crate::shell::page_with;
use lettergame_base::{MAX_SEATS, Seat};

/// The names of the parts that show a seat.
const PLAYERS: [&str; MAX_SEATS] = [
    "playerA", "playerB", "playerC", "playerD", "playerE", "playerF", "playerG", "playerH",
    "playerI", "playerJ", "playerK", "playerL", "playerM", "playerN",
];
const STATES: [&str; MAX_SEATS] = [
    "stateA", "stateB", "stateC", "stateD", "stateE", "stateF", "stateG", "stateH", "stateI",
    "stateJ", "stateK", "stateL", "stateM", "stateN",
];

/// The whole page.
fn lobby(room: &Room, origin: &Origin) -> Markup {
    let parts = parts(room);
    let part = |name: &str| parts.iter().find(|part| part.name == name).map(|part| &part.html);
    let body = html! {
        main #main.narrow {
            h1 { (room.about.title) ": who sits where" }
            @if room.has_known_deal() { (known_deal(room)) }
            p { "Each of these addresses shows the letters of one seat. Open your own and send the others to their players." }
            div hx-ext="sse" sse-connect={ (room.host_path()) "/events" } {
                p #lost.notice hidden { "Connection lost; trying again." }
                p.headline sse-swap="turn" role="status" { @if let Some(html) = part("turn") { (html) } }
                ul.seats {
                    @for (seat, token) in &room.seats {
                        @let (number, path) = (seat.index() + 1, room.seat_path(token));
                        @let (player, state) = (PLAYERS[seat.index()], STATES[seat.index()]);
                        li {
                            a href=(path) id={ "seat-" (number) } {
                                span sse-swap=(player) { @if let Some(html) = part(player) { (html) } }
                            }
                            " " button.copy type="button" data-copy={ "seat-" (number) }
                                aria-label={ "Copy the address of player " (number) } { "Copy" }
                            @if !origin.is_local { (folded_code(number, &format!("{}{path}", origin.address))) }
                            div.state sse-swap=(state) { @if let Some(html) = part(state) { (html) } }
                        }
                    }
                }
            }
            @if origin.is_local {
                p.quiet { "These addresses work on this machine only. If the server listens on the network and you open \
                    this page at an address that others can reach, each seat has a QR code here." }
            }
            p { a href=(room.path()) { "Watch only" } }
        }
    };
    let head = html! {
        @if !room.is_over() { noscript { meta http-equiv="refresh" content="5"; } }
    };
    page_with("Seats", Some(room.section), &head, &body)
}

fn folded_code(number: usize, address: &str) -> Markup {
    html! {
        @if let Some(code) = qr_code(address, &format!("QR code of the address of player {number}")) {
            details.qr {
                summary { "QR code" }
                (code)
            }
        }
    }
}

/// What changes on the page.
pub(super) fn parts(room: &Room) -> Vec<Part> {
    let (standing, names) = (room.picture().standing(), room.names());
    let here = room.here(Instant::now());
    let turn = html! {
        @match standing {
            Standing::Over => {
                "The game is over. "
                @if let Some(next) = room.rematch.get() { a href=(next.host) { "The seats of the rematch" } }
            }
            Standing::Waits(persons) => { (names.sentence(persons)) " to move." }
            Standing::Ready => "The computers are playing.",
        }
    };
    let mut parts = vec![Part { name: "turn", html: turn }];
    for seat in room.persons().iter() {
        let people = room.people();
        let player = html! {
            "Player " (seat.index() + 1)
            @if people.given(seat).is_some() { ": " (names.get(seat)) }
        };
        let is_idle = standing != Standing::Over && !here.contains(seat);
        let state = html! {
            (presence(room, seat, here))
            @if acting(&*room.picture()).contains(seat) { " " span.tag { "to move" } }
            @if is_idle && !room.people().is_stand_in(seat) { (replace(room, seat)) }
        };
        parts.push(Part { name: PLAYERS[seat.index()], html: player });
        parts.push(Part { name: STATES[seat.index()], html: state });
    }
    parts
}

/// Lets a computer play for a person who is away.
fn replace(room: &Room, seat: Seat) -> Markup {
    let action = format!("{}/replace", room.host_path());
    html! {
        form method="post" action=(action) hx-post=(action) hx-swap="none" {
            button name="seat" value=(seat.index()) { "Let a computer play" }
        }
    }
}
