//! A fingerprint of the conditions of a run, independent of the players' versions.

use lettergame_base::Name;
use lettergame_plan::{Config, PlayerSource, PlayerSpec, RecordLevel, short_hash};

/// The fingerprint of the conditions: game, rules, names of the players, schedule, seats, games, seed, time
/// limit and word list (by its own fingerprint): 16 hexadecimal digits of SHA-256.
///
/// It stays the same if a player's program, module or built-in strategy changes under the same name, or if
/// the tournament is renamed or records more. So runs of two commits with the same fingerprint had the same
/// deals, and differences in their figures come from the players.
#[must_use]
pub fn conditions(config: &Config, lexicon: &str) -> String {
    let names = config.players.iter().map(|player| PlayerSpec {
        name: player.name.clone(),
        source: PlayerSource::BuiltIn(player.name.clone()),
    });
    let plain = Config {
        name: Name::sanitized(""),
        record: RecordLevel::Games,
        lexicon: Some(lexicon.to_owned()),
        players: names.collect(),
        ..config.clone()
    };
    short_hash(plain.to_toml().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::conditions;
    use lettergame_base::Seed;
    use lettergame_plan::{Config, RawConfig};

    const CONFIG: &str = "
        game = \"auction\"
        players = [\"mine\", \"random\"]
        seed = 7
        [[player]]
        name = \"mine\"
        command = \"./bot --version 1\"
        ";

    fn config(text: &str) -> Config {
        let raw = RawConfig::from_toml(text, "test").unwrap();
        let (_, run) = raw.runs().unwrap().remove(0);
        run.validate("auction", Seed(0)).unwrap()
    }

    #[track_caller]
    fn stays(from: &str, to: &str, same: bool) {
        assert!(CONFIG.contains(from), "{from}");
        let (one, other) = (config(CONFIG), config(&CONFIG.replacen(from, to, 1)));
        assert_ne!(one, other, "{from} {to}");
        assert_eq!(conditions(&one, "L") == conditions(&other, "L"), same, "{from} {to}");
    }

    #[test]
    fn versions_and_run_names_do_not_affect_the_conditions() {
        stays("--version 1", "--version 2", true);
        stays("seed = 7", "seed = 7\nname = \"nightly\"", true);
        stays("seed = 7", "seed = 7\nrecord = \"rounds\"", true);
    }

    #[test]
    fn everything_that_changes_the_deals_affects_the_conditions() {
        stays("seed = 7", "seed = 8", false);
        stays("seed = 7", "seed = 7\ngames = 9", false);
        stays("seed = 7", "seed = 7\nseats = \"fixed\"", false);
        stays("\"random\"", "\"zero\"", false);
        stays("\"random\"", "\"random:share=3\"", false);
        let config = config(CONFIG);
        assert_ne!(conditions(&config, "L"), conditions(&config, "M"));
    }
}
