//! Many tables of one game, stepped together by numbers: what environments for learning are made of.
//!
//! Open seats take their actions from outside; the others are players of the roster, programs or classes. A
//! step is one decision of the awaited seats of each table; turns between two of them are played automatically.
//! Every table is a [`Session`] with the seeds that a tournament's game of the same deal has. Tables are stepped on
//! all cores; results do not depend on their number.

mod house;
mod place;
mod stepped;

use lettergame_base::{Seat, Seed};
use lettergame_game::{Feature, Outcome};
use thiserror::Error;

/// What a seat is rewarded with at a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reward {
    /// The points that it gained, so that rewards add up to its score less the points at the start.
    #[default]
    Points,
    /// At the end its lead over the best of the others, its points if there are none; otherwise 0.
    Lead,
    /// At the end its share of the first place; otherwise 0.
    Win,
}

impl Reward {
    /// All of them, with their names.
    pub const NAMES: [(&str, Reward); 3] =
        [("points", Reward::Points), ("lead", Reward::Lead), ("win", Reward::Win)];

    /// The reward of a seat for a step.
    fn of(self, seat: Seat, before: &Outcome, after: &Outcome, is_over: bool) -> f32 {
        match self {
            Reward::Points => (after.points[seat] - before.points[seat]).0 as f32,
            Reward::Lead if is_over => {
                let others = after.points.iter().filter(|(other, _)| *other != seat);
                let best = others.map(|(_, points)| points.0).max().unwrap_or(0);
                (after.points[seat].0 - best) as f32
            }
            Reward::Win if is_over && after.places[seat] == 1 => {
                let firsts = after.places.values().filter(|place| **place == 1).count();
                1.0 / firsts as f32
            }
            Reward::Lead | Reward::Win => 0.0,
        }
    }
}

/// How tables are shown to those who step them.
#[derive(Clone, Copy, Debug)]
pub struct BatchOptions {
    /// The number of tables, at least 1.
    pub tables: usize,
    /// The number of actions for moves that differ from turn to turn; the game's own number if `None`.
    pub slots: Option<usize>,
    /// Whether numbers are divided by their units.
    pub scaled: bool,
    /// Whether actions are described.
    pub described: bool,
    /// Whether announcements are kept as text.
    pub told: bool,
    /// What rewards are.
    pub reward: Reward,
}

/// Why tables cannot be set up or stepped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// Nobody would decide from outside.
    #[error("no open seat: leave a seat to `{}`", lettergame_plan::PERSON)]
    NoOpenSeat,
    /// A game that has no numbers.
    #[error("{0} has no encoding as numbers")]
    NoEncoding(&'static str),
    /// No tables.
    #[error("0 tables: expected at least 1")]
    NoTables,
    /// Not an action of every open seat of every table.
    #[error("expected {expected} actions, one for each open seat of each table, found {found}")]
    Count {
        /// The number of open seats of all tables.
        expected: usize,
        /// The number of actions.
        found: usize,
    },
    /// A number that is not an action.
    #[error("action {action} of seat {seat} at table {table}: expected 0 to {last}")]
    Action {
        /// The table.
        table: usize,
        /// The seat.
        seat: usize,
        /// The number.
        action: i64,
        /// The last action.
        last: usize,
    },
    /// A table that does not exist.
    #[error("table {0} does not exist")]
    Table(usize),
}

/// What the numbers of a batch mean.
#[derive(Clone, Debug)]
pub struct BatchShape {
    /// The number of tables.
    pub tables: usize,
    /// The seats at a table.
    pub seats: usize,
    /// Those that decide from outside.
    pub open: Vec<Seat>,
    /// What an open seat observes.
    pub observation: Vec<Feature>,
    /// What describes an action; empty unless actions are described.
    pub description: Vec<Feature>,
    /// The number of actions.
    pub actions: usize,
}

