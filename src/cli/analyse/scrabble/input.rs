//! Reads the input of the commands: the word list, the premium squares, positions. Remarks on
//! oddities go to standard error.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::cli::analyse::scrabble::labels::Used;
use crate::cli::analyse::scrabble::stream::{Opened, Stream, open, open_lines};
use crate::cli::args::{PositionArgs, PositionOptions, RackOptions, SetupArgs};
use crate::cli::exit::Failure;
use crate::cli::lexicon::load_of;
use crate::cli::output::remark;
use lettergame_base::Seat;
use lettergame_scrabble::board::{Board, Distribution, Layout, Rack};
use lettergame_scrabble::notation::{
    Form, GameFile, Position, PositionError, Reading, decode, read,
};
use lettergame_scrabble::plays::Leaves;
use lettergame_scrabble::rules::{Scrabble, ScrabbleRules};
use lettergame_scrabble::situation::Situation;

/// The rules with the requested words and squares.
pub(in crate::cli) fn game(setup: &SetupArgs) -> Result<Arc<Scrabble>, Failure> {
    let mut rules = ScrabbleRules::standard();
    if let Some(name) = &setup.distribution {
        rules = rules.with_distribution(distribution(name)?);
    }
    if let Some(board) = &setup.board {
        let read = named(board, Layout::named, Layout::names())?;
        let read = read.or_else(|text| text.parse::<Layout>());
        rules = rules.with_board(read.map_err(|error| unusable(board, &error))?);
    }
    let letters = rules.distribution().alphabet();
    let lexicon = load_of(setup.lexicon.as_deref(), letters, false)?.lexicon;
    Scrabble::admit_words(&rules, &lexicon)?;
    Ok(Arc::new(Scrabble::new(rules, lexicon)))
}

/// The letters of this name, or those of the file of that path.
pub(in crate::cli) fn distribution(name: &str) -> Result<&'static Distribution, Failure> {
    let read = named(name, Distribution::named, Distribution::names())?;
    let read = read.or_else(|text| Distribution::parse(&text));
    read.map_err(|error| unusable(name, &error))
}

/// What has this name, or else the text of the file of that path.
fn named<T>(
    name: &str,
    find: impl Fn(&str) -> Option<T>,
    names: impl Iterator<Item = &'static str> + Clone,
) -> Result<Result<T, String>, Failure> {
    if let Some(found) = find(name) {
        return Ok(Ok(found));
    }
    let text = fs::read_to_string(name).map_err(|error| {
        let names = names.collect::<Vec<_>>().join(", ");
        Failure::Unusable(format!(
            "cannot read {name}: {error}; expected a file, or one of {names}"
        ))
    })?;
    Ok(Err(text))
}

fn unusable(name: &str, error: &dyn std::error::Error) -> Failure {
    Failure::Unusable(format!("{name}: {error}"))
}

