//! `season standings`: who stands where, and how sure that is.

use crate::cli::args::SeasonStandingsArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_line, print_table, remark};
use crate::cli::season::{counted_matches, shown_probability, shown_rating};
use lettergame_report::{Cell, Format, Table};
use lettergame_season::{Season, SeasonStandings, TeamStanding};
use lettergame_stats::Interval;

pub(super) fn run(args: &SeasonStandingsArgs) -> Result<(), Failure> {
    let standings = Season::read(&args.dir)?.standings()?;
    standings.dropped_formats.iter().for_each(|dropped| remark(&dropped.to_string()));
    match args.format.format {
        Format::Json => {
            let text = serde_json::to_string_pretty(&standings).map_err(Failure::unusable)?;
            print(&(text + "\n"))
        }
        Format::Csv => print_table(&full_table(&standings), Format::Csv),
        format => {
            print_table(&table(&standings), format)?;
            let lines = std::iter::once(legend(&standings)).chain(standings.notes());
            lines.into_iter().try_for_each(|line| {
                if format == Format::Markdown {
                    print("\n")?;
                }
                print_line(&line, format)
            })
        }
    }
}

/// What the table rests on.
fn legend(standings: &SeasonStandings) -> String {
    let SeasonStandings { games, confidence, .. } = standings;
    let matches = counted_matches(standings.matches);
    let settled = match standings.settled {
        true => "; the order is settled",
        false => "",
    };
    format!(
        "{games} games in {matches}{settled}. Rating: 0 is the average, weighted by how much games reveal; apart: told apart at {} %.",
        confidence * 100.0
    )
}

/// The table for people.
pub(super) fn table(standings: &SeasonStandings) -> Table {
    let several = standings.formats.len() > 1;
    let mut columns =
        vec!["rank", "team", "version", "rating", "above", "apart", "win share", "games", "faults"];
    if several {
        columns.extend(standings.formats.iter().map(String::as_str));
    }
    // faults are left out only where there are none
    let spotless = standings.teams.iter().all(|team| team.faults == 0);
    let mut expendable = vec!["faults", "version", "games"];
    expendable.drain(..usize::from(!spotless));
    if several {
        expendable.extend(standings.formats.iter().rev().map(String::as_str));
    }
    expendable.extend(["win share", "apart"]);
    let mut table = Table::new(&columns).expendable(&expendable);
    for team in &standings.teams {
        let mut row = vec![
            team.rank().map_or(Cell::Nothing, |rank| Cell::text(&rank)),
            Cell::text(&team.team),
            Cell::count(team.version),
            shown_rating(team.games, team.rating, team.rating_interval),
            shown_probability(team.above_next),
            team.apart.map_or(Cell::Nothing, |apart| Cell::text(if apart { "yes" } else { "no" })),
            team.win_share
                .map_or(Cell::Nothing, |share| Cell::text(&format!("{:.1} %", share * 100.0))),
            Cell::count(team.games),
            Cell::count(team.faults),
        ];
        if several {
            row.extend(
                team.formats.iter().map(|of| shown_rating(of.games, of.rating, of.rating_interval)),
            );
        }
        table.push(row);
    }
    table
}

/// The table for programs.
fn full_table(standings: &SeasonStandings) -> Table {
    let plain = [
        "team",
        "version",
        "rank_low",
        "rank_high",
        "rating",
        "rating_low",
        "rating_high",
        "above_next",
        "apart",
        "games",
        "win_share",
        "faults",
        "benched",
    ];
    let own = standings.formats.iter().flat_map(|format| {
        ["rating", "rating_low", "rating_high", "games", "win_share", "score"]
            .map(|column| format!("{format}_{column}"))
    });
    let columns: Vec<String> = plain.iter().map(|name| (*name).to_owned()).chain(own).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new(&columns);
    standings.teams.iter().for_each(|team| table.push(full_row(team)));
    table
}

fn full_row(team: &TeamStanding) -> Vec<Cell> {
    let low = |interval: Option<Interval>| Cell::maybe(interval.map(|interval| interval.low), 1);
    let high = |interval: Option<Interval>| Cell::maybe(interval.map(|interval| interval.high), 1);
    let maybe = |count: Option<u64>| count.map_or(Cell::Nothing, Cell::count);
    let mut row = vec![
        Cell::text(&team.team),
        Cell::count(team.version),
        maybe(team.rank_low),
        maybe(team.rank_high),
        Cell::number(team.rating, 1),
        low(team.rating_interval),
        high(team.rating_interval),
        Cell::maybe(team.above_next, 4),
        team.apart.map_or(Cell::Nothing, |apart| Cell::text(if apart { "yes" } else { "no" })),
        Cell::count(team.games),
        Cell::maybe(team.win_share, 4),
        Cell::count(team.faults),
        Cell::count(team.benched),
    ];
    for of in &team.formats {
        row.extend([
            Cell::number(of.rating, 1),
            low(of.rating_interval),
            high(of.rating_interval),
            Cell::count(of.games),
            Cell::maybe(of.win_share, 4),
            Cell::maybe(of.score, 2),
        ]);
    }
    row
}
