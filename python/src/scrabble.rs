//! Scrabble: the plays of a position, in any notation that the command line reads.

use std::sync::Arc;

use lettergame_scrabble::board::{BINGO, Board, Layout};
use lettergame_scrabble::notation::{Form, Position, read};
use lettergame_scrabble::picture::terminal;
use lettergame_scrabble::plays::{All, Generator, Points, Ranked, Top};
use lettergame_scrabble::rules::{Scrabble, ScrabbleRules};
use pyo3::prelude::*;

use crate::failure::failed;
use crate::lexicon::Lexicon;

/// A position with its game.
struct Loaded {
    game: Scrabble,
    position: Position,
    /// The oddities of the position.
    remarks: Vec<String>,
}

impl Loaded {
    fn of(state: &[u8], lexicon: &Lexicon, board: Option<&str>) -> PyResult<Loaded> {
        let layout = board.map_or(Ok(Layout::standard(BINGO)), |text| text.parse::<Layout>());
        let layout = layout.map_err(failed)?;
        let words = lexicon.shared();
        let rules = ScrabbleRules::standard().with_board(layout);
        Scrabble::admit_words(&rules, &words).map_err(failed)?;
        let game = Scrabble::new(rules, words);
        let reading = read(state, &game).map_err(failed)?;
        let mut remarks: Vec<String> = reading.remarks().iter().map(ToString::to_string).collect();
        // the plays of a GCG file were checked one by one
        if reading.form != Form::Gcg {
            let warnings = reading.position.warnings(game.lexicon());
            remarks.extend(warnings.iter().map(ToString::to_string));
        }
        Ok(Loaded { game, position: reading.position, remarks })
    }

    fn board(&self) -> Board {
        self.position.board(Arc::clone(self.game.layout()), self.game.lexicon())
    }

    /// All plays in the requested order, best first, or the best `count`.
    fn plays(&self, by_equity: bool, count: Option<usize>) -> Vec<Ranked> {
        let (board, rack) = (self.board(), self.position.mover_rack());
        let (lexicon, valuation) =
            (self.game.lexicon(), self.position.valuation(self.game.layout()));
        let mut generator = Generator::new();
        if let Some(count) = count {
            let mut top = Top::new(count);
            match by_equity {
                true => generator.search(lexicon, &board, rack, &valuation, &mut top),
                false => generator.search(lexicon, &board, rack, &Points, &mut top),
            }
            return top.plays().to_vec();
        }
        let mut all = All::default();
        match by_equity {
            true => generator.search(lexicon, &board, rack, &valuation, &mut all),
            false => generator.search(lexicon, &board, rack, &Points, &mut all),
        }
        all.sort();
        all.0
    }
}

/// Position, word, play, tiles, score, leave and equity of a play.
type ComparisonReport = (String, String, String, String, i32, String, f64);

/// The plays of a position, best first, and the oddities of the position.
#[pyfunction]
pub(crate) fn scrabble_plays(
    py: Python<'_>,
    state: &[u8],
    lexicon: PyRef<'_, Lexicon>,
    board: Option<&str>,
    by_equity: bool,
    count: Option<usize>,
) -> PyResult<(Vec<ComparisonReport>, Vec<String>)> {
    let lexicon = &*lexicon;
    py.detach(|| {
        let loaded = Loaded::of(state, lexicon, board)?;
        let valuation = loaded.position.valuation(loaded.game.layout());
        let row = |ranked: &Ranked| {
            let row = loaded.position.play_row(&ranked.play, ranked.score, &valuation);
            let equity = row.equity.to_string().parse().unwrap_or_default();
            (row.position, row.word, row.play, row.tiles, row.score, row.leave, equity)
        };
        let plays = loaded.plays(by_equity, count).iter().map(row).collect();
        Ok((plays, loaded.remarks))
    })
}

/// A position to be drawn.
#[pyfunction]
pub(crate) fn scrabble_view(
    state: &[u8],
    lexicon: PyRef<'_, Lexicon>,
    board: Option<&str>,
    colour: bool,
) -> PyResult<String> {
    let loaded = Loaded::of(state, &lexicon, board)?;
    Ok(terminal(&loaded.position, loaded.game.layout(), colour))
}
