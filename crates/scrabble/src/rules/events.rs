//! What both players learn: every turn, but not which tiles were exchanged; and the end.

use std::fmt;

use serde::Serialize;

use crate::board::{Play, Rack};
use lettergame_core::base::{Points, Seat};

/// Something that both players learn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Event {
    /// Tiles were put down.
    Play {
        /// By whom.
        seat: Seat,
        /// Where and what: `8D S(CuR)RY`.
        play: Play,
        /// What it earned.
        score: Points,
        /// What the seat has now.
        points: Points,
    },
    /// Tiles were exchanged.
    Exchange {
        /// By whom.
        seat: Seat,
        /// How many.
        tiles: usize,
        /// What the seat has.
        points: Points,
    },
    /// Nothing was done.
    Pass {
        /// By whom.
        seat: Seat,
        /// What the seat has.
        points: Points,
    },
    /// The game is over.
    End {
        /// Why.
        why: Ending,
        /// The tiles that each seat has left.
        left: [Rack; 2],
        /// What each seat gains or loses for them.
        gained: [Points; 2],
        /// The final points of each seat.
        points: [Points; 2],
    },
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A player has no tiles left and the bag is empty.
    Out,
    /// Too many turns without points in a row.
    Scoreless,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Play { seat, play, score, points } => {
                write!(f, "seat {seat}: {play} for {score}, {points} in all")
            }
            Event::Exchange { seat, tiles, points } => {
                write!(f, "seat {seat}: exchanges {tiles}, {points} in all")
            }
            Event::Pass { seat, points } => write!(f, "seat {seat}: passes, {points} in all"),
            Event::End { why, left, gained, points } => {
                let why = match why {
                    Ending::Out => "a player has no tiles left",
                    Ending::Scoreless => "too many turns without points in a row",
                };
                write!(f, "the game is over: {why}")?;
                for (seat, rack) in left.iter().enumerate() {
                    let rack = if rack.is_empty() { "-".to_owned() } else { rack.to_string() };
                    let (gained, points) = (gained[seat], points[seat]);
                    write!(f, "\n      seat {seat}: left {rack}, {:+}, {points} in all", gained.0)?;
                }
                Ok(())
            }
        }
    }
}
