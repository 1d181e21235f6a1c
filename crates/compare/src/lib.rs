//! Is one player better than another? Paired comparisons on the deals of a tournament.
//!
//! A candidate and a baseline take the same seats of the same deals, alongside the same other
//! players ([`Footing::SameSeats`]), or meet each other in all seatings of each deal
//! ([`Footing::HeadToHead`]). Games of one deal depend on each other, so the deal with all its
//! seatings is one [`Block`], and blocks are the unit of all statistics: the luck that both share
//! cancels in their difference (common random numbers: A. M. Law, "Simulation Modeling and
//! Analysis", 2015, section 11.2).
//!
//! Deals are played in order and booked, as long as their [`Book`] wants more. A [`Ledger`] is a book of blocks that is complete when its [`Question`] is answered;
//! [`FinishedRuns`] fills one from earlier runs, and [`Comparison`] draws the conclusions: an
//! [`Effect`] with its errors, and a [`Verdict`]. A [`Race`] is a book that finds the best of
//! several candidates without a baseline; [`RaceResult`] holds its findings. A [`SpeedLedger`]
//! records how fast players decided.
//!
//! Internal: its interface follows the needs of the other crates of this project.

mod blocks;
mod book;
#[cfg(test)]
mod calibration;
mod comparison;
mod effect;
mod estimates;
mod finished_runs;
mod ledger;
mod measure;
mod question;
mod race;
#[cfg(test)]
mod race_calibration;
mod race_result;
mod runs_error;
mod sequential;
mod speed;
mod verdict;

pub use blocks::{Block, Means, OpenDeal, Side};
pub use book::Book;
pub use comparison::{Comparison, Finding, Judgement, SettingFinding, worth_of_pairing};
pub use effect::{Effect, EloGain, Footing};
pub use estimates::Estimates;
pub use finished_runs::FinishedRuns;
pub use ledger::Ledger;
pub use measure::Measure;
pub use question::Question;
pub use race::{ALIKE, Race, RaceEnd, RaceTerms};
pub use race_result::{Objection, RaceFinding, RaceResult, RaceStanding};
pub use runs_error::RunsError;
pub use sequential::{Hypotheses, Pair, Sequential, TestProgress, Unit};
pub use speed::{PlayerSpeed, SpeedComparison, SpeedLedger, SpeedRatio};
pub use verdict::Verdict;
