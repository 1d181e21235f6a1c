//! `season publish`: the season as a static site.

use crate::cli::args::SeasonPublishArgs;
use crate::cli::exit::Failure;
use crate::cli::output::remark;
use crate::cli::runs::progress::Progress;
use lettergame_season::{Published, Season};

pub(super) fn run(args: &SeasonPublishArgs) -> Result<(), Failure> {
    let season = Season::read(&args.dir)?;
    let mut progress: Option<Progress> = None;
    let published = season.publish(&args.html, args.games, |done, total| {
        let progress =
            progress.get_or_insert_with(|| Progress::new(args.quiet, "matches", 0, total as u64));
        progress.update(done as u64, String::new);
    });
    progress.into_iter().for_each(|progress| progress.finish());
    let Published { teams, games, left_out } = published?;
    if !args.quiet {
        let lost = match left_out {
            0 => String::new(),
            1 => "; 1 game cannot be played again".to_owned(),
            more => format!("; {more} games cannot be played again"),
        };
        let index = args.html.join("index.html");
        remark(&format!("{teams} teams, {games} games{lost}: open {}", index.display()));
    }
    Ok(())
}
