//! People at the board: what they see, and what they are asked.

use std::cell::{Cell, RefCell};

use crate::cli::analyse::scrabble::rows::table as plays_table;
use crate::cli::args::ScrabblePlayArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, wants_colour};
use crate::cli::play::asked;
use crate::cli::play::scrabble::recording::Match;
use crate::cli::play::screen::{Ink, flowed, wiped};
use crate::cli::whole_file::write_new;
use lettergame_base::{Seat, SeatSet, escaped};
use lettergame_game::Table;
use lettergame_report::Format;
use lettergame_scrabble::notation::Position;
use lettergame_scrabble::picture::terminal;
use lettergame_scrabble::plays::{Generator, Top};
use lettergame_scrabble::rules::{ChallengeRule, Move, Scrabble, View};
use lettergame_scrabble::typed_move;

/// The moves.
const MOVES: &str = "
  8D CARE        lays CARE from 8D across; D8 CARE goes down. Write the whole word; a
                 lower-case letter is a blank
  exchange QV    gives these tiles back for others
  pass           does nothing
";

/// The rest of the help.
const COMMANDS: &str = "  ?              the best plays of your rack
  save FILE      writes what you know of the position to a file, for `analyse scrabble`
  q              leaves the game
";

/// The move of rules with challenges.
const CHALLENGE: &str =
    "  challenge      challenges the other player's last play, before your own move
";

/// The number of plays in a hint.
const HINTS: usize = 5;

/// The maximum number of characters in a rejection.
const REFUSAL: usize = 500;

/// Rejects options that make no sense if a person plays.
pub(super) fn fits(args: &ScrabblePlayArgs) -> Result<(), Failure> {
    if args.games > 1 {
        let why = "a person plays one game at a time; leave out --games or the person";
        return Err(Failure::Usage(why.to_owned()));
    }
    if args.format.format != Format::Table {
        let why = "--format is for games without people; a game of theirs is written by --gcg";
        return Err(Failure::Usage(why.to_owned()));
    }
    Ok(())
}

/// The people of a game and their screen.
pub(super) struct People {
    seats: SeatSet,
    /// The seat whose rack was last on the screen.
    before_screen: Cell<Option<Seat>>,
    /// The turns since then, if several share the screen.
    unread: RefCell<String>,
}

impl People {
    pub(super) fn new(games: &Match) -> People {
        let seats = games.persons();
        People { seats, before_screen: Cell::default(), unread: RefCell::default() }
    }

    /// Whether no person plays.
    pub(super) fn is_alone(&self) -> bool {
        self.seats.is_empty()
    }

    /// Prints what happened; again after the screen was cleared for the next person.
    pub(super) fn show(&self, text: &str) -> Result<(), Failure> {
        if self.seats.len() > 1 {
            self.unread.borrow_mut().push_str(text);
        }
        print(text)
    }

    /// Asks until there is a legal move; `None` if the person leaves or the input ends.
    pub(super) fn decide(
        &self,
        table: &Table<Scrabble>,
        seat: Seat,
    ) -> Result<Option<Move>, Failure> {
        let choice = self.asked(table, seat)?;
        if choice.is_none() {
            print("\nYou left the game before its end.\n")?;
        }
        Ok(choice)
    }

    fn asked(&self, table: &Table<Scrabble>, seat: Seat) -> Result<Option<Move>, Failure> {
        if self.seats.len() > 1 && !self.hand_over(seat)? {
            return Ok(None);
        }
        let view = table.view(seat);
        print(&format!("\n{}\n{}", board(&view), notice(&view)))?;
        let prompt = Ink::wanted().strong(&format!("player {}> ", seat.index() + 1));
        while let Some(line) = asked(&prompt)? {
            match line.split_once(' ').unwrap_or((&line, "")) {
                ("", "") => {}
                ("q" | "quit", "") => return Ok(None),
                ("h" | "help", "") => print(&help(&view))?,
                ("?" | "hint", "") => print(&hint(&view)?)?,
                ("save", file) => print(&save(&view, file.trim()))?,
                _ => match typed_move(table, seat, &line) {
                    Ok(choice) => return Ok(Some(choice)),
                    Err(why) => print(&refusal(&why))?,
                },
            }
        }
        Ok(None)
    }

    /// Clears the screen and calls the next person; `false` if that person leaves.
    fn hand_over(&self, seat: Seat) -> Result<bool, Failure> {
        if self.before_screen.replace(Some(seat)).is_some() {
            print(&wiped())?;
        }
        let call =
            format!("\nPlayer {}: press Enter when only you see the screen> ", seat.index() + 1);
        let line = asked(&Ink::wanted().strong(&call))?;
        print(&self.unread.take())?;
        Ok(line.is_some_and(|line| line != "q"))
    }
}

fn help(view: &View<'_>) -> String {
    let is_void = view.game().rules().challenge() == ChallengeRule::Void;
    let challenge = if is_void { "" } else { CHALLENGE };
    format!("{MOVES}{challenge}{COMMANDS}")
}

/// What the person should know of the other's last play.
fn notice(view: &View<'_>) -> &'static str {
    match (view.contested(), view.is_closing()) {
        (None, _) => "",
        (Some(_), false) => "you may challenge the last play\n",
        (Some(_), true) => "the last play ends the game: challenge it, or pass\n",
    }
}

/// Why a move is refused, in lines.
fn refusal(why: &str) -> String {
    let text = format!("{}; h for help", escaped(why, REFUSAL));
    flowed("  ", text.split(' ').map(str::to_owned))
}

fn board(view: &View<'_>) -> String {
    terminal(&Position::seen(view), view.board().layout(), wants_colour())
}

/// The best plays by equity.
fn hint(view: &View<'_>) -> Result<String, Failure> {
    let position = Position::seen(view);
    let (valuation, mut top) = (position.valuation(view.board().layout()), Top::new(HINTS));
    let words = view.game().lexicon();
    Generator::new().search(words, view.board(), view.rack(), &valuation, &mut top);
    if top.plays().is_empty() {
        return Ok("  there is no play; exchange or pass\n".to_owned());
    }
    plays_table(top.plays(), &position, &valuation).render(Format::Table).map_err(Failure::unusable)
}

/// Writes the position to a new file.
fn save(view: &View<'_>, file: &str) -> String {
    if file.is_empty() {
        return "  save needs the name of a file\n".to_owned();
    }
    match write_new(file, &Position::seen(view).to_string()) {
        Ok(()) => format!("  saved in {file}\n"),
        Err(why) => format!("  {why}\n"),
    }
}
