//! The parts of the page of a Letter Game.

use maud::{Markup, html};

use crate::auction::board::{Board, PastRound};
use crate::rooms::{Part, Picture, Standing, Viewer};
use lettergame_core::base::{Points, Seat};
use lettergame_core::lexicon::Letter;

/// The letter on sale, and how the previous one was sold.
pub(super) fn sale(board: &Board) -> Markup {
    html! {
        div.onsale {
            @match board.on_sale.filter(|_| board.standing != Standing::Over) {
                Some(letter) => {
                    div.tile.big aria-hidden="true" {
                        (letter) sub { (board.game.tiles().value(letter)) }
                    }
                    p { strong { (letter) } " is on sale, worth " (board.game.tiles().value(letter)) }
                },
                None if board.standing == Standing::Over => {
                    div.tile.big.done aria-hidden="true" { "★" }
                    p { strong { (verdict(board)) } }
                },
                None => {
                    div.tile.big.done aria-hidden="true" { "…" }
                    p {
                        @if board.letters == 0 { "All letters are dealt, none is for sale: " }
                        @else { "All letters are sold: " }
                        strong { "players name their words" }
                    }
                },
            }
        }
        p.lastsale {
            @match &board.last {
                Some(sale) => {
                    @match sale.winner {
                        Some(winner) => {
                            "Last: " strong { (sale.letter) } " to " strong { (board.name(winner)) }
                            " for " strong { (sale.price) }
                        },
                        None => { "Last: " strong { (sale.letter) } " was not sold" },
                    }
                },
                None if board.letters == 0 => "",
                None => "No letter sold yet.",
            }
        }
    }
}

/// The winner, in a sentence.
pub(super) fn verdict(board: &Board) -> String {
    let is_first = |seat: &Seat| board.places[*seat].place == 1;
    let first: Vec<Seat> = board.places.seats().filter(is_first).collect();
    let names: Vec<&str> = first.iter().map(|&seat| board.name(seat)).collect();
    let points = first.first().map_or(Points::ZERO, |&seat| board.places[seat].points);
    let verb = if names.len() == 1 { "wins" } else { "share first place" };
    format!("{} {verb} with {points} points", names.join(" and "))
}

/// A letter as a small tile.
fn tile(board: &Board, letter: Letter, hidden: bool) -> Markup {
    html! {
        span .tile.hidden[hidden] { (letter) sub aria-hidden="true" { (board.game.tiles().value(letter)) } }
    }
}

/// Every seat: points, letters, the last bid and the last word.
pub(super) fn seats(board: &Board, viewer: Viewer<'_>) -> Markup {
    html! {
        table.seats role="table" {
            caption.hear { "Players" }
            thead role="rowgroup" { tr role="row" {
                th role="columnheader" scope="col" { "Place" }
                th role="columnheader" scope="col" { "Player" }
                th.number role="columnheader" scope="col" { "Points" }
                th.number role="columnheader" scope="col" { "Bid" }
                th role="columnheader" scope="col" { "Letters" }
                th role="columnheader" scope="col" { "Last word" }
            } }
            tbody role="rowgroup" {
                @for seat in board.places.seats() { (seat_row(board, seat, viewer)) }
            }
        }
    }
}

fn seat_row(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let (place, last) = (&board.places[seat], board.last.as_deref());
    let bid = last.and_then(|sale| sale.bids[seat]);
    let over = board.standing == Standing::Over;
    let bought = last.is_some_and(|sale| sale.winner == Some(seat));
    let won = if over { place.place == 1 } else { bought };
    let out = board.banned.contains(seat);
    html! {
        tr.winner[won].own[viewer.seat == Some(seat)].out[out] role="row" {
            td.place role="cell" { (place.place) "." }
            th role="rowheader" scope="row" title=(board.name(seat)) {
                span.name { (board.name(seat)) }
                @if viewer.seat == Some(seat) { " " span.tag { "you" } }
                @if out { " " span.tag { "out" } }
            }
            td.number role="cell" { (place.points) }
            td.number role="cell" {
                @match bid { Some(bid) => (bid), None => span.quiet { "–" } }
                span.mark { @if won { "★" span.hear { " wins" } } }
            }
            td role="cell" { div.letters tabindex="0" role="group" aria-label={ "letters of " (board.name(seat)) } {
                @if board.shows(viewer, seat) {
                    @for &letter in &place.hidden { (tile(board, letter, true)) }
                } @else {
                    @for _ in &place.hidden { span.tile.hidden title="hidden" { "?" } }
                }
                @for &letter in &place.won { (tile(board, letter, false)) }
            } }
            td.word role="cell" { (last_word(board, seat)) }
        }
    }
}

fn last_word(board: &Board, seat: Seat) -> Markup {
    html! {
        @if let Some(past) = board.past.last() {
            @let (word, gained) = (&past.end.words[seat], past.end.gained[seat]);
            @if word.is_empty() { span.quiet { "no word" } }
            @else { span.name title=(word) { (word) } " " span.quiet { "+" (gained) } }
        } @else { span.quiet { "–" } }
    }
}

/// The announcements, newest first.
pub(super) fn log(board: &Board) -> Markup {
    html! {
        h2 { "Log" }
        div.log tabindex="0" role="log" aria-live="off" aria-label="Announcements, newest first" {
            ol { @for line in &board.log { li { (line) } } }
        }
    }
}

