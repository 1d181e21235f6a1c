//! `bench`: how many games per second this machine plays, on one thread and on all.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::args::BenchArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print_table, remark};
use lettergame_arena::RunError;
use lettergame_base::Seed;
use lettergame_plan::RawConfig;
use lettergame_registry::{self as registry, GameEntry, games};
use lettergame_report::{Cell, Table};
use lettergame_tournament::{AnyTournament, run as play};
use lettergame_words::Lexicon;

pub(super) fn run(args: &BenchArgs) -> Result<(), Failure> {
    if !(0.01..=3600.0).contains(&args.seconds) {
        return Err(Failure::Usage(format!(
            "invalid value `{}` for --seconds: expected 0.01 to 3600",
            args.seconds
        )));
    }
    let lexicon = Arc::new(Lexicon::shipped());
    let all = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut table = Table::new(&["game", "players", "threads", "games", "games/s"]);
    for game in games() {
        let tournament = tournament_of(game, &lexicon)?;
        for threads in [NonZeroUsize::MIN, all] {
            remark(&format!(
                "measuring {} with {threads} {} for {} s",
                game.info.name,
                if threads == NonZeroUsize::MIN { "thread" } else { "threads" },
                args.seconds
            ));
            let (games, rate) =
                measure(&*tournament, threads, Duration::from_secs_f64(args.seconds))?;
            table.push(vec![
                Cell::text(game.info.name),
                Cell::text(&game.info.bench_players.join(" ")),
                Cell::count(threads.get() as u64),
                Cell::count(games),
                Cell::number(rate, 0),
            ]);
        }
    }
    print_table(&table, args.format.format)
}

fn tournament_of(
    game: &GameEntry,
    lexicon: &Arc<Lexicon>,
) -> Result<Box<dyn AnyTournament>, Failure> {
    let raw = RawConfig {
        players: Some(game.info.bench_players.map(str::to_owned).to_vec()),
        games: Some(1_000_000_000_000),
        ..RawConfig::default()
    };
    let config = raw.validate(game.info.name, Seed(1))?;
    Ok(registry::prepare(&config, Arc::clone(lexicon))?.tournament)
}

/// Plays games for about that time and discards their rows; returns games per second.
fn measure(
    tournament: &dyn AnyTournament,
    threads: NonZeroUsize,
    time: Duration,
) -> Result<(u64, f64), Failure> {
    let start = Instant::now();
    let stop = AtomicBool::new(false);
    let mut games = 0;
    play(tournament, 0..tournament.schedule().total(), threads, &stop, |batch| {
        games += batch.scores.len() as u64;
        if start.elapsed() >= time {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        Ok::<(), RunError>(())
    })?;
    Ok((games, games as f64 / start.elapsed().as_secs_f64()))
}
