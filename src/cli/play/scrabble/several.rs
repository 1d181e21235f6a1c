//! `play scrabble --games N`: several games, one line each, and a summary.

use crate::cli::args::ScrabblePlayArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table, remark};
use crate::cli::play::scrabble::recording::{Match, Played, write_games};
use lettergame_report::{Cell, Format, Table};

/// Sums over games.
#[derive(Default)]
struct Sums {
    games: u32,
    wins: [f64; 2],
    points: [i64; 2],
    turns: usize,
}

impl Sums {
    fn add(&mut self, played: &Played) {
        let [first, second] = played.points;
        let share = match first.cmp(&second) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        self.games += 1;
        self.wins[0] += share;
        self.wins[1] += 1.0 - share;
        self.points[0] += i64::from(first);
        self.points[1] += i64::from(second);
        self.turns += played.counts.iter().sum::<usize>();
    }

    fn summary(&self, names: &[String; 2]) -> String {
        let games = f64::from(self.games);
        let line = |index: usize| {
            let (wins, mean) = (self.wins[index], self.points[index] as f64 / games);
            format!("player {}, {}: {wins} won, {mean:.1} points a game\n", index + 1, names[index])
        };
        let turns = self.turns as f64 / games;
        format!("{} games, {turns:.1} turns a game\n{}{}", self.games, line(0), line(1))
    }
}

pub(super) fn run(args: &ScrabblePlayArgs, games: &Match) -> Result<(), Failure> {
    let format = args.format.format;
    let mut table = Table::new(&["game", "player_1", "player_2", "turns"]);
    let mut sums = Sums::default();
    for number in 0..args.games {
        let played = games.play(number, None, |_, _| Ok(None), |_| Ok(()))?;
        write_games(args, games, number, &played)?;
        sums.add(&played);
        if format == Format::Table {
            print(&line(number, &played))?;
        } else {
            table.push(row(number, &played));
        }
    }
    let summary = sums.summary(&games.names);
    if format == Format::Table {
        return print(&summary);
    }
    remark(summary.trim_end());
    print_table(&table, format)
}

fn line(number: u32, played: &Played) -> String {
    let ([first, second], turns) = (played.points, played.counts.iter().sum::<usize>());
    format!("game {number}: {first} to {second}, {turns} turns\n")
}

fn row(number: u32, played: &Played) -> Vec<Cell> {
    let number_cell = |points: i32| Cell::Number(points.to_string());
    let [first, second] = played.points.map(number_cell);
    vec![
        Cell::count(number.into()),
        first,
        second,
        Cell::count(played.counts.iter().sum::<usize>() as u64),
    ]
}
