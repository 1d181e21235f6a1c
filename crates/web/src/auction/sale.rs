//! The letter on sale, and the prices it fetched before.

use maud::{Markup, html};

use crate::auction::bids::sold;
use crate::auction::board::{Board, PastPrice};
use crate::auction::tile::face;
use crate::rooms::Standing;
use lettergame_base::{Points, Seat};
use lettergame_words::Letter;

/// Maximum number of earlier prices shown.
const MAX_PRICES: usize = 8;

/// The letter on sale, after the last one what is going on instead; `with_last` adds how the last one was sold.
pub(super) fn sale(board: &Board, with_last: bool) -> Markup {
    let on_sale = board.on_sale.filter(|_| board.standing != Standing::Over);
    html! {
        div.onsale {
            @match on_sale {
                Some(letter) => {
                    div.tile.big aria-hidden="true" { (face(board, letter)) }
                    div {
                        p { strong { (letter) } " is on sale, worth " (board.game.tiles().value(letter)) }
                        (prices(letter, &board.prices))
                        @if with_last { (sold(board)) }
                    }
                },
                None if board.standing == Standing::Over => {
                    div.tile.big.done aria-hidden="true" { "★" }
                    p { strong { (verdict(board)) } }
                },
                None => {
                    div.tile.big.done aria-hidden="true" { "…" }
                    div {
                        p {
                            @if board.letters == 0 { "All letters are dealt, none is for sale: " }
                            @else { "All letters are sold: " }
                            strong { "players name their words" }
                        }
                        @if with_last { (sold(board)) }
                    }
                },
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
    let verb = match &names[..] {
        ["You"] => "win",
        [_] => "wins",
        _ => "share first place",
    };
    format!("{} {verb} with {points} points", names.join(" and "))
}

/// What the letter was sold for before in this game.
fn prices(letter: Letter, prices: &[PastPrice]) -> Markup {
    let skipped = prices.len().saturating_sub(MAX_PRICES);
    let sum: i64 = prices.iter().map(|past| i64::from(past.price.0)).sum();
    html! {
        p.prices {
            @if prices.is_empty() { "No " (letter) " has been sold yet in this game." }
            @else {
                "Sold before for "
                @if skipped > 0 { "… " }
                @for (index, past) in prices.iter().skip(skipped).enumerate() {
                    @if index > 0 { ", " }
                    strong title={ "round " (past.round) } { (past.price) }
                }
                @if prices.len() > 1 { "; mean " (mean(sum, prices.len())) }
            }
        }
    }
}

/// A mean with one decimal.
fn mean(sum: i64, count: usize) -> String {
    format!("{:.1}", sum as f64 / count as f64)
}

#[cfg(test)]
mod tests {
    use super::{MAX_PRICES, prices};
    use crate::auction::board::PastPrice;
    use lettergame_base::Points;
    use lettergame_words::Letter;

    fn text(sold: &[i32]) -> String {
        let sold = sold.iter().map(|&price| PastPrice { round: 2, price: Points(price) });
        let html = prices(Letter::from_char('E').unwrap(), &sold.collect::<Vec<_>>());
        html.into_string().replace(" title=\"round 2\"", "")
    }

    #[test]
    fn earlier_prices_are_listed_with_their_mean() {
        assert_eq!(text(&[]), "<p class=\"prices\">No E has been sold yet in this game.</p>");
        assert!(text(&[7]).ends_with("Sold before for <strong>7</strong></p>"), "{}", text(&[7]));
        let two = text(&[3, 8]);
        assert!(two.ends_with("<strong>3</strong>, <strong>8</strong>; mean 5.5</p>"), "{two}");
    }

    #[test]
    fn of_many_prices_the_last_ones_are_shown_and_all_are_counted() {
        let many: Vec<i32> = (0..=MAX_PRICES as i32).collect();
        let shown = text(&many);
        assert!(shown.contains("for … <strong>1</strong>, <strong>2</strong>"), "{shown}");
        assert!(shown.ends_with("<strong>8</strong>; mean 4.0</p>"), "{shown}");
    }
}
