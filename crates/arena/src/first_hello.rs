//! Before the first game of a run: every program starts, and says hello.
//!
//! A program that does not would lose all of its games, and the others would win them. It is found before any
//! game is played, however its command is written. A program that fails later is a matter of its games.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use crate::{RunError, Session};
use lettergame_plan::PlayerSource;
use lettergame_protocol::{Launch, Link, NoHello, Program, greet};
use lettergame_registry::Prepared;

/// Starts each program of these runs once, as many at a time as there are cores.
///
/// # Errors
/// If programs do not say hello within their limits; all of them are named, with the ends of their logs.
pub fn hear_hellos<'a>(runs: impl IntoIterator<Item = &'a Prepared>) -> Result<(), RunError> {
    let programs = programs(runs);
    let next = AtomicUsize::new(0);
    let (links, silent) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let hear = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(Named { launch, .. }) = programs.get(index) else { break };
            match greet(launch) {
                Ok(mut link) => {
                    link.request_exit();
                    held(&links).push((link, Instant::now()));
                }
                // the host fails in the run, where its failures are handled
                Err(NoHello { failure, .. }) if failure.is_host_error => {}
                Err(error) => held(&silent).push((index, error)),
            }
        }
    };
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    thread::scope(|scope| {
        for _ in 0..cores.get().min(programs.len()) {
            scope.spawn(hear);
        }
    });
    let links: Vec<(Link<()>, Instant)> = std::mem::take(&mut *held(&links));
    for (link, since) in links {
        link.shutdown(since);
    }
    let mut silent = std::mem::take(&mut *held(&silent));
    silent.sort_by_key(|(index, _)| *index);
    let Some((first, _)) = silent.first() else { return Ok(()) };
    let Named { program, game, .. } = &programs[*first];
    let said: Vec<String> =
        silent.iter().map(|(index, error)| said(programs[*index].name, error)).collect();
    Err(RunError::NoHello {
        said: said.join("\n"),
        first: Box::new((*program).clone()),
        game: (*game).to_owned(),
    })
}

/// Starts each program of those sessions of which no game is played yet; see [`hear_hellos`].
///
/// # Errors
/// See [`hear_hellos`].
pub fn hear_unplayed(sessions: &[Session]) -> Result<(), RunError> {
    let unplayed = sessions.iter().filter(|session| session.is_unplayed());
    hear_hellos(unplayed.map(Session::prepared))
}

/// A program under the name of a player.
struct Named<'a> {
    name: &'a str,
    game: &'a str,
    program: &'a Program,
    launch: Arc<Launch>,
}

/// The different programs of these runs.
fn programs<'a>(runs: impl IntoIterator<Item = &'a Prepared>) -> Vec<Named<'a>> {
    let mut programs: Vec<Named<'a>> = Vec::new();
    for Prepared { config, tournament, .. } in runs {
        for (index, player) in config.players.iter().enumerate() {
            let PlayerSource::Program(program) = &player.source else { continue };
            let Some(launch) = tournament.launch(index) else { continue };
            if programs.iter().all(|known| known.program != program) {
                programs.push(Named { name: &player.name, game: &config.game, program, launch });
            }
        }
    }
    programs
}

/// `alice: exit code 2`, and the end of its log.
fn said(name: &str, error: &NoHello) -> String {
    let log: String = error.last_lines.iter().map(|line| format!("\n    {line}")).collect();
    format!("  {name}: {}{log}", error.failure.said)
}

/// Locks a mutex, ignoring poisoning: what a panicked thread held is intact.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
