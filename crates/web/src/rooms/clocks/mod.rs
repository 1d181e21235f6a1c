//! Clocks of persons, and who watches them.

pub(super) mod clock;
pub(super) mod timekeeper;
