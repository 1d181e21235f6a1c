//! `analyse scrabble game`: the moves of a game against the best ones, the luck of its draws.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::cli::analyse::scrabble::games::{self, files_of};
use crate::cli::analyse::scrabble::input::{PositionReader, game as scrabble};
use crate::cli::args::{GameArgs, PositionOptions, meant_command};
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table, remark};
use crate::cli::runs::session::{pool, useful_threads};
use crate::cli::whole_file::{check_places, write_whole};
use lettergame_base::{Seed, terminal_text};
use lettergame_report::{Format, Table};
use lettergame_scrabble::analysis::{Analysis, AnalysisOptions};
use lettergame_scrabble::board::Distribution;
use lettergame_scrabble::plays::Leaves;
use lettergame_web::AnalysedGame;

pub(super) fn run(args: &GameArgs) -> Result<(), Failure> {
    let files = files_of(&args.files)?;
    // of several files the first may be a mistyped command
    if let [first, _, ..] = &files[..]
        && !first.exists()
        && let Some(hint) = meant_command(&first.display().to_string())
    {
        let text = format!("unknown command `{}`{hint}", first.display());
        return Err(Failure::Usage(text));
    }
    let [path, others @ ..] = &files[..] else {
        let text = "name the GCG file of a game, or a command and a position, as in `best FILE`; - is standard input";
        return Err(Failure::usage(text));
    };
    check_places(
        &[(args.gcg.as_deref(), "--gcg"), (args.html.as_deref(), "--html")],
        &[Some(path.as_path()), args.setup.lexicon.as_deref(), args.leaves.as_deref()],
    )?;
    let game = scrabble(&args.setup)?;
    let leaves = leaves(args.leaves.as_deref(), game.distribution())?;
    let options = PositionOptions { strict: args.strict, ..PositionOptions::default() };
    let reader = PositionReader::new(Arc::clone(&game), &args.setup, &options);
    let options = analysis_options(args, &leaves);
    let pool = pool(useful_threads(args.threads.threads))?;
    if !others.is_empty() {
        return pool.install(|| games::run(args, &files, &game, &reader, &options));
    }
    let read = reader.file(path).map_err(|failure| with_commands(failure, path))?;
    let Some((file, text)) = read.game else {
        return Err(Failure::Usage(format!(
            "{} is a {}: expected a GCG game; a position is analysed by `best`",
            path.display(),
            read.form
        )));
    };
    let analysis = pool.install(|| Analysis::of(&file, &game, &options));
    let analysed = AnalysedGame { file, analysis, is_simulated: args.simulate.is_some() };
    if let Some(path) = &args.gcg {
        write_whole(path, analysed.annotated(&text), "--gcg")?;
        remark(&format!("annotated game in {}", path.display()));
    }
    if let Some(path) = &args.html {
        write_whole(path, analysed.page(game.layout()), "--html")?;
        remark(&format!("page in {}", path.display()));
    }
    show(args, &analysed)
}

/// With the name of a command that may be meant by a file that is not there.
fn with_commands(failure: Failure, file: &Path) -> Failure {
    match failure {
        Failure::Unusable(text) if file != Path::new("-") && !file.exists() => {
            let hint = meant_command(&file.display().to_string());
            Failure::Unusable(text + &hint.unwrap_or_default())
        }
        other => other,
    }
}

/// The values of kept tiles in a file, by default the shipped ones.
pub(super) fn leaves(
    file: Option<&Path>,
    distribution: &Distribution,
) -> Result<Arc<Leaves>, Failure> {
    let Some(path) = file else { return Ok(Arc::new(Leaves::usual(distribution).clone())) };
    let name = path.display();
    let content = fs::read(path)
        .map_err(|error| Failure::Unusable(format!("cannot read {name}: {error}")))?;
    let unusable = |error: &dyn std::error::Error| Failure::Unusable(format!("{name}: {error}"));
    let leaves = Leaves::read(&content).map_err(|error| unusable(&error))?;
    leaves.check(distribution).map_err(|error| unusable(&error))?;
    Ok(Arc::new(leaves))
}

fn analysis_options<'a>(args: &GameArgs, leaves: &'a Leaves) -> AnalysisOptions<'a> {
    AnalysisOptions {
        leaves,
        candidates: args.candidates as usize,
        samples: args.simulate.unwrap_or(0),
        draws: args.draws,
        seed: Seed(args.seed),
        thresholds: args.mistakes,
    }
}

fn show(args: &GameArgs, analysed: &AnalysedGame) -> Result<(), Failure> {
    match args.format.format {
        Format::Csv => print_table(&analysed.turns(), Format::Csv),
        Format::Json => print(&format!("{:#}\n", analysed.json())),
        format => {
            let rendered = |table: Table| table.render(format).map_err(Failure::unusable);
            let title = analysed.title();
            let mut text = format!("{}\n{}", terminal_text(&title), rendered(analysed.turns())?);
            text += "\nMistakes, the greatest first\n";
            text += &match analysed.analysis.mistakes().is_empty() {
                true => "none\n".to_owned(),
                false => rendered(analysed.mistakes())?,
            };
            text += &format!("\nPlayers\n{}", rendered(analysed.players())?);
            print(&text)
        }
    }
}
