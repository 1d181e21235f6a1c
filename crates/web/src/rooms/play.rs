//! What a section provides to a room: a game that can be stepped, and pictures of it.

use std::collections::HashMap;
use std::sync::Arc;

use maud::Markup;

use crate::happened::{Course, Happened};
use crate::review::{Story, Verdict};
use crate::rooms::clocks::clock::Clock;
use crate::rooms::names::{Levels, Names};
use crate::serving::query::Fields;
use lettergame_base::{Points, Seat, SeatSet, Seed};
use lettergame_game::Console;

/// Whether a game can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The next step can be taken.
    Ready,
    /// These persons must decide first.
    Waits(SeatSet),
    /// It is over.
    Over,
}

/// A game in a room. All of its methods are called on threads that may block.
pub(crate) trait Match: Send {
    /// Takes one step, if the game can continue.
    fn step(&mut self);

    /// Takes the input of the person in `seat`; an error is shown beside the form.
    fn say(&mut self, seat: Seat, said: &Fields) -> Result<(), String>;

    /// What this input of the person in `seat` is worth, in a few words; an error says why it is not a move.
    /// Nothing changes.
    fn weigh(&self, seat: Seat, said: &Fields) -> Result<String, String> {
        let _ = (seat, said);
        Err("in this game nothing can be tried before it is sent".to_owned())
    }

    /// From now on the players have these names.
    fn rename(&mut self, names: &Names) {
        let _ = names;
    }

    /// The current picture.
    fn picture(&self) -> Arc<dyn Picture>;

    /// The table as a recorded game; nothing for a game without records.
    fn course(&mut self) -> Option<&mut dyn Course> {
        None
    }

    /// What players that are programs have written.
    fn consoles(&self) -> Vec<(Seat, Console)> {
        Vec::new()
    }

    /// Updates itself after a change at the table.
    fn look(&mut self) {}

    /// The game as a file in a notation of its own, when it is over.
    fn export(&self) -> Option<Export> {
        None
    }

    /// The game between these players, to be gone through again when it is over; `None` if it was too long to be
    /// kept.
    fn replay(&self, players: &[String]) -> Option<Box<dyn Replay>> {
        let _ = players;
        None
    }
}

/// A finished game that can be gone through again.
pub(crate) trait Replay: Send + Sync {
    /// The game with all judgements; this may take a while.
    fn story(&self) -> Story;

    /// What was seen after this many turns.
    fn picture(&self, plies: usize) -> Arc<dyn Picture>;

    /// What another move of this seat in the turn after this many would have cost; an error says why it is none.
    fn tried(&self, plies: usize, seat: Seat, choice: &str) -> Result<Tried, String>;

    /// A better move than that of the last of this many turns, drawn in its position.
    fn drawn(&self, plies: usize, better: &str) -> Option<Markup>;

    /// Where the position before the last of this many turns can be opened elsewhere: texts and addresses.
    fn elsewhere(&self, plies: usize) -> Vec<(&'static str, String)>;

    /// The first turns as events of a record.
    fn happened(&self, plies: usize) -> Vec<Happened>;

    /// From now on the players have these names.
    fn rename(&mut self, names: Names);
}

/// Another move in place of the one that was made.
pub(crate) struct Tried {
    /// What it was, in a sentence.
    pub(crate) line: String,
    /// The game after it.
    pub(crate) picture: Arc<dyn Picture>,
    pub(crate) verdict: Verdict,
}

/// A file to download.
pub(crate) struct Export {
    /// What kind of file it is, as in `GCG`.
    pub(crate) kind: &'static str,
    /// The ending of its name.
    pub(crate) extension: &'static str,
    pub(crate) text: String,
}

/// The viewer of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Viewer<'a> {
    /// The seat of a person; `None` for a spectator.
    pub(crate) seat: Option<Seat>,
    /// Whether nothing is hidden from it, as in the review of a finished game.
    pub(crate) sees_all: bool,
    /// The address to which forms of this page are sent: `PATH/move` is a person's move.
    pub(crate) path: &'a str,
}

/// What a seat has so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) points: Points,
    /// From 1; tied seats share the better place.
    pub(crate) place: u8,
}

/// A part of a page that is replaced as a whole when it changes.
pub(crate) struct Part {
    /// Its name: letters only, unique in the page. `ask` is where a person answers.
    pub(crate) name: &'static str,
    /// Its content.
    pub(crate) html: Markup,
}

/// A game at one moment: everything any viewer may need, cheap to keep.
pub(crate) trait Picture: Send + Sync {
    /// Whether the game can continue.
    fn standing(&self) -> Standing;

    /// The game's status in a few words, for those who watch computers.
    fn headline(&self) -> String;

    /// How far the game has come, in a few words.
    fn progress(&self) -> String;

    /// What a person is asked who must decide now.
    fn call(&self) -> String {
        "Your move".to_owned()
    }

    /// What the viewer has left to play with, in a few words after the progress.
    fn own_status(&self, _viewer: Viewer<'_>) -> Option<String> {
        None
    }

    /// The seats that move next.
    fn acting(&self) -> SeatSet;

    /// The points of a seat, and its place.
    fn score(&self, seat: Seat) -> Score;

    /// What else the card of a seat shows.
    fn card(&self, _seat: Seat, _viewer: Viewer<'_>) -> Markup {
        Markup::default()
    }

    /// The same with other names for the players.
    fn renamed(&self, names: Names) -> Arc<dyn Picture>;

    /// The rules of this game in short, if they are not the default ones.
    fn rules(&self) -> Option<Vec<String>> {
        None
    }

    /// What happened last, in a sentence for screen readers. Never a secret.
    fn news(&self) -> String;

    /// The parts of the page, always with the same names in the same order, without anything the viewer may
    /// not know.
    fn parts(&self, viewer: Viewer<'_>) -> Vec<Part>;
}

/// The addresses of the game after this one.
pub(crate) struct Rematch {
    /// For spectators.
    pub(crate) room: String,
    /// The list of its seats.
    pub(crate) host: String,
    /// The new seat of the person in each seat of this game.
    pub(crate) seats: HashMap<Seat, String>,
}

/// What surrounds the game on its page.
pub(crate) struct About {
    /// Class of the element that contains the parts, for the section's style.
    pub(crate) class: &'static str,
    /// What a step is called: `Step`.
    pub(crate) step: &'static str,
    /// Heading of the page.
    pub(crate) title: String,
    /// What is played, in one line.
    pub(crate) summary: String,
    /// The seed of all its randomness.
    pub(crate) seed: Seed,
    /// Whether the seed is kept from the persons until the end, as it would show them each other's letters. A seed
    /// that was set is shown to everyone instead.
    pub(crate) is_secret: bool,
    /// The address that starts the same game again.
    pub(crate) address: String,
    /// The address of another game with the same settings.
    pub(crate) anew: String,
    /// The address of the run, for a recorded game.
    pub(crate) run: Option<String>,
    /// The command that plays it, where there is one.
    pub(crate) command: Option<String>,
    /// The players as the game was begun, seat 0 first.
    pub(crate) players: Vec<String>,
    /// The computer players of each level.
    pub(crate) levels: Levels,
    /// How long persons may think; as long as they like without one.
    pub(crate) clock: Option<Clock>,
}

impl About {
    /// The computer player that plays for a person who leaves.
    pub(crate) fn stand_in(&self) -> &'static str {
        self.levels[1].first().copied().unwrap_or_default()
    }
}
