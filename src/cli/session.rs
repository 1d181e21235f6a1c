//! Playing a run into its folder: progress, interruption, standings at the end.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Instant;

use serde_json::json;

use crate::cli::args::PaceArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table, remark};
use crate::cli::progress::{Progress, leader};
use crate::protocol::leftovers;
use crate::registry::Prepared;
use crate::report::{Format, Placing, Standing, Table, Tally};
use crate::tournament::{Benched, Config, Ended, FolderError, RunFolder, run};

/// A run that is ready to be played: its folder exists, some games may be done.
pub(super) struct Session {
    pub(super) prepared: Prepared,
    pub(super) folder: RunFolder,
    /// The games that were done before.
    pub(super) tally: Tally,
    /// The games of this shard that are still to be played.
    pub(super) games: Range<u64>,
    /// What the run is called in a sweep.
    pub(super) label: Option<String>,
}

impl Session {
    /// Plays to the end, if it is not there yet, and writes what is known then.
    pub(super) fn play(mut self, pace: &PaceArgs) -> Result<Finished, Failure> {
        let threads = pace.threads.map_or_else(thread::available_parallelism, Ok);
        let threads = threads.unwrap_or(NonZeroUsize::MIN);
        let (started, played_before) = (Instant::now(), self.tally.games());
        let total = played_before + (self.games.end - self.games.start);
        if !pace.quiet {
            self.remark_on_sandbox();
        }
        let mut progress = Progress::new(pace.quiet, "games", played_before, total);
        let resume = self.resume_command();
        let Session { prepared, folder, tally, games, .. } = &mut self;
        let ended = run(&*prepared.arena, games.clone(), threads, stop_flag(), |batch| {
            folder.append(&batch).map_err(|error| kept(&resume, &error))?;
            batch.scores.iter().for_each(|game| tally.add(game));
            progress.update(tally.games(), || leader(tally));
            Ok::<(), Failure>(())
        });
        progress.finish();
        folder.write_logs(&prepared.arena.logs())?;
        let ended = ended?;
        if let Some(why) = prepared.arena.harness_failure() {
            return Err(Failure::Unusable(format!(
                "{why}\nno player is to blame, and what was played is kept; go on with: {resume}"
            )));
        }
        if ended == Ended::Stopped {
            return Err(self.interrupted(total, &resume));
        }
        let played = self.tally.games() - played_before;
        if played > 0 || !self.folder.dir().join("timing.json").exists() {
            self.write_timing(played, started, threads)?;
        }
        let standings = self.tally.standings();
        let text = Standing::table(&standings).render(Format::Csv).map_err(Failure::unusable)?;
        self.folder.write("standings.csv", text.as_bytes())?;
        let ranking = self.write_ranking()?;
        let benched = self.prepared.arena.benched();
        let unlinked = self.tally.unlinked();
        Ok(Finished {
            folder: self.folder,
            config: self.prepared.config,
            games: self.tally.games(),
            standings,
            ranking,
            label: self.label,
            unlinked,
            benched,
        })
    }

    /// Writes the final order, if the schedule leads to one.
    fn write_ranking(&self) -> Result<Option<Table>, Failure> {
        let arena = &self.prepared.arena;
        let Some(ranking) = arena.schedule().ranking() else { return Ok(None) };
        let table = Placing::table(&Placing::all(&ranking, arena.names()));
        let text = table.render(Format::Csv).map_err(Failure::unusable)?;
        self.folder.write("ranking.csv", text.as_bytes())?;
        Ok(Some(table))
    }

    /// Says what is missing where player programs cannot be shut in completely.
    fn remark_on_sandbox(&self) {
        let enforced = self.prepared.arena.sandbox();
        if let Some(enforced) = enforced.filter(|enforced| !enforced.missing().is_empty()) {
            let text = enforced.text();
            remark(&format!("player programs are not shut in completely on this system: {text}"));
        }
    }

