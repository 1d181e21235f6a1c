//! The finished rounds as cards: words, and what letters cost.

use maud::{Markup, html};

use crate::auction::board::{Board, PastRound};
use crate::rooms::Viewer;
use lettergame_base::{Points, Seat};

/// All finished rounds, the newest open.
pub(super) fn rounds(board: &Board, viewer: Viewer<'_>) -> Markup {
    html! {
        @if !board.past.is_empty() {
            h2 { "Past rounds" }
            div.cards {
                @for (index, past) in board.past.iter().rev().enumerate() {
                    (card(board, past, viewer, index == 0))
                }
            }
        }
    }
}

fn card(board: &Board, past: &PastRound, viewer: Viewer<'_>, newest: bool) -> Markup {
    html! {
        details.round open[newest] {
            summary { strong { "Round " (past.end.round) } " " span.quiet { (best(board, past)) } }
            table {
                thead { tr {
                    th scope="col" { "Player" }
                    th scope="col" { "Word" }
                    th.number scope="col" { "Points" }
                    th.number scope="col" { "Paid" }
                } }
                tbody {
                    @for seat in board.places.seats() { (row(board, past, seat, viewer)) }
                }
            }
        }
    }
}

fn row(board: &Board, past: &PastRound, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let word = &past.end.words[seat];
    html! {
        tr.own[viewer.seat == Some(seat)] {
            th.name scope="row" title=(board.name(seat)) { (board.name(seat)) }
            td.word {
                @if word.is_empty() { span.quiet { "no word" } } @else { (word) }
                @if let Some(missed) = missed(board, past, seat, viewer) {
                    span.missed { "best: " (missed) }
                }
            }
            td.number { "+" (past.end.gained[seat]) }
            td.number { (past.paid[seat]) }
        }
    }
}

/// The best word of the round, in a few words.
fn best(board: &Board, past: &PastRound) -> String {
    let most = past.end.gained.values().max().copied().unwrap_or_default();
    let best = past.end.gained.iter().find(|&(_, &gained)| gained == most && most > Points::ZERO);
    best.map_or_else(
        || "no word".to_owned(),
        |(seat, _)| format!("{} +{most}, {}", past.end.words[seat], board.name(seat)),
    )
}

/// A better word that was possible, if the viewer may know it.
fn missed(board: &Board, past: &PastRound, seat: Seat, viewer: Viewer<'_>) -> Option<String> {
    let best = past.best[seat].as_ref().filter(|best| best.points > past.end.gained[seat])?;
    board.shows(viewer, seat).then(|| format!("{} +{}", best.word, best.points))
}
