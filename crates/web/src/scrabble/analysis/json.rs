//! An analysed game as one object.

use serde_json::{Value, json};

use crate::scrabble::analysis::analysed::{AnalysedGame, choice_text};
use lettergame_scrabble::analysis::TurnAnalysis;
use lettergame_scrabble::notation::Cgp;
use lettergame_scrabble::situation::Candidate;

impl AnalysedGame {
    /// The whole analysis as one object: title, players, turns with their candidates, the numbers of mistakes.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut turns = self.turns().json();
        for (row, turn) in turns.as_array_mut().into_iter().flatten().zip(&self.analysis.turns) {
            row["candidates"] = candidates(turn);
            row["cgp"] =
                turn.position.as_ref().map(|position| Cgp(position.clone()).to_string()).into();
        }
        let mistakes = self.analysis.mistakes();
        let mistakes: Vec<usize> = mistakes.into_iter().map(|turn| turn.number).collect();
        json!({
            "title": self.file.title,
            "players": self.players().json(),
            "turns": turns,
            "mistakes": mistakes,
        })
    }
}

fn candidates(turn: &TurnAnalysis) -> Value {
    let Ok(valued) = &turn.valued else { return json!([]) };
    let simulated = valued.simulated.as_ref();
    let thousandths = |number: f64| json!((number * 1000.0).round() / 1000.0);
    let one = |(index, candidate): (usize, &Candidate)| {
        let mut row = json!({
            "move": choice_text(&candidate.choice),
            "score": candidate.score,
            "equity": f64::from(candidate.equity.0) / 1000.0,
        });
        if let Some(mean) = simulated.and_then(|simulated| simulated.means.get(index)) {
            row["mean"] = thousandths(*mean);
        }
        if let Some(win) = simulated.and_then(|simulated| simulated.wins.get(index)) {
            row["win"] = thousandths(100.0 * win);
        }
        row
    };
    valued.candidates.iter().enumerate().map(one).collect()
}
