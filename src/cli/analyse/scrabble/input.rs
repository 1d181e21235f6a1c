//! Reads the input of the commands: the word list, the premium squares, a position. Remarks on
//! oddities go to standard error.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use crate::cli::args::{PositionArgs, SetupArgs};
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::remark;
use lettergame_scrabble::board::{BINGO, Board, Layout};
use lettergame_scrabble::notation::{Form, Position, read};
use lettergame_scrabble::rules::{Scrabble, ScrabbleRules};

/// The rules with the requested words and squares.
pub(in crate::cli) fn game(setup: &SetupArgs) -> Result<Arc<Scrabble>, Failure> {
    let layout = match &setup.board {
        None => Layout::standard(BINGO),
        Some(path) => read_layout(path)?,
    };
    let lexicon = load(setup.lexicon.as_deref(), false)?.lexicon;
    Scrabble::admit_words(&lexicon).map_err(Failure::unusable)?;
    Ok(Arc::new(Scrabble::on(layout, ScrabbleRules::standard(), lexicon)))
}

fn read_layout(path: &Path) -> Result<Layout, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::Unusable(format!("cannot read {name}: {error}")))?;
    text.parse().map_err(|error| Failure::Unusable(format!("{name}: {error}")))
}

/// Reads a position; remarks on oddities.
pub(in crate::cli) fn position(path: &Path, game: &Scrabble) -> Result<Position, Failure> {
    let (bytes, name) = bytes(path)?;
    let reading =
        read(&bytes, game).map_err(|error| Failure::Unusable(format!("{name}: {error}")))?;
    reading.remarks.iter().for_each(|odd| remark(&format!("warning: {name}, {odd}")));
    // the plays of a GCG file have been checked one by one
    if reading.form != Form::Gcg {
        let warnings = reading.position.warnings(game.lexicon());
        warnings.iter().for_each(|odd| remark(&format!("warning: {name}: {odd}")));
    }
    Ok(reading.position)
}

/// The content of a file or of standard input, and its name for messages.
fn bytes(path: &Path) -> Result<(Vec<u8>, String), Failure> {
    let cannot =
        |name: &str, error: io::Error| Failure::Unusable(format!("cannot read {name}: {error}"));
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        let name = "standard input".to_owned();
        io::stdin().lock().read_to_end(&mut bytes).map_err(|error| cannot(&name, error))?;
        return Ok((bytes, name));
    }
    let name = path.display().to_string();
    fs::read(path).map_err(|error| cannot(&name, error)).map(|bytes| (bytes, name))
}

/// A position with its game.
pub(in crate::cli) struct Loaded {
    pub(in crate::cli) game: Arc<Scrabble>,
    pub(in crate::cli) position: Position,
    pub(in crate::cli) board: Board,
}

impl Loaded {
    pub(in crate::cli) fn of(args: &PositionArgs) -> Result<Loaded, Failure> {
        let game = game(&args.setup)?;
        let position = position(&args.file, &game)?;
        let board = position.board(game.layout().clone(), game.lexicon());
        Ok(Loaded { game, position, board })
    }
}