/// One kind of results of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// `f32` per table, open seat and number of the observation.
    Observation,
    /// `u8` per table, open seat and action: 1 for the legal actions of awaited seats.
    Mask,
    /// `f32` per table, open seat, action and number of the description; 0 for actions that are not legal.
    Description,
    /// `f32` per table and open seat.
    Reward,
    /// `u8` per table: 1 if its game is over.
    Over,
    /// `u8` per table and open seat: 1 if the seat is to decide.
    Awaited,
    /// `i32` per table and seat: points, final if the game is over.
    Scores,
}

/// Tables of one game, stepped together.
pub trait TableBatch: Send {
    /// What the numbers mean.
    fn shape(&self) -> &BatchShape;

    /// Starts the games of these seeds at tables.
    ///
    /// # Errors
    /// A table that does not exist.
    fn deal(&mut self, games: &[(usize, Seed)]) -> Result<(), BatchError>;

    /// One decision at every table whose game is not over: the actions of each table's open seats in order. An
    /// action that is not legal is a fault under the rules; those of seats that are not awaited have no
    /// effect.
    ///
    /// # Errors
    /// A wrong number of actions, or a number that is not an action.
    fn step(&mut self, actions: &[i64]) -> Result<(), BatchError>;

    /// The decision of one awaited seat; the game goes on when no other is awaited. An action of a seat that is
    /// not awaited has no effect.
    ///
    /// # Errors
    /// A table that does not exist, or a number that is not an action.
    fn decide(&mut self, table: usize, seat: Seat, action: i64) -> Result<(), BatchError>;

    /// Writes results in native byte order, into exactly [`TableBatch::size`] bytes.
    fn write(&self, output: Output, out: &mut [u8]);

    /// The announcements at a table in the last step, if they are kept.
    fn lines(&self, table: usize) -> &[String];

    /// The faults of open seats at a table in the last step.
    fn faults(&self, table: usize) -> &[(Seat, String)];

    /// The legal actions of a seat with their moves as text.
    fn moves(&self, table: usize, seat: Seat) -> Vec<(usize, String)>;

    /// What a seat may know, as JSON.
    fn view(&self, table: usize, seat: Seat) -> String;

    /// The number of bytes of some results.
    fn size(&self, output: Output) -> usize {
        let shape = self.shape();
        let (tables, open) = (shape.tables, shape.tables * shape.open.len());
        match output {
            Output::Observation => 4 * open * Feature::total(&shape.observation),
            Output::Mask => open * shape.actions,
            Output::Description => 4 * open * shape.actions * Feature::total(&shape.description),
            Output::Reward => 4 * open,
            Output::Over => tables,
            Output::Awaited => open,
            Output::Scores => 4 * tables * shape.seats,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reward;
    use lettergame_base::{Points, Seat};
    use lettergame_game::Outcome;

    #[test]
    fn rewards_are_points_or_the_result() {
        let outcome = |points: &[i32]| {
            Outcome::by_points(points.iter().map(|&points| Points(points)).collect())
        };
        let (before, after) = (outcome(&[10, 20, 30]), outcome(&[40, 25, 40]));
        let rewards = |reward: Reward, is_over: bool| {
            let seats = (0..3).map(|index| Seat::new(index).unwrap());
            seats.map(|seat| reward.of(seat, &before, &after, is_over)).collect::<Vec<_>>()
        };
        assert_eq!(rewards(Reward::Points, false), [30.0, 5.0, 10.0]);
        assert_eq!(rewards(Reward::Points, true), [30.0, 5.0, 10.0]);
        assert_eq!(rewards(Reward::Lead, false), [0.0; 3]);
        assert_eq!(rewards(Reward::Lead, true), [0.0, -15.0, 0.0]);
        assert_eq!(rewards(Reward::Win, false), [0.0; 3]);
        assert_eq!(rewards(Reward::Win, true), [0.5, 0.0, 0.5]);
        let alone = outcome(&[7]);
        assert_eq!(Reward::Lead.of(Seat::new(0).unwrap(), &alone, &alone, true), 7.0);
    }
}
