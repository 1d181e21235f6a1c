//! The letter on sale, and the prices it fetched before.

use maud::{Markup, html};

use crate::auction::board::{Board, PastPrice};
use crate::auction::tile::face;
use crate::rooms::Standing;
use lettergame_base::{Points, Seat};
use lettergame_words::Letter;

/// Maximum number of earlier prices shown.
const MAX_PRICES: usize = 8;

/// The letter on sale, after the last one what is going on instead.
pub(super) fn sale(board: &Board) -> Markup {
    let on_sale = board.on_sale.filter(|_| board.standing != Standing::Over);
    html! {
        div.onsale {
            @match on_sale {
                Some(letter) => {
                    div.tile.big aria-hidden="true" { (face(board, letter)) }
                    div {
                        p { strong { (letter) } " is on sale, worth " (board.game.tiles().value(letter)) }
                        (prices(letter, &board.prices))
                    }
                },
                None if board.standing == Standing::Over => {
                    div.tile.big.done aria-hidden="true" { "★" }
                    div {
                        p { strong { (verdict(board)) } }
                        p.why { (lead(board)) }
                    }
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

/// Why the winner won, compared with the second; empty if they share the first place.
fn lead(board: &Board) -> String {
    let [first, second, ..] = board.by_place()[..] else { return String::new() };
    let ahead = (board.places[first].points - board.places[second].points).0;
    if ahead <= 0 {
        return String::new();
    }
    let [own, other] = [first, second].map(|seat| board.sums(seat));
    let compared = |own: Points, other: Points| match (own - other).0 {
        0 => "as much".to_owned(),
        more @ 1.. => format!("{more} more"),
        less => format!("{} less", -less),
    };
    format!(
        "{ahead} ahead of {}: {} from words, {} for letters.",
        board.name(second),
        compared(own.gained, other.gained),
        compared(own.paid, other.paid)
    )
}

/// What the letter was sold for before in this game.
fn prices(letter: Letter, prices: &[PastPrice]) -> Markup {
    let skipped = prices.len().saturating_sub(MAX_PRICES);
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
            }
        }
    }
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
    fn earlier_prices_are_listed() {
        assert_eq!(text(&[]), "<p class=\"prices\">No E has been sold yet in this game.</p>");
        assert!(text(&[7]).ends_with("Sold before for <strong>7</strong></p>"), "{}", text(&[7]));
        let two = text(&[3, 8]);
        assert!(two.ends_with("<strong>3</strong>, <strong>8</strong></p>"), "{two}");
    }

    #[test]
    fn of_many_prices_the_last_ones_are_shown() {
        let many: Vec<i32> = (0..=MAX_PRICES as i32).collect();
        let shown = text(&many);
        assert!(shown.contains("for … <strong>1</strong>, <strong>2</strong>"), "{shown}");
        assert!(shown.ends_with("<strong>8</strong></p>"), "{shown}");
    }
}
