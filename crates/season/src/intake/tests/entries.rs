//! How folders are started.

use std::collections::BTreeMap;
use std::path::Path;

use crate::intake::tests::archives::write;
use crate::intake::{Entry, EntryError, find_entry};

/// A folder with these files; those that end with `*` are executable scripts.
fn folder(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let Some(file) = file.strip_suffix('*') else {
            write(folder.path(), file, b"#!/bin/sh");
            continue;
        };
        let path = write(folder.path(), file, b"#!/bin/sh");
        make_executable(&path);
    }
    folder
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) {}

fn found(files: &[&str]) -> Result<String, String> {
    let folder = folder(files);
    match find_entry(folder.path(), None) {
        Ok(Entry::Program { command, .. }) => Ok(command),
        Ok(Entry::Module { file }) => Ok(format!("wasm:{file}")),
        Ok(entry) => panic!("{entry:?}"),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn rules_apply_in_order() {
    for (files, expected) in [
        (&["a.wasm", "b.jar", "player.py"][..], "wasm:a.wasm"),
        (&["a.wasm", "b.wasm", "my player.jar"], "java -jar 'my player.jar'"),
        (&["main.py", "player.py", "player.js"], "python3 player.py"),
        (&["main.py", "other.py"], "python3 main.py"),
        (
            &["mine.py", "test_mine.py", "mine_test.py", "lettergame_player.py", "README.md"],
            "python3 mine.py",
        ),
        (
            &["player.js", "player.test.js", "lettergame_player.js", "package.json"],
            "node player.js",
        ),
        (&["mine.mjs", "mine.spec.js"], "node mine.mjs"),
        (&["lib/a.py", "lib/b.wasm", "main.js"], "node main.js"),
    ] {
        assert_eq!(found(files).as_deref(), Ok(expected), "{files:?}");
    }
}

#[cfg(unix)]
#[test]
fn the_only_program_is_started() {
    assert_eq!(found(&["my player*", "words.txt", "a.so*"]).as_deref(), Ok("'./my player'"));
    assert!(found(&["one*", "two*"]).is_err());
    assert!(found(&["one"]).is_err(), "it is not executable");
    let folder = folder(&[]);
    make_executable(&write(folder.path(), "words.txt", b"AA\n"));
    assert!(find_entry(folder.path(), None).is_err(), "not everything executable is a program");
}

#[test]
fn an_error_names_what_was_found_and_the_remedy() {
    let error = found(&["src/main.rs", "Cargo.toml"]).unwrap_err();
    assert!(
        error.contains("found Cargo.toml, src/main.rs; of Rust hand in the built program"),
        "{error}"
    );
    let error = found(&["a.py", "b.py"]).unwrap_err();
    assert!(error.contains("found a.py, b.py") && error.contains("player.toml"), "{error}");
    assert!(found(&["main.go"]).unwrap_err().contains("not the source"));
    assert!(found(&[]).unwrap_err().contains("no files"));
}

#[test]
fn a_command_stays_in_the_folder() {
    let folder = folder(&["a.py", "run*", "plain"]);
    let find = |command: &str| find_entry(folder.path(), Some(command));
    for command in ["python3 a.py --depth 3", "./run -x", "python3 -O a.py"] {
        assert_eq!(find(command).unwrap(), Entry::of_command(command.to_owned()));
    }
    for command in [
        "",
        "  ",
        "python3 'a.py",
        "/bin/sh",
        "python3 ../a.py",
        "java -cp build:/x A",
        "./none",
        "a\nb",
        "cat ~/x",
    ] {
        let error = find(command).unwrap_err();
        assert!(matches!(error, EntryError::Command { .. }), "{command}: {error}");
    }
    assert_eq!(find("./plain").is_err(), cfg!(unix));
}

fn described(text: &str) -> Result<Entry, String> {
    let folder = folder(&["a.py", "m.wasm", "words/x.txt"]);
    write(folder.path(), "player.toml", text.as_bytes());
    find_entry(folder.path(), None).map_err(|error| error.to_string())
}

#[test]
fn a_description_is_followed() {
    let entry = described(
        "command = [\"python3\", \"a.py\", \"a b\"]\nmemory = 512\nenv = { DEPTH = 3, NAME = \"x\" }\ndata = \"./words\"\npondering = true\n",
    );
    let env =
        [("DEPTH", "3"), ("NAME", "x")].map(|(key, value)| (key.to_owned(), value.to_owned()));
    let expected = Entry::Program {
        command: "python3 a.py 'a b'".to_owned(),
        memory_mib: Some(512),
        env: BTreeMap::from(env),
        data: Some("words".to_owned()),
        pondering: true,
    };
    assert_eq!(entry, Ok(expected));
    assert_eq!(described("wasm = \"m.wasm\""), Ok(Entry::Module { file: "m.wasm".to_owned() }));
}

#[test]
fn a_wrong_description_is_explained() {
    for (text, expected) in [
        ("comand = \"x\"", "unknown key `comand`; did you mean `command`?"),
        ("command = \"a\"\ntime-limit = \"9s\"", "`time-limit` is set by the organisers"),
        ("command = \"a\"\nallow-read = [\"/etc\"]", "`allow-read` is set by the organisers"),
        ("command = \"cat /etc/passwd\"", "is an absolute path"),
        ("command = [\"cat\", \"../x\"]", "leads out of the folder"),
        ("command = [1]", "command: expected a string, found a value of type integer"),
        ("command = \"a\"\nwasm = \"m.wasm\"", "exactly one of"),
        ("memory = 512", "exactly one of"),
        ("wasm = \"m.wasm\"\nmemory = 512", "`memory` belongs to a `command`"),
        ("wasm = \"../m.wasm\"", "leads out of the folder"),
        ("wasm = \"none.wasm\"", "`none.wasm` does not exist"),
        ("command = \"a\"\nmemory = 1", "expected 16 to 1048576 mebibytes"),
        ("command = \"a\"\nmemory = -1", "expected 16 to 1048576 mebibytes"),
        ("command = \"a\"\nmemory = \"1G\"", "expected a whole number"),
        ("command = \"a\"\ndata = \"/etc\"", "is an absolute path"),
        ("command = \"a\"\ndata = \"none\"", "does not exist"),
        ("command = \"a\"\nenv = { \"A=B\" = \"x\" }", "invalid name"),
        ("command = \"a\"\nenv = { A = [] }", "env.A: expected a string"),
        ("command = \"a\"\npondering = 1", "expected true or false"),
        ("\ncommand = ", "line 2"),
    ] {
        let error = described(text).unwrap_err();
        assert!(error.starts_with("player.toml: ") || error.starts_with("command `"), "{error}");
        assert!(error.contains(expected), "{text}: {error}");
    }
    let long = format!("command = \"a\"\n#{}", "x".repeat(70_000));
    assert!(described(&long).unwrap_err().contains("shorten it"));
}

#[test]
fn an_entry_reads_back() {
    let entries = [
        Entry::of_command("python3 a.py".to_owned()),
        Entry::Module { file: "m.wasm".to_owned() },
        Entry::BuiltIn { player: "flat:any=3".to_owned() },
    ];
    let text = serde_json::to_string(&entries).unwrap();
    assert_eq!(
        text,
        "[{\"kind\":\"program\",\"command\":\"python3 a.py\",\"pondering\":false},\
         {\"kind\":\"module\",\"file\":\"m.wasm\"},{\"kind\":\"built-in\",\"player\":\"flat:any=3\"}]"
    );
    assert_eq!(serde_json::from_str::<[Entry; 3]>(&text).unwrap(), entries);
}
