//! `tune`: better values for the parameters of a player.

use crate::cli::args::TuneArgs;
use crate::cli::conditions::raws;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::{print_report, remark};
use crate::cli::runs::progress::Progress;
use crate::cli::runs::session::{stop_flag, threads};
use crate::cli::tournament::players_of;
use crate::cli::whole_file::{check_places, is_same, write_whole};
use lettergame_arena::{
    Compared, DEFAULT_GAMES, ReadyTuning, TuneOptions, Tuned, TunedParameter, Tuning, TuningLog,
};
use lettergame_base::shell_word;
use lettergame_compare::Measure;
use lettergame_report::{TuningReport, TuningRow};
use lettergame_tournament::Ended;

pub(super) fn run(args: &TuneArgs) -> Result<(), Failure> {
    check_files(args)?;
    let (mut tuning, log) = open(args)?;
    search(&mut tuning, log, args)?;
    let tuned = tuning.tuned();
    let mut report = report(&tuning, &tuned);
    if let Some(file) = &args.plot {
        write_whole(file, report.plot(), "--plot")?;
    }
    let compared = match tuned.from == tuned.found {
        true => None,
        false => Some(check(&tuning, &tuned, args)?),
    };
    let trouble = compared.as_ref().and_then(|compared| compared.report.trouble.clone());
    let repeat = compared.as_ref().and_then(|compared| compared.report.repeat.clone());
    report.comparison = compared.map(|compared| compared.report);
    print_report(
        &report.document().render(args.format.format).map_err(Failure::unusable)?,
        args.format.format,
    )?;
    if let (Some(command), false) = (repeat, args.pace.quiet) {
        remark(&format!("the games of the comparison with all rows: {command}"));
    }
    match trouble {
        Some(trouble) => Err(Failure::Unusable(format!("{trouble}; the comparison is void"))),
        None => Ok(()),
    }
}

fn check_files(args: &TuneArgs) -> Result<(), Failure> {
    match (&args.log, &args.plot) {
        (Some(log), Some(plot)) if is_same(log, plot) => {
            Err(Failure::usage("--log and --plot name the same file: expected two"))
        }
        (log, plot) => check_places(&[(log.as_deref(), "--log"), (plot.as_deref(), "--plot")], &[]),
    }
}

/// The tuning, restored from its log, and the log.
fn open(args: &TuneArgs) -> Result<(ReadyTuning, Option<TuningLog>), Failure> {
    let mut tuning = Tuning::new(options(args)?, raws(&args.conditions)?)?;
    let log = args.log.as_deref();
    let found = log.filter(|_| args.resume).map(TuningLog::find).transpose()?;
    if let (None, Some(seed)) = (tuning.seed(), found.as_ref().and_then(|found| found.seed())) {
        tuning = tuning.with_seed(seed);
    }
    let seeded = tuning.seed().is_some();
    let words = load(tuning.lexicon(), args.pace.quiet)?;
    let mut ready = tuning.prepare(words, &args.host_options.host_options())?;
    if !seeded {
        args.pace.remark_on_seed(ready.seed());
    }
    let log = match (log, found) {
        (Some(_), Some(found)) => Some(found.resume(&mut ready)?),
        (Some(path), None) => Some(TuningLog::create(path, &ready)?),
        (None, _) => None,
    };
    Ok((ready, log))
}

fn options(args: &TuneArgs) -> Result<TuneOptions, Failure> {
    Ok(TuneOptions {
        player: args.player.trim().to_owned(),
        parameters: args.param.clone(),
        against: args.against.as_deref().map(players_of).transpose()?,
        by: args.by.unwrap_or(Measure::Points),
        games: args.games.unwrap_or(DEFAULT_GAMES),
        deals: args.deals,
        check_games: args.check_games,
    })
}

/// Plays the remaining iterations.
fn search(
    tuning: &mut ReadyTuning,
    mut log: Option<TuningLog>,
    args: &TuneArgs,
) -> Result<(), Failure> {
    let (threads, all) = (threads(&args.pace), tuning.iterations());
    let mut progress = Progress::new(args.pace.quiet, "iterations", tuning.done(), all);
    while tuning.done() < all {
        let Some(line) = tuning.play_next(threads, stop_flag())? else {
            progress.finish();
            let what = format!("interrupted after {} of {all} iterations", tuning.done());
            return Err(interrupted(&what, args));
        };
        if let Some(log) = &mut log {
            log.write(&line)?;
        }
        progress.update(tuning.done(), || tuning.so_far());
    }
    progress.finish();
    Ok(())
}

/// Compares the tuned player with the original one.
fn check(tuning: &ReadyTuning, tuned: &Tuned, args: &TuneArgs) -> Result<Compared, Failure> {
    let ready = tuning.final_match(tuned)?;
    let mut progress = Progress::new(args.pace.quiet, "blocks", 0, ready.most_blocks());
    let compared = ready.play(threads(&args.pace), stop_flag(), |ledger, _| {
        progress.update(ledger.blocks(), || format!("comparing {}", tuned.found));
    });
    let compared = compared?;
    progress.finish();
    if compared.ended == Ended::Stopped {
        let what = format!("interrupted while {} was compared with {}", tuned.found, tuned.from);
        return Err(interrupted(&what, args));
    }
    Ok(compared.without_unsound_verdicts())
}

/// What happened, and how the tuning is resumed.
fn interrupted(what: &str, args: &TuneArgs) -> Failure {
    if args.log.is_none() {
        return Failure::Interrupted(format!(
            "{what}, and nothing is kept; with --log FILE a tuning can be resumed"
        ));
    }
    let words = std::env::args().skip(1).filter(|word| word != "--resume");
    let words: Vec<String> = words.map(|word| shell_word(&word).unwrap_or(word)).collect();
    Failure::Interrupted(format!(
        "{what}, all of them kept; resume with: lettergame {} --resume",
        words.join(" ")
    ))
}

fn report(tuning: &ReadyTuning, tuned: &Tuned) -> TuningReport {
    let row = |(index, parameter): (usize, &TunedParameter)| TuningRow {
        key: parameter.key.to_owned(),
        min: parameter.min,
        max: parameter.max,
        from: parameter.from,
        found: tuned.values[index],
        way: tuning.way().iter().map(|values| values[index]).collect(),
    };
    TuningReport {
        from: tuned.from.clone(),
        found: tuned.found.clone(),
        parameters: tuned.parameters.iter().enumerate().map(row).collect(),
        iterations: tuning.iterations(),
        games: tuning.iterations() * tuning.games_of_iteration(),
        seed: tuning.seed().0,
        comparison: None,
    }
}
