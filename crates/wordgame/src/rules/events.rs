//! Public events of the wordgame: nothing until all have finished the hand.

use std::fmt;

use serde::Serialize;

use crate::rules::{Hand, Played};
use lettergame_base::{BySeat, Points};

/// A hand finished by all players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename = "hand")]
pub struct Event {
    /// The hand's number, from 1.
    pub hand: u16,
    /// The letters dealt to all players.
    pub dealt: Hand,
    /// The valid words of each seat.
    pub words: BySeat<Vec<Played>>,
    /// Each seat's points for the hand.
    pub earned: BySeat<Points>,
    /// Each seat's points so far.
    pub points: BySeat<Points>,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hand {}: {}", self.hand, self.dealt)?;
        for (seat, words) in self.words.iter() {
            write!(f, "\n      seat {seat}: {} points", self.earned[seat])?;
            let mut between = ", ";
            for played in words {
                write!(f, "{between}{} {}", played.word, played.points)?;
                between = " + ";
            }
        }
        Ok(())
    }
}
