//! Playing a run on the command line: progress, interruption, standings at the end.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use crate::cli::args::{EndArgs, PaceArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_line, print_table, remark, remark_on_lock};
use crate::cli::runs::progress::{Progress, so_far};
use crate::cli::runs::status::{Event, StatusOutput};
use lettergame_arena::phrases::{COMMAND_LINE, resume_command};
use lettergame_arena::{Finished, Outcome, RunError, Session};
use lettergame_base::shell_path;
use lettergame_plan::Shard;
use lettergame_protocol::cleanup;
use lettergame_report::{Format, Standing, Table};
use lettergame_run::RunFolder;
use lettergame_tournament::max_threads;

/// Plays a run to its end, with progress on standard error and for programs, until it is
/// interrupted.
pub(in crate::cli) fn play(
    session: Session,
    pace: &PaceArgs,
    output: &mut StatusOutput,
) -> Result<Finished, Failure> {
    let threads = threads(pace);
    remark_on_lock(session.lock());
    if !pace.quiet {
        remark_on_sandbox(&session);
    }
    let (played_before, total) = (session.tally().games(), session.total());
    let silent = pace.quiet || output.is_json();
    let mut progress = Progress::new(silent, "games", played_before, total);
    let tournament = &*session.prepared().tournament;
    let names = tournament.names().to_vec();
    if let (Some(shortage), false) = (tournament.shortage(), pace.quiet) {
        remark(&shortage);
    }
    if tournament.has_programs() {
        progress.begin();
    }
    let mut interim = output.interim(silent);
    let mut watched = output.begin(session.dir(), &names, session.tally(), total);
    let outcome = session.play(threads, stop_flag(), |tally, waiting| {
        progress.update(tally.games(), || so_far(tally, &names, waiting));
        watched.update(tally, waiting);
        if interim.is_due() {
            progress.show(&tally.cross_table());
        }
    });
    progress.finish();
    watched.end(match &outcome {
        Ok(Outcome::Finished(_)) => Event::Finished,
        Ok(Outcome::Stopped { run, .. }) => Event::Stopped { resume: resume_command(run) },
        Err(error) => Event::Failed { error: COMMAND_LINE.text(error) },
    });
    match outcome? {
        Outcome::Finished(finished) => Ok(*finished),
        Outcome::Stopped { done, total, run } => Err(Failure::Interrupted(format!(
            "interrupted after {done} of {total} games, all of them kept; resume with: {}",
            resume_command(&run)
        ))),
    }
}

/// A pool of so many threads.
pub(in crate::cli) fn pool(threads: NonZeroUsize) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
    Ok(pool.map_err(RunError::from)?)
}

/// The requested number of threads, or one per core; never more than are useful.
pub(in crate::cli) fn useful_threads(requested: Option<NonZeroUsize>) -> NonZeroUsize {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    requested.unwrap_or_else(cores).min(max_threads())
}

/// The same, with a remark if more are requested.
pub(in crate::cli) fn threads(pace: &PaceArgs) -> NonZeroUsize {
    let used = useful_threads(pace.threads);
    if let Some(threads) = pace.threads.filter(|threads| *threads > used && !pace.quiet) {
        remark(&format!(
            "--threads {threads}: using {used}, the most for the cores of this machine"
        ));
    }
    used
}

/// Remarks on what is missing if the sandbox is incomplete.
fn remark_on_sandbox(session: &Session) {
    let enforced = session.prepared().tournament.sandbox();
    if let Some(enforced) = enforced.filter(|enforced| !enforced.missing().is_empty()) {
        let text = enforced.text();
        remark(&format!("the sandbox of player programs is incomplete on this system: {text}"));
    }
}

