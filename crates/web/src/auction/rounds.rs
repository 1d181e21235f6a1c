//! The finished rounds in a table: the words, and what letters cost.

use maud::{Markup, html};

use crate::auction::board::{Board, PastRound, Sums};
use crate::rooms::{Standing, Viewer};
use lettergame_base::Seat;

/// A column for each seat, by place once the game is over; the points above the finished rounds, the newest first.
pub(super) fn rounds(board: &Board, viewer: Viewer<'_>) -> Markup {
    let seats = match board.standing {
        Standing::Over => board.by_place(),
        _ => board.places.seats().collect(),
    };
    let own = |seat: Seat| viewer.seat == Some(seat);
    html! {
        @if !board.past.is_empty() {
            div.scroll tabindex="0" role="group" aria-label="Words and points" {
                table.rounds {
                    caption { "Points of each player: at the start + from words − for letters; below, the words of each round." }
                    thead { tr {
                        th scope="col" { span.hear { "Round" } }
                        @for &seat in &seats {
                            th.name.own[own(seat)] scope="col" title=(board.name(seat)) { (board.name(seat)) }
                        }
                    } }
                    tbody {
                        tr.total {
                            th scope="row" title="Points after this round" { span.hear { "Points " } "after " (board.past.len()) }
                            @for &seat in &seats { td.own[own(seat)] { (points(board, seat)) } }
                        }
                        @for past in board.past.iter().rev() {
                            tr {
                                th scope="row" { (past.end.round) }
                                @for &seat in &seats { td.own[own(seat)] { (cell(board, past, seat, viewer)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The points of a seat, and where they come from.
fn points(board: &Board, seat: Seat) -> Markup {
    let Sums { gained, paid } = board.sums(seat);
    let start = board.game.rules().start_points();
    html! {
        strong { (start + gained - paid) }
        " " small { (start) " + " (gained) " − " (paid) }
    }
}

/// The word of a seat, what it paid for letters, and the best word if it was better and the viewer may know it.
fn cell(board: &Board, past: &PastRound, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let (word, gained) = (&past.end.words[seat], past.end.gained[seat]);
    let best = past.best[seat].as_ref().filter(|best| best.points > gained);
    let is_best = past.end.gained.values().all(|&other| other <= gained);
    html! {
        @if word.is_empty() { span.quiet { "no word" } }
        @else { span.word.best[is_best] { (word) } " " span.gained { "+" (gained) } }
        small {
            "paid " (past.paid[seat])
            @if let Some(best) = best.filter(|_| board.shows(viewer, seat)) {
                " · best " (best.word) " +" (best.points)
            }
        }
    }
}
