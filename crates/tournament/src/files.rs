//! The rows of the games of a batch, as they grow.

use crate::columns::{SeatRow, write_score};
use crate::fault_lines::FaultLine;
use crate::row::RowWriter;
use crate::{GameScore, Job, Record};
use lettergame_core::base::Name;
use lettergame_core::game::{FaultKind, Game, Offence, Recorded, Table};

/// What is written of some games.
pub(super) struct Files {
    record: Record,
    scores: RowWriter,
    rounds: RowWriter,
    plies: RowWriter,
    faults: Vec<u8>,
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
        let said = text.strip_prefix(kind.name()).and_then(|t| t.strip_prefix(": "));
        let said = said.unwrap_or(text);
        let line = FaultLine {
            game: job.game,
            ply,
            seat: seat.index(),
            player: player.as_str().into(),
            fault: kind,
            said: said.into(),
            log: log.into(),
        };
        // writing to memory cannot fail
        let _ = serde_json::to_writer(&mut self.faults, &line);
        self.faults.push(b'\n');
    }

    /// Writes how a game ended, and its rounds if they are recorded.
    pub(super) fn write_end<G: Recorded>(
        &mut self,
        job: &Job,
        score: &GameScore,
        table: &Table<G>,
        names: &[Name],
    ) {
        let firsts = score.firsts();
        for (seat, end) in score.seats.iter() {
            let (name, status) = (&names[end.player], table.status(seat));
            let row = SeatRow { job, score, firsts, seat, name, status };
            write_score(&row, &mut self.scores);
            table.cells(seat, &mut self.scores);
            self.scores.end_row();
        }
        if self.record >= Record::Rounds {
            self.write_rounds(job, table, names);
        }
    }

    fn write_rounds<G: Recorded>(&mut self, job: &Job, table: &Table<G>, names: &[Name]) {
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
