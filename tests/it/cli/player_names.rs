//! Players with custom names, through the program: rows, tables and configs show the names.

#![cfg(unix)]

use crate::program;

use std::fs;
use std::path::Path;

use program::{assert_same_rows, done, refused, run, scratch, table, table_of, text};

/// The players of the rows, each once, in their order in the first game.
fn players(run: &Path) -> Vec<String> {
    let rows = table(&run.join("scores.csv"));
    rows.iter().filter(|row| row["game"] == "0").map(|row| row["player"].clone()).collect()
}

#[test]
fn rows_and_tables_show_names() {
    let dir = scratch();
    let dir = dir.path();
    let line = "tournament --players old=flat:any=3,new=flat:any=4,zero --games 6 --seed 7 --rounds 2 \
                --out named --format csv";
    let standings = table_of(&done(dir, line).out);
    let mut shown: Vec<&str> = standings.iter().map(|row| row["player"].as_str()).collect();
    shown.sort_unstable();
    assert_eq!(shown, ["new", "old", "zero"]);
    assert_eq!(players(&dir.join("named")), ["old", "new", "zero"]);
    // names have no effect: the rows are those of the same players without them
    let plain = line.replace("old=", "").replace("new=", "").replace("--out named", "--out plain");
    done(dir, &plain);
    let rows = text(&dir.join("plain/scores.csv"));
    let rows = rows.replace("flat:any=3", "old").replace("flat:any=4", "new");
    assert_eq!(text(&dir.join("named/scores.csv")), rows);
}

#[test]
fn a_run_with_names_is_repeated_replayed_and_reported() {
    let dir = scratch();
    let dir = dir.path();
    done(dir, "tournament --players old=flat:any=3,zero --games 4 --seed 7 --rounds 2 --out one");
    assert!(
        text(&dir.join("one/config.toml")).contains("players = [\"old=flat:any=3\", \"zero\"]")
    );
    done(dir, "tournament one/config.toml --out two");
    assert_same_rows(&dir.join("one"), &dir.join("two"));
    assert!(done(dir, "replay one --game 1").out.contains("old"));
    assert!(done(dir, "report one --format json").out.contains("\"player\": \"old\""));
    assert!(done(dir, "verify one").out.contains("one"));
}

#[test]
fn programs_accept_names_and_keep_their_identity() {
    let dir = scratch();
    let dir = dir.path();
    fs::write(dir.join("p.py"), "import sys\nfor line in sys.stdin: pass\n").unwrap();
    let args = ["tournament", "--players", "alice=cmd:python3 p.py A=1,zero", "--print-config"];
    let config = run(dir, &args).ended(0).out;
    assert!(config.contains("players = [\"alice\", \"zero\"]"), "{config}");
    assert!(config.contains("name = \"alice\"\ncommand = \"python3 p.py A=1\""), "{config}");
}

#[test]
fn a_comparison_shows_names() {
    let dir = scratch();
    let line =
        "compare mine=flat:any=4 old=flat:any=3 --against zero --games 20 --seed 1 --rounds 1";
    let told = run(dir.path(), &program::words(line));
    assert!(told.out.contains("mine") && told.out.contains("old"), "{}", told.out);
}

/// A program that bids 3, and says so.
const LOUD: &str = r#"import json, sys
for line in sys.stdin:
    message = json.loads(line)
    for one in message if isinstance(message, list) else [message]:
        if one["t"] == "hello":
            said = {"t": "hello", "lgp": 1, "name": "b", "version": "1", "caps": []}
            print(json.dumps(said), flush=True)
        elif one["t"] == "ask":
            print(sys.argv[1], file=sys.stderr, flush=True)
            move = {"bid": 3} if one["kind"] == "bid" else {"word": ""}
            print(json.dumps({"t": "act", "q": one["q"], "move": move}), flush=True)
        elif one["t"] == "bye":
            sys.exit()
"#;

