//! Plays a game in which every program has a process of its own, which is asked one thing at a time.
//!
//! What a program does in such a game cannot show in any other, and is attributed to the same decision
//! each time. The scheduler has every game played like this in which it found something wrong.

use std::sync::Arc;

use crate::Batch;
use crate::external_players::ExternalPlayers;
use crate::recorded_game::RecordedGame;
use crate::resolver::Entrant;
use crate::tournament::Tournament;
use lettergame_base::{BySeat, Seat, SeatSet};
use lettergame_game::{Configurable, Fault, Step};
use lettergame_plan::Job;
use lettergame_protocol::{Conversation, Launch, messages};
use lettergame_run::DecisionTimes;

/// A program in its seat.
struct LoneSeat {
    conversation: Conversation,
    times: DecisionTimes,
}

impl<G: Configurable> Tournament<G> {
    /// Plays a game alone, except for the players who are benched.
    pub(crate) fn play_alone(
        &self,
        external: &ExternalPlayers,
        job: Job,
        benched: SeatSet,
    ) -> Batch {
        let mut seats = BySeat::from_fn(job.lineup.len(), |seat| {
            let launch = self.program_at(&job, seat).filter(|_| !benched.contains(seat))?;
            let introduction = self.introduction(&job, seat, launch);
            let conversation = Conversation::new(Arc::clone(launch), job.game, introduction);
            Some(LoneSeat { conversation, times: DecisionTimes::default() })
        });
        let mut game = RecordedGame::new(self, job, benched, |seat| seats[seat].is_some());
        loop {
            match game.session.advance() {
                Step::Announced => game.note(self),
                Step::Awaiting(awaited) => {
                    for seat in awaited.iter() {
                        if let Some(chair) = &mut seats[seat] {
                            self.ask_alone(external, &mut game, seat, chair);
                        }
                    }
                }
                Step::Over => break,
            }
        }
        let (outcome, banned) = (game.session.table().outcome(), game.session.table().banned());
        for seat in seats.seats() {
            let Some(LoneSeat { conversation, times }) = seats[seat].take() else { continue };
            let player = game.job.lineup[seat];
            game.clock.add(player, &times);
            let ended = conversation.finish(&game.announced, &outcome, banned.contains(seat));
            external.keep_log(player, &ended.log);
            if ended.left {
                external.note_exit(player);
            }
        }
        game.end(self)
    }

    fn ask_alone(
        &self,
        external: &ExternalPlayers,
        game: &mut RecordedGame<G>,
        seat: Seat,
        chair: &mut LoneSeat,
    ) {
        let reply = {
            let view = game.session.table().view(seat);
            chair.conversation.ask(&*self.rules, &view, &game.announced)
        };
        if let Some(why) = reply.host_failure {
            external.give_up(&why);
        }
        if let Some(took) = reply.took {
            let late = matches!(reply.said, Err(Fault::Late(..) | Fault::Stalled(_)));
            self.times.add(game.job.lineup[seat], took, late);
            chair.times.add(took, late, 1);
        }
        if let Some(correction) = &reply.correction {
            external.note_correction(game.job.lineup[seat], game.job.game, correction);
        }
        game.answer(seat, reply.said, || reply.log);
    }

    /// The program in a seat, if there is one.
    pub(crate) fn program_at(&self, job: &Job, seat: Seat) -> Option<&Arc<Launch>> {
        match &self.entrants[job.lineup[seat]] {
            Entrant::Program(launch) => Some(launch),
            Entrant::Strategy(_) | Entrant::Unasked => None,
        }
    }

    /// What a program is told at the beginning of a game.
    pub(crate) fn introduction(&self, job: &Job, seat: Seat, launch: &Launch) -> Vec<u8> {
        let seed = job.seed.stream(seat).next_u64();
        let classes = launch.class().map_or_else(Vec::new, |_| self.classes(job));
        messages::new_game(job.game, seat, job.lineup.len(), seed, &classes)
    }

    /// The classes of the players of a game by seat, as named by the class simulator; for other
    /// players their names.
    fn classes(&self, job: &Job) -> Vec<&str> {
        let class = |&player: &usize| match &self.entrants[player] {
            Entrant::Program(launch) => launch.class().unwrap_or(self.names[player].as_str()),
            Entrant::Strategy(_) | Entrant::Unasked => self.names[player].as_str(),
        };
        job.lineup.values().map(class).collect()
    }
}
