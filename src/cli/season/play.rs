//! `season play`: plays matches until the order is settled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::args::SeasonPlayArgs;
use crate::cli::exit::Failure;
use crate::cli::output::remark;
use crate::cli::runs::progress::Progress;
use crate::cli::runs::session::{stop_flag, threads};
use crate::cli::season::counted_matches;
use lettergame_base::shell_path;
use lettergame_season::{MatchPlayer, PlayedNext, Playing, Season, SeasonError};

/// How often it is checked whether to stop.
const TICK: Duration = Duration::from_millis(50);

/// How long to wait before looking again for something to play.
const REST: Duration = Duration::from_secs(2);

pub(super) fn run(args: &SeasonPlayArgs) -> Result<(), Failure> {
    let mut season = Season::open(&args.dir)?;
    let words = season.words()?;
    if !args.pace.quiet {
        season.dropped_formats()?.iter().for_each(|of| remark(&of.to_string()));
    }
    let mut player = MatchPlayer::new(&season)?;
    let end = args.span.map(|span| Instant::now() + span);
    let stop = Arc::new(AtomicBool::new(false));
    let played = thread::scope(|scope| {
        // the sender is dropped, and the watch ends, however playing ends
        let (_alive, ended) = channel::<()>();
        let watched = Arc::clone(&stop);
        scope.spawn(move || {
            while matches!(ended.recv_timeout(TICK), Err(RecvTimeoutError::Timeout)) {
                if stop_flag().load(Ordering::Relaxed)
                    || end.is_some_and(|end| Instant::now() >= end)
                {
                    watched.store(true, Ordering::Relaxed);
                }
            }
        });
        let playing = Playing {
            words: &words,
            host_options: args.host_options.host_options(),
            threads: threads(&args.pace),
            stop: &stop,
        };
        play(&mut season, &mut player, &playing, args)
    });
    // what was played is in the log also if it ended with an error
    player.end(&mut season)?;
    let Played { matches, games, why } = played?;
    let dir = shell_path(&args.dir.display().to_string());
    let matches = counted_matches(matches);
    if stop_flag().load(Ordering::Relaxed) {
        return Err(Failure::Interrupted(format!(
            "interrupted after {matches}, {games} games; the games of an unfinished match are kept, too; go on \
             with: lettergame season play {dir}"
        )));
    }
    args.pace.remark(&format!(
        "played {matches}, {games} games{why}; see: lettergame season standings {dir}"
    ));
    Ok(())
}

/// Why there is nothing to play now.
const NOBODY: &str = "nothing to play until a team hands in; waiting";
const LENT: &str = "nothing to play until what is on loan is back; waiting";
const OTHERS: &str = "other processes hold the matches that are left; waiting until they are played, or for a minute if a \
                      process is gone";

/// What was played.
struct Played {
    matches: u64,
    games: u64,
    /// Why it ended, to follow the counts.
    why: &'static str,
}

/// Plays matches until there is a reason to end.
fn play(
    season: &mut Season,
    player: &mut MatchPlayer,
    playing: &Playing<'_>,
    args: &SeasonPlayArgs,
) -> Result<Played, Failure> {
    let (mut matches, mut games, mut told) = (0, 0, "");
    let why = loop {
        if playing.stop.load(Ordering::Relaxed) {
            break "";
        }
        if args.matches.is_some_and(|most| matches >= most) {
            break "";
        }
        let mut progress: Option<Progress> = None;
        let next = player.play_next(season, playing, |so_far| {
            let progress = progress
                .get_or_insert_with(|| Progress::new(args.pace.quiet, "games", 0, so_far.total));
            progress.update(so_far.done, || {
                format!("{}: {}", so_far.format, so_far.players.join(" - "))
            });
        });
        progress.into_iter().for_each(|progress| progress.finish());
        match next {
            Ok(PlayedNext::Settled) | Err(SeasonError::TooFew { .. }) if args.wait => {
                wait(season, playing, args, (&mut told, NOBODY));
            }
            Ok(PlayedNext::Elsewhere { is_lent: true }) if args.wait => {
                wait(season, playing, args, (&mut told, LENT));
            }
            Ok(PlayedNext::Elsewhere { is_lent: false }) => {
                wait(season, playing, args, (&mut told, OTHERS));
            }
            next => match next? {
                PlayedNext::Match { games: played, .. } => {
                    matches += 1;
                    games += played;
                    told = "";
                }
                PlayedNext::Settled => break "; the order is settled",
                PlayedNext::Elsewhere { .. } => break "; what the order still needs is on loan",
                PlayedNext::Stopped => {
                    break "; the games of an unfinished match are kept and go on next time";
                }
            },
        }
    };
    Ok(Played { matches, games, why })
}

/// Says why there is nothing to play, unless that was said last, and lets some time pass.
fn wait(
    season: &mut Season,
    playing: &Playing<'_>,
    args: &SeasonPlayArgs,
    (told, why): (&mut &'static str, &'static str),
) {
    if *told != why {
        args.pace.remark(why);
    }
    *told = why;
    rest(season, playing.stop);
}

/// Lets some time pass, unless it is time to stop; then follows changes of the settings.
fn rest(season: &mut Season, stop: &AtomicBool) {
    let begun = Instant::now();
    while begun.elapsed() < REST && !stop.load(Ordering::Relaxed) {
        thread::sleep(TICK);
    }
    // settings that are being edited do not count until they are valid
    let _ = season.reread();
}
