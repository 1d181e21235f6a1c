//! What programs are told of runs while they are played: lines of JSON on standard error
//! (`--progress json`), and a file of metrics for Prometheus (`--metrics`).

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::cli::args::WatchArgs;
use crate::cli::exit::Failure;
use crate::cli::output::remark;
use crate::cli::runs::interim::Interim;
use crate::cli::whole_file::write_whole;
use lettergame_base::Name;
use lettergame_report::{RunStatus, Tally, metrics_text};
use lettergame_tournament::Waiting;

/// The interval between two lines, and between two versions of the file, unless another is given.
const EVERY: Duration = Duration::from_secs(1);

/// The outputs for programs, and the runs so far.
pub(in crate::cli) struct StatusOutput<'a> {
    args: &'a WatchArgs,
    json: bool,
    metrics: Option<&'a Path>,
    /// The state of each run that was begun, the current one last.
    runs: Vec<RunStatus>,
    /// Whether a failure to write the file was remarked on.
    remarked: bool,
}

/// The run that is being played.
pub(in crate::cli) struct Watched<'a, 'b> {
    output: &'a mut StatusOutput<'b>,
    run: String,
    names: Vec<Name>,
    total: u64,
    before: u64,
    started: Instant,
    written: Instant,
}

/// Why a line is written.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub(in crate::cli) enum Event {
    /// The run is started or resumed.
    Started,
    /// Games are being played.
    Progress { waiting_for: Option<String> },
    /// All games are played.
    Finished,
    /// It was interrupted; the command resumes it.
    Stopped { resume: String },
    /// It cannot be played on.
    Failed { error: String },
}

/// A line of `--progress json`.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    event: Event,
    #[serde(flatten)]
    status: &'a RunStatus,
}

impl<'b> StatusOutput<'b> {
    /// The outputs that were asked for; the file of metrics is there from now on.
    ///
    /// # Errors
    /// If that file cannot be written.
    pub(in crate::cli) fn of(args: &'b WatchArgs) -> Result<StatusOutput<'b>, Failure> {
        let (json, metrics) = (args.is_json(), args.metrics.as_deref());
        let output = StatusOutput { args, json, metrics, runs: Vec::new(), remarked: false };
        output.write_metrics().map(|()| output)
    }

    /// Begins a run of which the games of this tally are done.
    pub(in crate::cli) fn begin<'a>(
        &'a mut self,
        run: &Path,
        names: &[Name],
        tally: &Tally,
        total: u64,
    ) -> Watched<'a, 'b> {
        let (run, names) = (run.display().to_string(), names.to_vec());
        let (now, before) = (Instant::now(), tally.games());
        self.runs.push(RunStatus::of(&run, tally, total, before, 0.0));
        self.write(Event::Started);
        Watched { output: self, run, names, total, before, started: now, written: now }
    }

    /// Whether lines for programs replace those for people.
    pub(in crate::cli) fn is_json(&self) -> bool {
        self.json
    }

    /// When standings for people are shown.
    pub(in crate::cli) fn interim(&self, is_silent: bool) -> Interim {
        Interim::of(self.args, is_silent)
    }

    fn is_used(&self) -> bool {
        self.json || self.metrics.is_some()
    }

    /// Prints the state of the current run.
    fn print(&self, event: Event) {
        if let (true, Some(status)) = (self.json, self.runs.last()) {
            let line = serde_json::to_string(&Line { event, status });
            let line = line.unwrap_or_else(|error| unreachable!("{error}"));
            // nobody reads: the run matters more
            let _ = writeln!(io::stderr().lock(), "{line}");
        }
    }

    fn write_metrics(&self) -> Result<(), Failure> {
        let Some(file) = self.metrics else { return Ok(()) };
        let text = metrics_text(&[], &self.runs).map_err(Failure::unusable)?;
        write_whole(file, text, "--metrics")
    }

    /// Writes the outputs. What fails now is remarked on once: the run goes on.
    fn write(&mut self, event: Event) {
        self.print(event);
        if let Err(failure) = self.write_metrics()
            && !self.remarked
        {
            self.remarked = true;
            remark(&failure.to_string());
        }
    }
}

impl Watched<'_, '_> {
    /// Takes note of the tally, and writes the outputs if it is time.
    pub(in crate::cli) fn update(&mut self, tally: &Tally, waiting: Option<&Waiting>) {
        if !self.output.is_used() {
            return;
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let status = RunStatus::of(&self.run, tally, self.total, self.before, seconds);
        if let Some(last) = self.output.runs.last_mut() {
            *last = status;
        }
        if self.written.elapsed() >= self.output.args.every.unwrap_or(EVERY) {
            self.written = Instant::now();
            let waiting_for = waiting.and_then(|waiting| self.names.get(waiting.player));
            self.output
                .write(Event::Progress { waiting_for: waiting_for.map(ToString::to_string) });
        }
    }

    /// Writes the last line, and the metrics as they are at the end.
    pub(in crate::cli) fn end(self, event: Event) {
        self.output.write(event);
    }
}
