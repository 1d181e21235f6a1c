//! `play scrabble --annotate FILE`: a game that is played elsewhere is entered turn by turn.
//!
//! The text of the GCG file is the whole state: each entry adds a line, the text is read again by the rules, and the
//! file is replaced.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::cli::analyse::scrabble::labels::other_names;
use crate::cli::args::ScrabblePlayArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, remark, wants_colour};
use crate::cli::play::asked;
use crate::cli::play::screen::Ink;
use crate::cli::whole_file::write_whole;
use lettergame_base::{Points, Seat};
use lettergame_scrabble::board::{Play, Rack};
use lettergame_scrabble::notation::{
    FileMove, FileTurn, GameFile, GcgHeader, GcgRemark, Oddity, dotted, event_line, read_gcg,
    write_gcg,
};
use lettergame_scrabble::picture::terminal;
use lettergame_scrabble::rules::Scrabble;

const HELP: &str = "
  8D CARE        lays CARE from 8D across; D8 CARE goes down; a lower-case letter is a blank
  exchange QV    these tiles, or exchange 2 if they are unknown
  pass           does nothing
  rack TILES     what the player to move holds, all or some, before the move
  challenge      the last play is taken back
  challenge 5    the last play was challenged, stands, and earns 5 points
  left TILES     the game is over: what the other player had left; left TILES TILES: what
                 both had left, the first player's first
  note TEXT      a note on the last turn
  undo           takes the last turn back
  q              ends; every turn is saved already
";

pub(super) fn run(args: &ScrabblePlayArgs, game: &Scrabble, path: &Path) -> Result<(), Failure> {
    let mut annotation = Annotation::open(args, game, path)?;
    print("h for help, q to end\n")?;
    annotation.show()?;
    loop {
        let name = annotation.name(annotation.read.position.to_move());
        let Some(line) = asked(&Ink::wanted().strong(&format!("{name}> ")))? else { break };
        if matches!(&*line, "q" | "quit") {
            break;
        }
        match annotation.obey(&line) {
            Err(Refusal::Entry(why)) => print(&format!("  {why}; h for help\n"))?,
            Err(Refusal::End(failure)) => return Err(failure),
            Ok(()) => {}
        }
    }
    remark(&format!("game in {}", path.display()));
    Ok(())
}

/// Why an entry is not taken.
enum Refusal {
    /// What is wrong with it, in a sentence.
    Entry(String),
    /// Nothing can be printed or written any more.
    End(Failure),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        Refusal::End(failure)
    }
}

fn refused<T>(why: impl ToString) -> Result<T, Refusal> {
    Err(Refusal::Entry(why.to_string()))
}

/// The game so far.
struct Annotation<'a> {
    game: &'a Scrabble,
    path: &'a Path,
    text: String,
    /// The same text, read.
    read: GameFile,
    /// What the player to move is said to hold; empty if nothing is known.
    rack: Rack,
}

