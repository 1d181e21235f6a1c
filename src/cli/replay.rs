//! `replay`: plays one game again and prints it ply by ply.

use serde_json::json;

use crate::cli::args::ReplayArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print, remark};
use lettergame_arena::{Replay, read_raw_config};
use lettergame_core::base::Seed;
use lettergame_report::Format;
use lettergame_tournament::{GameScore, Ply};

pub(super) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let replay = if args.run.is_dir() { Replay::of_run(&args.run)? } else { of_config(args)? };
    let (text, score) = replay_text(&replay, args.game, args.format == Format::Json)?;
    print(&text)?;
    Ok(replay.check(&score)?)
}

fn of_config(args: &ReplayArgs) -> Result<Replay, Failure> {
    let drawn = Seed::drawn();
    if read_raw_config(&args.run)?.seed.is_none() {
        remark(&format!("the config names no seed; drew {}", drawn.0));
    }
    Ok(Replay::of_config(&args.run, &args.host_options.host_options(), drawn)?)
}

/// The whole game as text or as JSON Lines, and how it ended.
fn replay_text(replay: &Replay, game: u64, as_json: bool) -> Result<(String, GameScore), Failure> {
    let mut plies = String::new();
    let score = replay.play(game, &mut |ply| {
        plies += &if as_json { json_line(ply) } else { ply_lines(ply) };
    })?;
    let tournament = &*replay.prepared().tournament;
    let job = tournament.schedule().job(game);
    let names: Vec<&str> =
        job.lineup.values().map(|&player| tournament.names()[player].as_str()).collect();
    let text = if as_json {
        format!("{}\n", json!({"game": game, "deal": job.deal, "seed": job.seed, "players": names}))
    } else {
        let seats = names.iter().enumerate().map(|(seat, name)| format!("  seat {seat}: {name}\n"));
        format!("game {game}, deal {}, seed {}\n{}", job.deal, job.seed, seats.collect::<String>())
    };
    Ok((text + &plies + &ending(&score, &names, as_json), score))
}

fn json_line(ply: &Ply) -> String {
    serde_json::to_string(ply).unwrap_or_default() + "\n"
}

fn ply_lines(ply: &Ply) -> String {
    let scene = ply.scene.iter().map(|scene| format!("\n{scene}\n")).collect::<String>();
    let indented = |line: &String| line.replace('\n', "\n      ");
    let lines = ply.lines.iter().map(|line| format!("{:>4}  {}\n", ply.ply, indented(line)));
    let faults = ply.moves.iter().filter_map(|choice| {
        let fault = choice.fault?;
        Some(format!("{:>4}  seat {} failed: {}\n", ply.ply, choice.seat, fault.name()))
    });
    scene + &faults.collect::<String>() + &lines.collect::<String>()
}

fn ending(score: &GameScore, names: &[&str], as_json: bool) -> String {
    let ends = || score.seats.iter().zip(names);
    if as_json {
        let scores: Vec<_> = score.seats.values().map(|end| end.points).collect();
        let places: Vec<_> = score.seats.values().map(|end| end.place).collect();
        return format!("{}\n", json!({"scores": scores, "places": places}));
    }
    let lines = ends().map(|((seat, end), name)| {
        format!("  place {}: seat {seat}, {name}, {} points\n", end.place, end.points)
    });
    format!("\nfinal\n{}", lines.collect::<String>())
}
