//! `--history`: adds the results of a command to a record, if one is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::cli::args::{EndArgs, PaceArgs, RecordingArgs, StandingsArgs};
use crate::cli::exit::Failure;
use crate::cli::output::remark;
use crate::cli::runs::session::{play, print_finished};
use crate::cli::runs::status::StatusOutput;
use lettergame_arena::{Finished, Session};
use lettergame_base::shell_path;
use lettergame_compare::{Finding, Question};
use lettergame_plan::{Config, Shard, short_hash};
use lettergame_registry::Prepared;
use lettergame_report::history::{
    Estimate, History, PlayerRecord, RunRecord, VerdictRecord, commit_here, conditions,
};
use lettergame_report::{ComparisonReport, Evaluation, Standing, StandingsView};
use lettergame_run::RunFolder;
use lettergame_stats::{Interval, PairedSummary};

/// A writable record, and the current commit.
pub(in crate::cli) struct Recorder {
    path: PathBuf,
    commit: String,
}

impl Recorder {
    /// Checks that the record can be written, if one is named, so that errors are reported before
    /// the first game.
    pub(in crate::cli) fn of(args: &RecordingArgs) -> Result<Option<Recorder>, Failure> {
        let Some(path) = &args.history else { return Ok(None) };
        History::open(path)?;
        let commit = args.commit.clone().unwrap_or_else(commit_here);
        Ok(Some(Recorder { path: path.clone(), commit }))
    }

    /// Records finished runs, each once however often it is resumed.
    fn record(
        &self,
        finished: &[Finished],
        view: &StandingsView,
        quiet: bool,
    ) -> Result<(), Failure> {
        for run in finished {
            let added =
                self.add(run, view).map_err(|failure| self.lost(run.folder.dir(), &failure))?;
            if !quiet {
                let how = if added { "recorded in" } else { "was recorded before in" };
                let (dir, file) = (run.folder.dir().display(), self.path.display());
                remark(&format!("{dir} {how} {file}"));
            }
        }
        Ok(())
    }

    fn add(&self, run: &Finished, view: &StandingsView) -> Result<bool, Failure> {
        let record = self.run_record(run, view)?;
        Ok(History::open(&self.path)?.record_run(&record)?)
    }

    /// Records the verdict on each candidate of a comparison.
    pub(in crate::cli) fn record_verdicts(
        &self,
        game: &str,
        report: &ComparisonReport,
    ) -> Result<(), Failure> {
        let record = |finding| self.verdict_record(game, report, finding);
        let verdicts: Vec<VerdictRecord> = report.comparison.findings.iter().map(record).collect();
        Ok(History::open(&self.path)?.record_verdicts(&verdicts)?)
    }

    fn verdict_record(
        &self,
        game: &str,
        report: &ComparisonReport,
        finding: &Finding,
    ) -> VerdictRecord {
        let whole = &finding.whole;
        let estimate = |pair: &PairedSummary, interval: Option<Interval>| {
            Estimate::of(pair.difference().mean()?, interval)
        };
        VerdictRecord {
            time: SystemTime::now(),
            commit: self.commit.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            kind: match report.comparison.question {
                Question::Fixed { .. } => "fixed".to_owned(),
                Question::Sequential(_) => "sequential".to_owned(),
            },
            game: game.to_owned(),
            candidate: finding.candidate.clone(),
            baseline: report.comparison.baseline.clone(),
            field: report.comparison.field.join(","),
            settings: report.conditions.clone(),
            blocks: whole.effect.blocks(),
            points: estimate(&whole.effect.points, whole.points),
            win_share: estimate(&whole.effect.wins, whole.wins),
            verdict: finding.verdict.name().to_owned(),
            test: report.question_text(),
        }
    }

    fn lost(&self, dir: &Path, failure: &Failure) -> Failure {
        let [dir, file] = [dir, &self.path].map(|path| shell_path(&path.display().to_string()));
        Failure::Unusable(format!(
            "{failure}\nthe run is complete and kept; record it with: lettergame resume {dir} --history {file}"
        ))
    }

