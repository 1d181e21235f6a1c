//! `check`: audits a player and prints what it found.

mod audit;

use std::path::Path;

use crate::cli::args::CheckArgs;
use crate::cli::check::audit::{Pace, Step, Verdict, audit};
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::{print_table, remark};
use lettergame_arena::absolute;
use lettergame_core::base::Seed;
use lettergame_protocol::HostOptions;
use lettergame_registry::{self as registry, GameEntry};
use lettergame_report::{Cell, Table};
use lettergame_tournament::{AnyTournament, Config, RawConfig};

/// Games in the tournament that is played for an audit, time permitting.
const GAMES: u64 = 64;

pub(super) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let steps = steps(args)?;
    let mut table = Table::new(&["step", "verdict", "detail"]);
    for step in &steps {
        let verdict = match step.verdict {
            Verdict::Pass => "pass",
            Verdict::Note => "note",
            Verdict::Fail => "FAIL",
        };
        table.push(vec![Cell::text(step.name), Cell::text(verdict), Cell::text(&step.detail)]);
    }
    print_table(&table, args.format.format)?;
    if failure(&steps).is_some() {
        return Err(Failure::Check(format!("`{}` is not ready to play", args.player)));
    }
    remark(&format!("`{}` is ready to play {}", args.player, args.game));
    Ok(())
}

/// Goes through all steps, with a line for each on standard error.
fn steps(args: &CheckArgs) -> Result<Vec<Step>, Failure> {
    let raw = RawConfig {
        players: Some(vec![args.player.clone()]),
        time_limit: args.time_limit.clone(),
        game_time: args.game_time.clone(),
        init_time: args.init_time.clone(),
        data: args.data.as_deref().map(absolute),
        ..RawConfig::default()
    }
    .based(Path::new(&absolute(Path::new("."))));
    steps_of(raw, registry::find(&args.game)?, &args.host_options.host_options(), Pace::Thorough)
}

/// Goes through all steps for the first player of a raw config.
fn steps_of(
    raw: RawConfig,
    game: &GameEntry,
    host_options: &HostOptions,
    pace: Pace,
) -> Result<Vec<Step>, Failure> {
    let config = config(raw, game)?;
    let tournament = |host_options: &HostOptions| -> Result<Box<dyn AnyTournament>, Failure> {
        let lexicon = load(None, true)?.lexicon;
        Ok(registry::prepare_hosted(&config, lexicon, host_options)?.tournament)
    };
    let odd = HostOptions { odd_fields: true, ..host_options.clone() };
    Ok(audit(&*tournament(host_options)?, &*tournament(&odd)?, pace, &|step| {
        remark(&format!("  {step}"))
    }))
}

/// The defect of a player: the first step that fails, and how.
fn failure(steps: &[Step]) -> Option<String> {
    let failed = steps.iter().find(|step| step.verdict == Verdict::Fail)?;
    Some(format!("{}: {}", failed.name, failed.detail))
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
    let steps = steps_of(raw, &registry::games()[0], host_options, Pace::Quick)?;
    if let Some(failure) = failure(&steps) {
        return Ok((false, failure));
    }
    let notes = steps.iter().filter(|step| step.verdict == Verdict::Note && step.name != "sandbox");
    let notes: Vec<String> = notes.map(|step| format!("{}: {}", step.name, step.detail)).collect();
    Ok((true, notes.join("\n")))
}

/// A short tournament of the player against another one of the roster, with everything recorded.
fn config(raw: RawConfig, game: &GameEntry) -> Result<Config, Failure> {
    let mut players = raw.players.clone().unwrap_or_default();
    players.push(game.info.bench_players[0].to_owned());
    players.truncate(*game.info.seats.end());
    let raw = RawConfig {
        players: Some(players),
        games: Some(GAMES),
        record: Some("plies".to_owned()),
        ..raw
    };
    Ok(raw.validate(game.info.name, Seed(1))?)
}
