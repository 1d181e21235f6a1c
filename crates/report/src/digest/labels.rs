//! Labels of the runs of one report: by the one rule in which they differ, else by their folders.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use lettergame_tournament::{Config, PlayerSpec};

/// A run that can be labelled.
pub(super) trait Labelled {
    fn config(&self) -> &Config;

    fn dir(&self) -> &PathBuf;
}

/// The labels of some runs.
pub(super) struct Labels {
    /// The key of the rule in which they differ, if it is the only difference.
    pub(super) setting: Option<String>,
    /// Its value for each run.
    values: Vec<String>,
    /// The names of the folders, made unique.
    folders: Vec<String>,
}

impl Labels {
    /// The labels of these runs, in their order.
    pub(super) fn of<R: Labelled>(heads: &[R]) -> Labels {
        let configs: Vec<&Config> = heads.iter().map(Labelled::config).collect();
        let dirs: Vec<&PathBuf> = heads.iter().map(Labelled::dir).collect();
        let setting = sweep_values(&configs);
        let value = |key: &String| configs.iter().map(|config| rule(config, key)).collect();
        let values = setting.as_ref().map(value).unwrap_or_default();
        Labels { setting, values, folders: folder_names(&dirs) }
    }

    /// The label of a run.
    pub(super) fn label(&self, index: usize) -> String {
        match (&self.setting, self.values.get(index)) {
            (Some(key), Some(value)) => format!("{key}-{value}"),
            _ => self.folders.get(index).cloned().unwrap_or_default(),
        }
    }

    /// The value of the rule in which the runs differ.
    pub(super) fn value(&self, index: usize) -> Option<String> {
        self.values.get(index).cloned()
    }
}

/// Sorts the runs of a sweep by its values, if all of them are numbers; others keep their
/// order.
pub(super) fn sort_sweep<R: Labelled>(heads: &mut [R]) {
    let configs: Vec<&Config> = heads.iter().map(Labelled::config).collect();
    let Some(key) = sweep_values(&configs) else { return };
    let number = |head: &R| number(&rule(head.config(), &key));
    if heads.iter().all(|head| number(head).is_some()) {
        heads.sort_by(|a, b| number(a).partial_cmp(&number(b)).unwrap_or(Ordering::Equal));
    }
}

fn number(value: &str) -> Option<f64> {
    value.parse().ok().filter(|number: &f64| number.is_finite())
}

/// The key of the one rule with a different value in each run, if game, players, schedule and all other rules
/// are the same.
fn sweep_values(configs: &[&Config]) -> Option<String> {
    let first = configs.first().filter(|_| configs.len() > 1)?;
    let alike = |config: &&Config| {
        config.game == first.game
            && config
                .players
                .iter()
                .map(PlayerSpec::listed)
                .eq(first.players.iter().map(PlayerSpec::listed))
            && config.kind == first.kind
            && config.seating == first.seating
            && config.preset == first.preset
            && config.rules.pairs().map(|(key, _)| key).eq(first.rules.pairs().map(|(key, _)| key))
    };
    let differs = |key: &&str| configs.iter().any(|config| rule(config, key) != rule(first, key));
    let mut differing = first.rules.pairs().map(|(key, _)| key).filter(differs);
    let (key, more) = (differing.next()?, differing.next());
    let mut values: Vec<String> = configs.iter().map(|config| rule(config, key)).collect();
    values.sort_unstable();
    values.dedup();
    let is_sweep = more.is_none() && values.len() == configs.len() && configs.iter().all(alike);
    is_sweep.then(|| key.to_owned())
}

fn rule(config: &Config, key: &str) -> String {
    let value = config.rules.pairs().find(|(own, _)| *own == key);
    value.map_or_else(String::new, |(_, value)| value.to_owned())
}

/// The last path components of the folders; the full paths if two are the same.
fn folder_names(dirs: &[&PathBuf]) -> Vec<String> {
    let mut names: Vec<String> = dirs.iter().map(|dir| folder_name(dir)).collect();
    let unique = (1..names.len()).all(|index| !names[..index].contains(&names[index]));
    if !unique {
        names = dirs.iter().map(|dir| dir.display().to_string()).collect();
    }
    names
}

/// The last path component of a folder, or the full path if it has none, such as `..`.
pub(super) fn folder_name(dir: &Path) -> String {
    let name = dir.file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| dir.display().to_string())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{folder_name, folder_names, sweep_values};
    use lettergame_core::base::Seed;
    use lettergame_tournament::{Config, RawConfig};

    fn config(text: &str) -> Config {
        let text = format!("game = \"auction\"\nplayers = [\"random\", \"zero\"]\n{text}");
        RawConfig::from_toml(&text, "test").unwrap().validate("auction", Seed(0)).unwrap()
    }

    fn swept_of(texts: &[&str]) -> Option<String> {
        let configs: Vec<Config> = texts.iter().map(|text| config(text)).collect();
        sweep_values(&configs.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_sweep_is_labelled_by_its_setting() {
        let rules = |hidden, rounds| format!("[rules]\nhidden = {hidden}\nrounds = {rounds}\n");
        let (a, b, c) = (rules(0, 5), rules(3, 5), rules(3, 9));
        assert_eq!(swept_of(&[&a, &b]), Some("hidden".to_owned()));
        assert_eq!(swept_of(&[&b, &c]), Some("rounds".to_owned()));
        assert_eq!(swept_of(&[&a, &c]), None, "two rules differ");
        assert_eq!(swept_of(&[&a, &b, &b]), None, "one value twice");
        assert_eq!(swept_of(&[&a]), None);
        let other = format!("seats = \"fixed\"\n{b}");
        assert_eq!(swept_of(&[&a, &other]), None, "other seats");
    }

    #[test]
    fn folders_with_the_same_name_are_distinguished() {
        let dirs = ["x/one", "y/one", "z"].map(PathBuf::from);
        assert_eq!(folder_names(&dirs.iter().collect::<Vec<_>>()), ["x/one", "y/one", "z"]);
        assert_eq!(folder_names(&dirs[1..].iter().collect::<Vec<_>>()), ["one", "z"]);
        assert_eq!(folder_name(&PathBuf::from("..")), "..");
    }
}
