//! The content of the folder of tournaments: configs, and runs below `results`.
//!
//! Nothing of a request ever becomes a path: a name in an address is compared with the names found
//! by listing folders. Links are not followed, so that nothing outside the folder is found.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;

use lettergame_run::{RUN_FILES, RunFolder};

/// Separates the name of a sweep from the label of one of its runs.
const OF_SWEEP: char = ':';

/// The folder of tournaments; it need not exist.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    root: Option<PathBuf>,
}

/// A config that can be played.
#[derive(Clone, Debug)]
pub(super) struct ConfigFile {
    /// Its name without `.toml`.
    pub(super) name: String,
    pub(super) path: PathBuf,
}

/// A run or a sweep.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its name in addresses.
    pub(super) id: String,
    pub(super) dir: PathBuf,
    /// The runs of a sweep, by name; empty for a run.
    pub(super) parts: Vec<RunPlace>,
    begun: SystemTime,
}

/// Where a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunPlace {
    /// Its name in addresses: the name of its folder, after that of its sweep.
    pub(super) id: String,
    pub(super) dir: PathBuf,
    /// The name of its sweep, and its own in there.
    pub(super) sweep: Option<(String, String)>,
}

impl RunPlace {
    /// The day on which it began: `29 November 2026`.
    pub(super) fn day(&self) -> String {
        let day = Timestamp::try_from(begun(&self.dir)).unwrap_or_default();
        day.strftime("%-d %B %Y").to_string()
    }

    /// What it is called: by the name of its tournament, which its folder begins with, by its players, or its folder.
    pub(super) fn title(&self, name: &str, players: &[String]) -> String {
        match (&self.sweep, players.first()) {
            (Some((_, label)), _) => label.clone(),
            (None, Some(first)) if self.id.starts_with(first.as_str()) => players.join(", "),
            (None, _) if !name.is_empty() && self.id.starts_with(name) => name.to_owned(),
            (None, _) => self.id.clone(),
        }
    }
}

impl Folder {
    pub(super) fn new(root: Option<PathBuf>) -> Folder {
        Folder { root }
    }

    /// Where results are written.
    pub(super) fn results(&self) -> Option<PathBuf> {
        self.root.as_ref().map(|root| root.join("results"))
    }

    /// All configs, by name.
    pub(super) fn configs(&self) -> Vec<ConfigFile> {
        let Some(root) = &self.root else { return Vec::new() };
        let mut found: Vec<ConfigFile> = entries(root)
            .filter(|(name, _)| name.ends_with(".toml"))
            .filter(|(_, path)| is_plain_file(path))
            .map(|(name, path)| ConfigFile {
                name: name.trim_end_matches(".toml").to_owned(),
                path,
            })
            .collect();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }

    /// The config of that name.
    pub(super) fn config(&self, name: &str) -> Option<ConfigFile> {
        self.configs().into_iter().find(|config| config.name == name)
    }

    /// All runs and sweeps, newest first.
    pub(super) fn entries(&self) -> Vec<Entry> {
        let Some(results) = self.results() else { return Vec::new() };
        let mut found: Vec<Entry> = entries(&results)
            .filter(|(_, path)| is_plain_folder(path))
            .filter_map(|(name, path)| entry(name, path))
            .collect();
        found.sort_by(|a, b| b.begun.cmp(&a.begun).then_with(|| a.id.cmp(&b.id)));
        found
    }

    /// The run or the sweep of that name.
    pub(super) fn entry(&self, id: &str) -> Option<Entry> {
        self.entries().into_iter().find(|entry| entry.id == id)
    }

    /// The run of that name.
    pub(super) fn run(&self, id: &str) -> Option<RunPlace> {
        self.entries().into_iter().flat_map(Entry::runs).find(|run| run.id == id)
    }
}

impl Entry {
    /// The run itself, or the runs of the sweep.
    pub(super) fn runs(self) -> Vec<RunPlace> {
        match self.parts.is_empty() {
            true => vec![RunPlace { id: self.id, dir: self.dir, sweep: None }],
            false => self.parts,
        }
    }
}

