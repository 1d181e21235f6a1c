//! The parts of the page of a game of Scrabble.

use std::sync::Arc;

use maud::{Markup, html};

use crate::rooms::{Names, Part, Picture, Score, Standing, Viewer, turn_count};
use crate::scrabble::analysis::form_address;
use crate::scrabble::board::{Board, Taken};
use crate::scrabble::grid::{Grid, grid, rack};
use crate::scrabble::hand::ask;
use crate::serving::query::address;
use lettergame_base::{Points, Seat, SeatSet};
use lettergame_report::plot::figures;
use lettergame_scrabble::board::{Rack, Tile};
use lettergame_scrabble::rules::{ChallengeRule, Ending, Event};

/// The board.
pub(super) fn squares(board: &Board) -> Markup {
    let Board { layout, cells, fresh, .. } = board;
    grid(&Grid { layout, cells, fresh, editable: false })
}

/// The winner, in a sentence.
pub(super) fn verdict(board: &Board) -> String {
    let seats = [Seat::FIRST, Seat::FIRST.opponent()];
    let [first, second] = seats.map(|seat| board.points[seat]);
    let [one, other] = seats.map(|seat| board.name(seat));
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => format!("{one} wins, {first} to {second}"),
        std::cmp::Ordering::Less => format!("{other} wins, {second} to {first}"),
        std::cmp::Ordering::Equal => format!("{one} and {other} both have {first} points"),
    }
}

/// Points, racks and the bag.
pub(super) fn holders(board: &Board, viewer: Viewer<'_>) -> Markup {
    html! {
        @if board.persons.is_empty() || viewer.sees_all {
            @for seat in Seat::first(2) { (holder(board, seat)) }
        }
        @let seat = viewer.seat.filter(|_| board.standing != Standing::Over);
        p.bag {
            @if let Some(seat) = seat { strong { (board.unseen[seat].len()) } " unseen, " }
            strong #bag { (board.bag) } " in the bag"
            @if board.scoreless > 0 { " · " (turn_count(board.scoreless.into())) " without points" }
            @if board.challenge != ChallengeRule::Void { " · challenges: " (board.challenge) }
        }
        @if let Some(seat) = seat { (unseen(&board.unseen[seat])) }
    }
}

/// The tiles that a person has not seen: vowels, consonants and blanks.
fn unseen(tiles: &Rack) -> Markup {
    let distribution = tiles.distribution();
    let group = |name: &'static str, fits: &dyn Fn(Tile) -> bool| {
        let kinds: Vec<(Tile, usize)> = tiles.kinds().filter(|(tile, _)| fits(*tile)).collect();
        (name, kinds.iter().map(|(_, count)| count).sum::<usize>(), kinds)
    };
    let groups = [
        group("Vowel", &|tile| !tile.is_blank() && distribution.is_vowel(tile)),
        group("Consonant", &|tile| !tile.is_blank() && !distribution.is_vowel(tile)),
        group("Blank", &|tile| tile.is_blank()),
    ];
    html! {
        dl.unseen aria-label="Unseen tiles: in the bag or on the other rack" {
            @for (name, sum, kinds) in groups.iter().filter(|(_, sum, _)| *sum > 0) {
                dt { (sum) " " (name) @if *sum != 1 { "s" } }
                dd {
                    @for (tile, count) in kinds {
                        span { strong { (distribution.tile_name(*tile)) } sub { (count) } } " "
                    }
                }
            }
        }
    }
}

/// A player's line where both racks are open.
fn holder(board: &Board, seat: Seat) -> Markup {
    let moves = board.to_move == Some(seat);
    html! {
        div.holder.moves[moves] {
            span.who {
                span aria-hidden="true" { @if moves { "▶ " } }
                (board.name(seat))
                @if moves { span.hear { ", to move" } }
            }
            (rack(&board.racks[seat]))
            strong.number { (figures(board.points[seat])) }
        }
    }
}

/// Points that are added or taken away, in words.
fn signed(points: Points) -> String {
    let number = points.0.abs();
    let unit = if number == 1 { "point" } else { "points" };
    match points.0 {
        0 => format!("no {unit}"),
        1.. => format!("{number} {unit} more"),
        _ => format!("{number} {unit} less"),
    }
}

fn tile_count(count: usize) -> String {
    if count == 1 { "1 tile".to_owned() } else { format!("{count} tiles") }
}

