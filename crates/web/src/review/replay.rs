//! A finished session, gone through again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use maud::Markup;

use crate::happened::Happened;
use crate::review::judge::Judge;
use crate::review::story::Story;
use crate::room_session::RoomSession;
use crate::rooms::{Match, Names, Picture, Replay, Tried};
use crate::transcript::Transcript;
use lettergame_base::Seat;
use lettergame_game::{Recorded, SeatNames};

/// Shows a session in a room.
type Show<G> = fn(RoomSession<G>, &[String]) -> Box<dyn Match>;

struct SessionReplay<G: Recorded> {
    /// Under a lock as the state of a game is for one thread at a time.
    transcript: Mutex<Transcript<G>>,
    judge: &'static Judge<G>,
    show: Show<G>,
    players: Vec<String>,
    names: Names,
}

/// The replay of a session between these players; `None` if it was too long to be kept.
pub(crate) fn replay<G: Recorded>(
    session: &RoomSession<G>,
    players: &[String],
    judge: &'static Judge<G>,
    show: Show<G>,
) -> Option<Box<dyn Replay>> {
    let transcript = session.transcript();
    let replay = || SessionReplay {
        transcript: Mutex::new(transcript.clone()),
        judge,
        show,
        players: players.to_vec(),
        names: Names::of_players(players),
    };
    transcript.is_whole().then(|| Box::new(replay()) as Box<dyn Replay>)
}

impl<G: Recorded> SessionReplay<G> {
    fn seat_names(&self) -> SeatNames {
        SeatNames::new(self.names.all().iter().map(String::as_str))
    }

    fn transcript(&self) -> MutexGuard<'_, Transcript<G>> {
        self.transcript.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Recorded> Replay for SessionReplay<G> {
    fn story(&self) -> Story {
        let (names, transcript) = (self.seat_names(), self.transcript());
        let verdicts = (self.judge.verdicts)(&transcript);
        Story::of(&transcript, names, self.judge.cost, verdicts, self.judge.lines)
    }

    fn picture(&self, plies: usize) -> Arc<dyn Picture> {
        let session = self.transcript().session();
        let mut game = (self.show)(RoomSession::new(session), &self.players);
        game.rename(&self.names);
        // a game that is over steps no further
        (0..plies).for_each(|_| game.step());
        game.picture()
    }

    fn tried(&self, plies: usize, seat: Seat, choice: &str) -> Result<Tried, String> {
        let transcript = self.transcript();
        let read = transcript.start().rules().read_move(choice);
        let choice = read.map_err(|error| format!("`{choice}`: {error}"))?;
        let illegal = || format!("`{choice}` is not possible in this turn");
        let tried = transcript.tried(plies, seat, &choice).ok_or_else(illegal)?;
        let verdict = (self.judge.tried)(&transcript, &tried, seat);
        let verdict = verdict.ok_or("this turn cannot be judged")?;
        let mut game = (self.show)(RoomSession::new(tried.session()), &self.players);
        game.rename(&self.names);
        (0..=plies).for_each(|_| game.step());
        let mut lines = (self.judge.lines)(&tried.at(plies + 1), &self.seat_names());
        lines.truncate(1);
        Ok(Tried { line: lines.concat(), picture: game.picture(), verdict })
    }

    fn drawn(&self, plies: usize, better: &str) -> Option<Markup> {
        (self.judge.drawn)(&self.transcript().at(plies.checked_sub(1)?), better)
    }

    fn elsewhere(&self, plies: usize) -> Vec<(&'static str, String)> {
        (self.judge.elsewhere)(&self.transcript().at(plies.saturating_sub(1)))
    }

    fn happened(&self, plies: usize) -> Vec<Happened> {
        self.transcript().happened(plies)
    }

    fn rename(&mut self, names: Names) {
        self.names = names;
    }
}
