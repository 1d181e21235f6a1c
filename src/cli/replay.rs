//! `replay`: plays one game again and prints it ply by ply.

use std::path::Path;

use serde_json::json;

use crate::base::{Seat, Seed};
use crate::cli::args::ReplayArgs;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::{print, remark};
use crate::cli::resume::prepared_run;
use crate::cli::tournament::read_config;
use crate::protocol::Hosting;
use crate::registry::{self, GAMES, Prepared};
use crate::report::Format;
use crate::tournament::{Arena, GameScore, Ply, PlyLog, Record, RunInfo, ScoreFile};

pub(super) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let is_run = args.run.is_dir();
    let (prepared, info) = if is_run {
        let read_only = Hosting { read_only: true, ..Hosting::default() };
        prepared_run(&args.run, &read_only).map(|(prepared, info)| (prepared, Some(info)))?
    } else {
        (of_config(args)?, None)
    };
    let arena = &*prepared.arena;
    let total = arena.schedule().total();
    if args.game >= total {
        let shown = args.run.display();
        return Err(Failure::Usage(format!(
            "there is no game {} in {shown}: it has games 0 to {}",
            args.game,
            total - 1
        )));
    }
    let known = known_games(arena, info.as_ref().map(|info| (&*args.run, info)))?;
    if args.game >= known {
        return Err(Failure::Usage(not_drawn(args, is_run, known)));
    }
    let log = if is_run { log_of(&args.run, &prepared, args.game)? } else { None };
    let text = told(arena, args.game, log.as_ref(), args.format == Format::Json)?;
    print(&text.0)?;
    info.map_or(Ok(()), |info| check_rows(&args.run, arena, &info, &text.1))
}

/// How many games have players: where there are stages, as far as the rows of a run lead.
fn known_games(arena: &dyn Arena, run: Option<(&Path, &RunInfo)>) -> Result<u64, Failure> {
    let schedule = arena.schedule();
    if let Some((dir, info)) = run.filter(|_| schedule.known() < schedule.total()) {
        let games = info.shard.range(schedule.total());
        let path = dir.join("scores.csv");
        let mut file = ScoreFile::open(&path, schedule, arena.names(), games)?;
        while file.next_game()?.is_some() {}
    }
    Ok(schedule.known())
}

fn not_drawn(args: &ReplayArgs, is_run: bool, known: u64) -> String {
    let (shown, game) = (args.run.display(), args.game);
    if is_run {
        return format!(
            "{shown}: who plays game {game} follows from games that are not played yet; go on with \
             `lettergame resume {shown}`, or take a game below {known}"
        );
    }
    format!(
        "{shown}: who plays game {game} follows from the results of the games before; replay it from \
         the folder of a run, or take a game below {known}"
    )
}

/// The game's moves, where the run has recorded them. Programs are never asked again.
fn log_of(dir: &Path, prepared: &Prepared, game: u64) -> Result<Option<PlyLog>, Failure> {
    if prepared.config.record == Record::Plies {
        return Ok(Some(PlyLog::read(dir, game)?));
    }
    if !prepared.config.is_replayable() {
        return Err(Failure::Usage(format!(
            "{}: players are programs, which are not asked again, and the run has not recorded \
             their moves; play it with --record plies to replay its games",
            dir.display()
        )));
    }
    Ok(None)
}

fn of_config(args: &ReplayArgs) -> Result<Prepared, Failure> {
    let path = &args.run;
    let draft = read_config(path)?;
    let loaded = load(draft.lexicon.as_deref().map(Path::new), true)?;
    let drawn = Seed::drawn();
    if draft.seed.is_none() {
        remark(&format!("the config names no seed; drew {}", drawn.0));
    }
    let mut runs = draft.runs()?;
    if runs.len() > 1 {
        return Err(Failure::Usage(format!(
            "{} is a sweep of {} runs; replay a game of one run's folder",
            path.display(),
            runs.len()
        )));
    }
    let (_, run) = runs.remove(0);
    let config = run.check(GAMES[0].name, drawn)?;
    Ok(registry::prepare_hosted(&config, loaded.lexicon, &args.hosting.hosting())?)
}

/// The whole game as text or as JSON Lines, and how it ended.
fn told(
    arena: &dyn Arena,
    game: u64,
    log: Option<&PlyLog>,
    as_json: bool,
) -> Result<(String, GameScore), Failure> {
    let job = arena.schedule().job(game);
    let names: Vec<&str> =
        job.lineup.values().map(|&player| arena.names()[player].as_str()).collect();
    let mut text = if as_json {
        format!("{}\n", json!({"game": game, "deal": job.deal, "seed": job.seed, "players": names}))
    } else {
        let seats = names.iter().enumerate().map(|(seat, name)| format!("  seat {seat}: {name}\n"));
        format!("game {game}, deal {}, seed {}\n{}", job.deal, job.seed, seats.collect::<String>())
    };
    let mut tell = |ply: &Ply| {
        text += &if as_json { json_line(ply) } else { ply_lines(ply) };
    };
    let score = match log {
        Some(log) => arena.replay_log(game, log, &mut tell)?.scores.remove(0),
        None => arena.replay(game, &mut tell),
    };
    text += &ending(&score, &names, as_json);
    Ok((text, score))
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

/// A replay gives the very scores of the run; anything else is told.
fn check_rows(
    dir: &Path,
    arena: &dyn Arena,
    info: &RunInfo,
    score: &GameScore,
) -> Result<(), Failure> {
    let path = dir.join("scores.csv");
    let games = info.shard.range(arena.schedule().total());
    let mut file = ScoreFile::open(&path, arena.schedule(), arena.names(), games)?;
    while let Some(game) = file.next_game()? {
        if game.score.game < score.game {
            continue;
        }
        let differs = |seat: &Seat| game.score.seats[*seat].points != score.seats[*seat].points;
        return Seat::first(score.seats.len()).find(differs).map_or(Ok(()), |seat| {
            Err(Failure::Check(format!(
                "the run has {} points for seat {seat} of game {}, the replay another score; \
                 was it played by another version?",
                game.score.seats[seat].points, score.game
            )))
        });
    }
    Ok(())
}
