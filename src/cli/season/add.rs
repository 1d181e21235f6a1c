//! `season add`: hands in a player for a team.

use std::path::Path;

use crate::cli::args::SeasonAddArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, remark};
use crate::cli::season::terminal_lines;
use lettergame_arena::AuditPace;
use lettergame_core::base::nearest;
use lettergame_registry as registry;
use lettergame_season::{Checking, HandedIn, Season, Source, TEACHER};

pub(super) fn run(args: &SeasonAddArgs) -> Result<(), Failure> {
    let mut season = Season::open(&args.dir)?;
    let source = source_of(&args.source, &season.settings().game)?;
    let words = season.words()?;
    let before = season.teams()?;
    let team = season.add_team(&args.team, TEACHER)?;
    let is_new = before.iter().all(|known| known.id != team.id);
    if is_new && !args.quiet {
        let near = nearest(&team.name, before.iter().map(|known| known.name.as_str()));
        let near = near.map_or(String::new(), |near| format!(", not `{near}`"));
        remark(&format!("`{}` is a new team{near}", team.name));
    }
    if let (Some(why), false) = (season.closed()?, args.quiet) {
        remark(&format!("{why}; handed in all the same, by you"));
    }
    let tell = |step: &str| {
        if !args.quiet {
            remark(&format!("  {step}"));
        }
    };
    let checking = Checking {
        words: &words,
        host_options: &args.host_options.host_options(),
        pace: AuditPace::Thorough,
        tell: &tell,
    };
    let handed_in =
        season.hand_in(&team, (&source, args.command.as_deref()), TEACHER, &checking)?;
    match handed_in {
        HandedIn::Accepted { version, log } => {
            if !args.quiet {
                print(&terminal_lines(&log))?;
                remark(&format!("{}.{version} plays from now on", team.name));
            }
            Ok(())
        }
        HandedIn::Refused { log } => {
            print(&terminal_lines(&log))?;
            let playing = season.versions()?.into_iter().find(|of| Some(of.id) == team.current);
            let still = match playing {
                _ if team.withdrawn.is_some() => format!("{} is withdrawn", team.name),
                Some(of) => format!("{}.{} plays on", team.name, of.number),
                None => format!("{} has no player yet", team.name),
            };
            Err(Failure::Check(format!("refused `{}`; {still}", args.source)))
        }
    }
}

/// What was typed: a path, or a built-in player.
fn source_of(text: &str, game: &str) -> Result<Source, Failure> {
    let path = Path::new(text);
    if path.exists() {
        return Ok(Source::Path(path.to_owned()));
    }
    let name = text.split(':').next().unwrap_or(text);
    let roster = registry::find(game)?.roster();
    if roster.iter().any(|player| player.name == name) {
        return Ok(Source::BuiltIn(text.to_owned()));
    }
    Err(Failure::Usage(format!(
        "`{text}` is neither a file or folder nor a built-in player; see: lettergame players --game {game}"
    )))
}
