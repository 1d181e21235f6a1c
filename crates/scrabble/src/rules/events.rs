//! What both players learn: every turn, but not which tiles were exchanged, and the end.

use std::fmt;

use serde::Serialize;

use crate::board::{Play, Rack};
use lettergame_base::{Points, Seat};

/// An event that both players learn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Event {
    /// Tiles were placed.
    Play {
        /// The seat that placed them.
        seat: Seat,
        /// The play: `8D S(CuR)RY`.
        play: Play,
        /// Its score.
        score: Points,
        /// The seat's points afterwards.
        points: Points,
    },
    /// Tiles were exchanged.
    Exchange {
        /// The seat that exchanged them.
        seat: Seat,
        /// How many.
        tiles: usize,
        /// The seat's points.
        points: Points,
    },
    /// A pass.
    Pass {
        /// The seat that passed.
        seat: Seat,
        /// The seat's points.
        points: Points,
    },
    /// The opponent's last play was challenged.
    Challenge {
        /// The seat that challenged it.
        seat: Seat,
        /// The play.
        play: Play,
        /// Its words that are not in the word list: if there are any, it is taken back.
        invalid: Vec<String>,
        /// The seat that has lost its turn by the challenge, if any.
        lost_turn: Option<Seat>,
        /// What each seat gains or loses.
        gained: [Points; 2],
        /// The points of each seat afterwards.
        points: [Points; 2],
    },
    /// The game is over.
    End {
        /// How it ended.
        why: Ending,
        /// The tiles left on each rack.
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
    /// Too many consecutive scoreless turns.
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
            Event::Challenge { seat, play, invalid, gained, points, .. } => {
                write!(f, "seat {seat}: challenges {play}: {}", verdict(invalid))?;
                let opponent = seat.opponent();
                match gained[opponent.index()] {
                    Points::ZERO => Ok(()),
                    Points(gained) => {
                        let points = points[opponent.index()];
                        write!(f, "; seat {opponent}: {gained:+}, {points} in all")
                    }
                }
            }
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

/// What became of a play with these invalid words that was challenged, in a few words: `challenged off: TAC`.
#[must_use]
pub fn challenged(invalid: &[String]) -> String {
    match invalid {
        [] => "challenged, valid".to_owned(),
        words => format!("challenged off: {}", words.join(", ")),
    }
}

/// What a challenge of a play with these invalid words found.
fn verdict(invalid: &[String]) -> String {
    match invalid {
        [] => "valid".to_owned(),
        [word] => format!("{word} is not in the word list"),
        words => format!("{} are not in the word list", words.join(" and ")),
    }
}
