//! What players that are programs have written.

use std::sync::Arc;

use lettergame_base::Seat;
use lettergame_game::Console;

/// The consoles of a game by seat.
pub(super) type Consoles = Arc<[(Seat, Console)]>;
