//! What happened last: a sale with all bids and why the winner paid what it paid, or the words of a round.

use std::cmp::Reverse;

use maud::{Markup, html};

use crate::auction::board::{Board, PastRound, best_seat};
use crate::auction::tile::face;
use crate::rooms::{Standing, Viewer};
use crate::section::AUCTION;
use lettergame_auction::rules::{RoundEnd, Sale};
use lettergame_base::{Points, Seat};
use lettergame_words::Letter;

/// How the last letter was sold, or the last round ended, until the next bids are in.
pub(super) fn last(board: &Board, viewer: Viewer<'_>, has_cards: bool) -> Markup {
    if has_cards && board.standing == Standing::Over {
        return html! {};
    }
    html! {
        @match (&board.last, board.past.last()) {
            (Some(sale), _) => {
                div.tile aria-hidden="true" { (face(board, sale.letter)) }
                h2.sold {
                    @if viewer.seat.is_some() && viewer.seat == sale.winner { "You won " (sale.letter) " for " (sale.price) }
                    @else { (board.sold(sale)) }
                }
                p.why { (why(board, sale)) }
                @if !has_cards { (bids(board, sale, viewer)) }
            },
            (None, Some(past)) => {
                div.best-word aria-hidden="true" { @for letter in best_word(&past.end) { span.tile { (face(board, letter)) } } }
                h2.sold { (board.ended(&past.end)) }
                p.why { @if let Some(seat) = viewer.seat { (afterwards(past, seat)) } }
                @if !has_cards { (words(board, past, viewer)) }
            },
            (None, None) => {
                @if board.letters > 0 { p.quiet { "All bids are revealed here after each letter." } }
            },
        }
    }
}

/// The letters of the word with the most points.
fn best_word(end: &RoundEnd) -> impl Iterator<Item = Letter> {
    let word = best_seat(end).map(|seat| end.words[seat].chars());
    word.into_iter().flatten().filter_map(Letter::from_char)
}

/// The bids for a letter, highest first.
fn bids(board: &Board, sale: &Sale, viewer: Viewer<'_>) -> Markup {
    let second = second(sale);
    let rows = ranked(sale).into_iter().map(|(seat, bid)| Row {
        seat,
        won: sale.winner == Some(seat),
        note: html! { @if Some(seat) == second { span.tag { (AUCTION.term("price", "bids")) } } },
        number: bid.map(|bid| bid.to_string()),
    });
    list(board, viewer, &format!("Bids for {}, highest first", sale.letter), rows)
}

/// The words of a round, the best first.
fn words(board: &Board, past: &PastRound, viewer: Viewer<'_>) -> Markup {
    let end = &past.end;
    let mut seats: Vec<Seat> = board.places.seats().collect();
    seats.sort_by_key(|&seat| Reverse(end.gained[seat]));
    let rows = seats.into_iter().map(|seat| Row {
        seat,
        won: false,
        note: html! { span.name { (end.words[seat]) } },
        number: (!end.words[seat].is_empty()).then(|| format!("+{}", end.gained[seat])),
    });
    list(board, viewer, &format!("Words of round {}, best first", end.round), rows)
}

/// What a seat bid or made.
struct Row {
    seat: Seat,
    won: bool,
    note: Markup,
    number: Option<String>,
}

fn list(board: &Board, viewer: Viewer<'_>, label: &str, rows: impl Iterator<Item = Row>) -> Markup {
    html! {
        ol.bids role="list" aria-label=(label) {
            @for Row { seat, won, note, number } in rows {
                li.winner[won].own[viewer.seat == Some(seat)].none[number.is_none()] {
                    span.mark { @if won { "★" span.hear { " wins: " } } }
                    span.name title=(board.name(seat)) { (board.name(seat)) }
                    (note)
                    strong.number { (number.as_deref().unwrap_or("–")) }
                }
            }
        }
    }
}

/// What a seat could have made of its letters in a round.
fn afterwards(past: &PastRound, seat: Seat) -> String {
    let gained = past.end.gained[seat];
    let possible = match &past.best[seat] {
        Some(best) if best.points > gained => {
            format!("The best word was {}, {}.", best.word, best.points)
        }
        Some(_) => "There was no better word.".to_owned(),
        None => "There was no word in your letters.".to_owned(),
    };
    format!("You got {gained}. {possible}")
}

