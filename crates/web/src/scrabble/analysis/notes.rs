//! The notes of an annotated game, in ASCII, so that they fit any encoding.

use std::collections::BTreeMap;

use crate::scrabble::analysis::analysed::{AnalysedGame, choice_text};
use crate::scrabble::analysis::tables::note;
use lettergame_scrabble::analysis::{Basis, TurnAnalysis};
use lettergame_scrabble::notation::annotate_gcg;

impl AnalysedGame {
    /// The GCG file that was read from `source`, with a note after each turn.
    #[must_use]
    pub fn annotated(&self, source: &str) -> String {
        annotate_gcg(source, &self.notes())
    }

    /// A note for each turn, by the line of its event.
    fn notes(&self) -> BTreeMap<usize, String> {
        let lines = self.file.turns.iter().map(|turn| turn.line);
        let texts = self.analysis.turns.iter().map(text);
        lines.zip(texts).filter(|(_, text)| !text.is_empty()).collect()
    }
}

fn text(turn: &TurnAnalysis) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let (Ok(valued), Some(best)) = (&turn.valued, turn.best()) {
        let loss = f64::from(turn.loss().unwrap_or(0)) / 1000.0;
        if best.choice == valued.played.choice {
            parts.push(format!("best, equity {}", best.equity));
        } else {
            let choice = choice_text(&best.choice);
            parts.push(format!(
                "best {choice}, equity {}; this {}",
                best.equity, valued.played.equity
            ));
            let size =
                turn.size.map_or(String::new(), |size| format!(" ({} mistake)", size.name()));
            parts.push(format!("loss {loss:.1}{size}"));
        }
        if let Some(simulated) = &valued.simulated {
            parts.push(match simulated.basis {
                Basis::Samples(error) => format!("simulated, error {error:.1}"),
                Basis::Search(true) => "by a search of the endgame".to_owned(),
                Basis::Search(false) => "by a search of the endgame, not proven".to_owned(),
            });
            parts.push(format!("wins {:.1} %", 100.0 * simulated.win));
            if simulated.win_loss > 0.0 {
                parts.push(format!(
                    "{} wins {:.1} %",
                    choice_text(&simulated.surest),
                    100.0 * (simulated.win + simulated.win_loss)
                ));
            }
        }
    }
    parts.extend(note(turn));
    if let Some(luck) = turn.luck {
        parts.push(format!("luck of the draw {:+.1}, error {:.1}", luck.points, luck.error));
    }
    parts.join("; ")
}
