//! The architecture of `src/lib.rs` as a test: what may import what, and what no file may hold.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers, lowest first. Folders of one layer do not import each other.
const LAYERS: [&[&str]; 11] = [
    &["base"],
    &["stats", "lexicon"],
    &["game"],
    &["games", "protocol"],
    &["tournament"],
    &["registry", "compare", "history"],
    &["report"],
    &["runs"],
    &["web"],
    &["cli"],
    &["main"],
];

struct Source {
    /// Parts of the path below `src`, without `.rs`.
    parts: Vec<String>,
    text: String,
}

impl Source {
    fn shown(&self) -> String {
        self.parts.join("/")
    }

    /// The text with comments and doc comments left out.
    fn code(&self) -> String {
        let lines = self.text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(source(&root, &path));
            }
        }
    }
    assert!(found.len() > 40, "src was not found");
    found
}

fn source(root: &Path, path: &PathBuf) -> Source {
    let below = path.strip_prefix(root).unwrap().with_extension("");
    let parts = below.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    Source { parts, text: fs::read_to_string(path).unwrap() }
}

fn layer(name: &str) -> usize {
    let found = LAYERS.iter().position(|names| names.contains(&name));
    found.unwrap_or_else(|| panic!("src/{name} is in no layer; give it one here and in lib.rs"))
}

/// The first names behind `crate::` in a file, with the second ones where there are.
fn imports(code: &str) -> Vec<(String, String)> {
    let name = |text: &str| -> String {
        text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    code.match_indices("crate::")
        .map(|(at, found)| {
            let rest = &code[at + found.len()..];
            let first = name(rest);
            let second = rest[first.len()..].strip_prefix("::").map_or(String::new(), name);
            (first, second)
        })
        .collect()
}

#[test]
fn files_import_only_from_lower_layers() {
    for source in sources() {
        let own = source.parts[0].as_str();
        if own == "lib" {
            continue;
        }
        for (first, second) in imports(&source.code()) {
            if first == own {
                let game = source.parts.get(1).map_or("", String::as_str);
                let same = own != "games" || second == game || source.parts.len() <= 2;
                assert!(same, "{} imports the game {second}", source.shown());
            } else {
                let lower = layer(&first) < layer(own);
                assert!(lower, "{} must not import {first}", source.shown());
            }
        }
    }
}

#[test]
fn players_see_a_game_only_through_its_public_rules() {
    for source in
        sources().iter().filter(|source| source.parts.get(2).is_some_and(|p| p == "players"))
    {
        let code = source.code();
        assert!(!code.contains("State"), "{} speaks of a state", source.shown());
    }
}

#[test]
fn every_file_has_a_head_and_no_leftovers() {
    // written in two halves, so that this file does not hold them itself
    let banned = ["to|do!(", "unimple|mented!(", "db|g!(", "#[ig|nore", "FIX|ME", "use sup|er::*"];
    for source in sources() {
        assert!(source.text.starts_with("//! "), "{} has no head", source.shown());
        for word in banned.map(|word| word.replace('|', "")) {
            assert!(!source.text.contains(&word), "{} holds {word}", source.shown());
        }
    }
}

#[test]
fn nothing_is_called_util() {
    for source in sources() {
        for part in &source.parts {
            let vague = ["util", "utils", "common", "types", "helpers", "misc", "errors"];
            assert!(!vague.contains(&part.as_str()), "{}: say what it is", source.shown());
        }
    }
}

#[test]
fn files_hold_one_thing() {
    for source in sources() {
        let lines = source.text.split("#[cfg(test)]\nmod ").next().unwrap().lines().count();
        assert!(lines <= 400, "{} has {lines} lines without its tests", source.shown());
    }
}
