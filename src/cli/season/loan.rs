//! `season lend` and `season take-back`: matches that are played on other machines.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use crate::cli::args::{HostArgs, SeasonLendArgs, SeasonTakeBackArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{print, remark};
use lettergame_arena::Words;
use lettergame_core::base::{shell_path, terminal_text};
use lettergame_season::{MatchPlayer, Playing, Season, TakenBack};

/// Nothing is played here.
static STOP: AtomicBool = AtomicBool::new(true);

fn playing<'a>(words: &'a Words, host_options: &HostArgs) -> Playing<'a> {
    let host_options = host_options.host_options();
    Playing { words, host_options, threads: NonZeroUsize::MIN, stop: &STOP }
}

pub(super) fn lend(args: &SeasonLendArgs) -> Result<(), Failure> {
    let mut season = Season::open(&args.dir)?;
    let words = season.words()?;
    let playing = playing(&words, &args.host_options);
    let seconds = i64::try_from(args.span.as_secs()).unwrap_or(i64::MAX);
    let mut player = MatchPlayer::new(&season)?;
    let lent = player.lend(&mut season, &playing, &args.out, (args.matches, seconds))?;
    let [dir, out] = [&args.dir, &args.out].map(|path| shell_path(&path.display().to_string()));
    let matches = if lent == 1 { "match" } else { "matches" };
    remark(&format!(
        "lent {lent} {matches}; there: lettergame resume {out}/matches/0000; then here: lettergame season \
         take-back {dir} {out}"
    ));
    Ok(())
}

pub(super) fn take_back(args: &SeasonTakeBackArgs) -> Result<(), Failure> {
    let mut season = Season::open(&args.dir)?;
    let words = season.words()?;
    let playing = playing(&words, &args.host_options);
    let mut player = MatchPlayer::new(&season)?;
    let taken = player.take_back(&mut season, &playing, &args.loan)?;
    let TakenBack { matches, games, unfinished, refused } = taken;
    for (id, why) in &refused {
        print(&format!("match {id}: {}\n", terminal_text(why)))?;
    }
    let open = match unfinished {
        0 => String::new(),
        1 => "; 1 match is unfinished and remains on loan".to_owned(),
        more => format!("; {more} matches are unfinished and remain on loan"),
    };
    let taken = if matches == 1 { "1 match".to_owned() } else { format!("{matches} matches") };
    remark(&format!("took back {taken}, {games} games{open}"));
    match refused.len() {
        0 => Ok(()),
        1 => Err(Failure::Check("a match was refused; see above".to_owned())),
        more => Err(Failure::Check(format!("{more} matches were refused; see above"))),
    }
}
