//! The architecture described in `src/lib.rs` as a test, as far as Cargo does not enforce it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::Chars;

use toml::Table;

use crate::imports::{File, all_cycles, cycles};

/// The crates, lowest layer first: a crate depends only on those of lower layers. The last one is the
/// command.
const LAYERS: [&[&str]; 14] = [
    &["base"],
    &["words", "stats"],
    &["game"],
    &["learning", "xtest"],
    &["auction", "scrabble", "marrakech", "wordgame", "sandbox"],
    &["protocol"],
    &["plan"],
    &["run"],
    &["tournament", "compare"],
    &["registry", "report"],
    &["arena"],
    &["season"],
    &["web"],
    &[""],
];

const GAMES: [&str; 4] = ["auction", "scrabble", "marrakech", "wordgame"];

/// What may name a game: the registry, pages and commands of one game, the Python package, and second
/// implementations of rules.
const KNOW_GAMES: [&str; 5] = ["registry", "web", "", "python", "xtest"];

/// Modules of a crate, and the only other modules of the same crate that they may import.
const WITHIN: [(&str, &str, &[&str]); 1] = [("report", "history", &[])];

struct Source {
    /// The folder below `crates`; empty for the command.
    of: String,
    /// The parts of the path below `src`, without `.rs`.
    parts: Vec<String>,
    text: String,
}

impl Source {
    fn shown(&self) -> String {
        format!("{}/src/{}", folder(&self.of).display(), self.parts.join("/"))
    }

    fn file(&self) -> File {
        let is_head = matches!(self.parts.last().map(String::as_str), Some("mod" | "lib"));
        let module = self.parts[..self.parts.len() - usize::from(is_head)].to_vec();
        File { module, text: self.text.clone() }
    }

    /// Whether it is compiled only for tests.
    fn is_for_tests(&self) -> bool {
        ["sample", "situation"].iter().any(|name| self.parts.ends_with(&[(*name).to_owned()]))
    }

    /// The text without comments and doc comments.
    fn code(&self) -> String {
        let lines = self.text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// The folder of a crate.
fn folder(name: &str) -> PathBuf {
    match name {
        "" | "python" => Path::new(env!("CARGO_MANIFEST_DIR")).join(name),
        of => Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(of),
    }
}

fn crates() -> impl Iterator<Item = &'static str> {
    LAYERS.into_iter().flatten().copied()
}

fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    for of in crates() {
        let root = folder(of).join("src");
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    found.push(source(of, &root, &path));
                }
            }
        }
    }
    assert!(found.len() > 400, "the sources were not found");
    found
}

fn source(of: &str, root: &Path, path: &Path) -> Source {
    let below = path.strip_prefix(root).unwrap().with_extension("");
    let parts = below.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    Source { of: of.to_owned(), parts, text: fs::read_to_string(path).unwrap() }
}

/// The dependencies of a crate, except for tests: crates of this project without `lettergame-`, and others.
fn dependencies(of: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(folder(of).join("Cargo.toml")).unwrap();
    let manifest: Table = text.parse().unwrap();
    let sections = manifest.get("target").and_then(toml::Value::as_table).into_iter().flatten();
    let sections = sections.filter_map(|(_, target)| target.as_table()).chain([&manifest]);
    let all = sections.filter_map(|section| section.get("dependencies")?.as_table());
    all.flat_map(Table::keys).cloned().collect()
}

fn own(dependency: &str) -> Option<&str> {
    dependency.strip_prefix("lettergame-")
}

#[test]
fn crates_depend_only_on_lower_layers() {
    let layer = |name: &str| LAYERS.iter().position(|names| names.contains(&name));
    for of in crates() {
        for dependency in dependencies(of).iter().filter_map(|name| own(name)) {
            assert!(layer(dependency) < layer(of), "{of} must not depend on {dependency}");
        }
    }
    let listed: BTreeSet<_> = crates().filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let there = fs::read_dir(folder("").join("crates")).unwrap();
    let there = there.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(listed, there, "crates have a layer here");
}

#[test]
fn games_are_mentioned_in_few_places() {
    for of in crates().chain(["python"]).filter(|of| !KNOW_GAMES.contains(of)) {
        for game in dependencies(of).iter().filter_map(|name| own(name)) {
            assert!(!GAMES.contains(&game), "{of} names the game {game}");
        }
    }
}