/// How positions are read: with these words and squares, at this turn, with this rack.
#[derive(Clone)]
pub(in crate::cli) struct PositionReader {
    pub(in crate::cli) game: Arc<Scrabble>,
    used: Used,
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
        PositionReader { game, used: Used::of(setup), options: options.clone() }
    }

    /// Reads a position; the failure does not name the source.
    fn read(&self, bytes: &[u8]) -> Result<ReadPosition, Failure> {
        let text = decode(bytes).map_err(Failure::unusable)?;
        if Form::of(&text) == Form::Cgp {
            self.used.check_cgp(&text)?;
        }
        let reading = read(&*text, &self.game).map_err(|error| {
            let hint =
                (Form::of(&text) == Form::Gcg).then(|| self.used.hint(&text, &error)).flatten();
            let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
            Failure::Unusable(format!("{error}{hint}"))
        })?;
        let mut warnings: Vec<String> =
            reading.remarks().iter().map(|odd| format!(", {odd}")).collect();
        let (position, dropped) = self.with_rack(self.at_turn(&reading)?)?;
        warnings.extend(self.incomplete_rack(&reading).map(|odd| format!(": {odd}")));
        // the plays of a GCG file have been checked one by one
        if reading.form != Form::Gcg {
            let odd = position.warnings(self.game.lexicon());
            warnings.extend(odd.iter().map(|odd| format!(": {odd}")));
        }
        let others = self.used.check(&reading, self.options.strict)?;
        warnings.extend(others.into_iter().chain(dropped).map(|odd| format!(": {odd}")));
        let text = |game| (game, text.into_owned());
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

    /// A warning if the file gives only some of the tiles of the player to move.
    fn incomplete_rack(&self, reading: &Reading) -> Option<String> {
        let turn = reading.game.as_ref()?.turn(self.options.turn? as usize)?;
        let rack = turn.rack();
        let is_partial =
            !rack.is_empty() && !turn.is_rack_whole() && self.options.racks.rack.is_none();
        is_partial.then(|| {
            format!(
                "line {}: {rack} are {} of the {} tiles that the player held; --rack gives them all",
                turn.line,
                rack.len(),
                turn.held
            )
        })
    }

    /// The position with the requested rack, and a warning if the other rack cannot be known then.
    fn with_rack(&self, position: Position) -> Result<(Position, Option<String>), Failure> {
        let RackOptions { rack, their_rack } = &self.options.racks;
        let refused = |option: &str, rack: Rack, error: PositionError| {
            Failure::Usage(format!("{option} {rack}: {error}"))
        };
        if let Some(known) = read_rack("--their-rack", their_rack.as_deref(), &self.game)? {
            let none = Rack::new(known.distribution());
            let own = read_rack("--rack", rack.as_deref(), &self.game)?;
            let own = own.unwrap_or(*position.mover_rack());
            // each is checked with the other, not with what the file has
            let changed = position.with_other_rack(none).and_then(|both| both.with_mover_rack(own));
            let changed = changed.map_err(|error| refused("--rack", own, error))?;
            let changed = changed.with_other_rack(known);
            return Ok((changed.map_err(|error| refused("--their-rack", known, error))?, None));
        }
        let Some(rack) = read_rack("--rack", rack.as_deref(), &self.game)? else {
            return Ok((position, None));
        };
        let changed =
            position.with_mover_rack(rack).map_err(|error| refused("--rack", rack, error))?;
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
        let odd = read.warnings.iter().map(odd);
        let warnings = odd.chain(over(&read.position).map(str::to_owned)).collect();
        Ok((Loaded::at(&self.game, read), warnings))
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

    /// Reads the only position of a file, without remarks.
    pub(super) fn quiet(&self, path: &Path) -> Result<ReadPosition, Failure> {
        let bytes = fs::read(path).map_err(Failure::unusable)?;
        self.read(&bytes)
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
    /// The game of a GCG file.
    pub(super) file: Option<GameFile>,
}

/// What a command was given.
pub(super) enum Input {
    /// A single position.
    One(Box<Loaded>),
    /// A position a line.
    Lines(Box<(Stream, PositionReader)>),
}

impl Loaded {
    fn at(game: &Arc<Scrabble>, read: ReadPosition) -> Loaded {
        let ReadPosition { position, game: file, .. } = read;
        let board = position.board(game.layout().clone(), game.lexicon());
        Loaded { game: Arc::clone(game), position, board, file: file.map(|(file, _)| file) }
    }

    /// Says what is known of the other rack.
    pub(super) fn remark_known(&self) {
        let known = self.position.known();
        if !known.is_empty() {
            remark(&format!("the other player is known to hold {known}"));
        }
    }

    /// What the player to move knows.
    pub(super) fn situation<'a>(&'a self, leaves: &'a Leaves) -> Situation<'a> {
        Situation::of_position(&self.game, &self.board, &self.position, leaves)
    }

    /// The only position.
    pub(in crate::cli) fn of(args: &PositionArgs) -> Result<Loaded, Failure> {
        let reader = reader(args)?;
        Ok(Loaded::at(&reader.game, reader.file(&args.file)?))
    }
}

impl Input {
    /// The rules and the lexicon.
    pub(super) fn game(&self) -> &Arc<Scrabble> {
        match self {
            Input::One(loaded) => &loaded.game,
            Input::Lines(lines) => &lines.1.game,
        }
    }

    /// One position, or the lines of a stream: if there are several, or in any case.
    pub(super) fn of(args: &PositionArgs, has_lines: bool) -> Result<Input, Failure> {
        let reader = reader(args)?;
        if has_lines {
            return Ok(Input::Lines(Box::new((open_lines(&args.file)?, reader))));
        }
        Ok(match open(&args.file)? {
            Opened::Whole { bytes, name } => {
                let read = reader.whole(&bytes, &name)?;
                let odd = over(&read.position);
                odd.iter().for_each(|odd| remark(&format!("warning: {name}: {odd}")));
                Input::One(Box::new(Loaded::at(&reader.game, read)))
            }
            Opened::Lines(stream) => Input::Lines(Box::new((stream, reader))),
        })
    }
}

/// A warning if there is no turn to take any more.
pub(super) fn over(position: &Position) -> Option<&'static str> {
    let is_over = position.unseen().is_empty() && !position.mover_rack().is_empty();
    is_over.then_some("the game is over, as the other player has no tiles")
}

/// The refusal of a position without a rack.
pub(super) fn no_tiles(seat: Seat) -> Failure {
    Failure::Unusable(format!(
        "player {}, who is to move, has no tiles; give the position a rack, or name one with --rack TILES",
        seat.index() + 1
    ))
}

/// The tiles that an option gives, if it is there.
pub(super) fn read_rack(
    option: &str,
    text: Option<&str>,
    game: &Scrabble,
) -> Result<Option<Rack>, Failure> {
    let rack = text.map(|text| Rack::read(game.distribution(), text)).transpose();
    let text = text.unwrap_or_default();
    rack.map_err(|error| Failure::Usage(format!("{option} {text}: {error}")))
}

fn reader(args: &PositionArgs) -> Result<PositionReader, Failure> {
    Ok(PositionReader::new(game(&args.setup)?, &args.setup, &args.options))
}
