//! What a person is asked in a turn of Marrakech: the rotation, then the place of the rug. Each
//! question lists all legal moves, and each answer can be taken back until it is confirmed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::cli::exit::Failure;
use crate::cli::output::{print, wants_colour};
use crate::cli::play::asked;
use crate::cli::whole_file::write_new;
use lettergame_marrakech::picture::{Label, Style, terminal};
use lettergame_marrakech::rules::{Die, Move, Phase, Position, Rotation, Square, Stage};

/// The outcome of asking.
pub(super) enum Reply {
    /// A legal move.
    Move(Move),
    /// The person quits.
    Quit,
}

const HELP: &str = "
  a number         the choice of that number
  a, r, l          Assam goes ahead, turns right, turns left
  43 44            the two squares of a rug, column and row of each
  Enter            confirms a choice
  u                undo, as long as the choice is not confirmed
  save [FILE]      print the game as one line, or write it to a file, for --load
  q                quit; the game is printed so that you can continue
";

/// Asks until a move is confirmed.
pub(super) fn decide(stage: &Stage) -> Result<Reply, Failure> {
    let choices = choices(stage);
    print(&question(stage, &choices))?;
    loop {
        let Some(line) = asked(&format!("{}> ", stage.colour()))? else { return Ok(Reply::Quit) };
        if everywhere(stage, &line)? {
            continue;
        }
        match line.as_str() {
            "" => {}
            "q" | "quit" => return Ok(Reply::Quit),
            "u" | "undo" => print("  nothing to undo: what was confirmed stays\n")?,
            _ => match chosen(stage, &choices, &line) {
                Err(reason) => print(&format!("  {reason}; h for help\n"))?,
                Ok(choice) => match confirmed(stage, choice)? {
                    Confirmed::Yes => return Ok(Reply::Move(choice)),
                    Confirmed::Undo => print(&question(stage, &choices))?,
                    Confirmed::Quit => return Ok(Reply::Quit),
                },
            },
        }
    }
}