impl Annotation<'_> {
    /// The game in this file, or a new one.
    fn open<'a>(
        args: &ScrabblePlayArgs,
        game: &'a Scrabble,
        path: &'a Path,
    ) -> Result<Annotation<'a>, Failure> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let [letters, board] = other_names(&args.setup);
                let [first, second] = &args.names[..] else {
                    let found = args.names.len();
                    return Err(Failure::Usage(format!("--names takes two names, not {found}")));
                };
                let names = [first.clone(), second.clone()];
                write_gcg(&GcgHeader { names, letters, board, ..GcgHeader::default() }, &[])
            }
            Err(error) => {
                let shown = path.display();
                return Err(Failure::Unusable(format!("cannot read {shown}: {error}")));
            }
        };
        let read = read_gcg(&text, game)
            .map_err(|error| Failure::Unusable(format!("{}: {error}", path.display())))?;
        let rack = Rack::new(game.distribution());
        let annotation = Annotation { game, path, text, read, rack };
        annotation.save()?;
        Ok(annotation)
    }

    fn save(&self) -> Result<(), Failure> {
        write_whole(self.path, &self.text, "--annotate")
    }

    fn name(&self, seat: Seat) -> &str {
        let index = seat.index();
        let names = [&self.read.names[index], &self.read.nicks[index]];
        names.into_iter().find(|name| !name.is_empty()).map_or("player", String::as_str)
    }

    fn show(&self) -> Result<(), Failure> {
        let position = &self.read.position;
        let is_known = !self.rack.is_empty();
        let with_rack =
            is_known.then(|| position.clone().with_mover_rack(self.rack).ok()).flatten();
        let position = with_rack.as_ref().unwrap_or(position);
        print(&format!("\n{}\n", terminal(position, self.game.layout(), wants_colour())))
    }

    fn obey(&mut self, line: &str) -> Result<(), Refusal> {
        let (name, rest) =
            line.split_once(' ').map_or((line, ""), |(name, rest)| (name, rest.trim()));
        let mover = self.read.position.to_move();
        match (name.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Ok(()),
            ("h" | "help" | "?", "") => Ok(print(HELP)?),
            ("rack", tiles) => self.hold(tiles),
            ("pass", "") => self.add(mover, self.rack, "-", 0),
            ("exchange", tiles) if !tiles.is_empty() => {
                self.add(mover, self.rack, &format!("-{}", tiles.to_uppercase()), 0)
            }
            ("challenge", "") => self.take_back(),
            ("challenge", points) => match points.parse() {
                Ok(points @ 1..=100) => {
                    self.last_play()?;
                    self.add(mover.opponent(), self.none(), "(challenge)", points)
                }
                _ => refused(format!("invalid points `{points}`: expected 1 to 100")),
            },
            ("left", tiles) => self.end(tiles),
            ("note", note) if !note.is_empty() => {
                self.change(format!("{}#note {note}\n", self.text))
            }
            ("undo", "") => match self.text.rfind("\n>") {
                Some(end) => self.change(self.text[..=end].to_owned()),
                None => refused("there is no turn to take back"),
            },
            _ => self.play(line),
        }
    }

    /// The text with another line.
    fn add(&mut self, seat: Seat, rack: Rack, action: &str, gained: i32) -> Result<(), Refusal> {
        self.change(self.text.clone() + &self.line(seat, rack, action, gained))
    }

    /// The line of an event.
    fn line(&self, seat: Seat, rack: Rack, action: &str, gained: i32) -> String {
        let (nicks, gained) = (self.read.given_nicks(), Points(gained));
        let total = self.read.position.points()[seat] + gained;
        event_line(&nicks[seat.index()], &rack, action, gained, total)
    }

    /// Takes this text in place of the old one, if it tells a game.
    fn change(&mut self, text: String) -> Result<(), Refusal> {
        let read = read_gcg(&text, self.game).or_else(|error| refused(error.fault))?;
        let old = self.text.lines().count();
        let new = read.remarks.iter().filter(|remark| remark.line > old);
        let is_wrong = |remark: &&GcgRemark| matches!(remark.oddity, Oddity::NotOnRack { .. });
        if let Some(remark) = new.clone().find(is_wrong) {
            return refused(remark);
        }
        let said: Vec<String> = new.map(|remark| format!("  {remark}\n")).collect();
        let is_turn = read.turns.len() != self.read.turns.len();
        (self.text, self.read) = (text, read);
        if is_turn {
            self.rack = self.none();
        }
        self.save()?;
        self.show()?;
        Ok(print(&said.concat())?)
    }

    fn hold(&mut self, tiles: &str) -> Result<(), Refusal> {
        let rack = self.tiles(tiles)?;
        self.read.position.clone().with_mover_rack(rack).or_else(refused)?;
        self.rack = rack;
        Ok(self.show()?)
    }

    fn none(&self) -> Rack {
        Rack::new(self.game.distribution())
    }

    fn tiles(&self, text: &str) -> Result<Rack, Refusal> {
        Rack::read(self.game.distribution(), &text.to_uppercase()).or_else(refused)
    }

    fn play(&mut self, line: &str) -> Result<(), Refusal> {
        let position = &self.read.position;
        let board = position.board(self.game.layout().clone(), self.game.lexicon());
        let line = line.strip_prefix("play ").unwrap_or(line);
        // without a capital they are no blanks, but typed quickly
        let text = match line.split_once(' ') {
            Some((_, word)) if !word.contains(char::is_uppercase) => line.to_uppercase(),
            _ => line.to_owned(),
        };
        let play = Play::read(position.distribution(), &text).or_else(refused)?;
        let play = board.read(&play).or_else(refused)?;
        let action = format!("{} {}", play.place(), dotted(&play));
        self.add(position.to_move(), self.rack, &action, board.points(&play))
    }

    fn take_back(&mut self) -> Result<(), Refusal> {
        let turn = self.last_play()?;
        let (seat, gained, rack) = (turn.seat, -turn.gained.0, turn.rack());
        self.add(seat, rack, "--", gained)
    }

    /// The play that may be challenged now.
    fn last_play(&self) -> Result<&FileTurn, Refusal> {
        let last = self.read.turns.last().filter(|turn| {
            matches!(turn.choice, FileMove::Play(_))
                && !turn.withdrawn
                && turn.seat != self.read.position.to_move()
        });
        last.map_or_else(|| refused("the last turn was no play"), Ok)
    }

    /// The points for tiles left: for the player who went out, or against both.
    fn end(&mut self, tiles: &str) -> Result<(), Refusal> {
        let racks = tiles.split_whitespace().map(|text| self.tiles(text));
        match racks.collect::<Result<Vec<Rack>, Refusal>>()?[..] {
            [other] => {
                let seat = self.read.position.to_move().opponent();
                self.add(seat, self.none(), &format!("({other})"), 2 * other.points())
            }
            [first, second] => {
                let line = |(seat, rack): (Seat, Rack)| {
                    self.line(seat, rack, &format!("({rack})"), -rack.points())
                };
                let lines: String = Seat::first(2).zip([first, second]).map(line).collect();
                self.change(self.text.clone() + &lines)
            }
            _ => refused("left takes the tiles of the other player, or of both"),
        }
    }
}
