//! `season team`: how one team does.

use crate::cli::args::SeasonReportArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table};
use crate::cli::season::{shown_probability, shown_rating, shown_time};
use lettergame_base::shell_path;
use lettergame_report::{Cell, Format, Table};
use lettergame_season::{GameOfNote, Rival, Season, TeamReport, VersionProgress, WhyNotable};

pub(super) fn run(args: &SeasonReportArgs) -> Result<(), Failure> {
    let season = Season::read(&args.dir)?;
    let report = season.team_report(&args.team)?;
    let format = args.format.format;
    match format {
        Format::Json => {
            let text = serde_json::to_string_pretty(&report).map_err(Failure::unusable)?;
            return print(&(text + "\n"));
        }
        // a program gets a single table
        Format::Csv => return print_table(&versions(&report), format),
        Format::Table | Format::Markdown => {}
    }
    print_table(&versions(&report), format)?;
    if report.rivals.iter().any(|rival| rival.results > 0) {
        print("\n")?;
        print_table(&rivals(&report), format)?;
    }
    if !report.games.is_empty() {
        print("\n")?;
        print_table(&games(&season, &report), format)?;
    }
    let times = &report.times;
    if times.decisions > 0 {
        let mean = times.total_ms / times.decisions as f64;
        print(&format!(
            "\n{} decisions: {mean:.1} ms on average, {:.1} ms at most, {} late\n",
            times.decisions, times.longest_ms, times.late
        ))?;
    }
    Ok(())
}

fn versions(report: &TeamReport) -> Table {
    let columns =
        ["version", "since", "source", "rating", "better", "games", "win share", "faults", "plays"];
    let expendable = ["source", "games", "win share", "since"];
    let mut table = Table::new(&columns).expendable(&expendable);
    for of in &report.versions {
        let VersionProgress { version, accepted, source, totals, .. } = of;
        let share = (totals.seats > 0).then(|| totals.wins / totals.seats as f64);
        let plays = !report.withdrawn && report.current == Some(*version);
        table.push(vec![
            Cell::count(*version),
            Cell::text(&shown_time(*accepted)),
            Cell::text(source),
            shown_rating(totals.games, of.rating, of.rating_interval),
            shown_probability(of.above_previous),
            Cell::count(totals.games),
            percent(share),
            Cell::count(totals.faults),
            if plays { Cell::text("yes") } else { Cell::Nothing },
        ]);
    }
    table
}

fn rivals(report: &TeamReport) -> Table {
    let mut table = Table::new(&["rival", "version", "lead", "above", "results", "share"]);
    for of in &report.rivals {
        let Rival { team, version, .. } = of;
        table.push(vec![
            Cell::text(team),
            Cell::count(*version),
            shown_rating(of.results, of.lead(), of.lead_interval()),
            shown_probability(of.above),
            Cell::count(of.results),
            percent(of.share),
        ]);
    }
    table
}

fn games(season: &Season, report: &TeamReport) -> Table {
    let mut table = Table::new(&["game", "format", "players", "margin", "replay"]);
    for of in &report.games {
        let GameOfNote { why, of_match, game, format, players, points } = of;
        let dir = season.match_dir(*of_match);
        let dir = std::env::current_dir()
            .ok()
            .and_then(|here| Some(dir.strip_prefix(here).ok()?.to_owned()))
            .unwrap_or(dir);
        let why = match why {
            WhyNotable::WorstLoss => "worst loss",
            WhyNotable::BestWin => "best win",
            WhyNotable::Upset => "upset",
            WhyNotable::Closest => "closest",
            WhyNotable::Fault => "fault",
        };
        let replay =
            format!("lettergame replay {} --game {game}", shell_path(&dir.display().to_string()));
        table.push(vec![
            Cell::text(why),
            Cell::text(format),
            Cell::text(&players.join(", ")),
            points.map_or(Cell::Nothing, |points| Cell::text(&points.to_string())),
            Cell::text(&replay),
        ]);
    }
    table
}

fn percent(share: Option<f64>) -> Cell {
    share.map_or(Cell::Nothing, |share| Cell::text(&format!("{:.1} %", share * 100.0)))
}
