//! The review of a game that is over: back and forth through its turns, what each move cost against the best
//! one, the points over time, the game as files, and playing on from any point.
//!
//! A room of a finished game makes its review when it is first asked for ([`Room::review`](crate::rooms::Room)).
//! What a better move would have been is up to each game ([`Reviewable`]); everything else is here: the board
//! at any point is drawn by the game's own room, which repeats the turns ([`Replay`]).

mod graph;
mod page;
mod play_on;
mod routes;
mod steps;
mod story;

pub(crate) use page::{mark, review_files, review_path};
pub(crate) use routes::routes;
pub(crate) use steps::{Steps, steps};
pub(crate) use story::{CostScale, Story, Verdict};

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::happened::Happened;
use crate::room_session::RoomSession;
use crate::rooms::{Names, Picture};
use crate::setup::GameForm;
use crate::transcript::Transcript;
use lettergame_core::game::{SeatNames, Table};

/// A game whose moves can be judged after its end.
pub(crate) trait Reviewable: GameForm {
    /// In what a move's cost is counted.
    const COST: CostScale;

    /// What is said of each turn; nothing for a turn without a decision worth judging.
    fn verdicts(transcript: &Transcript<Self::Game>) -> Vec<Vec<Verdict>>;

    /// What was announced in the last turn of a table, line by line; the first line stands for the turn in lists.
    fn lines(after: &Table<Self::Game>, names: &SeatNames) -> Vec<String> {
        let texts = after.announcements(names);
        texts.iter().flat_map(|text| text.lines().map(|line| line.trim().to_owned())).collect()
    }

    /// Where the position can be opened elsewhere: texts and addresses.
    fn elsewhere(_table: &Table<Self::Game>) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// A finished game that can be gone through again.
pub(crate) trait Replay: Send + Sync {
    /// The game with all judgements; this may take a while.
    fn story(&self) -> Story;

    /// What was seen after this many turns.
    fn picture(&self, plies: usize) -> Arc<dyn Picture>;

    /// Where the position after this many turns can be opened elsewhere.
    fn elsewhere(&self, plies: usize) -> Vec<(&'static str, String)>;

    /// The first turns as events of a record.
    fn happened(&self, plies: usize) -> Vec<Happened>;

    /// From now on the players have these names.
    fn rename(&mut self, names: Names);

    /// The players for seats of persons, when one of them plays on alone.
    fn stand_ins(&self) -> &'static [&'static str];
}

/// The replay of a game with this form.
pub(crate) struct FormReplay<F: GameForm> {
    /// Under a lock as the state of a game is for one thread at a time.
    transcript: Mutex<Transcript<F::Game>>,
    players: Vec<String>,
    names: Names,
}

/// The replay of a session between these players; `None` if it was too long to be kept.
pub(crate) fn replay<F: Reviewable>(
    session: &RoomSession<F::Game>,
    players: &[String],
) -> Option<Box<dyn Replay>> {
    let transcript = session.transcript();
    let replay = || FormReplay::<F> {
        transcript: Mutex::new(transcript.clone()),
        players: players.to_vec(),
        names: Names::of_players(players),
    };
    transcript.is_whole().then(|| Box::new(replay()) as Box<dyn Replay>)
}

impl<F: Reviewable> FormReplay<F> {
    fn transcript(&self) -> MutexGuard<'_, Transcript<F::Game>> {
        self.transcript.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<F: Reviewable> Replay for FormReplay<F> {
    fn story(&self) -> Story {
        let names = SeatNames::new(self.names.all().iter().map(String::as_str));
        let transcript = self.transcript();
        Story::of(&transcript, names, F::COST, F::verdicts(&transcript), F::lines)
    }

    fn picture(&self, plies: usize) -> Arc<dyn Picture> {
        let session = self.transcript().session();
        let mut game = F::shown(RoomSession::new(session), &self.players);
        game.rename(&self.names);
        // a game that is over steps no further
        (0..plies).for_each(|_| game.step());
        game.picture()
    }

    fn elsewhere(&self, plies: usize) -> Vec<(&'static str, String)> {
        F::elsewhere(&self.transcript().at(plies))
    }

    fn happened(&self, plies: usize) -> Vec<Happened> {
        self.transcript().happened(plies)
    }

    fn rename(&mut self, names: Names) {
        self.names = names;
    }

    fn stand_ins(&self) -> &'static [&'static str] {
        F::LEVELS[1]
    }
}

/// The review of a finished game.
pub(crate) struct Review {
    pub(crate) replay: Box<dyn Replay>,
    pub(crate) story: Story,
}

impl Review {
    pub(crate) fn of(replay: Box<dyn Replay>) -> Review {
        let story = replay.story();
        Review { replay, story }
    }
}
