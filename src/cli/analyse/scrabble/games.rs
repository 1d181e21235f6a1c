//! `analyse scrabble game` for many games: the totals of each player.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::analyse::scrabble::input::PositionReader;
use crate::cli::args::GameArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table, remark};
use crate::cli::runs::progress::Progress;
use lettergame_base::parallel_map;
use lettergame_report::{Cell, Format, Table};
use lettergame_scrabble::analysis::{Analysis, AnalysisOptions, Phase, Totals};
use lettergame_scrabble::rules::Scrabble;

/// How many games are analysed between two looks at the progress.
const AT_ONCE: usize = 64;

/// The files themselves, and of folders those whose names end in `.gcg`, in alphabetical order.
pub(super) fn files_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let unreadable =
            |error| Failure::Unusable(format!("cannot read {}: {error}", path.display()));
        let entries = fs::read_dir(path).map_err(unreadable)?;
        let entries: Vec<_> = entries.collect::<Result<_, _>>().map_err(unreadable)?;
        let is_game =
            |file: &PathBuf| file.extension().is_some_and(|end| end.eq_ignore_ascii_case("gcg"));
        let mut inside: Vec<PathBuf> =
            entries.into_iter().map(|entry| entry.path()).filter(is_game).collect();
        if inside.is_empty() {
            return Err(Failure::Unusable(format!("{} has no files *.gcg", path.display())));
        }
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}

/// Analyses all games on all cores; files that are no games are left out.
pub(super) fn run(
    args: &GameArgs,
    files: &[PathBuf],
    game: &Arc<Scrabble>,
    reader: &PositionReader,
    options: &AnalysisOptions<'_>,
) -> Result<(), Failure> {
    if args.gcg.is_some() || args.html.is_some() {
        return Err(Failure::usage("--gcg and --html are for a single game"));
    }
    let mut progress = Progress::new(false, "games", 0, files.len() as u64);
    let (mut totals, mut analysed, mut left_out) = (Totals::default(), 0, 0);
    for some in files.chunks(AT_ONCE) {
        let results: Vec<_> =
            parallel_map(some.len(), |index| analysis(&some[index], game, reader, options));
        for (file, result) in some.iter().zip(results) {
            match result {
                Ok(analysis) => {
                    totals.add(&analysis);
                    analysed += 1;
                }
                Err(failure) => {
                    left_out += 1;
                    remark(&format!("left out: {}: {failure}", file.display()));
                }
            }
        }
        progress.update(analysed + left_out, String::new);
    }
    progress.finish();
    let format = args.format.format;
    if matches!(format, Format::Table | Format::Markdown) {
        print(&format!("{analysed} games; losses, mistakes, bingos and luck are per game\n\n"))?;
    }
    print_table(&table(&totals), format)?;
    Failure::if_left_out(left_out, "file")
}

fn analysis(
    file: &Path,
    game: &Arc<Scrabble>,
    reader: &PositionReader,
    options: &AnalysisOptions<'_>,
) -> Result<Analysis, Failure> {
    let read = reader.quiet(file)?;
    let (file, _) = read
        .game
        .ok_or_else(|| Failure::Usage(format!("this is a {}: expected a GCG game", read.form)))?;
    Ok(Analysis::on_this_thread(&file, game, options))
}

/// A row for each player, the most games first.
fn table(totals: &Totals) -> Table {
    let phases = Phase::ALL.map(|phase| format!("loss_{}", phase.name()));
    let mut columns = vec!["player", "games", "wins", "points", "loss"];
    columns.extend(phases.iter().map(String::as_str));
    columns.extend([
        "mean_loss",
        "small",
        "medium",
        "large",
        "bingos",
        "missed_bingos",
        "phonies",
        "luck",
    ]);
    let expendable =
        ["phonies", "mean_loss", "small", "medium", "loss_opening", "loss_middle", "loss_end"];
    let mut table = Table::new(&columns).expendable(&expendable);
    let mut players: Vec<_> = totals.0.iter().collect();
    players.sort_by_key(|(_, totals)| std::cmp::Reverse(totals.games));
    for (name, totals) in players {
        let per_game = |sum: f64| Cell::number(sum / totals.games as f64, 2);
        let mean = (totals.valued > 0).then(|| totals.loss / totals.valued as f64);
        let mut row = vec![
            Cell::text(name),
            Cell::count(totals.games),
            Cell::number(totals.wins, 1),
            per_game(totals.points as f64),
            per_game(totals.loss),
        ];
        row.extend(totals.by_phase.map(per_game));
        row.push(Cell::maybe(mean, 2));
        row.extend(totals.mistakes.map(|count| per_game(count as f64)));
        row.extend(
            [totals.bingos, totals.missed_bingos, totals.phonies]
                .map(|count| per_game(count as f64)),
        );
        row.push(per_game(totals.luck));
        table.push(row);
    }
    table
}