    fn write_timing(
        &self,
        games: u64,
        started: Instant,
        threads: NonZeroUsize,
    ) -> Result<(), Failure> {
        let seconds = started.elapsed().as_secs_f64();
        let timing = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "os": std::env::consts::OS,
            "arch": std::env::consts::ARCH,
            "cores": thread::available_parallelism().map_or(1, NonZeroUsize::get),
            "threads": threads,
            "games": games,
            "seconds": seconds,
            "games_per_second": games as f64 / seconds.max(1e-9),
            "sandbox": self.prepared.arena.sandbox(),
        });
        self.folder.write("timing.json", format!("{timing:#}\n").as_bytes())?;
        Ok(())
    }

    fn interrupted(&self, total: u64, resume: &str) -> Failure {
        let done = self.tally.games();
        Failure::Interrupted(format!(
            "interrupted after {done} of {total} games, all of them kept; go on with: {resume}"
        ))
    }

    /// What goes on with this run, or with the whole sweep that it is a part of.
    fn resume_command(&self) -> String {
        let dir = self.folder.dir();
        let sweep = dir.parent().filter(|_| self.label.is_some());
        format!("lettergame resume {}", quoted(&sweep.unwrap_or(dir).display().to_string()))
    }
}

/// A path as a shell takes it: in single quotes where it holds more than plain characters.
pub(super) fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+:=@%,".contains(c);
    if path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}

fn kept(resume: &str, error: &FolderError) -> Failure {
    Failure::Unusable(format!(
        "{error}\nwhat was written is kept; when there is room, go on with: {resume}"
    ))
}

/// A run whose games are all played.
pub(super) struct Finished {
    pub(super) folder: RunFolder,
    pub(super) config: Config,
    /// How many games there are.
    pub(super) games: u64,
    pub(super) standings: Vec<Standing>,
    /// The final order, where the schedule has stages.
    pub(super) ranking: Option<Table>,
    pub(super) label: Option<String>,
    /// What the ratings cannot tell.
    pub(super) unlinked: Option<String>,
    /// The players whose programs failed again and again.
    pub(super) benched: Vec<Benched>,
}

/// Prints the final orders and the standings of finished runs, and where their files are.
pub(super) fn print_finished(
    finished: &[Finished],
    format: Format,
    quiet: bool,
) -> Result<(), Failure> {
    // a program that reads standard output gets one table, always of the same columns
    let for_people = matches!(format, Format::Table | Format::Markdown);
    if for_people && let Some(table) = joined(finished, |run| run.ranking.clone()) {
        print_table(&table, format)?;
        print("\n")?;
    }
    let standings = |run: &Finished| {
        Some(if for_people {
            Standing::summary(&run.standings)
        } else {
            Standing::table(&run.standings)
        })
    };
    if let Some(table) = joined(finished, standings) {
        print_table(&table, format)?;
    }
    if !quiet {
        finished.iter().for_each(remark_on_ratings);
        finished.iter().for_each(|run| remark(&format!("files in {}", run.folder.dir().display())));
    }
    benched(finished)
}

/// Says which ratings are held by the prior alone, if any are.
fn remark_on_ratings(run: &Finished) {
    match (&run.unlinked, &run.label) {
        (Some(unlinked), Some(label)) => remark(&format!("{label}: {unlinked}")),
        (Some(unlinked), None) => remark(unlinked),
        (None, _) => {}
    }
}

/// A table of each run below each other, under their labels; none if no run has one.
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

/// An error that lists the players whose programs failed again and again, if there are any.
fn benched(finished: &[Finished]) -> Result<(), Failure> {
    let lines: Vec<String> = finished
        .iter()
        .flat_map(|run| {
            let dir = run.folder.dir().display();
            run.benched.iter().map(move |benched| {
                let when = match benched.from {
                    Some(game) => format!("benched from game {game} on"),
                    None => format!("failed in all of its {} games", benched.failed),
                };
                format!("\n  {}: {when}; see {dir}/faults.jsonl", benched.name)
            })
        })
        .collect();
    if lines.is_empty() {
        return Ok(());
    }
    Err(Failure::Unusable(format!(
        "the games are played, but programs failed in game after game:{}",
        lines.concat()
    )))
}

/// Becomes true at the first Ctrl-C; the second one ends the process at once, with all players.
pub(super) fn stop_flag() -> &'static AtomicBool {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stop);
        // a process that cannot watch for Ctrl-C is ended by it; what is written can be resumed
        let _ = ctrlc::set_handler(move || {
            if seen.swap(true, Ordering::Relaxed) {
                leftovers::remove_all();
                std::process::exit(130);
            }
        });
        stop
    })
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_path_is_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("a/b-1.2"), "a/b-1.2");
        assert_eq!(quoted("a run"), "'a run'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
