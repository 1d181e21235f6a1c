//! Replays a game of a run: to be stepped through, and to its end in a room, where it is reviewed.
//!
//! The moves come from the players, who are asked again, or from `plies.csv`. Programs are never run again.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::recorded::Recording;
use crate::rooms::{About, Room, Standing};
use crate::section::Section;
use crate::sections::{Played, played};
use crate::serving::token::EntropyError;
use crate::terms::Terms;
use crate::tournaments::folder::{RunPlace, path_of};
use crate::tournaments::games::count_of;
use crate::tournaments::section_state::SectionState;
use lettergame_arena::{GamePart, Replay, RunError};
use lettergame_base::{Seed, shell_path};
use lettergame_plan::{GameScore, PlayerSource, PlayerSpec};
use lettergame_report::ReplayedGame;
use lettergame_run::{ListedGame, Ply, ReplayOptions, RunFolder};

/// Replays a game of a run, with everything that there is to see of it.
pub(super) fn replayed(
    section: &SectionState,
    run: &RunPlace,
    game: &ListedGame,
) -> Result<ReplayedGame, String> {
    let replay = replay_of(section, run)?;
    let shown = replay.shown(game.game, &GamePart::default()).map_err(|error| refused(&error))?;
    check_score(game, &shown.score)?;
    Ok(shown)
}

/// How the games of a run are shown in rooms; `None` if they are not.
pub(super) fn table_of(run: &RunPlace) -> Option<&'static Played> {
    RunFolder::read_config(&run.dir).ok().and_then(|(config, _)| played(&config.game))
}

/// Replays a game of a run to its end, in a room of its own, where it is reviewed.
pub(super) fn in_room(
    section: &SectionState,
    run: &RunPlace,
    game: &ListedGame,
) -> Result<Result<Room, EntropyError>, String> {
    let table = table_of(run).ok_or("its game has no table here; all turns are on one page")?;
    let replay = replay_of(section, run)?;
    let config = &replay.prepared().config;
    let words = section.words(config.lexicon.as_deref());
    let mut recording = Recording {
        app: Arc::clone(&section.app),
        config: config.clone(),
        lexicon: Arc::clone(&words.map_err(|error| error.to_string())?.lexicon),
        players: game.seats.iter().map(|seat| seat.player.clone()).collect(),
        seed: game.seed.parse().map_err(|_| format!("invalid seed `{}`", game.seed))?,
        moves: vec![VecDeque::new(); game.seats.len()],
    };
    let score = replay
        .play(game.game, ReplayOptions::default(), &mut |ply: &Ply| recording.note(ply))
        .map_err(|error| refused(&error))?;
    check_score(game, &score)?;
    let about = about(table.section, run, game, recording.seed);
    let mut again = (table.recorded)(&recording)?;
    while again.picture().standing() != Standing::Over {
        again.step();
    }
    Ok(Room::new(table.section, about, again, []))
}

/// The games of a run, if this server may replay them.
fn replay_of(section: &SectionState, run: &RunPlace) -> Result<Replay, String> {
    check_modules(section.app.terms(), run)?;
    Replay::of_run(&run.dir).map_err(|error| refused(&error))
}

/// Why a game cannot be replayed, and the remedy on these pages.
fn refused(error: &RunError) -> String {
    match error {
        RunError::NotRecorded(_) => {
            format!("{error}; to replay its games, play it with every move recorded")
        }
        _ => error.to_string(),
    }
}

/// Modules would be asked again, which requires permission: their files are in a folder of results.
fn check_modules(terms: &Terms, run: &RunPlace) -> Result<(), String> {
    let (config, _) = RunFolder::read_config(&run.dir).map_err(|error| error.to_string())?;
    let is_module = |player: &PlayerSpec| matches!(player.source, PlayerSource::Module(_));
    if terms.allow_programs || !config.players.iter().any(is_module) {
        return Ok(());
    }
    let how = "players are modules, which are asked again only if the server was started with \
               --allow-programs";
    Err(how.to_owned())
}

/// Checks that the score matches the rows of the run.
fn check_score(game: &ListedGame, score: &GameScore) -> Result<(), String> {
    let same = game.seats.len() == score.seats.len()
        && game
            .seats
            .iter()
            .zip(score.seats.values())
            .all(|(row, end)| row.points == i64::from(end.points.0) && row.place == end.place);
    let why = "the replay differs from the recorded game, which another version may have played";
    if same { Ok(()) } else { Err(why.to_owned()) }
}

fn about(section: &Section, run: &RunPlace, game: &ListedGame, seed: Seed) -> About {
    let address = format!("{}/games/{}", path_of(&run.id), game.game);
    let dir = shell_path(&run.dir.display().to_string());
    let players: Vec<String> = game.seats.iter().map(|seat| seat.player.clone()).collect();
    About {
        class: section.class(),
        step: "Step",
        title: format!("{}: game {} again", section.title, count_of(game.game)),
        summary: format!("{} · {}", run.id, players.join(", ")),
        seed,
        is_secret: false,
        address: address.clone(),
        anew: address,
        run: Some(path_of(&run.id)),
        command: Some(format!("lettergame replay {dir} --game {}", game.game)),
        players,
        levels: [&[]; 3],
        clock: None,
    }
}
