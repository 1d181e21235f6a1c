//! The last auction: all bids, revealed together, and why the winner paid what it paid.

use std::cmp::Reverse;

use maud::{Markup, html};

use crate::auction::board::Board;
use crate::rooms::Viewer;
use crate::section::AUCTION;
use lettergame_auction::rules::Sale;
use lettergame_base::{Points, Seat};

/// The bids for the last letter, highest first.
pub(super) fn bids(board: &Board, viewer: Viewer<'_>) -> Markup {
    let Some(sale) = &board.last else {
        return html! {
            @if board.letters > 0 { p.quiet { "All bids are revealed here after each letter." } }
        };
    };
    let second = second(sale);
    html! {
        (sold(board))
        ol.bids role="list" aria-label={ "Bids for " (sale.letter) ", highest first" } {
            @for (seat, bid) in ranked(sale) {
                @let won = sale.winner == Some(seat);
                li.winner[won].own[viewer.seat == Some(seat)].none[bid.is_none()] {
                    span.mark { @if won { "★" span.hear { " wins: " } } }
                    span.name title=(board.name(seat)) { (board.name(seat)) }
                    @if Some(seat) == second { span.tag { (AUCTION.term("price", "bids")) } }
                    strong.number { @match bid { Some(bid) => (bid), None => "–" } }
                }
            }
        }
    }
}

/// Who got the last letter, for how much, and why.
pub(super) fn sold(board: &Board) -> Markup {
    let Some(sale) = &board.last else { return html! {} };
    html! {
        h2.sold {
            @match sale.winner {
                Some(winner) => {
                    (sale.letter) " to " span.name { (board.name(winner)) } " for " (sale.price)
                },
                None => { (sale.letter) " was not sold" },
            }
        }
        p.why { (why(board, sale)) }
    }
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
