//! `replay`: plays one game again and shows it ply by ply, as text, JSON Lines or a page.

use crate::cli::args::ReplayArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_text, remark};
use crate::cli::whole_file::write_whole;
use lettergame_arena::{GamePart, Replay, read_raw_config};
use lettergame_core::base::Seed;
use lettergame_report::{Format, replay_page};

pub(super) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let replay = if args.run.is_dir() { Replay::of_run(&args.run)? } else { of_config(args)? };
    let part = GamePart { player: args.player.clone(), round: args.round, log: args.log };
    let game = replay.shown(args.game, &part)?;
    if args.log && game.logs.is_empty() {
        remark("no log: the players printed nothing");
    }
    match (&args.html, args.format) {
        (Some(file), _) => {
            write_whole(file, replay_page(&game), "--html")?;
            remark(&format!("page: {}", file.display()));
        }
        (None, Format::Json) => print(&game.to_json_lines())?,
        (None, _) => print_text(&game.to_text())?,
    }
    Ok(replay.check(&game.score)?)
}

fn of_config(args: &ReplayArgs) -> Result<Replay, Failure> {
    let drawn = Seed::drawn();
    if read_raw_config(&args.run)?.seed.is_none() {
        remark(&format!("the config names no seed; drew {}", drawn.0));
    }
    Ok(Replay::of_config(&args.run, &args.host_options.host_options(), drawn)?)
}
