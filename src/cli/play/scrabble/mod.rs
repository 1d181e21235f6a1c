//! `play scrabble`: one game in full, which people may join, or several games between players in
//! short.

mod annotation;
mod people;
mod recording;
mod several;

use std::fs;
use std::sync::Arc;

use crate::cli::analyse::scrabble::input::{PositionReader, ReadPosition, game};
use crate::cli::args::ScrabblePlayArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table, remark};
use crate::cli::play::messages::Messages;
use crate::cli::play::scrabble::people::People;
use crate::cli::play::scrabble::recording::{Match, Played, Recorded, cannot_write, write_games};
use crate::cli::whole_file::check_places;
use lettergame_base::{Seat, Seed};
use lettergame_report::{Cell, Format, Table};
use lettergame_scrabble::notation::GcgTurn;
use lettergame_scrabble::rules::{Event, Move, Scrabble, challenged};

/// A person plays if no players are named.
pub(super) fn run(args: &ScrabblePlayArgs) -> Result<(), Failure> {
    let read = [args.file.as_deref(), args.setup.lexicon.as_deref()];
    check_places(&[(args.gcg.as_deref(), "--gcg")], &read)?;
    let game = game(&args.setup)?;
    if let Some(path) = &args.annotate {
        return annotation::run(args, &game, path);
    }
    let rules = game.rules().clone().with_challenge(args.challenge);
    let game = Arc::new(Scrabble::new(rules, Arc::clone(game.lexicon())));
    let reader = PositionReader::new(Arc::clone(&game), &args.setup, &args.options);
    let from = args.file.as_deref().map(|path| reader.file(path)).transpose()?;
    from.as_ref().filter(|_| args.gcg.is_some()).map_or(Ok(()), check_has_gcg)?;
    if args.boards && args.games > 1 {
        return Err(Failure::Usage("--boards is for a single game".to_owned()));
    }
    let seed = args.seed.map_or_else(Seed::drawn, Seed);
    let games = Match::new(game, &args.players, args.host_options.host_options(), from, seed)?;
    if !games.persons().is_empty() {
        people::fits(args)?;
    }
    if args.seed.is_none() {
        remark(&format!("seed {}", seed.0));
    }
    if let Some(path) = args.gcg.as_ref().filter(|_| args.games > 1) {
        fs::create_dir_all(path).map_err(|error| cannot_write(path, &error))?;
    }
    if args.games == 1 { one(args, &games) } else { several::run(args, &games) }
}

/// A GCG file cannot begin with a position, except for one that it tells turn by turn.
fn check_has_gcg(from: &ReadPosition) -> Result<(), Failure> {
    if from.position.is_start() || from.game.is_some() {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "a GCG file tells a game from its start, and a {} does not say how its position came about; start \
         from a GCG file (--turn N is an earlier turn), or leave out --gcg and save the turns with --format json",
        from.form
    )))
}

/// One game, every turn.
fn one(args: &ScrabblePlayArgs, games: &Match) -> Result<(), Failure> {
    let format = args.format.format;
    let live = format == Format::Table;
    if live {
        print(&welcome(games))?;
    }
    let people = People::new(games);
    let mut number = 0;
    let look = |recorded: &Recorded| {
        number += 1;
        let text = game_text(recorded, number, args.boards, people.is_alone());
        if live { people.show(&text) } else { Ok(()) }
    };
    let played =
        games.play(0, Some(Messages::new(2)), |table, seat| people.decide(table, seat), look)?;
    if !live {
        print_table(&table(&played, args.boards), format)?;
    } else if played.turns.is_empty() && people.is_alone() {
        print("the game is over already\n")?;
    }
    write_games(args, games, 0, &played)
}

fn welcome(games: &Match) -> String {
    let names = games.names.iter().enumerate();
    let help = if games.persons().is_empty() { "" } else { "h for help\n" };
    names.map(|(index, name)| format!("player {}: {name}\n", index + 1)).collect::<String>() + help
}

