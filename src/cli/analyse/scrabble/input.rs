//! Reads the input of the commands: the word list, the premium squares, positions. Remarks on
//! oddities go to standard error.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::cli::analyse::scrabble::labels;
use crate::cli::analyse::scrabble::stream::{Opened, Stream, open};
use crate::cli::args::{PositionArgs, PositionOptions, SetupArgs};
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::remark;
use lettergame_scrabble::board::{BINGO, Board, Layout};
use lettergame_scrabble::notation::{Form, GameFile, Position, Reading, read};
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

/// How positions are read: with these words and squares, at this turn, with this rack.
#[derive(Clone)]
pub(in crate::cli) struct PositionReader {
    pub(in crate::cli) game: Arc<Scrabble>,
    words: String,
    options: PositionOptions,
}

/// A position as it was read.
pub(in crate::cli) struct ReadPosition {
    pub(in crate::cli) position: Position,
    /// The text it comes from.
    pub(in crate::cli) form: Form,
    /// The game of a GCG file and its text.
    pub(in crate::cli) game: Option<(GameFile, String)>,
    /// Oddities, each with a separator before it.
    warnings: Vec<String>,
}

impl PositionReader {
    pub(in crate::cli) fn new(
        game: Arc<Scrabble>,
        setup: &SetupArgs,
        options: &PositionOptions,
    ) -> PositionReader {
        PositionReader { game, words: labels::name_of_words(setup), options: options.clone() }
    }

    /// Reads a position; the failure does not name the source.
    fn read(&self, bytes: &[u8]) -> Result<ReadPosition, Failure> {
        let reading = read(bytes, &self.game).map_err(Failure::unusable)?;
        let mut warnings: Vec<String> =
            reading.remarks().iter().map(|odd| format!(", {odd}")).collect();
        let (position, dropped) = self.with_rack(self.at_turn(&reading)?)?;
        // the plays of a GCG file have been checked one by one
        if reading.form != Form::Gcg {
            let odd = position.warnings(self.game.lexicon());
            warnings.extend(odd.iter().map(|odd| format!(": {odd}")));
        }
        let other_words = labels::check(&position, &self.words, self.options.strict)?;
        warnings.extend(other_words.into_iter().chain(dropped).map(|odd| format!(": {odd}")));
        let text = |game| (game, String::from_utf8_lossy(bytes).into_owned());
        Ok(ReadPosition { position, form: reading.form, game: reading.game.map(text), warnings })
    }

    /// The position before the requested turn.
    fn at_turn(&self, reading: &Reading) -> Result<Position, Failure> {
        match (self.options.turn, &reading.game) {
            (None, _) => Ok(reading.position.clone()),
            (Some(turn), Some(game)) => game
                .before_turn(turn as usize)
                .map_err(|error| Failure::usage(format!("--{error}"))),
            (Some(_), None) => Err(Failure::Usage(format!(
                "--turn is for a GCG file, which has turns, and this is a {}",
                reading.form
            ))),
        }
    }

    /// The position with the requested rack, and a warning if the other rack cannot be known then.
    fn with_rack(&self, position: Position) -> Result<(Position, Option<String>), Failure> {
        let Some(rack) = self.options.rack else { return Ok((position, None)) };
        let changed = position
            .with_mover_rack(rack)
            .map_err(|error| Failure::Usage(format!("--rack {rack}: {error}")))?;
        let other = position.rack(position.to_move().opponent());
        let dropped = *changed.rack(position.to_move().opponent()) != *other;
        let warning =
            format!("the other rack, {other}, does not go with --rack {rack}: taken as unknown");
        Ok((changed, dropped.then_some(warning)))
    }

    /// The position of a line with its board, and its oddities.
    pub(super) fn line(&self, line: &[u8]) -> Result<(Loaded, Vec<String>), Failure> {
        if std::str::from_utf8(line).is_ok_and(|text| Form::of(text) != Form::Cgp) {
            let why = "this is no CGP position: expected `15/15/... RACK/RACK s1/s2 z lex NAME;`";
            return Err(Failure::Unusable(why.to_owned()));
        }
        let read = self.read(line)?;
        let odd = |text: &String| text.trim_start_matches([':', ',']).trim_start().to_owned();
        let warnings = read.warnings.iter().map(odd).collect();
        Ok((Loaded::at(&self.game, read.position), warnings))
    }

    /// Reads the only position of a file; remarks on oddities.
    pub(in crate::cli) fn file(&self, path: &Path) -> Result<ReadPosition, Failure> {
        match open(path)? {
            Opened::Whole { bytes, name } => self.whole(&bytes, &name),
            Opened::Lines(stream) => Err(Failure::Usage(format!(
                "{} has several positions, and this command takes one",
                stream.name
            ))),
        }
    }

    fn whole(&self, bytes: &[u8], name: &str) -> Result<ReadPosition, Failure> {
        let read = self.read(bytes).map_err(|error| error.at(&format!("{name}: ")))?;
        read.warnings.iter().for_each(|odd| remark(&format!("warning: {name}{odd}")));
        Ok(read)
    }
}

/// A position with its game.
pub(in crate::cli) struct Loaded {
    pub(in crate::cli) game: Arc<Scrabble>,
    pub(in crate::cli) position: Position,
    pub(in crate::cli) board: Board,
}

/// What a command was given.
pub(super) enum Input {
    /// A single position.
    One(Box<Loaded>),
    /// A position a line.
    Lines(Box<(Stream, PositionReader)>),
}

impl Loaded {
    fn at(game: &Arc<Scrabble>, position: Position) -> Loaded {
        let board = position.board(game.layout().clone(), game.lexicon());
        Loaded { game: Arc::clone(game), position, board }
    }

    /// The only position.
    pub(in crate::cli) fn of(args: &PositionArgs) -> Result<Loaded, Failure> {
        let reader = reader(args)?;
        Ok(Loaded::at(&reader.game, reader.file(&args.file)?.position))
    }
}

impl Input {
    /// One position, or the lines of a stream.
    pub(super) fn of(args: &PositionArgs) -> Result<Input, Failure> {
        let reader = reader(args)?;
        Ok(match open(&args.file)? {
            Opened::Whole { bytes, name } => {
                let position = reader.whole(&bytes, &name)?.position;
                Input::One(Box::new(Loaded::at(&reader.game, position)))
            }
            Opened::Lines(stream) => Input::Lines(Box::new((stream, reader))),
        })
    }
}

fn reader(args: &PositionArgs) -> Result<PositionReader, Failure> {
    Ok(PositionReader::new(game(&args.setup)?, &args.setup, &args.options))
}