fn end(board: &Board) -> Markup {
    html! {
        @if board.to_move.is_none() {
            div.end {
                @if let Some(Event::End { why, left, gained, .. }) = board.end.as_deref() {
                    p { @match why {
                        Ending::Out => "A player has no tiles left, and the bag is empty.",
                        Ending::Scoreless => "Too many scoreless turns in a row.",
                    } }
                    @for (seat, rack) in Seat::first(2).zip(left) {
                        p {
                            (board.name(seat)) " had "
                            @if rack.is_empty() { "no tiles left" } @else { (rack) " left" }
                            ": " (signed(gained[seat.index()]))
                        }
                    }
                }
            }
        }
    }
}

/// The turns, newest first.
pub(super) fn turns(board: &Board, viewer: Viewer<'_>) -> Markup {
    html! {
        h2 { "Turns" }
        div.scroll tabindex="0" role="group" aria-label="Turns, newest first" {
            table.turns {
                thead { tr {
                    th.number scope="col" { "#" }
                    th scope="col" { "Player" }
                    th scope="col" { "Rack" }
                    th scope="col" { "Turn" }
                    th.number scope="col" { "Score" }
                    th.number scope="col" { "Sum" }
                } }
                tbody {
                    @for taken in board.taken.iter().rev() { (turn_row(board, taken, viewer)) }
                    @if board.taken.is_empty() { tr { td.quiet colspan="6" { "No move yet." } } }
                }
            }
        }
    }
}

fn turn_row(board: &Board, taken: &Taken, viewer: Viewer<'_>) -> Markup {
    let Taken { number, seat, rack, done, score, points } = taken;
    html! {
        tr {
            td.number { (number) }
            td { (board.name(*seat)) }
            td.letters-of { @if board.shows(viewer, *seat) { (rack) } @else { span.quiet { "–" } } }
            td.what { (done) }
            td.number { (score) }
            td.number { (figures(points)) }
        }
    }
}

/// How it ended, and the position to be opened elsewhere.
pub(super) fn position(board: &Board, viewer: Viewer<'_>) -> Markup {
    html! {
        (end(board))
        @if let Some(text) = board.text(viewer).filter(|_| board.persons.is_empty()) {
            a #analyse href=(address("/scrabble", &[("position", &text)])) { "Best plays here" }
        }
        @if let Some(address) = board.gcg.as_deref().and_then(form_address) {
            @if board.persons.is_empty() { " · " }
            a #analyse-game href=(address) { "Analyse this game" }
        }
    }
}

impl Picture for Board {
    fn standing(&self) -> Standing {
        self.standing
    }

    fn headline(&self) -> String {
        let taken = self.taken.len();
        match self.to_move {
            None => format!("The game is over after {}: {}", turn_count(taken), verdict(self)),
            Some(seat) => format!("Turn {}: {} is to move", taken + 1, self.name(seat)),
        }
    }

    fn progress(&self) -> String {
        let taken = self.taken.len();
        if self.standing == Standing::Over {
            return turn_count(taken);
        }
        format!("Turn {}", taken + 1)
    }

    fn acting(&self) -> SeatSet {
        self.to_move.map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn score(&self, seat: Seat) -> Score {
        let points = self.points[seat];
        Score { points, place: 1 + u8::from(self.points[seat.opponent()] > points) }
    }

    fn card(&self, seat: Seat, viewer: Viewer<'_>) -> Markup {
        html! {
            @if viewer.seat == Some(seat) {}
            @else if self.shows(viewer, seat) { (rack(&self.racks[seat])) }
            @else { span.quiet { (tile_count(self.racks[seat].len())) } }
        }
    }

    fn renamed(&self, names: Names) -> Arc<dyn Picture> {
        Arc::new(Board { names, ..self.clone() })
    }

    fn news(&self) -> String {
        if self.to_move.is_none() {
            return verdict(self);
        }
        self.taken.last().map_or_else(String::new, |taken| {
            let Taken { seat, done, score, .. } = &**taken;
            format!("{}: {done}, {score} points", self.name(*seat))
        })
    }

    fn parts(&self, viewer: Viewer<'_>) -> Vec<Part> {
        let ask = |seat| Part { name: "ask", html: ask(self, seat, viewer) };
        let mut all = vec![
            Part { name: "squares", html: squares(self) },
            Part { name: "holders", html: holders(self, viewer) },
        ];
        all.extend(viewer.seat.map(ask));
        all.push(Part { name: "turns", html: turns(self, viewer) });
        all.push(Part { name: "position", html: position(self, viewer) });
        all
    }
}
