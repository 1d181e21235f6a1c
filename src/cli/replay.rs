//! `replay`: plays one game again and shows it ply by ply, as text, JSON Lines or a page; or lists the games of a
//! player.

use crate::cli::args::ReplayArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, print_table, print_text, remark};
use crate::cli::whole_file::write_whole;
use lettergame_arena::{GamePart, Replay, RunError, games_of, read_raw_config};
use lettergame_base::Seed;
use lettergame_report::{Cell, Format, Table, replay_page};

pub(super) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    match args.game {
        Some(game) => show(args, game),
        None => list(args),
    }
}

/// Shows a game; the games of a player that does not play in it.
fn show(args: &ReplayArgs, game: u64) -> Result<(), Failure> {
    let replay = if args.run.is_dir() { Replay::of_run(&args.run)? } else { of_config(args)? };
    let part = GamePart { player: args.player.clone(), round: args.round, log: args.log };
    let game = match replay.shown(game, &part) {
        Err(error @ RunError::NoPlayer { .. }) if args.run.is_dir() => {
            list(args)?;
            return Err(error.into());
        }
        shown => shown?,
    };
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

/// Lists the games of the player that is asked for.
fn list(args: &ReplayArgs) -> Result<(), Failure> {
    if !args.run.is_dir() {
        let text =
            "no games of a config have been played: name one with --game, or the folder of a run";
        return Err(Failure::usage(text));
    }
    let mut table = Table::new(&["run", "game", "opponents", "points", "place", "status"]);
    for seat in games_of(&args.run, args.player.as_deref().unwrap_or_default())? {
        table.push(vec![
            Cell::text(&seat.run),
            Cell::count(seat.game),
            Cell::text(&seat.opponents.join(", ")),
            Cell::number(seat.points.into(), 0),
            Cell::count(seat.place.into()),
            Cell::text(&seat.status),
        ]);
    }
    print_table(&table, args.format)
}

fn of_config(args: &ReplayArgs) -> Result<Replay, Failure> {
    let drawn = Seed::drawn();
    if read_raw_config(&args.run)?.seed.is_none() {
        remark(&format!("the config names no seed; drew {}", drawn.0));
    }
    Ok(Replay::of_config(&args.run, &args.host_options.host_options(), drawn)?)
}
