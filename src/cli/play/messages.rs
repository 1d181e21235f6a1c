//! What players that are programs write to their standard error, shown on that of `play` as it appears.

use crate::cli::output::remark;
use lettergame_base::{BySeat, Seat};
use lettergame_game::{Console, Game, Session};

/// What the programs of a game have written, as far as it was shown.
pub(super) struct Messages {
    shown: BySeat<Console>,
}

impl Messages {
    /// Before the first turn.
    pub(super) fn new(seats: usize) -> Messages {
        Messages { shown: BySeat::filled(seats, Console::default()) }
    }

    /// Shows the new lines, each behind the name that the program gives itself.
    pub(super) fn show<G: Game>(&mut self, session: &Session<G>) {
        for seat in Seat::first(self.shown.len()) {
            let Some(console) = session.console(seat) else { continue };
            let name = match console.name.as_str() {
                "" => "program",
                name => name,
            };
            for line in console.since(&self.shown[seat]) {
                remark(&format!("{name} (seat {seat}): {line}"));
            }
            self.shown[seat] = console;
        }
    }
}
