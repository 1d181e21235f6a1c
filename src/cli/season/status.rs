//! `season status` and `season hand-ins`: what waits, what was refused, what is on loan or being played.

use crate::cli::args::{SeasonHandInsArgs, SeasonStatusArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table};
use crate::cli::season::{counted_matches, shown_time, terminal_lines};
use lettergame_base::terminal_text;
use lettergame_report::{Cell, Format, Table};
use lettergame_season::{
    HandInStatus, OpenLoan, Season, SeasonError, SeasonStatus, SlowPlayer, UnfinishedMatch,
};

pub(super) fn run(args: &SeasonStatusArgs) -> Result<(), Failure> {
    let status = Season::read(&args.dir)?.status()?;
    let format = args.format.format;
    match format {
        Format::Json => {
            let text = serde_json::to_string_pretty(&status).map_err(Failure::unusable)?;
            return print(&(text + "\n"));
        }
        // a program gets a single table
        Format::Csv => return print_table(&hand_ins(&status.newest_hand_ins, true), format),
        Format::Table | Format::Markdown => {}
    }
    print(&terminal_lines(&summary(&status)))?;
    let tables = [
        (!status.newest_hand_ins.is_empty()).then(|| hand_ins(&status.newest_hand_ins, true)),
        (!status.loans.is_empty()).then(|| loans(&status.loans)),
        (!status.unfinished.is_empty()).then(|| unfinished(&status.unfinished)),
    ];
    for table in tables.iter().flatten() {
        print("\n")?;
        print_table(table, format)?;
    }
    Ok(())
}

/// What there is of each kind, a line each.
fn summary(status: &SeasonStatus) -> String {
    let SeasonStatus { season, game, teams, versions, games, .. } = status;
    let matches = counted_matches(status.matches);
    let mut text = format!(
        "{season} ({game}): {teams} teams, {versions} versions, {matches}, {games} games\n"
    );
    let hand_ins = match (&status.closed, status.deadline) {
        (Some(why), _) => format!("closed: {why}"),
        (None, Some(end)) => format!("open until {}", shown_time(end)),
        (None, None) => "open, without a deadline".to_owned(),
    };
    text += &format!("hand-ins: {hand_ins}\n");
    for (what, names) in
        [("without a player", &status.without_player), ("withdrawn", &status.withdrawn)]
    {
        if !names.is_empty() {
            text += &format!("{what}: {}\n", names.join(", "));
        }
    }
    for SlowPlayer { version, mean_ms, decisions, late } in &status.slow {
        text += &format!(
            "slow: {version}, {mean_ms:.1} ms on average, {late} of {decisions} decisions late\n"
        );
    }
    for dropped in &status.dropped_formats {
        text += &format!("{dropped}\n");
    }
    text
}

fn hand_ins(list: &[HandInStatus], of_all: bool) -> Table {
    let columns = ["team", "hand-in", "arrived", "source", "by", "state", "version", "why"];
    let from = usize::from(!of_all);
    let mut table = Table::new(&columns[from..]).expendable(&["by", "version", "arrived"]);
    for of in list {
        let row = vec![
            Cell::text(&of.team),
            Cell::text(&of.number.to_string()),
            Cell::text(&shown_time(of.arrived)),
            Cell::text(&of.source),
            Cell::text(&of.who),
            Cell::text(of.state),
            of.version.map_or(Cell::Nothing, Cell::count),
            of.why.as_ref().map_or(Cell::Nothing, |why| Cell::text(&terminal_text(why))),
        ];
        table.push(row.into_iter().skip(from).collect());
    }
    table
}

fn loans(loans: &[OpenLoan]) -> Table {
    let mut table = Table::new(&["loan", "matches", "numbers", "until"]);
    for loan in loans {
        let numbers: Vec<String> = loan.matches.iter().map(ToString::to_string).collect();
        let overdue = if loan.overdue { ", overdue" } else { "" };
        table.push(vec![
            Cell::text(&loan.name),
            Cell::count(loan.matches.len() as u64),
            Cell::text(&numbers.join(" ")),
            Cell::text(&format!("{}{overdue}", shown_time(loan.until))),
        ]);
    }
    table
}

fn unfinished(matches: &[UnfinishedMatch]) -> Table {
    let mut table = Table::new(&["unfinished", "format", "players", "begun", "played by"]);
    for of in matches {
        table.push(vec![
            Cell::text(&of.id.to_string()),
            Cell::text(&of.format),
            Cell::text(&of.players.join(", ")),
            Cell::text(&shown_time(of.begun)),
            Cell::text(of.player.as_deref().unwrap_or("nobody")),
        ]);
    }
    table
}

pub(super) fn hand_ins_of(args: &SeasonHandInsArgs) -> Result<(), Failure> {
    let season = Season::read(&args.dir)?;
    let list = season.hand_in_list(&args.team)?;
    let Some(number) = args.number else {
        return match args.format.format {
            Format::Json => {
                let text = serde_json::to_string_pretty(&list).map_err(Failure::unusable)?;
                print(&(text + "\n"))
            }
            format => print_table(&hand_ins(&list, false), format),
        };
    };
    let is_meant = |of: &&HandInStatus| u64::try_from(of.number) == Ok(number);
    let hand_in = list.iter().find(is_meant).ok_or_else(|| SeasonError::NoHandIn {
        team: args.team.clone(),
        number,
        known: list.iter().map(|hand_in| hand_in.number).collect(),
    })?;
    match args.format.format {
        Format::Json => {
            let text = serde_json::to_string_pretty(hand_in).map_err(Failure::unusable)?;
            print(&(text + "\n"))
        }
        Format::Csv => print_table(&hand_ins(std::slice::from_ref(hand_in), false), Format::Csv),
        Format::Table | Format::Markdown => {
            let version =
                hand_in.version.map_or(String::new(), |number| format!(" as version {number}"));
            let arrived = shown_time(hand_in.arrived);
            let head = format!(
                "{} of {}, by {} at {arrived}: {}{version}",
                hand_in.source, hand_in.team, hand_in.who, hand_in.state
            );
            print(&terminal_lines(&format!("{head}\n\n{}", hand_in.log)))
        }
    }
}
