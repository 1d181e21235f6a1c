//! What everybody at a table of the wordgame learns: nothing before all have ended the hand.

use std::fmt;

use serde::Serialize;

use crate::rules::{Hand, Played};
use lettergame_core::base::{BySeat, Points};

/// A hand that everybody has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename = "hand")]
pub struct Event {
    /// Which hand, from 1.
    pub hand: u16,
    /// What was dealt to everybody.
    pub dealt: Hand,
    /// The words of each seat that count.
    pub words: BySeat<Vec<Played>>,
    /// What each seat earned with it.
    pub earned: BySeat<Points>,
    /// The points of each seat so far.
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
