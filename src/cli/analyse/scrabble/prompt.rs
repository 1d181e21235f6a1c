//! `analyse scrabble prompt`: a position that is kept between commands, to play moves from it and to
//! ask on.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Command, FromArgMatches, Subcommand};

use crate::cli::analyse::scrabble::input::{PositionReader, game, read_rack};
use crate::cli::analyse::scrabble::{answer, best, endgame, sim};
use crate::cli::args::{PositionOptions, PromptArgs, ScrabbleQuery, SetupArgs};
use crate::cli::ask::{ask, at_terminal};
use crate::cli::command::arranged;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table, remark, wants_colour};
use crate::cli::whole_file::write_new;
use lettergame_base::{Seat, Seed};
use lettergame_game::Table;
use lettergame_report::Table as Rows;
use lettergame_scrabble::board::Rack;
use lettergame_scrabble::notation::{Cgp, Position};
use lettergame_scrabble::picture::terminal;
use lettergame_scrabble::rules::{Event, Scrabble};
use lettergame_scrabble::typed_move;

const HELP: &str = "
  best           the ten best plays by equity; --rank score or win, --top N
  sim, endgame, moves, count, view    as `analyse scrabble` has them, with their options
  play 3         plays the third move of the last list; play 8D CARE, exchange QV, pass: these moves
  rack TILES     gives the player to move these tiles; ? is a blank
  their TILES    gives the other player these tiles, all of them or some
  undo           takes the last change back
  open FILE      another position: a state file, CGP or GCG; open FILE 7 is the one before turn 7
  new            the start of a game
  save FILE      writes the position, as CGP if the name ends in .cgp
  q              ends
";

/// What `best` is asked for, unless the line says otherwise.
const BEST: [&str; 4] = ["--top", "10", "--rank", "equity"];

pub(super) fn run(args: &PromptArgs) -> Result<(), Failure> {
    let game = game(&args.setup)?;
    let folder = tempfile::tempdir().map_err(Failure::unusable)?;
    let table = Table::new(Arc::clone(&game), 2, Seed(0)).map_err(Failure::usage)?;
    let start = Position::seen(&table.view(Seat::FIRST));
    let empty = Rack::new(game.distribution());
    let start = start.with_mover_rack(empty).map_err(Failure::unusable)?;
    let mut prompt = Prompt {
        game,
        setup: &args.setup,
        file: folder.path().join("position.cgp"),
        past: vec![start.clone()],
        start,
        listed: Vec::new(),
    };
    if let Some(file) = &args.file {
        prompt.past = vec![prompt.read(file, args.turn)?];
    }
    if at_terminal() {
        print("h for help, q to end\n")?;
    }
    prompt.show()?;
    while let Some(line) = ask("> ")? {
        if !at_terminal() {
            print("\n")?;
        }
        let line = line.trim();
        if matches!(line, "q" | "quit" | "exit") {
            break;
        }
        match prompt.obey(line) {
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            done => {
                done.err().and_then(|failure| failure.remark()).iter().for_each(|text| remark(text))
            }
        }
    }
    Ok(())
}

/// The position and how it came about.
struct Prompt<'a> {
    game: Arc<Scrabble>,
    setup: &'a SetupArgs,
    /// Where commands read the position.
    file: PathBuf,
    /// The start of a game.
    start: Position,
    /// All positions, the current one last; never empty.
    past: Vec<Position>,
    /// The moves of the last list.
    listed: Vec<String>,
}