    fn run_record(&self, run: &Finished, view: &StandingsView) -> Result<RunRecord, Failure> {
        let (config, dir) = (&run.config, run.folder.dir());
        let (_, info) = RunFolder::read_config(dir)?;
        Ok(RunRecord {
            time: SystemTime::now(),
            commit: self.commit.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            conditions: conditions(config, &info.lexicon),
            fingerprint: info.fingerprint,
            name: config.name.to_string(),
            game: config.game.clone(),
            rules: rules(config),
            seed: config.seed.0,
            games: run.games,
            folder: fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned()).display().to_string(),
            finish: finish(dir)?,
            scale: view.scale_name(),
            players: run
                .evaluation
                .standings(view)
                .iter()
                .map(|own| player(own, &run.evaluation))
                .collect(),
        })
    }
}

/// Plays all sessions, records the runs if requested, and prints their standings.
pub(in crate::cli) fn play_and_record(
    sessions: Vec<Session>,
    recorder: Option<&Recorder>,
    pace: &PaceArgs,
    output: &mut StatusOutput,
    end: &EndArgs,
) -> Result<(), Failure> {
    let finished: Vec<Finished> = sessions
        .into_iter()
        .map(|session| play(session, pace, output))
        .collect::<Result<_, _>>()
        .map_err(|failure| reminded(recorder, failure))?;
    record_and_print(recorder, &finished, end, pace.quiet)
}

/// Checks that the player that ratings are relative to takes part, before anything is written.
pub(in crate::cli) fn check_anchor(
    view: &StandingsArgs,
    prepared: &Prepared,
) -> Result<(), Failure> {
    let found = view.view().scale(prepared.tournament.names());
    found.map(|_| ()).map_err(|error| Failure::usage(format!("--anchor: {error}")))
}

/// Mentions how to record an interrupted run when it is finished; it is not recorded now.
fn reminded(recorder: Option<&Recorder>, failure: Failure) -> Failure {
    match (recorder, failure) {
        (Some(Recorder { path, commit }), Failure::Interrupted(text)) => {
            let file = shell_path(&path.display().to_string());
            let commit = if commit.is_empty() {
                String::new()
            } else {
                format!(" --commit {}", shell_path(commit))
            };
            let more = format!("with --history {file}{commit} it is recorded when it is complete");
            Failure::Interrupted(format!("{text}\n{more}"))
        }
        (_, failure) => failure,
    }
}

/// A shard is not a whole run: its standings cover only some of the games.
pub(in crate::cli) fn only_whole(args: &RecordingArgs, shard: Shard) -> Result<(), Failure> {
    if args.history.is_none() || shard == Shard::WHOLE {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "shard {shard} is not recorded, because it is not a whole run; give --history to `lettergame merge`"
    )))
}

/// Records finished runs if requested, and prints their standings in any case.
pub(in crate::cli) fn record_and_print(
    recorder: Option<&Recorder>,
    finished: &[Finished],
    end: &EndArgs,
    quiet: bool,
) -> Result<(), Failure> {
    let recorded =
        recorder.map_or(Ok(()), |recorder| recorder.record(finished, &end.view.view(), quiet));
    let printed = print_finished(finished, end, quiet);
    recorded.and(printed)
}

/// Distinguishes this end of the run from others in the same folder: `timing.json` is written when
/// games were played to the end, and left unchanged when a complete run is resumed.
fn finish(dir: &Path) -> Result<String, Failure> {
    let path = dir.join("timing.json");
    let bytes = fs::read(&path)
        .map_err(|error| Failure::Unusable(format!("cannot read {}: {error}", path.display())))?;
    Ok(short_hash(&bytes))
}

fn rules(config: &Config) -> String {
    let preset = config.preset.iter().map(|preset| ("preset", preset.as_str()));
    let pairs = preset.chain(config.rules.pairs());
    pairs.map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(",")
}

/// A player without a game has no figures.
fn player(standing: &Standing, evaluation: &Evaluation) -> PlayerRecord {
    let seen = |value, interval| Estimate::of(value, interval).filter(|_| standing.games > 0);
    PlayerRecord {
        player: standing.player.clone(),
        games: standing.games,
        win_share: seen(standing.win_share, standing.win_share_interval),
        score: seen(standing.score, standing.score_interval),
        rating: seen(standing.rating, standing.rating_interval),
        faults: standing.faults,
        cells: evaluation.cells(&standing.player),
    }
}
