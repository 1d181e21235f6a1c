//! The rows of the games of a batch, as they grow.

use serde::Serialize;

use crate::row::RowWriter;
use crate::score::{Share, win_share};
use crate::{GameScore, Job, Record};
use lettergame_core::base::{Name, Seat};
use lettergame_core::game::{FaultKind, Game, Offence, Table};

/// What is written of some games.
pub(super) struct Files {
    record: Record,
    scores: RowWriter,
    rounds: RowWriter,
    plies: RowWriter,
    faults: Vec<u8>,
}

/// A line of `faults.jsonl`.
#[derive(Serialize)]
struct FaultLine<'a> {
    game: u64,
    ply: u32,
    seat: Seat,
    player: &'a str,
    fault: FaultKind,
    said: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    log: &'a [String],
}

impl Files {
    pub(super) fn new(record: Record) -> Files {
        let [scores, rounds, plies] = [(); 3].map(|()| RowWriter::new());
        Files { record, scores, rounds, plies, faults: Vec::new() }
    }

    /// Writes the last turn, if turns are recorded.
    #[inline]
    pub(super) fn write_ply<G: Game>(&mut self, game: u64, table: &Table<G>) {
        if self.record >= Record::Plies {
            self.write_answers(game, table);
        }
    }

    fn write_answers<G: Game>(&mut self, game: u64, table: &Table<G>) {
        for (seat, answer) in table.answers().iter() {
            if let Some(answer) = answer {
                self.plies.show(game);
                self.plies.show(table.plies());
                self.plies.show(seat);
                self.plies.show(&*answer.choice);
                self.plies.show(answer.fault.map_or("", FaultKind::name));
                self.plies.end_row();
            }
        }
    }

    /// Writes a fault with its evidence; `ply` is the turn, from 1.
    pub(super) fn write_fault(
        &mut self,
        job: &Job,
        ply: u32,
        offence: &Offence,
        player: &Name,
        log: &[String],
    ) {
        let Offence { seat, kind, ref text } = *offence;
        let line = FaultLine {
            game: job.game,
            ply,
            seat,
            player: player.as_str(),
            fault: kind,
            said: text.strip_prefix(kind.name()).and_then(|t| t.strip_prefix(": ")).unwrap_or(text),
            log,
        };
        // writing to memory cannot fail
        let _ = serde_json::to_writer(&mut self.faults, &line);
        self.faults.push(b'\n');
    }

    /// Writes how a game ended, and its rounds if they are recorded.
    pub(super) fn write_end<G: Game>(
        &mut self,
        job: &Job,
        score: &GameScore,
        table: &Table<G>,
        names: &[Name],
    ) {
        let firsts = score.firsts();
        for (seat, end) in score.seats.iter() {
            let row = &mut self.scores;
            row.show(job.game);
            row.show(job.deal);
            row.show(job.pairing);
            row.show(job.seed);
            row.show(seat);
            row.show(&names[end.player]);
            row.show(end.points);
            row.show(end.place);
            row.show(Share(win_share(end.place, firsts)));
            row.show(table.status(seat));
            table.cells(seat, row);
            row.end_row();
        }
        if self.record >= Record::Rounds {
            self.write_rounds(job, table, names);
        }
    }

    fn write_rounds<G: Game>(&mut self, job: &Job, table: &Table<G>, names: &[Name]) {
        for round in 0..table.rounds_done() {
            for (seat, &player) in job.lineup.iter() {
                let row = &mut self.rounds;
                row.show(job.game);
                row.show(round + 1);
                row.show(seat);
                row.show(&names[player]);
                table.round_cells(round, seat, row);
                row.end_row();
            }
        }
    }

    /// The rows of each file, as far as they are recorded, and the lines of `faults.jsonl`.
    pub(super) fn take(mut self) -> (Vec<Vec<u8>>, Vec<u8>) {
        let all = [self.scores.take(), self.rounds.take(), self.plies.take()];
        (all.into_iter().take(self.record as usize + 1).collect(), self.faults)
    }
}
