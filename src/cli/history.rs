//! `history`: what was recorded over time, as tables, text or a plot.

use std::path::Path;

use crate::cli::args::{HistoryArgs, HistoryQuery, PastArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{print_report, print_table, remark};
use crate::cli::whole_file::{check_place, is_same, write_whole};
use lettergame_base::did_you_mean;
use lettergame_report::history::{Filter, History};
use lettergame_report::{Format, history_plot, history_text, verdict_table};

pub(super) fn run(args: &HistoryArgs) -> Result<(), Failure> {
    match &args.query {
        HistoryQuery::Show { what, player, verdicts, format } => {
            show(what, player.as_deref(), *verdicts, format.format)
        }
        HistoryQuery::Plot { what, player, svg } => plot(what, player, svg),
    }
}

fn show(
    what: &PastArgs,
    player: Option<&str>,
    only_verdicts: bool,
    format: Format,
) -> Result<(), Failure> {
    let (history, filter) = open(what, player)?;
    let runs = if only_verdicts { Vec::new() } else { history.runs(&filter)? };
    let verdicts = history.verdicts(&filter)?;
    if runs.is_empty() && verdicts.is_empty() {
        remark(&format!("no matching run or verdict in {}", what.file.display()));
    }
    if only_verdicts && matches!(format, Format::Json | Format::Csv) {
        return print_table(&verdict_table(&verdicts), format);
    }
    print_report(&history_text(&runs, &verdicts, format).map_err(Failure::unusable)?, format)
}

fn plot(what: &PastArgs, player: &str, svg: &Path) -> Result<(), Failure> {
    check_place(svg, "--svg")?;
    let (history, filter) = open(what, Some(player))?;
    let (file, out) = (what.file.display(), svg.display());
    let Some(picture) = history_plot(&history.runs(&filter)?, player) else {
        return Err(Failure::Unusable(format!("{file} has no run with a score of `{player}`")));
    };
    if is_same(svg, &what.file) {
        return Err(Failure::Usage(format!("{out} is the history itself; choose another --svg")));
    }
    write_whole(svg, &picture, "--svg")?;
    remark(&format!("picture in {out}"));
    Ok(())
}

/// Opens the record and checks the names against its contents; an empty record accepts all names.
fn open(what: &PastArgs, player: Option<&str>) -> Result<(History, Filter), Failure> {
    let history = History::read(&what.file)?;
    known("player", player, &history.players()?, &what.file)?;
    known("game", what.game.as_deref(), &history.games()?, &what.file)?;
    let filter =
        Filter { player: player.map(str::to_owned), game: what.game.clone(), last: what.last };
    Ok((history, filter))
}

fn known(kind: &str, name: Option<&str>, names: &[String], file: &Path) -> Result<(), Failure> {
    let Some(name) = name.filter(|name| !names.is_empty() && !names.iter().any(|n| n == name))
    else {
        return Ok(());
    };
    let hint = did_you_mean(name, names.iter().map(String::as_str));
    Err(Failure::Usage(format!("{} has no {kind} `{name}`{hint}", file.display())))
}