/// Code that serves every game names none of them: that is what the registry is for, and the folders of
/// single games.
#[test]
fn no_game_is_identified_by_a_string() {
    for source in sources() {
        let of_a_game = |part: &String| GAMES.contains(&part.as_str());
        let may = source.of == "registry" || of_a_game(&source.of);
        if may || source.parts.iter().any(of_a_game) || source.is_for_tests() {
            continue;
        }
        let code = source.code();
        let code = code.split("#[cfg(test)]").next().unwrap();
        for game in GAMES {
            let text = format!("\"{game}\"");
            assert!(!code.contains(&text), "{} knows the game {game}", source.shown());
        }
    }
}

#[test]
fn the_python_package_contains_no_server_or_command_line() {
    let mut waiting = vec!["python".to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(of) = waiting.pop() {
        // the features of tests are only in a wheel for tests
        for dependency in dependencies(&of).into_iter().filter(|name| name != "lettergame-unify") {
            let own = own(&dependency).map(str::to_owned);
            assert!(
                !["axum", "tokio", "clap", "indicatif", "lettergame"].contains(&&*dependency),
                "{of} brings {dependency} into the Python package"
            );
            waiting.extend(own.filter(|own| seen.insert(own.clone())));
        }
    }
    assert!(seen.len() > 5, "{seen:?}");
}

/// The first name after each `crate::` in a file; empty for items of the root itself.
fn imports(code: &str) -> Vec<String> {
    let behind = code.match_indices("crate::").map(|(at, found)| &code[at + found.len()..]);
    behind
        .map(|rest| {
            let name = |c: &char| c.is_alphanumeric() || *c == '_';
            let name: String = rest.chars().take_while(name).collect();
            let is_module = rest[name.len()..].starts_with("::")
                && name.starts_with(|c: char| c.is_lowercase());
            if is_module { name } else { String::new() }
        })
        .collect()
}

#[test]
fn modules_of_a_crate_import_only_lower_ones() {
    for source in sources() {
        let own = source.parts[0].as_str();
        let rule = |name: &str| {
            WITHIN.iter().find(|(of, module, _)| (*of, *module) == (&*source.of, name))
        };
        let imported = imports(&source.code());
        // above the listed modules are the root of the crate and, in `report`, its files
        let Some((_, _, below)) = rule(own) else { continue };
        for name in imported.iter().filter(|name| *name != own) {
            let fits = below.contains(&name.as_str());
            assert!(fits, "{} must not import {name}", source.shown());
        }
    }
}

#[test]
fn files_have_no_import_cycles() {
    let sources = sources();
    for of in crates() {
        let own = sources.iter().filter(|source| source.of == of && source.parts != ["main"]);
        let circles = cycles(&own.map(Source::file).collect::<Vec<_>>());
        assert!(circles.is_empty(), "in {of} these files import each other: {circles:?}");
    }
}

/// Crates in which neither folders nor a file and its submodules import each other.
const WITHOUT_CYCLES: [&str; 7] =
    ["compare", "learning", "plan", "protocol", "registry", "run", "tournament"];

#[test]
fn folders_have_no_import_cycles() {
    let sources = sources();
    for of in WITHOUT_CYCLES {
        let own = sources.iter().filter(|source| source.of == of);
        let circles = all_cycles(&own.map(Source::file).collect::<Vec<_>>());
        assert!(circles.is_empty(), "in {of} these import each other: {circles:?}");
    }
}

#[test]
fn players_see_a_game_only_through_its_public_rules() {
    for source in sources()
        .iter()
        .filter(|source| GAMES.contains(&&*source.of) && source.parts[0] == "players")
    {
        let code = source.code();
        assert!(!code.contains("State"), "{} speaks of a state", source.shown());
    }
}

/// The texts in each `#[error(...)]` of a file, joined like the compiler does.
fn error_texts(code: &str) -> Vec<String> {
    let attribute = "#[error(";
    let mut found = Vec::new();
    for (at, _) in code.match_indices(attribute) {
        let mut rest = code[at + attribute.len()..].chars();
        let mut depth = 1;
        while depth > 0 {
            match rest.next().expect("an attribute has an end") {
                '"' => found.push(quoted(&mut rest)),
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
        }
    }
    found
}

/// The rest of a string literal up to its closing quote.
fn quoted(rest: &mut Chars<'_>) -> String {
    let mut text = String::new();
    while let Some(char) = rest.next().filter(|char| *char != '"') {
        match char {
            '\\' => match rest.next().expect("something is escaped") {
                '\n' => *rest = rest.as_str().trim_start().chars(),
                escaped => text.push(escaped),
            },
            _ => text.push(char),
        }
    }
    text
}

/// Whether a text names an option or a command of the command line.
fn names_the_command_line(text: &str) -> bool {
    let mut behind = text.match_indices("--").map(|(at, dashes)| &text[at + dashes.len()..]);
    behind.any(|rest| rest.starts_with(|char: char| char.is_ascii_alphabetic()))
        || text.contains("`lettergame ")
}

#[test]
fn crate_errors_do_not_mention_command_line_options() {
    let sample = "#[error(\"a {b:?}; take (\\\"--\\\" c) \\\n   --out\", b = c(\"`lettergame x`\"))] #[error(transparent)]";
    let texts = error_texts(sample);
    assert_eq!(texts, ["a {b:?}; take (\"--\" c) --out", "`lettergame x`"]);
    assert!(texts.iter().all(|text| names_the_command_line(text)));
    assert!(!names_the_command_line("lettergame -- 3"));
    let mut seen = 0;
    for source in sources().iter().filter(|source| !source.of.is_empty()) {
        for text in error_texts(&source.text) {
            let named = names_the_command_line(&text);
            assert!(!named, "{}: a remedy names options: {text}", source.shown());
            seen += 1;
        }
    }
    assert!(seen > 200, "the texts of errors were not found: {seen}");
}

#[test]
fn every_file_has_a_header_and_no_leftovers() {
    // split in two, so that this file does not contain them itself
    let banned = ["to|do!(", "unimple|mented!(", "db|g!(", "#[ig|nore", "FIX|ME", "use sup|er::*"];
    for source in sources() {
        assert!(source.text.starts_with("//! "), "{} has no head", source.shown());
        for word in banned.map(|word| word.replace('|', "")) {
            assert!(!source.text.contains(&word), "{} holds {word}", source.shown());
        }
    }
}

#[test]
fn no_module_is_called_util() {
    for source in sources() {
        for part in &source.parts {
            let vague = ["util", "utils", "common", "types", "helpers", "misc", "errors"];
            assert!(!vague.contains(&part.as_str()), "{}: say what it is", source.shown());
        }
    }
}

/// A folder of many files has parts with names of their own, unless each file is one of a kind, as strategies are.
#[test]
fn folders_hold_few_files() {
    let mut folders = BTreeMap::new();
    for source in sources() {
        let (_, above) = source.parts.split_last().unwrap();
        if above.contains(&"players".into()) {
            continue;
        }
        let name = [&[source.of][..], above].concat().join("/");
        *folders.entry(name).or_insert(0) += 1;
    }
    for (name, files) in folders {
        assert!(files <= 25, "{name} has {files} files");
    }
}

/// An edit of a strategy must not rebuild what reads rows.
#[test]
fn reports_know_neither_games_nor_players() {
    let mut waiting = vec!["report".to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(of) = waiting.pop() {
        let below = dependencies(&of);
        let below = below.iter().filter_map(|name| own(name)).map(str::to_owned);
        waiting.extend(below.filter(|name| seen.insert(name.clone())));
    }
    assert!(seen.contains("run"), "{seen:?}");
    let above = GAMES.iter().chain(&["registry", "tournament"]);
    let found: Vec<_> = above.filter(|name| seen.contains(**name)).collect();
    assert!(found.is_empty(), "report must not depend on {found:?}");
}

/// Only `run` knows how a run is stored.
#[test]
fn files_of_rows_are_named_in_one_crate() {
    for source in sources().iter().filter(|source| !["run", ""].contains(&&*source.of)) {
        for name in ["scores.csv", "rounds.csv", "plies.csv"] {
            assert!(
                !source.code().contains(&format!("\"{name}\"")),
                "{} names {name}",
                source.shown()
            );
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
