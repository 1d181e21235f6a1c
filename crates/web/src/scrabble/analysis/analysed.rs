//! An analysed game: what the command line prints and what the browser shows are its tables and documents.

use lettergame_scrabble::analysis::Analysis;
use lettergame_scrabble::notation::GameFile;
use lettergame_scrabble::rules::Move;

/// A game with its analysis.
#[derive(Clone, Debug)]
pub struct AnalysedGame {
    /// The game.
    pub file: GameFile,
    /// The analysis of its moves.
    pub analysis: Analysis,
    /// Whether the moves were simulated, so that there are figures of that.
    pub is_simulated: bool,
}

impl AnalysedGame {
    /// The title of the file, and the points: `Final: Ann 400, Ben 380`.
    #[must_use]
    pub fn title(&self) -> String {
        let [one, two] = &self.analysis.players;
        let title = match self.file.title.as_str() {
            "" => String::new(),
            title => format!("{title}: "),
        };
        format!("{title}{} {}, {} {}", one.name, one.points, two.name, two.points)
    }
}

/// A move as text: `8D S(CuR)RY`, `exchange QV`, `pass`.
pub(super) fn choice_text(choice: &Move) -> String {
    match choice {
        Move::Play(play) => format!("{} {}", play.place(), play.through_text()),
        other => other.to_string(),
    }
}
