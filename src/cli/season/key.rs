//! `season key`: keys with which teams hand in by themselves.

use crate::cli::args::SeasonKeyArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print_table, remark};
use crate::cli::season::remark_if_new;
use lettergame_report::{Cell, Table};
use lettergame_season::{Season, TEACHER};

pub(super) fn run(args: &SeasonKeyArgs) -> Result<(), Failure> {
    let mut season = Season::open(&args.dir)?;
    let before = season.teams()?;
    let named = match args.teams.is_empty() {
        false => args.teams.clone(),
        true => before.iter().filter(|team| !team.has_key).map(|team| team.name.clone()).collect(),
    };
    let mut table = Table::new(&["team", "key"]);
    // all names are good before the first key takes the place of another one
    for team in &season.add_teams(&named, TEACHER)? {
        remark_if_new(team, &before);
        let key = season.make_key(&team.name, TEACHER)?;
        table.push([Cell::text(&team.name), Cell::text(&key.to_string())].into());
    }
    if named.is_empty() {
        remark("every team has a key; name a team to make it another one");
        return Ok(());
    }
    print_table(&table, args.format.format)?;
    remark("keys are shown only now; hand each to its team alone");
    Ok(())
}
