//! What all tables of a batch share.

use lettergame_base::Seat;
use lettergame_game::{Encoding, Feature, Game};

use super::{BatchError, BatchOptions, BatchShape, Reward};
use crate::Lineup;

/// What all tables share.
pub(super) struct House<G: Game> {
    pub(super) lineup: Lineup<G>,
    pub(super) shape: BatchShape,
    pub(super) reward: Reward,
    pub(super) told: bool,
    pub(super) slots: usize,
    /// What observations are divided by.
    pub(super) units: Vec<f32>,
    /// What descriptions are divided by.
    pub(super) description_units: Vec<f32>,
}

impl<G: Game> House<G> {
    pub(super) fn new(
        lineup: Lineup<G>,
        open: Vec<Seat>,
        encoding: &dyn Encoding<G>,
        options: BatchOptions,
    ) -> House<G> {
        let BatchOptions { tables, slots, scaled, described, told, reward } = options;
        let slots = slots.unwrap_or(encoding.usual_slots());
        let shape = BatchShape {
            tables,
            seats: lineup.seats(),
            open,
            observation: encoding.observation(),
            description: if described { encoding.description() } else { Vec::new() },
            actions: encoding.actions(slots),
        };
        let units = Feature::divisors(&shape.observation, scaled);
        let description_units = Feature::divisors(&shape.description, scaled);
        House { lineup, shape, reward, told, slots, units, description_units }
    }

    /// Whether these are actions of all open seats.
    pub(super) fn check(&self, actions: &[i64]) -> Result<(), BatchError> {
        let BatchShape { tables, open, .. } = &self.shape;
        let expected = tables * open.len();
        if actions.len() != expected {
            return Err(BatchError::Count { expected, found: actions.len() });
        }
        let seats = (0..expected).map(|place| (place / open.len(), open[place % open.len()]));
        seats
            .zip(actions)
            .try_for_each(|((table, seat), &action)| self.check_action(table, seat, action))
    }

    /// Whether a number is an action.
    pub(super) fn check_action(
        &self,
        table: usize,
        seat: Seat,
        action: i64,
    ) -> Result<(), BatchError> {
        let is_action = usize::try_from(action).is_ok_and(|known| known < self.shape.actions);
        let (seat, last) = (seat.index(), self.shape.actions - 1);
        if is_action { Ok(()) } else { Err(BatchError::Action { table, seat, action, last }) }
    }
}