/// All seats with their bids, the winner before others with the same bid, those without a bid last.
fn ranked(sale: &Sale) -> Vec<(Seat, Option<Points>)> {
    let mut bids: Vec<_> = sale.bids.iter().map(|(seat, &bid)| (seat, bid)).collect();
    bids.sort_by_key(|&(seat, bid)| (Reverse(bid), Some(seat) != sale.winner, seat));
    bids
}

/// The seat with the second-highest bid, which is the price.
fn second(sale: &Sale) -> Option<Seat> {
    sale.winner?;
    ranked(sale).get(1).filter(|(_, bid)| bid.is_some()).map(|(seat, _)| *seat)
}

/// The price explained, in a sentence.
fn why(board: &Board, sale: &Sale) -> String {
    let Some(winner) = sale.winner else { return "No one bid for it.".to_owned() };
    let Some(highest) = sale.bids[winner] else {
        return "It is free: no other player has room.".to_owned();
    };
    let tied = sale.bids.values().filter(|&&bid| bid == Some(highest)).count();
    match second(sale) {
        None if sale.price == Points::ZERO => "There is no second bid to pay.".to_owned(),
        None => "There is no second bid, so it pays its own.".to_owned(),
        Some(_) if tied > 1 => format!("Drawn among {tied} who bid {highest}, which is the price."),
        Some(second) => format!(
            "Bid {highest}, pays the second-highest bid: {} by {}.",
            sale.price,
            board.name(second)
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{ranked, second, why};
    use crate::auction::board::Board;
    use lettergame_auction::rules::{Auction, AuctionRules, LoneBidder, Sale, vickrey};
    use lettergame_base::{Points, Seat, Seed};
    use lettergame_game::Table;
    use lettergame_words::{Letter, Lexicon, WordList};

    /// The sale for these bids, by the rules.
    fn sale(bids: [Option<i32>; 3], lone: LoneBidder) -> Sale {
        let bids = bids.into_iter().map(|bid| bid.map(Points)).collect();
        let sold = vickrey(&bids, lone, u64::MAX);
        Sale {
            round: 1,
            letter: Letter::ALL[4],
            winner: sold.map(|sold| sold.winner),
            price: sold.map_or(Points::ZERO, |sold| sold.price),
            bids,
        }
    }

    fn board() -> Board {
        let list = WordList::parse(b"TEA\n", "test").unwrap().words;
        let lexicon = Arc::new(Lexicon::new(list).unwrap());
        let game = Arc::new(Auction::new(AuctionRules::words(), lexicon));
        let table = Table::new(game, 3, Seed(1)).unwrap();
        Board::new(&table, &["zero", "flat", "random"].map(str::to_owned))
    }

    #[test]
    fn the_price_is_explained() {
        for (bids, lone, said) in [
            (
                [Some(3), Some(9), Some(5)],
                LoneBidder::Free,
                "pays the second-highest bid: 5 by random.",
            ),
            (
                [Some(9), Some(9), None],
                LoneBidder::Free,
                "Drawn among 2 who bid 9, which is the price.",
            ),
            ([None, Some(9), None], LoneBidder::Free, "There is no second bid to pay."),
            (
                [None, Some(9), None],
                LoneBidder::OwnBid,
                "There is no second bid, so it pays its own.",
            ),
            ([None, None, None], LoneBidder::Free, "No one bid for it."),
        ] {
            let text = why(&board(), &sale(bids, lone));
            assert!(text.ends_with(said), "{bids:?}: {text}");
        }
        let free = Sale { winner: Some(Seat::FIRST), ..sale([None; 3], LoneBidder::Free) };
        assert_eq!(why(&board(), &free), "It is free: no other player has room.");
    }

    #[test]
    fn bids_are_ranked_with_the_winner_first_and_the_price_second() {
        let tie = sale([Some(7), Some(7), None], LoneBidder::Free);
        let order: Vec<usize> = ranked(&tie).iter().map(|(seat, _)| seat.index()).collect();
        assert_eq!(order, [1, 0, 2], "seat 1 has won the draw");
        assert_eq!(second(&tie), Some(Seat::FIRST));
        assert_eq!(second(&sale([None, Some(4), None], LoneBidder::Free)), None);
        let sold = sale([Some(1), Some(2), Some(6)], LoneBidder::Free);
        assert_eq!(
            second(&sold).map(|seat| ranked(&sold)[1] == (seat, Some(sold.price))),
            Some(true)
        );
    }
}