/// Rows, pages, logs and finished runs keep the names of a class, however they are written.
#[test]
fn names_are_kept_in_every_script() {
    let names = ["Müller", "Möller", "李", "Anna B. (2)", "O'Neil"];
    let dir = scratch();
    let dir = dir.path();
    fs::write(dir.join("loud.py"), LOUD).unwrap();
    let mut config =
        "players = ['Zoë=zero']\ngames = 6\nseed = 1\nrules = { rounds = 1 }\n".to_owned();
    for (number, name) in names.iter().enumerate() {
        config +=
            &format!("[[player]]\nname = \"{name}\"\ncommand = 'python3 loud.py log-{number}'\n");
    }
    fs::write(dir.join("class.toml"), config).unwrap();
    done(dir, "tournament class.toml --out run");
    let mut all = vec!["Zoë"];
    all.extend(names);
    assert_eq!(players(&dir.join("run")), all);
    for (number, name) in names.iter().enumerate() {
        assert!(text(&dir.join(format!("run/logs/{name}.log"))).contains(&format!("log-{number}")));
        let log =
            run(dir, &["replay", "run", "--game", "0", "--log", "--player", name]).ended(0).out;
        assert!(log.contains(&format!("log-{number}")), "{log}");
    }
    let shown = done(dir, "report run --format csv").out;
    let page = done(dir, "report run --html page.html").ended(0);
    assert!(page.out.is_empty() || !page.out.contains("unknown"));
    let page = text(&dir.join("page.html"));
    for name in all {
        assert!(shown.contains(&format!("\n{name},")), "{shown}");
        assert!(page.contains(name), "{name}");
    }
    done(dir, "tournament run/config.toml --out again");
    assert_same_rows(&dir.join("run"), &dir.join("again"));
    assert!(done(dir, "verify run").out.contains("run"));
}

#[test]
fn the_path_of_a_program_is_refused_with_its_command() {
    let dir = scratch();
    fs::create_dir(dir.path().join("mine")).unwrap();
    fs::write(dir.path().join("mine/player.py"), "").unwrap();
    fs::write(dir.path().join("bot.js"), "").unwrap();
    for (player, said) in [
        ("mine/player.py", "cmd:python3 mine/player.py"),
        ("me=mine/", "cmd:python3 mine/player.py"),
        ("bot.js", "cmd:node bot.js"),
    ] {
        let line = format!("tournament --players {player},zero --games 2");
        refused(dir.path(), &line, 2, &["unknown player", said]);
        refused(dir.path(), &format!("compare zero random --against {player}"), 2, &[said]);
    }
    refused(dir.path(), "tournament --players mine/other.py,zero", 2, &["known: "]);
}

#[test]
fn bad_names_are_refused() {
    let dir = scratch();
    for (players, said) in [
        ("a/b=zero", "player `a/b=zero`: invalid name `a/b`: it contains `/`; expected letters"),
        ("=zero", "invalid name ``: it is empty"),
        ("+1=zero", "invalid name `+1`: it begins with `+`"),
        ("x=", "expected a player after `x=`"),
        ("x=zeero", "unknown player `zeero`; did you mean `zero`?"),
        ("random=zero", "the roster has a player of this name; give it another"),
        ("a=zero,a=random", "invalid value `a` for `name`: two players have this name"),
        ("a=flat:any=1..3", "a grid of 3 players: expected one with the name `a`"),
    ] {
        let line = format!("tournament --players {players} --games 1 --out x");
        let code = if players == "random=zero" { 4 } else { 2 };
        refused(dir.path(), &line, code, &[said]);
    }
    let table = "players = ['zero']\n[[player]]\nname = '=1+2'\ncommand = 'x'\n";
    fs::write(dir.path().join("t.toml"), table).unwrap();
    let said =
        "t.toml:2:1: player `=1+2`: invalid name `=1+2`: it begins with `=`; expected letters";
    refused(dir.path(), "tournament t.toml --out x", 2, &[said]);
}
