//! `season`: a tournament that goes on for weeks.

mod add;
mod demo;
mod init;
mod key;
mod loan;
mod play;
mod publish;
mod standings;
mod status;
mod team;
mod teams;
mod verify;

use std::path::Path;

use jiff::Timestamp;

use crate::cli::args::{SeasonAction, SeasonArgs, SeasonLogArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{print_table, remark};
use lettergame_base::{nearest, shell_path, terminal_text};
use lettergame_report::{Cell, Table};
use lettergame_season::{Season, Team};
use lettergame_stats::Interval;

pub(super) fn run(args: &SeasonArgs) -> Result<(), Failure> {
    match &args.action {
        SeasonAction::Init(args) => init::run(args),
        SeasonAction::Add(args) => add::run(args),
        SeasonAction::Play(args) => play::run(args),
        SeasonAction::Lend(args) => loan::lend(args),
        SeasonAction::TakeBack(args) => loan::take_back(args),
        SeasonAction::Status(args) => status::run(args),
        SeasonAction::HandIns(args) => status::hand_ins_of(args),
        SeasonAction::Standings(args) => standings::run(args),
        SeasonAction::Team(args) => team::run(args),
        SeasonAction::Publish(args) => publish::run(args),
        SeasonAction::Withdraw(args) => teams::withdraw(args),
        SeasonAction::Restore(args) => teams::restore(args),
        SeasonAction::Freeze(args) => teams::freeze(args),
        SeasonAction::Key(args) => key::run(args),
        SeasonAction::Log(args) => log(args),
        SeasonAction::Verify(args) => verify::run(args),
        SeasonAction::Demo(args) => demo::run(args),
    }
}

/// Prints who did what.
fn log(args: &SeasonLogArgs) -> Result<(), Failure> {
    let mut table = Table::new(&["time", "who", "what"]);
    for line in Season::read(&args.dir)?.audit(args.lines)? {
        let cells = [&shown_time(line.time), &line.who, &line.what].map(|text| Cell::text(text));
        table.push(cells.into());
    }
    print_table(&table, args.format.format)
}

/// The text with control characters escaped, line by line.
fn terminal_lines(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", terminal_text(line))).collect()
}

/// The command that does something with a team.
fn team_command(action: &str, dir: &Path, team: &str) -> String {
    let [dir, team] = [&dir.display().to_string(), team].map(shell_path);
    format!("lettergame season {action} {dir} {team}")
}

/// Whether a team is none of those before.
fn is_new(team: &Team, before: &[Team]) -> bool {
    before.iter().all(|known| known.id != team.id)
}

/// Says that a team is new, and which one may have been meant: a typing error makes a team, too.
fn remark_if_new(team: &Team, before: &[Team]) {
    if is_new(team, before) {
        let near = nearest(&team.name, before.iter().map(|known| known.name.as_str()));
        let near = near.map_or(String::new(), |near| format!(", not `{near}`"));
        remark(&format!("`{}` is a new team{near}", team.name));
    }
}

/// A number of matches in words.
fn counted_matches(matches: u64) -> String {
    if matches == 1 { "1 match".to_owned() } else { format!("{matches} matches") }
}

/// A point in time in UTC, as in `2030-01-31T23:59:00Z`.
fn shown_time(seconds: i64) -> String {
    Timestamp::from_second(seconds).map_or_else(|_| seconds.to_string(), |time| time.to_string())
}

/// A probability, which is never certain; nothing if unknown.
fn shown_probability(probability: Option<f64>) -> Cell {
    probability.map_or(Cell::Nothing, |of| Cell::text(&lettergame_season::probability(of)))
}

/// A rating with its interval; nothing without games.
fn shown_rating(games: u64, rating: f64, interval: Option<Interval>) -> Cell {
    match interval {
        _ if games == 0 => Cell::Nothing,
        Some(Interval { low, high }) => Cell::text(&format!("{rating:.0} ({low:.0} to {high:.0})")),
        None => Cell::text(&format!("{rating:.0}")),
    }
}
