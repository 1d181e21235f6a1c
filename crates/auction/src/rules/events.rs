//! Public events of the Letter Game.

use std::cmp::Reverse;
use std::fmt;

use compact_str::CompactString;
use serde::Serialize;

use lettergame_base::{BySeat, Points, Seat};
use lettergame_game::{FaultKind, SeatNames, wrapped};
use lettergame_words::Letter;

/// The sale of one letter, with all public information.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sale {
    /// The round, from 1.
    pub round: u16,
    /// The letter sold.
    pub letter: Letter,
    /// Each seat's bid; `None` (null) for a seat that did not bid.
    pub bids: BySeat<Option<Points>>,
    /// The winner; `None` if no one could take the letter.
    pub winner: Option<Seat>,
    /// The price paid.
    pub price: Points,
}

/// The end of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundEnd {
    /// The round, from 1.
    pub round: u16,
    /// The word named by each seat; empty if none.
    pub words: BySeat<CompactString>,
    /// The points of each word.
    pub gained: BySeat<Points>,
    /// Each seat's points after the round.
    pub all_points: BySeat<Points>,
}

/// An announcement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Event {
    /// A letter was sold.
    Auction(Sale),
    /// A round ended.
    Round(Box<RoundEnd>),
    /// A player was banned for the rest of the game.
    Banned {
        /// The player.
        seat: Seat,
        /// The reason.
        fault: FaultKind,
    },
}

impl Sale {
    /// The bids of all seats but this one.
    pub fn bids_of_others(&self, own: Seat) -> impl Iterator<Item = (Seat, Points)> {
        let others = self.bids.iter().filter(move |&(seat, _)| seat != own);
        others.filter_map(|(seat, bid)| Some((seat, (*bid)?)))
    }

    /// The auction with player names, highest bids first; restricted to the visible seats and the winner, and
    /// empty if none of the visible seats took part.
    pub(super) fn named(&self, names: &SeatNames) -> String {
        let has_part = |seat: Seat| self.bids[seat].is_some() || self.winner == Some(seat);
        if !self.bids.seats().any(|seat| names.shows(seat) && has_part(seat)) {
            return String::new();
        }
        let shown = |seat: Seat| names.shows(seat) || self.winner == Some(seat);
        let bids = self.bids.iter().filter_map(|(seat, bid)| Some((seat, (*bid)?)));
        let mut bids: Vec<(Seat, Points)> = bids.filter(|(seat, _)| shown(*seat)).collect();
        bids.sort_by_key(|&(seat, bid)| (Reverse(bid), Some(seat) != self.winner));
        let verbs = std::iter::once(" bids").chain(std::iter::repeat(""));
        let bids = bids.iter().zip(verbs);
        let mut items: Vec<String> =
            bids.map(|((seat, bid), verb)| format!("{}{verb} {bid}", &names[*seat])).collect();
        let end = match self.winner {
            Some(seat) => format!("{} pays {}", &names[seat], self.price),
            None => "not sold".to_owned(),
        };
        match items.last_mut() {
            Some(last) => last.push(';'),
            None => items.push("no bids;".to_owned()),
        }
        let bids = items.len() - 1;
        items[..bids].iter_mut().for_each(|item| item.push(','));
        items.push(end);
        wrapped(&format!("{}:", self.letter), &items, "")
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Auction(sale) => sale.fmt(f),
            Event::Round(end) => end.fmt(f),
            Event::Banned { seat, fault } => write!(f, "seat {seat} is banned: {}", fault.name()),
        }
    }
}

impl fmt::Display for RoundEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {} ends", self.round)?;
        for ((seat, word), gained) in self.words.iter().zip(self.gained.values()) {
            let word = if word.is_empty() { "-" } else { word };
            write!(f, "\n  seat {seat}: {word} +{gained} = {}", self.all_points[seat])?;
        }
        Ok(())
    }
}

impl fmt::Display for Sale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}: {}, bids", self.round, self.letter)?;
        for bid in self.bids.values() {
            match bid {
                Some(bid) => write!(f, " {bid}")?,
                None => f.write_str(" -")?,
            }
        }
        match self.winner {
            Some(seat) => write!(f, "; seat {seat} pays {}", self.price),
            None => f.write_str("; not sold"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sale;
    use lettergame_base::{Points, Seat, SeatSet};
    use lettergame_game::SeatNames;
    use lettergame_words::Letter;

    fn sale(bids: &[Option<i32>], winner: Option<usize>, price: i32) -> Sale {
        Sale {
            round: 1,
            letter: Letter::from_char('Q').unwrap(),
            bids: bids.iter().map(|bid| bid.map(Points)).collect(),
            winner: winner.and_then(Seat::new),
            price: Points(price),
        }
    }

    #[test]
    fn an_auction_lists_players_by_descending_bid() {
        let names = SeatNames::new(["alice", "bob", "carol"]);
        let told = |sale: Sale| sale.named(&names);
        assert_eq!(
            told(sale(&[Some(3), Some(7), Some(0)], Some(1), 3)),
            "Q: bob bids 7, alice 3, carol 0; bob pays 3"
        );
        assert_eq!(
            told(sale(&[Some(3), Some(3), None], Some(1), 3)),
            "Q: bob bids 3, alice 3; bob pays 3"
        );
        assert_eq!(told(sale(&[None; 3], Some(2), 0)), "Q: no bids; carol pays 0");
        assert_eq!(told(sale(&[None; 3], None, 0)), "");
    }

    #[test]
    fn one_player_is_shown_its_own_bid_and_the_winner() {
        let carol =
            SeatNames::new(["alice", "bob", "carol"]).only(SeatSet::one(Seat::new(2).unwrap()));
        let sold = sale(&[Some(3), Some(7), Some(1)], Some(1), 3);
        assert_eq!(sold.named(&carol), "Q: bob bids 7, carol 1; bob pays 3");
        assert_eq!(sale(&[Some(3), Some(7), None], Some(1), 3).named(&carol), "");
    }

    #[test]
    fn eight_players_fit_a_terminal() {
        let names = [
            "letter-value",
            "marginal",
            "shadow",
            "frequency",
            "random",
            "zero",
            "sniper",
            "saver",
        ];
        let bids: Vec<Option<i32>> = (0..8).map(Some).collect();
        let text = sale(&bids, Some(7), 6).named(&SeatNames::new(names));
        assert!(text.lines().count() == 2 && text.lines().all(|line| line.len() <= 70), "{text}");
    }
}
