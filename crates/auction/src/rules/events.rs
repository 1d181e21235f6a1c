//! What everybody at the table of the Letter Game learns.

use std::fmt;

use compact_str::CompactString;
use serde::Serialize;

use lettergame_core::base::{BySeat, Points, Seat};
use lettergame_core::game::FaultKind;
use lettergame_core::lexicon::Letter;

/// One letter that was sold, with all that is public about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sale {
    /// The round, from 1.
    pub round: u16,
    /// What was sold.
    pub letter: Letter,
    /// Each seat's bid; `None` (null) for a seat that did not bid.
    pub bids: BySeat<Option<Points>>,
    /// Who got the letter; `None` if nobody could.
    pub winner: Option<Seat>,
    /// What the winner paid.
    pub price: Points,
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundEnd {
    /// The round, from 1.
    pub round: u16,
    /// The word that each seat named; empty for none.
    pub words: BySeat<CompactString>,
    /// What each word earned.
    pub gained: BySeat<Points>,
    /// What everybody owns now.
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
        /// Who.
        seat: Seat,
        /// For what.
        fault: FaultKind,
    },
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
