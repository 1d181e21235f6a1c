//! A game with a friend: whoever opens the address of its room takes the seat that is free.

mod qr;

pub(super) use qr::qr_code;

use std::sync::Arc;
use std::time::Instant;

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use maud::{Markup, html};

use crate::assets::url;
use crate::begin::redirected;
use crate::quoted::error_text;
use crate::rooms::soon::soon;
use crate::rooms::{MAX_NAME, Room};
use crate::serving::host::Origin;
use crate::shell::page_with;
use lettergame_base::Seat;

impl Room {
    /// The friend who is not here, and for whom a computer can play.
    pub(super) fn absent_friend(&self) -> Option<Seat> {
        let (people, absent) = (self.people(), self.persons().without(self.here(Instant::now())));
        let mut absent = absent.iter().filter(|&seat| !people.is_stand_in(seat));
        absent.next().filter(|_| self.invites && !self.is_over())
    }

    /// The seat that waits for a friend, who gets it with a name.
    pub(crate) fn free_seat(&self) -> Option<Seat> {
        let people = self.people();
        let is_free = |seat: &Seat| people.given(*seat).is_none() && !people.is_stand_in(*seat);
        self.persons().iter().skip(1).find(is_free).filter(|_| self.invites && !self.is_over())
    }
}

/// Above the board of the person who waits: the link to send. The style sheet hides it once no card is that of a free
/// seat.
pub(super) fn invitation(room: &Room, origin: &Origin) -> Markup {
    let link = format!("{}{}", origin.address, room.path());
    html! {
        section.sheet.invitation aria-labelledby="invitation" {
            div {
                h2 #invitation { "Send this link to your friend" }
                p.links {
                    a #invite href=(link) { (link) }
                    button.copy.main type="button" data-copy="invite" { "Copy the link" }
                }
                p.quiet {
                    @if origin.is_local { "It opens on this machine only. " }
                    "The game begins as soon as your friend sits down."
                }
            }
            @if !origin.is_local {
                @if let Some(code) = qr_code(&link, "QR code of the link for your friend") { (code) }
            }
        }
    }
}

/// What a friend sees who opens the link; `refusal` is what is wrong with the name just sent.
pub(super) fn guest_page(room: &Room, refusal: Option<&str>) -> Markup {
    let (names, free) = (room.names(), room.free_seat());
    let hosts = room.persons().iter().filter(|&seat| Some(seat) != free).collect();
    let action = format!("{}/sit", room.path());
    let body = html! {
        main #main.narrow {
            h1 { (names.sentence(hosts)) " invites you to a game of " (room.section.title) }
            p #own-seat-link hidden { a.button href=(room.path()) { "Back to your seat" } }
            form.sheet.friend method="post" action=(action) {
                label for="name" { "Your name" }
                input #name name="name" maxlength=(MAX_NAME) autocomplete="nickname" spellcheck="false" required
                    autofocus aria-describedby="refusal" aria-invalid=[refusal.map(|_| "true")];
                span { "Time to think" }
                span { @match room.about.clock { Some(clock) => (clock), None => "as long as you like" } }
                p #refusal.refusal role="alert" { (error_text(refusal.unwrap_or_default())) }
                button.main #sit { "Sit down" }
            }
            (room.section.how_to_play())
        }
    };
    let head = html! { script defer src=(url("room.js")) {} };
    page_with(&room.about.title, Some(room.section), &head, &body)
}

/// Seats a friend; who comes too late watches.
pub(super) async fn sit(room: &Arc<Room>, name: &str, headers: &HeaderMap) -> Response {
    // two friends do not get one seat
    let _alone = room.steps.lock().await;
    let free = room.free_seat();
    let Some((seat, token)) = room.seats.iter().find(|(seat, _)| Some(*seat) == free) else {
        return redirected(&room.path(), headers);
    };
    match soon(|| room.name_person(*seat, name)).await {
        Ok(()) => redirected(&room.seat_path(token), headers),
        Err(text) => {
            (StatusCode::UNPROCESSABLE_ENTITY, guest_page(room, Some(&text))).into_response()
        }
    }
}
