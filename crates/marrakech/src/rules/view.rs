//! What one player may know: everything except future dice rolls.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::rules::{Die, Stage, State};
use lettergame_base::Seat;

/// A game of Marrakech from one seat.
///
/// As JSON: `state` (the state string), `turn` (the colour to move), `phase` (`rotate` or `place`), `die`
/// (the last roll, null before the first), `rolls` (turns begun so far), `seat`, and `placements` (pairs of
/// squares on which a rug may be laid now, empty while Assam is rotated).
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) state: &'a State,
    pub(super) seat: Seat,
}

impl<'a> View<'a> {
    /// The player's own seat.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The current stage.
    #[must_use]
    pub fn stage(&self) -> &'a Stage {
        self.state.stage()
    }

    /// The last roll; `None` before the first.
    #[must_use]
    pub fn rolled(&self) -> Option<Die> {
        self.state.rolled
    }

    /// The number of rolls so far, which is also the number of turns begun.
    #[must_use]
    pub fn rolls(&self) -> u16 {
        self.state.rolls
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stage = self.stage();
        let mut fields = serializer.serialize_struct("View", 7)?;
        fields.serialize_field("seat", &self.seat)?;
        fields.serialize_field("state", &stage.position().to_string())?;
        fields.serialize_field("turn", &stage.colour())?;
        fields.serialize_field("phase", stage.phase().name())?;
        fields.serialize_field("die", &self.rolled())?;
        fields.serialize_field("rolls", &self.rolls())?;
        fields.serialize_field("placements", &stage.placements().collect::<Vec<_>>())?;
        fields.end()
    }
}