/// The finished rounds, one row each.
pub(super) fn rounds(board: &Board, viewer: Viewer<'_>) -> Markup {
    html! {
        h2 { "Past rounds" }
        div.scroll tabindex="0" role="group" aria-label="Past rounds" {
            table.rounds {
                thead { tr {
                    th scope="col" { "Round" }
                    @for name in board.names.iter() { th scope="col" { (name) } }
                } }
                tbody {
                    @for past in board.past.iter().rev() { (past_row(board, past, viewer)) }
                    @if board.past.is_empty() {
                        tr { td.quiet colspan=(1 + board.names.len()) { "No finished round yet." } }
                    }
                }
            }
        }
    }
}

fn past_row(board: &Board, past: &PastRound, viewer: Viewer<'_>) -> Markup {
    html! {
        tr {
            th scope="row" { (past.end.round) }
            @for (seat, word) in past.end.words.iter() {
                td {
                    @if word.is_empty() { "no word" } @else { (word) " +" (past.end.gained[seat]) }
                    @if let Some(missed) = missed(board, past, seat, viewer) {
                        span.missed { "best: " (missed) }
                    }
                }
            }
        }
    }
}

/// A better word that was possible, if the viewer may know it.
fn missed(board: &Board, past: &PastRound, seat: Seat, viewer: Viewer<'_>) -> Option<String> {
    let best = past.best[seat].as_ref().filter(|best| best.points > past.end.gained[seat])?;
    board.shows(viewer, seat).then(|| format!("{} +{}", best.word, best.points))
}

/// The form in which a person answers.
pub(super) fn ask(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let waits = matches!(board.standing, Standing::Waits(persons) if persons.contains(seat));
    html! {
        @if waits {
            @match board.on_sale {
                Some(letter) => (bid_form(board, seat, letter, viewer)),
                None => (word_form(board, viewer)),
            }
        } @else if board.standing == Standing::Over {
            p { "The game is over: you finished in place " (board.places[seat].place) "." }
        } @else if board.banned.contains(seat) {
            p { "You are out of the game." }
        } @else {
            p tabindex="-1" { "Wait for the others." }
        }
        (afterwards(board, seat))
    }
}

fn bid_form(board: &Board, seat: Seat, letter: Letter, viewer: Viewer<'_>) -> Markup {
    let action = format!("{}/move", viewer.path);
    let owned = board.places[seat].points;
    html! {
        form.ask method="post" action=(action) hx-post=(action) hx-target="#refusal" {
            input type="hidden" name="due" value=(board.due());
            label for="bid" { "Your bid for " strong { (letter) } ", 0 to " (owned) }
            input #bid name="bid" inputmode="numeric" autocomplete="off" required data-focus
                aria-describedby="refusal";
            button.main { "Bid" }
        }
    }
}

fn word_form(board: &Board, viewer: Viewer<'_>) -> Markup {
    let action = format!("{}/move", viewer.path);
    html! {
        form.ask method="post" action=(action) hx-post=(action) hx-target="#refusal" {
            input type="hidden" name="due" value=(board.due());
            label for="word" { "Your word of round " (board.round) ", or empty for none" }
            input #word name="word" autocomplete="off" autocapitalize="characters" spellcheck="false"
                maxlength="64" data-focus aria-describedby="refusal";
            button.main { "Submit word" }
        }
    }
}

/// How the letters of the last round could have been used.
fn afterwards(board: &Board, seat: Seat) -> Markup {
    html! {
        @if let Some(past) = board.past.last() {
            @let gained = past.end.gained[seat];
            p.hint {
                "Round " (past.end.round) ": you got " (gained) ". "
                @match &past.best[seat] {
                    Some(best) if best.points > gained => {
                        "The best word was " strong { (best.word) } ", " (best.points) "."
                    },
                    Some(_) => "There was no better word.",
                    None => "There was no word in your letters.",
                }
            }
        }
    }
}

impl Picture for Board {
    fn standing(&self) -> Standing {
        self.standing
    }

    fn headline(&self) -> String {
        let rounds = self.game.rules().rounds();
        match (self.standing, self.on_sale) {
            (Standing::Over, _) => format!("The game is over after {} rounds", self.past.len()),
            (_, Some(_)) => {
                format!(
                    "Round {} of {rounds} · letter {} of {}",
                    self.round, self.number, self.letters
                )
            }
            (_, None) => format!("Round {} of {rounds} · words", self.round),
        }
    }

    fn news(&self) -> String {
        if self.standing == Standing::Over {
            return verdict(self);
        }
        self.log.front().map_or_else(String::new, |line| line.to_string())
    }

    fn parts(&self, viewer: Viewer<'_>) -> Vec<Part> {
        let ask = |seat| Part { name: "ask", html: ask(self, seat, viewer) };
        let mut all = vec![Part { name: "sale", html: sale(self) }];
        all.extend(viewer.seat.map(ask));
        all.push(Part { name: "seats", html: seats(self, viewer) });
        all.push(Part { name: "log", html: log(self) });
        all.push(Part { name: "rounds", html: rounds(self, viewer) });
        all
    }
}
