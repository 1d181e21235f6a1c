//! Labels of the runs of one report: by the rules in which they differ, else by their folders.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lettergame_plan::{Config, PlayerSpec};

/// Between the rules of a sweep, and between their values, where both are one text.
pub(super) const SEPARATOR: &str = ", ";

/// A run that can be labelled.
pub(super) trait Labelled {
    fn config(&self) -> &Config;

    fn dir(&self) -> &PathBuf;
}

/// The labels of some runs.
pub(super) struct Labels {
    /// The keys of the rules in which they differ, if there is no other difference; else empty.
    rules: Vec<String>,
    /// Their values for each run, in the same order.
    values: Vec<Vec<String>>,
    /// The names of the folders, made unique.
    folders: Vec<String>,
}

impl Labels {
    /// The labels of these runs, in their order.
    pub(super) fn of<R: Labelled>(heads: &[R]) -> Labels {
        let configs: Vec<&Config> = heads.iter().map(Labelled::config).collect();
        let dirs: Vec<&PathBuf> = heads.iter().map(Labelled::dir).collect();
        let rules = swept_rules(&configs);
        let values = configs.iter().map(|config| values(config, &rules)).collect();
        Labels { rules, values, folders: folder_names(&dirs) }
    }

    /// The label of a run.
    pub(super) fn label(&self, index: usize) -> String {
        let values = self.values.get(index).into_iter().flatten();
        let parts = self.rules.iter().zip(values).map(|(key, value)| format!("{key}-{value}"));
        match self.rules.is_empty() {
            false => parts.collect::<Vec<_>>().join("-"),
            true => self.folders.get(index).cloned().unwrap_or_default(),
        }
    }

    /// The keys of the rules in which the runs differ, as [`Report::setting`](crate::Report::setting).
    pub(super) fn setting(&self) -> Option<String> {
        (!self.rules.is_empty()).then(|| self.rules.join(SEPARATOR))
    }

    /// The values of these rules in a run.
    pub(super) fn value(&self, index: usize) -> Option<String> {
        let values = self.values.get(index).filter(|values| !values.is_empty());
        values.map(|values| values.join(SEPARATOR))
    }
}

/// Sorts the runs of a sweep by the values of one rule after the other, where all of a rule's are numbers; others
/// keep their order.
pub(super) fn sort_sweep<R: Labelled>(heads: &mut [R]) {
    let configs: Vec<&Config> = heads.iter().map(Labelled::config).collect();
    for key in swept_rules(&configs).iter().rev() {
        let number = |head: &R| number(&rule(head.config(), key));
        if heads.iter().all(|head| number(head).is_some()) {
            heads.sort_by(|a, b| number(a).partial_cmp(&number(b)).unwrap_or(Ordering::Equal));
        }
    }
}

fn number(value: &str) -> Option<f64> {
    value.parse().ok().filter(|number: &f64| number.is_finite())
}

/// The keys of the rules that have other values in each run, if game, players, schedule and all other rules are
/// the same. Runs that are no more than these rules are not an experiment: they have folders of their own.
fn swept_rules(configs: &[&Config]) -> Vec<String> {
    let Some(first) = configs.first() else { return Vec::new() };
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
    let keys = first.rules.pairs().map(|(key, _)| key).filter(differs);
    let mut rules: Vec<String> = keys.map(str::to_owned).collect();
    rules.sort_unstable();
    let cells: BTreeSet<Vec<String>> =
        configs.iter().map(|config| values(config, &rules)).collect();
    let is_sweep =
        configs.len() > rules.len() && cells.len() == configs.len() && configs.iter().all(alike);
    if is_sweep { rules } else { Vec::new() }
}

/// The values of these rules in a config.
fn values(config: &Config, rules: &[String]) -> Vec<String> {
    rules.iter().map(|key| rule(config, key)).collect()
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

    use super::{folder_name, folder_names, swept_rules};
    use lettergame_base::Seed;
    use lettergame_plan::{Config, RawConfig};

    fn config(text: &str) -> Config {
        let text = format!("game = \"auction\"\nplayers = [\"random\", \"zero\"]\n{text}");
        RawConfig::from_toml(&text, "test").unwrap().validate("auction", Seed(0)).unwrap()
    }

    fn swept_of(texts: &[&str]) -> Vec<String> {
        let configs: Vec<Config> = texts.iter().map(|text| config(text)).collect();
        swept_rules(&configs.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_sweep_is_labelled_by_its_rules() {
        let rules = |hidden, rounds| format!("[rules]\nhidden = {hidden}\nrounds = {rounds}\n");
        let (a, b, c) = (rules(0, 5), rules(3, 5), rules(3, 9));
        assert_eq!(swept_of(&[&a, &b]), ["hidden"]);
        assert_eq!(swept_of(&[&b, &c]), ["rounds"]);
        assert_eq!(swept_of(&[&a, &b, &c, &rules(0, 9)]), ["hidden", "rounds"]);
        assert_eq!(swept_of(&[&a, &b, &c]), ["hidden", "rounds"], "a cell is not played yet");
        let none: [&str; 0] = [];
        assert_eq!(swept_of(&[&a, &c]), none, "two runs, two rules");
        assert_eq!(swept_of(&[&a, &b, &b]), none, "one value twice");
        assert_eq!(swept_of(&[&a]), none);
        let other = format!("seats = \"fixed\"\n{b}");
        assert_eq!(swept_of(&[&a, &other]), none, "other seats");
    }

    #[test]
    fn folders_with_the_same_name_are_distinguished() {
        let dirs = ["x/one", "y/one", "z"].map(PathBuf::from);
        assert_eq!(folder_names(&dirs.iter().collect::<Vec<_>>()), ["x/one", "y/one", "z"]);
        assert_eq!(folder_names(&dirs[1..].iter().collect::<Vec<_>>()), ["one", "z"]);
        assert_eq!(folder_name(&PathBuf::from("..")), "..");
    }
}
