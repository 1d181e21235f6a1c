//! `analyse scrabble game`: the moves of a game against the best ones, the luck of its draws.

mod annotated;
mod tables;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::cli::analyse::scrabble::input::{PositionReader, game as scrabble};
use crate::cli::args::{GameArgs, PositionOptions};
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table, remark};
use crate::cli::session::useful_threads;
use crate::cli::whole_file::{check_place, write_whole};
use lettergame_core::base::{Seed, did_you_mean, terminal_text};
use lettergame_report::{Format, Table};
use lettergame_scrabble::analysis::{Analysis, AnalysisOptions, Candidate, TurnAnalysis};
use lettergame_scrabble::notation::{Cgp, GameFile, annotate_gcg};
use lettergame_scrabble::plays::Leaves;
use lettergame_scrabble::rules::Scrabble;
use lettergame_web::scrabble_game_page;

pub(super) fn run(args: &GameArgs) -> Result<(), Failure> {
    let outputs = [(&args.gcg, "--gcg"), (&args.html, "--html")];
    for (path, option) in outputs {
        path.as_deref().map_or(Ok(()), |path| check_place(path, option))?;
    }
    // required, unless a command is given in its place
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    let leaves = leaves(args.leaves.as_deref())?;
    let game = scrabble(&args.setup)?;
    let options = PositionOptions { turn: None, rack: None, strict: args.strict };
    let reader = PositionReader::new(Arc::clone(&game), &args.setup, &options);
    let read = reader.file(path).map_err(|failure| with_commands(failure, path))?;
    let Some((file, text)) = read.game else {
        return Err(Failure::Usage(format!(
            "{} is a {}: expected a GCG game; a position is analysed by `best`",
            path.display(),
            read.form
        )));
    };
    let analysis = analysed(args, &file, &game, &leaves)?;
    if let Some(path) = &args.gcg {
        let notes: BTreeMap<usize, String> = annotated::notes(&file, &analysis);
        write_whole(path, annotate_gcg(&text, &notes), "--gcg")?;
        remark(&format!("annotated game in {}", path.display()));
    }
    if let Some(path) = &args.html {
        write_whole(path, scrabble_game_page(&file, &analysis, game.layout()), "--html")?;
        remark(&format!("page in {}", path.display()));
    }
    show(args, &file, &analysis)
}

/// The names of commands, one of which may be meant by a file that is not there.
fn with_commands(failure: Failure, file: &Path) -> Failure {
    let commands = ["best", "moves", "count", "view", "game"];
    match failure {
        Failure::Unusable(text) if text.starts_with("cannot read") && !file.exists() => {
            let hint = did_you_mean(&file.display().to_string(), commands);
            let is_near = hint.starts_with("; did you mean");
            Failure::Unusable(if is_near { text + &hint } else { text })
        }
        other => other,
    }
}

/// The values of kept tiles in a file, by default the shipped ones.
pub(super) fn leaves(file: Option<&Path>) -> Result<Arc<Leaves>, Failure> {
    let Some(path) = file else { return Ok(Arc::new(Leaves::shipped().clone())) };
    let name = path.display();
    let content = fs::read(path)
        .map_err(|error| Failure::Unusable(format!("cannot read {name}: {error}")))?;
    let leaves = Leaves::read(&content);
    leaves.map(Arc::new).map_err(|error| Failure::Unusable(format!("{name}: {error}")))
}

fn analysed(
    args: &GameArgs,
    file: &GameFile,
    game: &Arc<Scrabble>,
    leaves: &Leaves,
) -> Result<Analysis, Failure> {
    let options = AnalysisOptions {
        leaves,
        candidates: args.candidates as usize,
        samples: args.simulate.unwrap_or(0),
        draws: args.draws,
        seed: Seed(args.seed),
        thresholds: args.mistakes,
    };
    let threads = useful_threads(args.threads.threads).get();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(|| Analysis::of(file, game, &options)))
}

fn show(args: &GameArgs, file: &GameFile, analysis: &Analysis) -> Result<(), Failure> {
    let is_simulated = args.simulate.is_some();
    let turns = || tables::turns(file, analysis.turns.iter(), is_simulated);
    match args.format.format {
        Format::Csv => print_table(&turns(), Format::Csv),
        Format::Json => {
            let text = serde_json::to_string_pretty(&object(file, analysis, is_simulated));
            print(&(text.map_err(Failure::unusable)? + "\n"))
        }
        format => {
            let rendered = |table: Table| table.render(format).map_err(Failure::unusable);
            let mistakes = analysis.mistakes();
            let mut text =
                format!("{}\n{}", terminal_text(&head(file, analysis)), rendered(turns())?);
            text += "\nMistakes, the greatest first\n";
            text += &match mistakes.is_empty() {
                true => "none\n".to_owned(),
                false => rendered(tables::mistakes(file, &mistakes))?,
            };
            text += &format!("\nPlayers\n{}", rendered(tables::players(analysis))?);
            print(&text)
        }
    }
}

fn head(file: &GameFile, analysis: &Analysis) -> String {
    let [one, two] = &analysis.players;
    let title = if file.title.is_empty() { String::new() } else { format!("{}: ", file.title) };
    format!("{title}{} {}, {} {}", one.name, one.points, two.name, two.points)
}

/// The whole analysis as one object.
fn object(file: &GameFile, analysis: &Analysis, is_simulated: bool) -> Value {
    let mut turns = tables::turns(file, analysis.turns.iter(), is_simulated).json();
    for (row, turn) in turns.as_array_mut().into_iter().flatten().zip(&analysis.turns) {
        row["candidates"] = candidates(turn);
        row["cgp"] =
            turn.position.as_ref().map(|position| Cgp(position.clone()).to_string()).into();
    }
    let mistakes: Vec<usize> = analysis.mistakes().iter().map(|turn| turn.number).collect();
    json!({
        "title": file.title,
        "players": tables::players(analysis).json(),
        "turns": turns,
        "mistakes": mistakes,
    })
}

fn candidates(turn: &TurnAnalysis) -> Value {
    let Ok(valued) = &turn.valued else { return json!([]) };
    let means = valued.simulated.as_ref().map(|simulated| &simulated.means);
    let one = |(index, candidate): (usize, &Candidate)| {
        let mut row = json!({
            "move": tables::choice_text(&candidate.choice),
            "score": candidate.score,
            "equity": f64::from(candidate.equity.0) / 1000.0,
        });
        if let Some(mean) = means.and_then(|means| means.get(index)) {
            row["mean"] = json!((mean * 1000.0).round() / 1000.0);
        }
        row
    };
    valued.candidates.iter().enumerate().map(one).collect()
}