/// The run or sweep in a folder.
fn entry(id: String, dir: PathBuf) -> Option<Entry> {
    if is_run(&dir) {
        let begun = begun(&dir);
        return Some(Entry { id, dir, parts: Vec::new(), begun });
    }
    let mut parts: Vec<RunPlace> = entries(&dir)
        .filter(|(_, path)| is_plain_folder(path) && is_run(path))
        .map(|(label, dir)| RunPlace {
            id: format!("{id}{OF_SWEEP}{label}"),
            dir,
            sweep: Some((id.clone(), label)),
        })
        .collect();
    parts.sort_by(|a, b| a.id.len().cmp(&b.id.len()).then_with(|| a.id.cmp(&b.id)));
    let begun = parts.iter().map(|part| begun(&part.dir)).min()?;
    Some(Entry { id, dir, parts, begun })
}

/// Names and paths in a folder; empty if it cannot be read.
fn entries(dir: &Path) -> impl Iterator<Item = (String, PathBuf)> {
    let found = fs::read_dir(dir).into_iter().flatten().flatten();
    found.filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
}

fn is_plain_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_file())
}

fn is_plain_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_dir())
}

/// Whether this is a run without symbolic links among its files.
fn is_run(dir: &Path) -> bool {
    let leads_away = |name: &str| {
        fs::symlink_metadata(dir.join(name)).is_ok_and(|data| data.file_type().is_symlink())
    };
    RunFolder::is_run(dir) && !RUN_FILES.into_iter().any(leads_away)
}

/// When a run started: its config is written at that moment and never again.
fn begun(dir: &Path) -> SystemTime {
    let data = fs::metadata(dir.join("config.toml"));
    data.and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// A segment of an address, with all special characters escaped.
pub(super) fn segment(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for &byte in name.as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~:=+@,".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    // browsers resolve these as relative paths
    match text.as_str() {
        "." => "%2E".to_owned(),
        ".." => "%2E%2E".to_owned(),
        _ => text,
    }
}

/// The address of a run or a sweep.
pub(super) fn path_of(id: &str) -> String {
    format!("/tournaments/{}", segment(id))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use lettergame_run::RUN_FILES;

    use super::{Folder, path_of};

    #[test]
    fn missing_folders_hold_nothing() {
        for root in [None, Some("no/such/folder".into())] {
            let folder = Folder::new(root);
            assert!(folder.configs().is_empty() && folder.entries().is_empty());
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        use std::os::unix::fs::symlink;

        let outside = tempfile::tempdir().unwrap();
        let run = |dir: &std::path::Path| {
            fs::create_dir_all(dir).unwrap();
            fs::write(dir.join("config.toml"), "").unwrap();
        };
        run(&outside.path().join("secret"));
        let root = tempfile::tempdir().unwrap();
        let results = root.path().join("results");
        run(&results.join("one"));
        run(&results.join("sweep").join("hidden-3"));
        symlink(outside.path().join("secret"), results.join("linked")).unwrap();
        symlink(outside.path().join("secret"), results.join("sweep").join("linked")).unwrap();
        symlink(outside.path().join("secret/config.toml"), root.path().join("x.toml")).unwrap();
        run(&results.join("spoiled"));
        symlink("/etc/hostname", results.join("spoiled").join(RUN_FILES[1])).unwrap();
        let folder = Folder::new(Some(root.path().to_owned()));
        let mut ids: Vec<String> =
            folder.entries().into_iter().flat_map(|entry| entry.runs()).map(|run| run.id).collect();
        ids.sort();
        assert_eq!(ids, ["one", "sweep:hidden-3"]);
        assert!(folder.configs().is_empty());
        for bad in ["linked", "spoiled", "..", "", "one/", "/etc", "one\0", "sweep/hidden-3"] {
            assert!(folder.run(bad).is_none() && folder.entry(bad).is_none(), "{bad:?}");
        }
        assert!(folder.entry("sweep").is_some() && folder.run("sweep:hidden-3").is_some());
    }

    #[test]
    fn an_address_encodes_a_name_exactly() {
        assert_eq!(path_of("a b#2/ä"), "/tournaments/a%20b%232%2F%C3%A4");
        assert_eq!(path_of("sweep:hidden-3"), "/tournaments/sweep:hidden-3");
        assert_eq!(path_of(".."), "/tournaments/%2E%2E");
    }
}
