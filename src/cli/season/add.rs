//! `season add`: hands in a player for a team.

use std::path::Path;

use crate::cli::args::SeasonAddArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, remark};
use crate::cli::season::{is_new, remark_if_new, team_command, terminal_lines};
use lettergame_arena::AuditPace;
use lettergame_registry as registry;
use lettergame_season::{Checking, HandedIn, Season, Source, TEACHER};

pub(super) fn run(args: &SeasonAddArgs) -> Result<(), Failure> {
    let mut season = Season::open(&args.dir)?;
    let source = source_of(&args.source, &season.settings().game)?;
    let words = season.words()?;
    let (before, closed) = (season.teams()?, season.closed()?);
    let team = season.add_team(&args.team, TEACHER)?;
    if !args.quiet {
        remark_if_new(&team, &before);
    }
    if let (Some(why), false) = (closed, args.quiet) {
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
            if args.quiet {
                return Ok(());
            }
            print(&terminal_lines(&log))?;
            let name = format!("{}.{version}", team.name);
            remark(&match team.withdrawn {
                Some(_) => {
                    let restore = team_command("restore", &args.dir, &team.name);
                    format!(
                        "{name} was accepted, but its team is withdrawn; to let it play: {restore}"
                    )
                }
                None => format!("{name} plays from now on"),
            });
            Ok(())
        }
        HandedIn::Refused { log } => {
            print(&terminal_lines(&log))?;
            let playing = season.versions()?.into_iter().find(|of| Some(of.id) == team.current);
            let still = match playing {
                _ if team.withdrawn.is_some() => format!("{} is withdrawn", team.name),
                Some(of) => format!("{}.{} plays on", team.name, of.number),
                None if is_new(&team, &before) => {
                    let withdraw = team_command("withdraw", &args.dir, &team.name);
                    format!(
                        "{} has no player yet, but stays a team; if its name is wrong: {withdraw}",
                        team.name
                    )
                }
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
