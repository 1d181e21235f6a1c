//! What every form that starts a game needs: available players, the seed, the command that plays the same
//! game.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::serving::effort::too_hard;
use crate::terms::Terms;
use lettergame_base::{Seed, shell_word};
use lettergame_game::{Configurable, Roster};
use lettergame_plan::{PERSON, PlayerSpec, PlayerTextError};
use lettergame_tournament::{Lineup, PlayerError, PlayerFactory, PlayerFactoryError};

/// The programs that the owner of the server has listed: the name of their game, and who they are.
static LISTED: OnceLock<(String, Vec<PlayerSpec>)> = OnceLock::new();

/// Lists programs that visitors may choose by name as players of a game. Only the first call counts.
pub fn list_players(game: &str, players: Vec<PlayerSpec>) {
    let _ = LISTED.set((game.to_owned(), players));
}

/// The programs that are listed for a game.
pub(crate) fn listed(game: &str) -> &'static [PlayerSpec] {
    LISTED.get().filter(|(of, _)| of == game).map_or(&[], |(_, players)| players)
}

/// The player that a text means: one that is listed, or one that it describes.
fn meant(game: &str, text: &str) -> Result<PlayerSpec, PlayerTextError> {
    match listed(game).iter().find(|player| player.name == text) {
        Some(player) => Ok(player.clone()),
        None => PlayerSpec::read(text, Path::new("")),
    }
}

/// Whether one of these players of a game is a program.
pub(crate) fn have_program(game: &str, players: &[String]) -> bool {
    players.iter().any(|player| meant(game, player).is_ok_and(|spec| spec.is_external()))
}

/// Checks that the player exists and is allowed. Programs are not checked until the game starts.
pub(crate) fn known<G: Configurable>(
    roster: &[Roster<G>],
    player: &str,
    game: &Arc<G>,
    terms: &Terms,
) -> Result<(), String> {
    if player.is_empty() {
        return Err("a player is missing: name one, or remove the field".to_owned());
    }
    if player.strip_prefix(PERSON).is_some_and(|rest| rest.starts_with(':')) {
        return Err(format!("player `{player}`: `{PERSON}` has no settings"));
    }
    let spec = meant(G::INFO.name, player).map_err(|error| error.to_string())?;
    let is_allowed = terms.allow_programs || listed(G::INFO.name).contains(&spec);
    if spec.is_person() || (spec.is_external() && is_allowed) {
        return Ok(());
    }
    if spec.is_external() {
        let how =
            "programs play in the browser only if the server was started with --allow-programs";
        return Err(format!("player `{player}`: {how}"));
    }
    let made = Roster::make(roster, PlayerSpec::split(player).1, game);
    made.map_err(|error| format!("{error}; `{PERSON}` is you"))?;
    too_hard(player).map_or(Ok(()), Err)
}

/// A player as typed in a form.
pub(crate) fn read_player(text: &str) -> String {
    let text = text.trim();
    if text.eq_ignore_ascii_case(PERSON) { PERSON.to_owned() } else { text.to_owned() }
}

/// The number of persons among them.
pub(crate) fn persons(players: &[String]) -> usize {
    players.iter().filter(|player| *player == PERSON).count()
}

/// The text of the seed field. If several persons play, a seed that was drawn is not shown before the end, because
/// the seed reveals all that is dealt: then the text is empty, and the seed is drawn when they start. `known` is a
/// seed that was set, or one that was drawn for an earlier state of the form.
pub(crate) fn seed_text(known: Option<&str>, is_drawn: bool, players: &[String]) -> String {
    match known {
        _ if is_drawn && persons(players) > 1 => String::new(),
        Some(seed) => seed.to_owned(),
        None => Seed::drawn().0.to_string(),
    }
}

/// The seed of a typed text; an empty text draws one.
pub(crate) fn read_seed(text: &str) -> Result<Seed, String> {
    if text.is_empty() {
        return Ok(Seed::drawn());
    }
    Seed::of_text(text).map_err(|error| error.to_string())
}

/// Assigns the players of a game to seats; the seats of persons stay open.
pub(crate) fn seated<G: Configurable>(
    factory: &PlayerFactory<'_>,
    roster: &[Roster<G>],
    players: &[String],
    game: &Arc<G>,
) -> Result<Lineup<G>, PlayerFactoryError> {
    let players = players.iter().map(|player| meant(G::INFO.name, player));
    let players: Vec<PlayerSpec> = players.collect::<Result<_, _>>().map_err(PlayerError::from)?;
    factory.lineup(roster, &players, game)
}

/// Words as a command for a shell; `None` if one of them cannot be quoted.
pub(crate) fn command(words: &[&str]) -> Option<String> {
    let quoted: Option<Vec<String>> = words.iter().copied().map(shell_word).collect();
    quoted.map(|words| words.join(" "))
}
