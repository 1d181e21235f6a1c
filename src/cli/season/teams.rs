//! `season withdraw`, `season restore` and `season freeze`: who plays, and who may hand in.

use std::path::Path;

use crate::cli::args::{SeasonFreezeArgs, SeasonRestoreArgs, SeasonTeamArgs};
use crate::cli::exit::Failure;
use crate::cli::output::remark;
use crate::cli::season::team_command;
use lettergame_base::shell_path;
use lettergame_season::{Restored, Season, TEACHER, Team};

pub(super) fn withdraw(args: &SeasonTeamArgs) -> Result<(), Failure> {
    let mut season = Season::open(&args.dir)?;
    let Team { name: team, current, .. } = season.team(&args.team)?;
    match season.withdraw(&team, TEACHER)? {
        true if current.is_none() => remark(&format!("{team} is withdrawn; it has not played")),
        true => remark(&format!(
            "{team} plays no more and leaves the standings; its games stay and still count for the ratings of \
             others; to undo it: {}",
            team_command("restore", &args.dir, &team)
        )),
        false => remark(&format!("{team} was withdrawn before; nothing changed")),
    }
    Ok(())
}

pub(super) fn restore(args: &SeasonRestoreArgs) -> Result<(), Failure> {
    let mut season = Season::open(&args.dir)?;
    let Restored { version, changed } = season.restore(&args.team, args.number, TEACHER)?;
    match changed {
        true => remark(&format!("{version} plays from the next match on")),
        false => remark(&format!("{version} plays already; nothing changed")),
    }
    Ok(())
}

pub(super) fn freeze(args: &SeasonFreezeArgs) -> Result<(), Failure> {
    let mut season = Season::open(&args.dir)?;
    let changed = season.freeze(!args.off, TEACHER)?;
    let dir = shown(&args.dir);
    let text = match (args.off, changed) {
        (false, true) => format!(
            "teams can no longer hand in, you can; versions that play go on; to undo it: lettergame season freeze \
             {dir} --off"
        ),
        (false, false) => "hand-ins are frozen already; nothing changed".to_owned(),
        (true, changed) => {
            let was = if changed { "teams may hand in again" } else { "hand-ins were not frozen" };
            let closed = season.closed()?.map(|why| format!(", but {why}")).unwrap_or_default();
            let nothing = if changed { "" } else { "; nothing changed" };
            format!("{was}{closed}{nothing}")
        }
    };
    remark(&text);
    Ok(())
}

/// The folder as it is typed.
fn shown(dir: &Path) -> String {
    shell_path(&dir.display().to_string())
}
