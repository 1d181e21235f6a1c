//! `check`: audits a player and prints what it found.

use std::path::Path;

use crate::cli::args::CheckArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print_table, remark};
use lettergame_arena::{AuditPace, AuditStep, AuditVerdict, Words, absolute, audit};
use lettergame_plan::RawConfig;
use lettergame_protocol::HostOptions;
use lettergame_registry::{self as registry, GameEntry};
use lettergame_report::{Cell, Table};

pub(super) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let steps = steps(args)?;
    print_table(&table_of(&steps), args.format.format)?;
    if failure(&steps).is_some() {
        return Err(Failure::Check(format!("`{}` is not ready to play", args.player)));
    }
    let is_slow = |step: &&AuditStep| step.name == "pace" && step.verdict == AuditVerdict::Note;
    let slow = steps.iter().find(is_slow).map(|step| format!(", but {}", step.detail));
    let slow = slow.unwrap_or_default();
    remark(&format!("`{}` is ready to play {}{slow}", args.player, args.game));
    Ok(())
}

/// The steps as a table, with remedies.
pub(super) fn table_of(steps: &[AuditStep]) -> Table {
    let mut table = Table::new(&["step", "verdict", "detail"]);
    for step in steps {
        let cells = [step.name, step.verdict.name(), &detail(step)].map(Cell::text);
        table.push(cells.into());
    }
    table
}

/// Goes through all steps, with a line for each on standard error.
fn steps(args: &CheckArgs) -> Result<Vec<AuditStep>, Failure> {
    let raw = RawConfig {
        players: Some(vec![args.player.clone()]),
        time_limit: args.time_limit.clone(),
        game_time: args.game_time.clone(),
        init_time: args.init_time.clone(),
        data: args.data.as_deref().map(absolute),
        ..RawConfig::default()
    }
    .based(Path::new(&absolute(Path::new("."))));
    let game = registry::find(&args.game)?;
    steps_of(raw, game, &args.host_options.host_options(), AuditPace::Thorough)
}

/// Goes through all steps for the first player of a raw config.
fn steps_of(
    raw: RawConfig,
    game: &GameEntry,
    host_options: &HostOptions,
    pace: AuditPace,
) -> Result<Vec<AuditStep>, Failure> {
    let tell = |step: &str| remark(&format!("  {step}"));
    Ok(audit(raw, game, &Words::shipped(), host_options, pace, &tell)?)
}

/// What a step found, with the remedy for a fault whose text does not contain it.
fn detail(step: &AuditStep) -> String {
    let remedy = match step.fault.as_deref() {
        Some("late" | "stalled") => "; answer sooner, or allow more with --time-limit",
        Some("game_time") => "; answer sooner, or allow more with --game-time",
        _ => return step.detail.clone(),
    };
    let (said, log) = step.detail.split_once('\n').unwrap_or((&step.detail, ""));
    let log = if log.is_empty() { String::new() } else { format!("\n{log}") };
    format!("{said}{remedy}{log}")
}

/// The defect of a player: the first step that fails, and how.
fn failure(steps: &[AuditStep]) -> Option<String> {
    let failed = steps.iter().find(|step| step.verdict == AuditVerdict::Fail)?;
    Some(format!("{}: {}", failed.name, detail(failed)))
}

/// Audits the first player of a raw config in the Letter Game: whether it is ready, and what there
/// is to report. A line for each step goes to standard error.
///
/// # Errors
/// If the player cannot be found.
pub(super) fn quick_audit(
    raw: RawConfig,
    host_options: &HostOptions,
) -> Result<(bool, String), Failure> {
    let steps = steps_of(raw, &registry::games()[0], host_options, AuditPace::Quick)?;
    if let Some(failure) = failure(&steps) {
        return Ok((false, failure));
    }
    let is_note = |step: &&AuditStep| step.verdict == AuditVerdict::Note && step.name != "sandbox";
    let notes = steps.iter().filter(is_note);
    let notes: Vec<String> = notes.map(|step| format!("{}: {}", step.name, step.detail)).collect();
    Ok((true, notes.join("\n")))
}
