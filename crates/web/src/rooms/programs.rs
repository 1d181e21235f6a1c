//! Whether players are programs, and what those have written.

use std::path::Path;
use std::sync::Arc;

use lettergame_core::base::Seat;
use lettergame_core::game::Console;
use lettergame_plan::PlayerSpec;

/// The consoles of a game by seat.
pub(super) type Consoles = Arc<[(Seat, Console)]>;

/// Whether one of these players is a program.
pub(super) fn have_program(players: &[String]) -> bool {
    let spec = |player: &String| PlayerSpec::read(player, Path::new(""));
    players.iter().any(|player| spec(player).is_ok_and(|spec| spec.is_external()))
}
