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
use lettergame_protocol::Hosting;
use lettergame_registry::{self as registry, GameEntry};
use lettergame_report::{Cell, Table};
use lettergame_tournament::{Arena, Config, Draft};

/// Games of the tournament that is played for an audit, as far as there is time.
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
    let draft = Draft {
        players: Some(vec![args.player.clone()]),
        time_limit: args.time_limit.clone(),
        game_time: args.game_time.clone(),
        init_time: args.init_time.clone(),
        data: args.data.as_deref().map(absolute),
        ..Draft::default()
    }
    .based(Path::new(&absolute(Path::new("."))));
    steps_of(draft, registry::find(&args.game)?, &args.hosting.hosting(), Pace::Thorough)
}

/// The same for the first player of a draft.
fn steps_of(
    draft: Draft,
    game: &GameEntry,
    hosting: &Hosting,
    pace: Pace,
) -> Result<Vec<Step>, Failure> {
    let config = config(draft, game)?;
    let arena = |hosting: &Hosting| -> Result<Box<dyn Arena>, Failure> {
        let lexicon = load(None, true)?.lexicon;
        Ok(registry::prepare_hosted(&config, lexicon, hosting)?.arena)
    };
    let odd = Hosting { odd_fields: true, ..hosting.clone() };
    Ok(audit(&*arena(hosting)?, &*arena(&odd)?, pace, &|step| remark(&format!("  {step}"))))
}

/// What a player lacks: where the first step fails, and how.
fn failure(steps: &[Step]) -> Option<String> {
    let failed = steps.iter().find(|step| step.verdict == Verdict::Fail)?;
    Some(format!("{}: {}", failed.name, failed.detail))
}

/// What the first player of a draft lacks to play the Letter Game: whether it is ready, and what there is to
/// say. A line for each step goes to standard error.
///
/// # Errors
/// When it cannot be found at all.
pub(super) fn quick_audit(draft: Draft, hosting: &Hosting) -> Result<(bool, String), Failure> {
    let steps = steps_of(draft, &registry::games()[0], hosting, Pace::Quick)?;
    if let Some(failure) = failure(&steps) {
        return Ok((false, failure));
    }
    let notes = steps.iter().filter(|step| step.verdict == Verdict::Note && step.name != "sandbox");
    let notes: Vec<String> = notes.map(|step| format!("{}: {}", step.name, step.detail)).collect();
    Ok((true, notes.join("\n")))
}

/// A short tournament of the player against another one of the roster; all that happens in it is written.
fn config(draft: Draft, game: &GameEntry) -> Result<Config, Failure> {
    let mut players = draft.players.clone().unwrap_or_default();
    players.push(game.info.bench_players[0].to_owned());
    players.truncate(*game.info.seats.end());
    let draft = Draft {
        players: Some(players),
        games: Some(GAMES),
        record: Some("plies".to_owned()),
        ..draft
    };
    Ok(draft.check(game.info.name, Seed(1))?)
}
