//! What a section gives to a room: a game that can be stepped, and pictures of it.

use std::sync::Arc;

use maud::Markup;

use crate::happened::Course;
use crate::query::Fields;
use lettergame_core::base::{Seat, SeatSet, Seed};

/// Whether a game can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The next step can be taken.
    Ready,
    /// These persons have to decide first.
    Waits(SeatSet),
    /// It is over.
    Over,
}

/// A game in a room. All of it is called on threads that may wait.
pub(crate) trait Match: Send {
    /// Takes one step, if the game can go on.
    fn step(&mut self);

    /// Takes what the person in `seat` has sent; an error is shown beside the form.
    fn say(&mut self, seat: Seat, said: &Fields) -> Result<(), String>;

    /// What there is to see now.
    fn picture(&self) -> Arc<dyn Picture>;

    /// The table as that of which it is written down what happens; nothing for a game without one.
    fn course(&mut self) -> Option<&mut dyn Course> {
        None
    }

    /// Looks at the table again, after something happened there.
    fn look(&mut self) {}

    /// The game as a file in a notation of its own, when it is over.
    fn export(&self) -> Option<Export> {
        None
    }
}

/// A file to be taken away.
pub(crate) struct Export {
    /// What its name ends with.
    pub(crate) extension: &'static str,
    pub(crate) text: String,
}

/// Who looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Viewer<'a> {
    /// The seat of a person; `None` for somebody who only watches.
    pub(crate) seat: Option<Seat>,
    /// The address to which forms of this page are sent: `PATH/move` is a person's move.
    pub(crate) path: &'a str,
}

/// A part of a page that is replaced as a whole when it changes.
pub(crate) struct Part {
    /// Its name: letters only, unique in the page. `ask` is where a person answers.
    pub(crate) name: &'static str,
    /// What is in it.
    pub(crate) html: Markup,
}

/// A game as it stood at one moment: all that any viewer may need, cheap to keep.
pub(crate) trait Picture: Send + Sync {
    /// Could the game go on?
    fn standing(&self) -> Standing;

    /// Where the game stands, in a few words: beside the buttons.
    fn headline(&self) -> String;

    /// What happened last, in a sentence for those who listen. Never a secret.
    fn news(&self) -> String;

    /// The parts of the page, always the same names in the same order. What the viewer may not know is
    /// not in them.
    fn parts(&self, viewer: Viewer<'_>) -> Vec<Part>;
}

/// What is around the game on its page.
pub(crate) struct About {
    /// Class of the element that holds the parts, for the section's style.
    pub(crate) class: &'static str,
    /// What a step is called: `Step`.
    pub(crate) step: &'static str,
    /// Heading of the page.
    pub(crate) title: String,
    /// What is played, in one line.
    pub(crate) summary: String,
    /// What all chance in it follows from.
    pub(crate) seed: Seed,
    /// The address that starts this very game again.
    pub(crate) address: String,
    /// The address of another game of the same settings.
    pub(crate) anew: String,
    /// The address of the run that it is a recorded game of.
    pub(crate) run: Option<String>,
    /// The command that plays it, where there is one.
    pub(crate) command: Option<String>,
    /// The names of those who sit, for the list of seats.
    pub(crate) players: Vec<String>,
}
