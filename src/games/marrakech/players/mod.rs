//! The strategies that ship with Marrakech, one a file, and their roster.

mod random;

use crate::game::Roster;
use crate::games::marrakech::rules::Marrakech;

/// Every strategy of Marrakech, weakest first.
pub static ROSTER: [Roster<Marrakech>; 1] = [random::ENTRY];
