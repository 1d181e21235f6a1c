//! A conversation with a program about one game, with a process of its own and one question at a time.
//!
//! What the process does is attributed to the game's decisions in the order in which it was done, however
//! quickly either side reads. What precedes an answer belongs to that decision. After each answer the process
//! is pinged: what precedes the pong, such as a line too many or its exit, belongs to its next decision, and
//! the clock of that decision starts when the process is free to read the question.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::announced::Announced;
use crate::answer::read_move;
use crate::corrected_moves::CorrectedMoves;
use crate::launch::Launch;
use crate::log_mark::LogMark;
use crate::messages;
use crate::process_failure::ProcessFailure;
use crate::talk::Talk;
use lettergame_game::{Console, Fault, Outcome, Presented};

/// A program's answer, or the fault that replaces it.
#[derive(Debug)]
pub struct Reply<M> {
    /// The move or the fault.
    pub said: Result<M, Fault<M>>,
    /// The time taken; `None` if the program was not asked.
    pub took: Option<Duration>,
    /// The end of the program's log, if this is a fault.
    pub log: Vec<String>,
    /// How the rules corrected the move, if they did; see [`Game::correction`](lettergame_game::Game::correction).
    pub correction: Option<String>,
    /// Why the game cannot continue, through no fault of the program.
    pub host_failure: Option<String>,
}

/// A program in one seat of one game.
pub struct Conversation {
    launch: Arc<Launch>,
    game: u64,
    introduction: Vec<u8>,
    talk: Option<Talk>,
    /// Number of bytes of the announcements received by the process.
    told: usize,
    /// The time used in this game.
    used: Duration,
    corrected: CorrectedMoves,
    /// How its process was lost since the last answer.
    lost: Option<ProcessFailure>,
    /// What the program calls itself.
    name: String,
    /// The logs of its processes that have ended, and the last lines of the latest one.
    log: Vec<u8>,
    last_lines: Vec<String>,
}

/// How a conversation ended.
#[derive(Debug)]
pub struct Ended {
    /// The retained log.
    pub log: Vec<u8>,
    /// The process did not wait for another game after the end of this one.
    pub left: bool,
}

/// A decision: the answer, and the time taken if there was a question.
type Decision<M> = (Result<Result<M, Fault<M>>, ProcessFailure>, Option<Duration>);

impl Conversation {
    /// A conversation about the game with that number, which `introduction` announces; see
    /// [`messages::new_game`]. The process is started at the first question.
    #[must_use]
    pub fn new(launch: Arc<Launch>, game: u64, introduction: Vec<u8>) -> Conversation {
        Conversation {
            launch,
            game,
            introduction,
            talk: None,
            told: 0,
            used: Duration::ZERO,
            corrected: CorrectedMoves::default(),
            lost: None,
            name: String::new(),
            log: Vec::new(),
            last_lines: Vec::new(),
        }
    }

    /// Asks for a decision and waits for it.
    pub fn ask<G: Presented>(
        &mut self,
        rules: &G,
        view: &G::View<'_>,
        announced: &Announced,
    ) -> Reply<G::Move> {
        let (decision, took) = self.decide(rules, view, announced);
        self.used += took.unwrap_or_default();
        let (said, host_failure) = match decision {
            Ok(said) => (said, None),
            Err(failure) => {
                let why = failure.is_host_error.then(|| failure.said.clone());
                (Err(failure.fault()), why)
            }
        };
        let log = if said.is_err() { self.last_lines() } else { Vec::new() };
        let correction = said.as_ref().ok().and_then(|choice| G::correction(view, choice));
        let line = correction.as_ref().and_then(|correction| self.corrected.add(correction));
        self.note(line);
        Reply { said, took, log, correction, host_failure }
    }

    /// Adds a line to the log of the current process.
    fn note(&self, line: Option<String>) {
        if let (Some(line), Some(talk)) = (line, &self.talk) {
            talk.link.note(self.game, &line);
        }
    }