impl Prompt<'_> {
    fn position(&self) -> &Position {
        self.past.last().unwrap_or_else(|| unreachable!("there is always a position"))
    }

    fn show(&self) -> Result<(), Failure> {
        print(&terminal(self.position(), self.game.layout(), wants_colour()))
    }

    fn change_to(&mut self, position: Position) -> Result<(), Failure> {
        self.past.push(position);
        self.listed.clear();
        self.show()
    }

    fn obey(&mut self, line: &str) -> Result<(), Failure> {
        let (name, rest) =
            line.split_once(' ').map_or((line, ""), |(name, rest)| (name, rest.trim()));
        match name {
            "" => Ok(()),
            "h" | "help" | "?" if rest.is_empty() => print(HELP),
            "play" => self.play(&self.numbered(rest)?),
            "exchange" | "pass" => self.play(line),
            "rack" => self.change_rack(rest, true),
            "their" => self.change_rack(rest, false),
            "undo" if self.past.len() > 1 => {
                self.past.pop();
                self.listed.clear();
                self.show()
            }
            "undo" => Err(Failure::usage("there is nothing to take back")),
            "new" => self.change_to(self.start.clone()),
            "open" => {
                let (file, turn) =
                    match rest.rsplit_once(' ').map(|(file, turn)| (file, turn.parse())) {
                        Some((file, Ok(turn))) => (file, Some(turn)),
                        _ => (rest, None),
                    };
                self.change_to(self.read(Path::new(file), turn)?)
            }
            "save" => self.save(rest),
            _ if is_square(name) => self.play(line),
            _ => self.ask(line),
        }
    }

    /// A command of `analyse scrabble` about this position.
    fn ask(&mut self, line: &str) -> Result<(), Failure> {
        let mut words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let options = if words[0] == "best" { &BEST[..] } else { &[] };
        let usual = [self.file.clone().into_os_string()].into_iter();
        let usual = usual.chain(options.iter().map(OsString::from)).chain(self.setup_options());
        words.splice(1..1, usual);
        let name = Command::new("").no_binary_name(true).args_override_self(true);
        let commands =
            arranged(ScrabbleQuery::augment_subcommands(name).disable_help_subcommand(true));
        let query = commands
            .try_get_matches_from(words)
            .and_then(|matches| ScrabbleQuery::from_arg_matches(&matches));
        let query = match query {
            Ok(query) => query,
            Err(error) if !error.use_stderr() => return print(&error.render().to_string()),
            Err(error) => {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
                return Err(Failure::Usage(format!("{first}; h for help")));
            }
        };
        self.check_rack(&query)?;
        let text = Cgp(self.position().clone()).to_string();
        fs::write(&self.file, text).map_err(Failure::unusable)?;
        let (rows, format) = match &query {
            ScrabbleQuery::Best(args) => (best::rows(args)?, args.format.format),
            ScrabbleQuery::Sim(args) => (sim::rows(args)?, args.format.format),
            ScrabbleQuery::Endgame(args) => (endgame::rows(args)?, args.format.format),
            ScrabbleQuery::Prompt(_) => {
                return Err(Failure::usage("this is the prompt; h for help"));
            }
            other => return answer(other),
        };
        self.listed = moves_of(&rows);
        print_table(&rows.numbered(), format)
    }

    /// Refuses a question about the moves of a player without tiles, unless it names some.
    fn check_rack(&self, query: &ScrabbleQuery) -> Result<(), Failure> {
        let racks = match query {
            ScrabbleQuery::Best(args) => &args.position.options.racks,
            ScrabbleQuery::Sim(args) => &args.position.options.racks,
            ScrabbleQuery::Endgame(args) => &args.position.options.racks,
            _ => return Ok(()),
        };
        if racks.rack.is_some() { Ok(()) } else { self.check_has_tiles() }
    }

    fn check_has_tiles(&self) -> Result<(), Failure> {
        let position = self.position();
        if !position.mover_rack().is_empty() {
            return Ok(());
        }
        let player = position.to_move().index() + 1;
        Err(Failure::Usage(format!("player {player} has no tiles; rack TILES gives them")))
    }

    /// The options that name words, tiles and board.
    fn setup_options(&self) -> impl Iterator<Item = OsString> + use<'_> {
        let SetupArgs { lexicon, distribution, board } = self.setup;
        let lexicon = lexicon.as_ref().map(|file| file.clone().into_os_string());
        let [distribution, board] =
            [distribution, board].map(|name| name.as_ref().map(OsString::from));
        let options =
            [("--lexicon", lexicon), ("--distribution", distribution), ("--board", board)];
        options
            .into_iter()
            .filter_map(|(name, value)| Some([OsString::from(name), value?]))
            .flatten()
    }

    /// The move of this number in the last list, or the text itself.
    fn numbered(&self, text: &str) -> Result<String, Failure> {
        let Ok(number) = text.parse::<usize>() else { return Ok(text.to_owned()) };
        let found = number.checked_sub(1).and_then(|index| self.listed.get(index));
        found.cloned().ok_or_else(|| {
            Failure::Usage(match self.listed.len() {
                0 => "there is no list yet: best, sim or endgame makes one".to_owned(),
                last => format!("no move {number}: expected 1 to {last}"),
            })
        })
    }

    /// Makes a move. The tiles that its player draws are unknown, unless the bag is empty.
    fn play(&mut self, text: &str) -> Result<(), Failure> {
        let position = self.position();
        let seat = position.to_move();
        self.check_has_tiles()?;
        let mut table = Table::at(Arc::clone(&self.game), position.state(&self.game, Seed(0)), 2);
        let choice = typed_move(&table, seat, text).map_err(Failure::Usage)?;
        table.clear();
        table.answer(seat, Ok(choice));
        let events = table.advance().to_vec();
        let unknown = Rack::new(position.distribution());
        let kept = if position.bag() == 0 { choice.kept(position.mover_rack()) } else { unknown };
        let mut racks = [seat, seat.opponent()].map(|seat| *position.rack(seat));
        racks[0] = kept;
        if seat != Seat::FIRST {
            racks.reverse();
        }
        let view = table.view(seat);
        let points = [Seat::FIRST, Seat::FIRST.opponent()].map(|seat| view.points()[seat]);
        let after = Position::new(
            position.distribution(),
            view.board().cells(),
            racks,
            points,
            seat.opponent(),
        );
        let after = after.map_err(Failure::unusable)?.with_scoreless(view.scoreless());
        self.change_to(after)?;
        let end = events.iter().find(|event| matches!(event, Event::End { .. }));
        end.map_or(Ok(()), |end| print(&format!("{end}\n")))
    }

    fn change_rack(&mut self, tiles: &str, own: bool) -> Result<(), Failure> {
        let rack = read_rack("rack", Some(&tiles.to_uppercase()), &self.game)?;
        let rack = rack.unwrap_or_else(|| Rack::new(self.game.distribution()));
        let position = self.position().clone();
        let changed = match own {
            true => position.with_mover_rack(rack),
            false => position.with_other_rack(rack),
        };
        self.change_to(changed.map_err(Failure::usage)?)
    }

    fn read(&self, file: &Path, turn: Option<u32>) -> Result<Position, Failure> {
        let options = PositionOptions { turn, ..PositionOptions::default() };
        let reader = PositionReader::new(Arc::clone(&self.game), self.setup, &options);
        Ok(reader.file(file)?.position)
    }

    /// Writes the position to a new file.
    fn save(&self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            return Err(Failure::usage("save needs the name of a file"));
        }
        let position = self.position();
        let text =
            match Path::new(file).extension().is_some_and(|end| end.eq_ignore_ascii_case("cgp")) {
                true => Cgp(position.clone()).to_string() + "\n",
                false => position.to_string(),
            };
        write_new(file, &text).map_err(Failure::Usage)?;
        print(&format!("saved in {file}\n"))
    }
}

/// Whether it may be a square: a row and a column, in either order.
fn is_square(text: &str) -> bool {
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    letters == 1 && (1..=2).contains(&digits) && text.len() == letters + digits
}

/// The moves of a table, as they are typed.
fn moves_of(rows: &Rows) -> Vec<String> {
    let json = rows.json();
    let text = |row: &serde_json::Value| {
        let cell = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let text = match row.get("move") {
            Some(_) => cell("move"),
            None => format!("{} {}", cell("position"), cell("play")).trim_start().to_owned(),
        };
        text.replace(['(', ')'], "")
    };
    json.as_array().into_iter().flatten().map(text).collect()
}
