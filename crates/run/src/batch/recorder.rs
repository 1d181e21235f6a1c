//! The rows of a batch's games while they are being written.

use crate::batch::columns::{SeatRow, file_columns, write_score};
use crate::batch::fault_line::FaultLine;
use crate::{RowBatch, Rows};
use lettergame_base::Name;
use lettergame_game::{Cells, FaultKind, Game, Offence, Recorded, RowShape, Table};
use lettergame_plan::{GameScore, Job, RecordLevel};

/// What has been written about some games.
pub struct Recorder {
    record: RecordLevel,
    scores: RowBatch,
    rounds: RowBatch,
    plies: RowBatch,
    faults: Vec<u8>,
}

impl Recorder {
    /// Of no games yet.
    #[must_use]
    pub fn new<G: Recorded>(record: RecordLevel) -> Recorder {
        let rows = |file: RecordLevel| RowBatch::new(file_columns(file, RowShape::of::<G>()));
        Recorder {
            record,
            scores: rows(RecordLevel::Games),
            rounds: rows(RecordLevel::Rounds),
            plies: rows(RecordLevel::Plies),
            faults: Vec::new(),
        }
    }

    /// Writes the last turn if turns are recorded.
    #[inline]
    pub fn write_ply<G: Game>(&mut self, game: u64, table: &Table<G>) {
        if self.record >= RecordLevel::Plies {
            self.write_answers(game, table);
        }
    }

    fn write_answers<G: Game>(&mut self, game: u64, table: &Table<G>) {
        for (seat, answer) in table.answers().iter() {
            if let Some(answer) = answer {
                self.plies.number(game as i64);
                self.plies.number(i64::from(table.plies()));
                self.plies.number(seat.index() as i64);
                self.plies.show(&*answer.choice);
                self.plies.text(answer.fault.map_or("", FaultKind::name));
                self.plies.end_row();
            }
        }
    }

    /// Writes a fault with its evidence; `ply` is the turn, from 1.
    pub fn write_fault(
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
    pub fn write_end<G: Recorded>(
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
        if self.record >= RecordLevel::Rounds {
            self.write_rounds(job, table, names);
        }
    }

    fn write_rounds<G: Recorded>(&mut self, job: &Job, table: &Table<G>, names: &[Name]) {
        for round in 0..table.rounds_done() {
            for (seat, &player) in job.lineup.iter() {
                let row = &mut self.rounds;
                row.number(job.game as i64);
                row.number(round as i64 + 1);
                row.number(seat.index() as i64);
                row.text(names[player].as_str());
                table.round_cells(round, seat, row);
                row.end_row();
            }
        }
    }

    /// The rows of each recorded file, and the lines of `faults.jsonl`.
    #[must_use]
    pub fn take(self) -> (Rows, Vec<u8>) {
        let all = [self.scores, self.rounds, self.plies];
        (Rows::Columns(all.into_iter().take(self.record as usize + 1).collect()), self.faults)
    }
}
