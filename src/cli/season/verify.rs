//! `season verify`: is the season whole?

use crate::cli::args::SeasonVerifyArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_text};
use crate::cli::runs::progress::Progress;
use lettergame_base::terminal_text;
use lettergame_season::{Season, VerifiedSeason};

pub(super) fn run(args: &SeasonVerifyArgs) -> Result<(), Failure> {
    let season = Season::read(&args.dir)?;
    let total = season.matches_played()?;
    let mut progress = Progress::new(args.quiet, "matches", 0, total);
    let found = season.verify(|done| progress.update(done, String::new));
    progress.finish();
    let VerifiedSeason { versions, matches, games, unfinished, defects } = found?;
    for defect in &defects {
        print(&format!("{}\n", terminal_text(&format!("{}: {}", defect.what, defect.how))))?;
    }
    let open = match unfinished {
        0 => String::new(),
        1 => "; 1 match is unfinished".to_owned(),
        more => format!("; {more} matches are unfinished"),
    };
    let dir = args.dir.display();
    print_text(&format!(
        "{dir}: {versions} versions, {matches} matches, {games} games are whole{open}\n"
    ))?;
    match defects.len() {
        0 => Ok(()),
        1 => Err(Failure::Check("the season has a defect; see above".to_owned())),
        more => Err(Failure::Check(format!("the season has {more} defects; see above"))),
    }
}
