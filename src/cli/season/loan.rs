//! `season lend` and `season take-back`: matches that are played on other machines.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use crate::cli::args::{HostArgs, SeasonLendArgs, SeasonTakeBackArgs};
use crate::cli::exit::Failure;
use crate::cli::output::{print, remark};
use crate::cli::season::{counted_matches, shown_time};
use lettergame_arena::Words;
use lettergame_base::{shell_path, terminal_text};
use lettergame_season::{Lent, MatchPlayer, Playing, Season, TEACHER, TakenBack};

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
    let Lent { name, matches, until } =
        player.lend(&mut season, &playing, &args.out, (args.matches, seconds))?;
    if matches == 0 {
        remark(
            "nothing to lend: with the matches that are open, the order is expected to be settled",
        );
        return Ok(());
    }
    let [dir, out] = [&args.dir, &args.out].map(|path| shell_path(&path.display().to_string()));
    let few = match matches < args.matches {
        true => {
            format!(" instead of {}: no more should be needed to settle the order", args.matches)
        }
        false => String::new(),
    };
    remark(&format!(
        "lent `{name}` until {}: {}{few}",
        shown_time(until),
        counted_matches(matches)
    ));
    remark(&format!(
        "there: lettergame resume {out}/matches/0000; then here: lettergame season take-back {dir} {out}"
    ));
    Ok(())
}

pub(super) fn take_back(args: &SeasonTakeBackArgs) -> Result<(), Failure> {
    let mut season = Season::open(&args.dir)?;
    if args.give_up {
        let matches = season.give_up_loan(&args.loan, TEACHER)?;
        let them = if matches == 1 { "it is" } else { "they are" };
        remark(&format!(
            "gave up {}: {them} played here with the next ones",
            counted_matches(matches)
        ));
        return Ok(());
    }
    let words = season.words()?;
    let playing = playing(&words, &args.host_options);
    let mut player = MatchPlayer::new(&season)?;
    let taken = player.take_back(&mut season, &playing, &args.loan)?;
    let TakenBack { matches, games, unfinished, not_lent, refused } = taken;
    for (id, why) in &refused {
        print(&format!("match {id}: {}\n", terminal_text(why)))?;
    }
    let open = match unfinished {
        0 => String::new(),
        1 => "; 1 match is unfinished and remains on loan".to_owned(),
        more => format!("; {more} matches are unfinished and remain on loan"),
    };
    let old = match not_lent {
        0 => String::new(),
        1 => "; 1 match is not on loan: it was taken back before, or given up".to_owned(),
        more => {
            format!("; {more} matches are not on loan: they were taken back before, or given up")
        }
    };
    remark(&format!("took back {}, {games} games{open}{old}", counted_matches(matches)));
    match refused.len() {
        0 => Ok(()),
        1 => Err(Failure::Check("a match was refused; see above".to_owned())),
        more => Err(Failure::Check(format!("{more} matches were refused; see above"))),
    }
}