/// A turn as lines.
fn game_text(recorded: &Recorded, number: usize, boards: bool, racks: bool) -> String {
    let event = match recorded.choice {
        Some(_) => format!("{number:>3}  {}\n", turn_line(recorded, racks)),
        None => end_lines(&recorded.turn.event),
    };
    let fault = recorded
        .fault
        .map_or(String::new(), |fault| format!("     (the player failed: {fault})\n"));
    let board = if boards && recorded.choice.is_some() {
        recorded.rows.join("\n") + "\n"
    } else {
        String::new()
    };
    event + &fault + &board
}

/// A turn on one line; racks and exchanged tiles are left out if people play.
fn turn_line(recorded: &Recorded, racks: bool) -> String {
    let GcgTurn { rack, event, .. } = &recorded.turn;
    let rack = if racks { format!("{:<7}  ", rack.to_string()) } else { String::new() };
    let (seat, score, points) = sums(event);
    let player = seat.map_or(0, |seat| seat.index() + 1);
    let done = match recorded.choice {
        Some(Move::Exchange(tiles)) if !racks => format!("exchange of {}", tiles.len()),
        _ => done(recorded),
    };
    format!("player {player}  {rack}{done:<28} {score:>+4}  {points:>4}")
}

/// The move as text; a challenge in the line of the player whose play was challenged.
fn done(recorded: &Recorded) -> String {
    if let Event::Challenge { invalid, .. } = &recorded.turn.event {
        return challenged(invalid);
    }
    recorded.choice.map_or_else(|| "end".to_owned(), |choice| choice.to_string())
}

/// The seat, the points earned, the total.
fn sums(event: &Event) -> (Option<Seat>, i32, i32) {
    match event {
        Event::Play { seat, score, points, .. } => (Some(*seat), score.0, points.0),
        Event::Exchange { seat, points, .. } | Event::Pass { seat, points } => {
            (Some(*seat), 0, points.0)
        }
        Event::Challenge { seat, gained, points, .. } => {
            let opponent = seat.opponent();
            let [gained, points] = [gained, points].map(|points| points[opponent.index()].0);
            (Some(opponent), gained, points)
        }
        Event::End { .. } => (None, 0, 0),
    }
}

/// How the game ended.
fn end_lines(event: &Event) -> String {
    let Event::End { left, gained, points, .. } = event else { return String::new() };
    let why = event.to_string();
    let head = why.lines().next().unwrap_or_default().to_owned() + "\n";
    let lines = left.iter().enumerate().map(|(seat, rack)| {
        let tiles = if rack.is_empty() { "no tiles".to_owned() } else { rack.to_string() };
        let player = seat + 1;
        format!("player {player}  left {tiles}, {:+}: {} points\n", gained[seat].0, points[seat])
    });
    head + &lines.collect::<String>()
}

const COLUMNS: [&str; 6] = ["turn", "player", "rack", "move", "score", "points"];

/// The turns of a game as a table; at the end a row for each player's remaining tiles.
fn table(played: &Played, boards: bool) -> Table {
    let columns = COLUMNS.iter().copied().chain(boards.then_some("board"));
    let mut table = Table::new(&columns.collect::<Vec<_>>());
    for (index, recorded) in played.turns.iter().enumerate() {
        for mut row in rows(index + 1, recorded) {
            row.extend(boards.then(|| Cell::text(&recorded.rows.join("/"))));
            table.push(row);
        }
    }
    table
}

fn rows(number: usize, recorded: &Recorded) -> Vec<Vec<Cell>> {
    let row = |player: usize, rack: String, what: String, score: i32, points: i32| {
        let count = |count: usize| Cell::count(count as u64);
        let number_cell = |number: i32| Cell::Number(number.to_string());
        let text = [rack, what].map(Cell::Text);
        let [rack, what] = text;
        vec![count(number), count(player), rack, what, number_cell(score), number_cell(points)]
    };
    if let Event::End { left, gained, points, .. } = &recorded.turn.event {
        let ends = left.iter().enumerate().map(|(seat, rack)| {
            let sums = (gained[seat].0, points[seat].0);
            row(seat + 1, rack.to_string(), "end".to_owned(), sums.0, sums.1)
        });
        return ends.collect();
    }
    let (seat, score, points) = sums(&recorded.turn.event);
    let player = seat.map_or(0, |seat| seat.index() + 1);
    vec![row(player, recorded.turn.rack.to_string(), done(recorded), score, points)]
}