/// Handles the commands available at every prompt; false if it is something else.
fn everywhere(stage: &Stage, line: &str) -> Result<bool, Failure> {
    match line.split_once(' ').unwrap_or((line, "")) {
        ("h" | "help" | "?", "") => print(HELP)?,
        ("save", file) => save(stage, file.trim())?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// All legal moves, in the order of their numbers.
fn choices(stage: &Stage) -> Vec<Move> {
    match stage.phase() {
        Phase::Rotate => Rotation::ALL.into_iter().map(Move::Rotate).collect(),
        _ => stage.placements().map(Move::Place).collect(),
    }
}

fn question(stage: &Stage, choices: &[Move]) -> String {
    let mut text = format!("\n{}\n", board(stage.position(), choices));
    let asks = match stage.phase() {
        Phase::Rotate => "which way should Assam face?",
        _ => "where should the rug go?",
    };
    let _ = writeln!(text, "{}, {asks}", stage.colour());
    let shown = choices.iter().map(|choice| described(stage, *choice)).collect::<Vec<_>>();
    for (index, choice) in shown.iter().enumerate() {
        let _ = writeln!(text, "  {:>2}  {choice}", index + 1);
    }
    text
}

/// The board, marking every square where a rug may be placed.
fn board(position: &Position, choices: &[Move]) -> String {
    let candidates = choices.iter().filter_map(|choice| match choice {
        Move::Place(squares) => Some(*squares),
        Move::Rotate(_) => None,
    });
    let mark = |square: Square| Label::new("+").map(|label| (square, label));
    let marks: BTreeMap<Square, Label> = candidates.flatten().filter_map(mark).collect();
    terminal(position, Style { colour: wants_colour(), marks })
}

fn described(stage: &Stage, choice: Move) -> String {
    match choice {
        Move::Rotate(rotation) => {
            let assam = stage.position().assam().rotated(rotation);
            let way = match rotation {
                Rotation::Ahead => "ahead",
                Rotation::Right => "right",
                Rotation::Left => "left",
            };
            let ends: Vec<String> = Die::ALL.map(|die| end(stage, rotation, die)).to_vec();
            format!("{way:<6} to the {:<6} 1 to 4: {}", assam.facing.name(), ends.join(", "))
        }
        Move::Place([one, other]) => {
            let covered = [one, other].map(|square| stage.position().board().colour_at(square));
            match covered {
                [None, None] => format!("{one} and {other}"),
                [Some(a), Some(b)] if a == b => format!("{one} and {other}  covers two of {a}"),
                [Some(a), Some(b)] => format!("{one} and {other}  covers {a} and {b}"),
                [Some(a), None] | [None, Some(a)] => format!("{one} and {other}  covers {a}"),
            }
        }
    }
}

/// Where a roll leads, and what it costs: `64`, or `64 (5 to yellow)`.
fn end(stage: &Stage, rotation: Rotation, die: Die) -> String {
    let mut next = stage.clone();
    next.rotate(rotation);
    let payment = next.roll(die);
    let square = next.position().assam().square;
    match payment {
        Some(payment) => format!("{square} ({} to {})", payment.owed, payment.to),
        None => square.to_string(),
    }
}

/// The move meant by the input.
fn chosen(stage: &Stage, choices: &[Move], line: &str) -> Result<Move, String> {
    if let Some(choice) = by_number(choices, line) {
        return Ok(choice);
    }
    let choice = match stage.phase() {
        Phase::Rotate => Move::Rotate(rotation(line).ok_or_else(|| {
            format!("invalid choice `{line}`: expected 1 to {}, or a, r, l", choices.len())
        })?),
        _ => Move::Place(squares(line).ok_or_else(|| {
            format!(
                "invalid choice `{line}`: expected 1 to {}, or two squares such as 43 44",
                choices.len()
            )
        })?),
    };
    if let Move::Place(squares) = choice {
        stage.check(squares).map_err(|error| format!("not there: {error}"))?;
    }
    Ok(choice)
}

fn by_number(choices: &[Move], line: &str) -> Option<Move> {
    let number: usize = line.parse().ok()?;
    choices.get(number.checked_sub(1)?).copied()
}

fn rotation(line: &str) -> Option<Rotation> {
    match line.to_lowercase().as_str() {
        "a" | "ahead" | "0" => Some(Rotation::Ahead),
        "r" | "right" | "90" => Some(Rotation::Right),
        "l" | "left" | "270" => Some(Rotation::Left),
        _ => None,
    }
}

/// `43 44`, `43,44`, `4344`: four digits with any separators.
fn squares(line: &str) -> Option<[Square; 2]> {
    let between = |c: char| c.is_whitespace() || ",;-()".contains(c);
    let digits: String = line.chars().filter(|&c| !between(c)).collect();
    if digits.len() != 4 || !digits.is_ascii() {
        return None;
    }
    Some([digits[..2].parse().ok()?, digits[2..].parse().ok()?])
}

enum Confirmed {
    Yes,
    Undo,
    Quit,
}

/// Shows the result of the choice and asks for confirmation.
fn confirmed(stage: &Stage, choice: Move) -> Result<Confirmed, Failure> {
    let prompt = match choice {
        Move::Rotate(rotation) => {
            let facing = stage.position().assam().rotated(rotation).facing;
            format!("Assam will face {}. Enter rolls the die, u undoes: ", facing.name())
        }
        Move::Place(squares) => {
            let mut next = stage.clone();
            next.place(squares);
            print(&format!("\n{}\n", board(next.position(), &[])))?;
            "Enter places the rug, u undoes: ".to_owned()
        }
    };
    while let Some(line) = asked(&prompt)? {
        match line.as_str() {
            "q" | "quit" => return Ok(Confirmed::Quit),
            "" | "y" | "yes" => return Ok(Confirmed::Yes),
            "u" | "undo" | "n" | "no" => return Ok(Confirmed::Undo),
            _ if everywhere(stage, &line)? => {}
            _ => print(&format!("  `{line}` is neither Enter nor u; h for help\n"))?,
        }
    }
    Ok(Confirmed::Quit)
}

/// Prints the game as a line, or writes it to a file; an existing file is not overwritten.
fn save(stage: &Stage, file: &str) -> Result<(), Failure> {
    if file.is_empty() {
        return print(&format!("{stage}\n"));
    }
    print(&match write_new(file, &format!("{stage}\n")) {
        Ok(()) => format!("  saved; continue with --load {file}\n"),
        Err(why) => format!("  {why}\n"),
    })
}