/// Prints the final orders and the standings of finished runs, and where their files are.
pub(in crate::cli) fn print_finished(
    finished: &[Finished],
    end: &EndArgs,
    quiet: bool,
) -> Result<(), Failure> {
    let format = end.format.format;
    // a program that reads standard output gets a single table with fixed columns
    let for_people = matches!(format, Format::Table | Format::Markdown);
    if for_people && let Some(table) = joined(finished, |run| run.ranking.clone()) {
        print_table(&table, format)?;
        print("\n")?;
    }
    let view = end.view.view();
    let standings = |run: &Finished| {
        let standings = run.evaluation.standings(&view);
        Some(if for_people { Standing::summary(&standings) } else { Standing::table(&standings) })
    };
    if let Some(table) = joined(finished, standings) {
        print_table(&table, format)?;
    }
    if let (true, Some(run)) = (for_people, finished.first()) {
        if format == Format::Markdown {
            print("\n")?;
        }
        print_line(&run.evaluation.legend(&view), format)?;
    }
    finished.iter().for_each(remark_on_bugs);
    if !quiet {
        finished.iter().for_each(remark_on_ratings);
        finished.iter().for_each(|run| remark_on(run, run.class_remark.as_deref()));
        finished.iter().for_each(|run| remark(&format!("files in {}", run.folder.dir().display())));
        next_commands(finished).iter().for_each(|text| remark(text));
    }
    match benched(finished) {
        // whoever joins the parts is told again
        Some(text) if end.exit_zero || finished.iter().all(is_part) => remark(&text),
        Some(text) => return Err(Failure::Unusable(text)),
        None => {}
    }
    Ok(())
}

/// Remarks on faults of built-in players, which are never in order.
fn remark_on_bugs(run: &Finished) {
    for (player, faults) in run.faults_of_built_in() {
        let dir = run.folder.dir().display();
        remark_on(
            run,
            Some(&format!(
                "warning: faults of the built-in player {player} in {faults} of its games: this is a bug of \
                 lettergame, and the games do not count; please report it with {dir}/config.toml and \
                 {dir}/faults.jsonl"
            )),
        );
    }
}

/// Suggestions for what to type next.
fn next_commands(finished: &[Finished]) -> Vec<String> {
    let [first, others @ ..] = finished else { return Vec::new() };
    let dir = first.folder.dir();
    // runs of a sweep share a folder
    let all = if others.is_empty() { dir } else { dir.parent().unwrap_or(dir) };
    let quoted = |dir: &Path| shell_path(&dir.display().to_string());
    vec![
        format!("next: lettergame report {} --html report.html", quoted(all)),
        format!("      lettergame replay {} --game 0", quoted(dir)),
    ]
}

/// Remarks on the ratings where the order of the players is in doubt; a report has the others.
fn remark_on_ratings(run: &Finished) {
    run.evaluation.remarks_on_order().iter().for_each(|text| remark_on(run, Some(text)));
}

/// Prints a remark on a run, if there is one.
fn remark_on(run: &Finished, text: Option<&str>) {
    match (text, &run.label) {
        (Some(text), Some(label)) => remark(&format!("{label}: {text}")),
        (Some(text), None) => remark(text),
        (None, _) => {}
    }
}

/// The tables of all runs, one below the other, under their labels; `None` if no run has one.
fn joined(finished: &[Finished], table: impl Fn(&Finished) -> Option<Table>) -> Option<Table> {
    let labelled = |run: &Finished| match &run.label {
        Some(label) => table(run).map(|table| table.labelled("run", label)),
        None => table(run),
    };
    finished.iter().filter_map(labelled).reduce(|mut whole, table| {
        whole.extend(table);
        whole
    })
}

/// Whether it is only a part of a run.
fn is_part(run: &Finished) -> bool {
    RunFolder::read_config(run.folder.dir()).is_ok_and(|(_, info)| info.shard != Shard::WHOLE)
}

/// Lists the players whose programs failed repeatedly, if any.
fn benched(finished: &[Finished]) -> Option<String> {
    let lines: Vec<String> = finished
        .iter()
        .flat_map(|run| {
            let dir = run.folder.dir().display();
            run.benched.iter().map(move |benched| format!("\n  {benched}; see {dir}/faults.jsonl"))
        })
        .collect();
    (!lines.is_empty()).then(|| {
        format!("the games are played, but programs failed in game after game:{}", lines.concat())
    })
}

/// Becomes true at the first Ctrl-C; the second one ends the process at once, with all players.
pub(in crate::cli) fn stop_flag() -> &'static AtomicBool {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stop);
        // without a handler Ctrl-C ends the process; what is written can be resumed
        let _ = ctrlc::set_handler(move || {
            if seen.swap(true, Ordering::Relaxed) {
                cleanup::remove_all();
                std::process::exit(130);
            }
        });
        stop
    })
}
