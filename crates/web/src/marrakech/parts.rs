//! The parts of the page beside the board: the last roll, the log, the state string.

use std::sync::Arc;

use maud::{Markup, html};

use crate::marrakech::address::address_of;
use crate::marrakech::board::{Board, Walk};
use crate::marrakech::told::told;
use crate::marrakech::{ask, layers, score};
use crate::rooms::{Names, Part, Picture, Score, Standing, Viewer, seat_class, turn_count};
use lettergame_base::{Points, Seat, SeatSet};
use lettergame_marrakech::rules::{Die, Phase, Verdict};

/// The die, and the outcome of the last roll.
pub(super) fn turn(board: &Board) -> Markup {
    html! {
        div.rolled {
            (die(board.walk.filter(|_| !board.is_over()).map(|walk| walk.die), board.rolls))
            div.told {
                @match &board.walk {
                    _ if board.is_over() => {
                        p { strong { (verdict(board)) } }
                    },
                    Some(walk) => (walked(board, walk)),
                    None => {
                        p { "Assam waits in the middle of the market." }
                        p.quiet { "Turn him, roll the die, pay, lay a rug." }
                    },
                }
            }
        }
    }
}

fn walked(board: &Board, walk: &Walk) -> Markup {
    html! {
        p { strong { (board.name_of(walk.colour)) } " rolled " strong { (walk.die) } }
        @match walk.payment {
            None => { p.quiet { "Nothing to pay." } },
            Some(payment) if walk.out => {
                p.pays { "Owes " (payment.owed) " to " (board.name_of(payment.to)) ", has only "
                    (payment.paid) " and is out." }
            },
            Some(payment) => {
                p.pays { "Pays " strong { (payment.paid) } " to " (board.name_of(payment.to)) }
            },
        }
    }
}

/// A face of the die; the number of the roll restarts the animation if it shows the same face again.
fn die(shown: Option<Die>, roll: u16) -> Markup {
    let pips: &[(u8, u8)] = match shown.map(Die::pips) {
        Some(1) => &[(24, 24)],
        Some(2) => &[(14, 14), (34, 34)],
        Some(3) => &[(13, 13), (24, 24), (35, 35)],
        Some(_) => &[(14, 14), (34, 14), (14, 34), (34, 34)],
        None => &[],
    };
    let label = shown.map_or("The die".to_owned(), |die| format!("The die shows {die}"));
    html! {
        svg.die viewBox="0 0 48 48" width="48" height="48" role="img" aria-label=(label) data-roll=(roll) {
            rect x="2" y="2" width="44" height="44" rx="9" {}
            @for (x, y) in pips { circle cx=(x) cy=(y) r="4.6" {} }
        }
    }
}

/// The winner, in a sentence.
pub(super) fn verdict(board: &Board) -> String {
    let position = board.stage.position();
    match position.winner() {
        Verdict::Running => String::new(),
        Verdict::Tie => "It is a tie.".to_owned(),
        Verdict::Won(colour) => {
            let total = position.merchant(colour).map_or(0, |merchant| position.total(merchant));
            format!("The winner is {}, with {total} points.", board.name_of(colour))
        }
    }
}

/// The announcements, newest first.
pub(super) fn log(board: &Board) -> Markup {
    html! {
        h2 { "Log" }
        div.log tabindex="0" role="log" aria-live="off" aria-label="Announcements, newest first" {
            ol {
                @for (seat, event) in &board.log { li class=[seat.map(seat_class)] { (told(event, &|colour| board.name_of(colour))) } }
                @if board.log.is_empty() {
                    li.quiet {
                        @for seat in Seat::first(board.names.len()) {
                            @if seat != Seat::FIRST { ", " }
                            (board.name(seat))
                        }
                        " sit down."
                    }
                }
            }
        }
    }
}

/// The state string, to copy or to open in the viewer.
pub(super) fn state(board: &Board) -> Markup {
    let text = board.stage.position().to_string();
    html! {
        label for="state" { "State string" }
        div.copy {
            input #state readonly value=(text);
            button type="button" data-copy="state" { "Copy" }
            a.button href=(address_of(&text)) { "Open in the viewer" }
        }
    }
}

impl Picture for Board {
    fn standing(&self) -> Standing {
        self.standing
    }

    fn headline(&self) -> String {
        let told = self.name_of(self.stage.colour());
        match self.stage.phase() {
            Phase::Over => {
                format!(
                    "The game is over after {}: {}",
                    turn_count(self.rolls.into()),
                    verdict(self)
                )
            }
            Phase::Place => format!("Turn {} · {told} lays a rug", self.rolls),
            Phase::Rotate | Phase::Roll => {
                format!("Turn {} · {told} turns Assam", self.rolls + 1)
            }
        }
    }

    fn progress(&self) -> String {
        match self.stage.phase() {
            Phase::Rotate | Phase::Roll if !self.is_over() => format!("Turn {}", self.rolls + 1),
            Phase::Place if !self.is_over() => format!("Turn {}", self.rolls),
            _ => turn_count(self.rolls.into()),
        }
    }

    fn call(&self) -> String {
        match self.stage.phase() {
            Phase::Place => "Lay your rug".to_owned(),
            _ => "Turn Assam".to_owned(),
        }
    }

    fn acting(&self) -> SeatSet {
        let seat = self.stage.owner(self.stage.colour()).and_then(Seat::new);
        seat.filter(|_| !self.is_over()).map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn score(&self, seat: Seat) -> Score {
        let position = self.stage.position();
        let total = position.merchants().get(seat.index()).map_or(0, |own| position.total(own));
        Score { points: Points(total as i32), place: self.places[seat] }
    }

    fn card(&self, seat: Seat, _: Viewer<'_>) -> Markup {
        score::on_card(self, seat)
    }

    fn renamed(&self, names: Names) -> Arc<dyn Picture> {
        Arc::new(Board { names, ..self.clone() })
    }

    fn news(&self) -> String {
        if self.is_over() {
            return verdict(self);
        }
        let news = self.log.iter().take(self.news).rev();
        news.map(|(_, event)| told(event, &|colour| self.name_of(colour)))
            .collect::<Vec<_>>()
            .join(". ")
    }

    fn parts(&self, viewer: Viewer<'_>) -> Vec<Part> {
        let part = |name, html| Part { name, html };
        let mut all = vec![
            part("turn", turn(self)),
            part("ground", layers::ground()),
            part("rugs", layers::rugs(self)),
            part("assam", layers::assam(self)),
        ];
        if let Some(seat) = viewer.seat {
            all.push(part("targets", layers::targets(self, seat, viewer)));
            all.push(part("ask", ask::ask(self, seat, viewer)));
        }
        // at a table of persons their cards have it
        if !self.has_cards || viewer.sees_all {
            all.push(part("score", score::of_game(self)));
        }
        all.push(part("log", log(self)));
        all.push(part("state", state(self)));
        all
    }
}
