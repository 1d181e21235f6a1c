//! `new-player --class`: turns the programs of a class into a tournament that can be played. The
//! players are found and compiled, a config names them, and each is audited.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::cli::check::quick_audit;
use crate::cli::exit::Failure;
use crate::cli::output::{print_table, remark};
use lettergame_arena::class_players::{ClassPlayer, GatheredPlayers, copy_data, data_root, gather};
use lettergame_arena::{Words, absolute};
use lettergame_plan::RawConfig;
use lettergame_protocol::HostOptions;
use lettergame_report::{Cell, Format, Table};

/// The tournament of all players.
const CONFIG: &str = "tournament.toml";
/// Seats in a Letter Game: with more players they meet in pairs.
const MAX_AT_A_TABLE: usize = 14;
/// The number of rounds in audit games: class players may be slow.
const AUDIT_ROUNDS: &str = "3";

/// Creates the folder `dir`, which must be empty or missing, for the class players in `path`.
pub(super) fn run(path: &Path, dir: &Path) -> Result<(), Failure> {
    let path = fs::canonicalize(path)
        .map_err(|error| Failure::Unusable(format!("cannot read {}: {error}", path.display())))?;
    let (gathered, data) = made(&path, dir).inspect_err(|_| {
        // an incomplete folder would be in the way of the next attempt
        let _ = fs::remove_dir_all(dir);
    })?;
    audit_all(&gathered, dir, data.as_deref())?;
    remark(&format!("play with: lettergame tournament {}", dir.join(CONFIG).display()));
    Ok(())
}

/// Creates the contents of the folder: the players, their data in a separate place if there is any,
/// and a config.
fn made(path: &Path, dir: &Path) -> Result<(GatheredPlayers, Option<PathBuf>), Failure> {
    let gathered = gather(path, dir, &|mut tool| tool.stdin(Stdio::null()).output())?;
    gathered.left.iter().for_each(|(what, why)| remark(&format!("left out {what}: {why}")));
    if gathered.players.is_empty() {
        return Err(Failure::Unusable(format!(
            "there is no class player in {}: no class that extends words.core.Player, or the player of an \
             older edition, and compiles",
            path.display()
        )));
    }
    let folder = dir.join("data");
    let lexicon = Words::shipped().lexicon;
    let copied = copy_data(data_root(path).as_deref(), &folder, gathered.edition(), &lexicon)?;
    copied.left.iter().for_each(|error| remark(&format!("not taken along: {error}")));
    let config = dir.join(CONFIG);
    fs::write(&config, to_config(path, &gathered, copied.is_there)).map_err(|error| {
        Failure::Unusable(format!("cannot write {}: {error}", config.display()))
    })?;
    let data = copied.is_there.then_some(folder);
    Ok((gathered, data))
}

/// Audits each player, and prints the defects.
fn audit_all(gathered: &GatheredPlayers, dir: &Path, data: Option<&Path>) -> Result<(), Failure> {
    let mut table = Table::new(&["player", "class", "ready", "lacks"]);
    let mut unready = 0;
    for (name, player) in gathered.named() {
        remark(&format!("{name}:"));
        let (is_ready, text) = quick_audit(raw(player, dir, data), &HostOptions::default())
            .unwrap_or_else(|failure| (false, failure.to_string()));
        unready += usize::from(!is_ready);
        let ready = if is_ready { "yes" } else { "NO" };
        let cells = [&name, &player.class, ready, &text].map(Cell::text);
        table.push(cells.into());
    }
    print_table(&table, Format::Table)?;
    match unready {
        0 => Ok(()),
        _ => Err(Failure::Check(format!(
            "{unready} of {} players are not ready; take their tables out of {}, or play: what fails costs \
             that player its game alone",
            gathered.players.len(),
            dir.join(CONFIG).display()
        ))),
    }
}

/// The config for auditing a player: its command, its data, the preset of its edition.
fn raw(player: &ClassPlayer, dir: &Path, data: Option<&Path>) -> RawConfig {
    let rules = [("preset", player.edition.preset()), ("rounds", AUDIT_ROUNDS)];
    RawConfig {
        players: Some(vec![format!("cmd:{}", player.command(Path::new("")))]),
        data: data.map(absolute),
        rules: rules.map(|(key, value)| (key.to_owned(), vec![value.to_owned()])).into(),
        ..RawConfig::default()
    }
    .based(Path::new(&absolute(dir)))
}

/// The config of a tournament with all of them.
fn to_config(path: &Path, gathered: &GatheredPlayers, has_data: bool) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let players = gathered.players.len();
    let mut text = format!("# The class players of {}\nname = \"class\"\n", one_line(path));
    if players == 1 {
        text += "players = [\"letter-value\"]\n";
    }
    if players > MAX_AT_A_TABLE {
        text += "schedule = \"1v1\"\ngames = 2\n";
    } else {
        // each player in each seat once
        let _ = writeln!(text, "games = {}", players.max(2));
    }
    if has_data {
        text += "data = \"data\"\n";
    }
    let preset = gathered.edition().preset();
    let _ = write!(text, "\n[rules]\npreset = {}\nrounds = 10\nhidden = 3\n", quoted(preset));
    for (name, player) in gathered.named() {
        let command = quoted(&player.command(Path::new("")));
        let _ = write!(text, "\n[[player]]\nname = {}\ncommand = {command}\n", quoted(&name));
    }
    text
}

fn one_line(path: &Path) -> String {
    path.display().to_string().replace(char::is_control, " ")
}
