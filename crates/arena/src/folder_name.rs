//! The default name of a run's folder.

use lettergame_plan::{Config, ScheduleKind, Shard};

/// The number of players that are named; the others are only counted.
const NAMED: usize = 3;

/// The maximum number of characters of a player's name.
const MAX_CHARACTERS: usize = 24;

/// The name of the results folder for a config, or for the sweep that contains it: the tournament's
/// name, or else the players and the schedule; the seed; `sweep`; the shard.
#[must_use]
pub fn folder_name(config: &Config, is_sweep: bool, shard: Shard) -> String {
    let part = match shard.count() {
        1 => String::new(),
        count => format!("-{}-of-{count}", shard.index()),
    };
    let sweep = if is_sweep { "-sweep" } else { "" };
    let name =
        if config.name.as_str() == config.game { field(config) } else { config.name.to_string() };
    format!("{name}-{}{sweep}{part}", config.seed.0)
}

/// `marginal-zero`, `marginal-zero-and-3-more-swiss`.
fn field(config: &Config) -> String {
    let mut parts: Vec<String> =
        config.players.iter().map(|player| plain(player.name.as_str())).collect();
    if parts.len() > NAMED {
        let others = parts.len() + 1 - NAMED;
        parts.truncate(NAMED - 1);
        parts.push(format!("and-{others}-more"));
    }
    if config.kind != ScheduleKind::FreeForAll {
        parts.push(plain(&config.kind.to_string()));
    }
    parts.join("-")
}

/// A name without characters that are special to shells or file systems.
fn plain(name: &str) -> String {
    let name = name.strip_prefix("cmd:").or(name.strip_prefix("wasm:")).unwrap_or(name);
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words.collect::<Vec<_>>().join("-");
    let short: String = joined.chars().take(MAX_CHARACTERS).collect();
    short.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn names_are_safe_in_a_path() {
        for (name, expected) in [
            ("letter-value", "letter-value"),
            ("flat:any=3", "flat-any-3"),
            ("random#2", "random-2"),
            ("cmd:python3_players/alice.py", "python3-players-alice-py"),
            ("Müller (2)", "Müller-2"),
            ("李", "李"),
            ("wasm:a.wasm", "a-wasm"),
            ("../../etc", "etc"),
            ("a-name-that-is-longer-than-all-others", "a-name-that-is-longer-th"),
        ] {
            assert_eq!(plain(name), expected);
        }
    }
}
