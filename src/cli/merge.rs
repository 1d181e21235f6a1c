//! `merge`: joins the shards of one run.

use crate::cli::args::MergeArgs;
use crate::cli::exit::Failure;
use crate::cli::resume::prepared_run;
use crate::cli::session::{Finished, print_finished, write_standings};
use crate::report::Tally;
use crate::tournament::{RunFolder, ShardFolder, in_order, merge};

pub(super) fn run(args: &MergeArgs) -> Result<(), Failure> {
    let infos = args.dirs.iter().map(|dir| Ok((dir.clone(), RunFolder::read_config(dir)?.1)));
    let shards: Vec<ShardFolder> = in_order(infos.collect::<Result<_, Failure>>()?)?;
    // their fingerprints are equal, so that one config stands for all
    let Some((dir, _)) = shards.first() else {
        return Err(Failure::Usage("no shards were given".to_owned()));
    };
    let first = prepared_run(dir)?.0;
    let mut tally = Tally::new(first.arena.names());
    let arena = &*first.arena;
    let folder =
        merge(&first.config, arena, shards, &args.out, args.force, |game| tally.add(game))?;
    let standings = tally.standings();
    write_standings(&folder, &standings)?;
    let finished = Finished { folder, standings, label: None };
    print_finished(&[finished], args.format.format, false)
}