    fn decide<G: Presented>(
        &mut self,
        rules: &G,
        view: &G::View<'_>,
        announced: &Announced,
    ) -> Decision<G::Move> {
        if let Some(failure) = self.misdeed() {
            return (Err(failure), None);
        }
        let link = self.talk.as_mut().map(|talk| &mut talk.link);
        if let Some(fault) = self.launch.limits().game_over(&mut self.used, link) {
            return (Ok(Err(fault)), None);
        }
        let is_new = self.talk.is_none();
        let mut talk = match self.talk.take().map_or_else(|| self.begin(), Ok) {
            Ok(talk) => talk,
            Err((failure, took)) => return (Err(failure), Some(took)),
        };
        if let Some(failure) = talk.misdeed.take() {
            self.talk = Some(talk);
            return (Err(failure), None);
        }
        let mut bytes = Vec::new();
        let q = talk.next_question();
        let events = announced.since(&mut self.told);
        messages::write_ask(&mut bytes, q, self.game, G::kind(view), events, view);
        self.launch.add_unknown_fields(&mut bytes);
        // a process that was pinged has finished with the introduction
        let has_news = is_new && !talk.link.answers_pings();
        let extra = if has_news { self.launch.limits().new } else { Duration::ZERO };
        let answer = match talk.answer(bytes, extra) {
            Ok(answer) => answer,
            Err(failure) => {
                let took = talk.link.elapsed();
                return (Err(self.lose(talk).unwrap_or(failure)), Some(took));
            }
        };
        let mut misdeed = talk.misdeed.take();
        let took = answer.as_ref().map_or_else(|| talk.link.elapsed(), |answer| answer.took);
        talk.link.give_up(|()| false);
        if let Err(excess) = self.settle(talk) {
            misdeed.get_or_insert(excess);
        }
        let said = match (misdeed, answer.map(|answer| (answer.choice, answer.late))) {
            (Some(failure), _) => Err(failure),
            (None, Some((Ok(choice), late))) => Ok(read_move(rules, &choice, late)),
            (None, Some((Err(why), _))) => Ok(Err(Fault::Gone(why))),
            (None, None) => unreachable!("neither an answer nor a misdeed"),
        };
        (said, Some(took))
    }

    /// Waits until the process has finished with its answer. An error is a limit that it exceeded before.
    fn settle(&mut self, mut talk: Talk) -> Result<(), ProcessFailure> {
        if !talk.link.answers_pings() {
            talk.link.rest();
            self.talk = Some(talk);
            return Ok(());
        }
        talk.link.measure();
        let limit = self.launch.limits().choose;
        match talk.sync(limit) {
            Ok(()) => {
                talk.link.rest();
                self.talk = Some(talk);
            }
            Err(failure) => {
                let misdeed = self.lose(talk);
                if failure.is_excess {
                    return Err(failure);
                }
                self.lost = misdeed.or(Some(failure));
            }
        }
        Ok(())
    }

    /// Starts a process and tells it of the game. An error comes with the time that this took.
    fn begin(&mut self) -> Result<Talk, (ProcessFailure, Duration)> {
        let mut talk = Talk::start(&self.launch).map_err(|silent| {
            self.log.extend(silent.log);
            self.last_lines = silent.last_lines;
            // a process that never starts also delays a game
            (silent.failure, silent.waited.unwrap_or_default())
        })?;
        self.name = talk.link.hello().map_or_else(String::new, |hello| hello.name.clone());
        talk.link.mark_log(&LogMark::of(&[self.game].into()));
        talk.link.tell(self.introduction.clone());
        self.told = 0;
        if talk.link.answers_pings()
            && let Err(failure) = talk.sync(self.launch.limits().new)
        {
            let took = talk.link.elapsed();
            return Err((self.lose(talk).unwrap_or(failure), took));
        }
        Ok(talk)
    }

    /// Keeps the log of a process that is given up; returns its misdeed.
    fn lose(&mut self, talk: Talk) -> Option<ProcessFailure> {
        self.log.extend(talk.link.log_text());
        self.last_lines = talk.link.last_lines();
        talk.misdeed
    }

    /// What went wrong since the last answer.
    fn misdeed(&mut self) -> Option<ProcessFailure> {
        let lost = self.lost.take();
        lost.or_else(|| self.talk.as_mut()?.misdeed.take())
    }

    /// The end of the log of the current process, or of the last one.
    fn last_lines(&self) -> Vec<String> {
        let current = self.talk.as_ref().map(|talk| talk.link.last_lines());
        current.unwrap_or_else(|| self.last_lines.clone())
    }

    /// What the program calls itself, and what it has written.
    #[must_use]
    pub fn console(&self) -> Console {
        let mut text = self.log.clone();
        text.extend(self.talk.iter().flat_map(|talk| talk.link.log_text()));
        let text = String::from_utf8_lossy(&text);
        let lines = text.lines().map(|line| messages::shortened(LogMark::split(line).1));
        Console { name: messages::shortened(&self.name), lines: lines.collect() }
    }

    /// Tells the process how the game ended, and lets it exit.
    pub fn finish(mut self, announced: &Announced, outcome: &Outcome, banned: bool) -> Ended {
        let events = announced.since(&mut self.told);
        let end = messages::over(self.game, events, outcome, banned);
        let mut left = false;
        self.note(self.corrected.rest());
        if let Some(talk) = &mut self.talk {
            talk.link.tell(end);
            left = talk.link.answers_pings() && talk.sync(self.launch.limits().choose).is_err();
        }
        self.shutdown();
        Ended { log: std::mem::take(&mut self.log), left }
    }

    fn shutdown(&mut self) {
        if let Some(talk) = self.talk.take() {
            self.log.extend(talk.link.shutdown(Instant::now()).log);
        }
    }
}

/// A game abandoned by its owner also ends for the process.
impl Drop for Conversation {
    fn drop(&mut self) {
        if let Some(talk) = &mut self.talk {
            talk.link.tell(messages::stopped(self.game));
        }
        self.shutdown();
    }
}
