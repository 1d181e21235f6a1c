//! The letters left, as far as the viewer can know.

use maud::{Markup, html};

use crate::auction::board::Board;
use crate::rooms::{Standing, Viewer};
use lettergame_words::Letter;

/// The letters whose place the viewer does not know, by letter; folded where there is little space.
pub(super) fn bag(board: &Board, viewer: Viewer<'_>) -> Markup {
    if board.standing == Standing::Over {
        return html! {};
    }
    let unseen = board.unseen(viewer);
    let hides = board.game.rules().hidden() > 0;
    let hides = hides && board.places.seats().any(|seat| !board.shows(viewer, seat));
    html! {
        details data-keep="bag" data-wide {
            summary {
                (unseen.len()) @if hides { " letters in the bag or hidden" } @else { " letters in the bag" }
                @if let Some(letter) = board.on_sale {
                    ", " strong { (unseen.count(letter)) " more " (letter) }
                }
            }
            ul.bag role="list" {
                @for letter in Letter::ALL {
                    @let count = unseen.count(letter);
                    li.gone[count == 0] {
                        strong { (letter) } " " (count)
                    }
                }
            }
        }
    }
}
