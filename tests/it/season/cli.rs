//! A season through the command: hand-ins, play that is killed and goes on, standings, damage.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::python::python;
use crate::program::{
    Background, assert_same_rows, bytes, done, edit, refused, run, scratch, snapshot, text, words,
};

/// A season with these built-in players, one for each team, whose matches are short.
pub(crate) fn season(players: &[(&str, &str)], options: &str) -> tempfile::TempDir {
    let dir = scratch();
    done(dir.path(), &format!("season init s --seed 5 {options}"));
    edit(&dir.path().join("s/season.toml"), "match-seconds = 10", "match-seconds = 1");
    for (team, player) in players {
        done(dir.path(), &format!("season add s {team} {player} --quiet"));
    }
    dir
}

pub(crate) const FOUR: [(&str, &str); 4] =
    [("owls", "saver"), ("foxes", "random"), ("hares", "frequency"), ("mice", "zero")];

pub(crate) fn standings(dir: &Path) -> serde_json::Value {
    let ran = done(dir, "season standings s --format json");
    serde_json::from_str(&ran.out).expect("JSON")
}

/// The names of the teams, best first.
fn order(dir: &Path) -> Vec<String> {
    let all = standings(dir);
    let teams = all["teams"].as_array().expect("a list");
    teams.iter().map(|team| team["team"].as_str().expect("a name").to_owned()).collect()
}

/// The folders of all matches.
pub(crate) fn matches(dir: &Path) -> Vec<PathBuf> {
    let list =
        |dir: PathBuf| fs::read_dir(dir).expect("a folder").map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = list(dir.join("s/matches")).flat_map(list).collect();
    found.sort();
    found
}

#[test]
fn the_better_players_come_first_and_every_match_is_a_run() {
    let dir = season(
        &FOUR,
        "--confidence 0.999999999 --format duel:rounds=3 --format trio:teams=3,rounds=2,weight=0.5",
    );
    let at = dir.path();
    done(at, "season play s --matches 10 --quiet");
    let all = standings(at);
    assert_eq!(all["matches"], 10);
    assert_eq!(all["formats"], serde_json::json!(["duel", "trio"]));
    assert_eq!(order(at)[3], "mice", "{all}");
    let games: u64 = all["games"].as_u64().unwrap();
    let found = matches(at);
    let (mut played, mut seeds) = (0, std::collections::BTreeSet::new());
    for path in &found {
        done(at, &format!("verify {} --replay --quiet", path.display()));
        let rows = crate::program::table(&path.join("scores.csv"));
        let games: std::collections::BTreeSet<_> =
            rows.iter().map(|row| row["game"].clone()).collect();
        played += games.len() as u64;
        let deals: std::collections::BTreeSet<_> =
            rows.iter().map(|row| row["seed"].clone()).collect();
        assert!(deals.into_iter().all(|seed| seeds.insert(seed)), "no deal is played twice");
        // every player sits in every seat of every deal
        let players: std::collections::BTreeSet<_> =
            rows.iter().map(|row| row["player"].clone()).collect();
        assert_eq!(games.len() % players.len(), 0);
    }
    assert_eq!((found.len(), played), (10, games));
    // the same config, played by itself, has the same rows: no other match has its deals
    let config = found[0].join("config.toml");
    done(at, &format!("tournament {} --out again --quiet", config.display()));
    assert_same_rows(&found[0], &at.join("again"));
    done(at, &format!("replay {} --game 1", found[0].display()));
    let ran = done(at, "season verify s --quiet");
    let wanted = format!("s: 4 versions, 10 matches, {games} games are whole\n");
    assert_eq!(ran.out, wanted);
    let team = done(at, "season team s owls").out;
    assert!(team.contains("rival") && team.contains("lettergame replay s/matches/"), "{team}");
    for format in ["table", "csv", "markdown"] {
        assert!(done(at, &format!("season standings s --format {format}")).out.contains("owls"));
    }
}

#[test]
fn a_killed_player_of_matches_loses_nothing_and_plays_nothing_twice() {
    let dir = season(&FOUR, "--confidence 0.999999999 --format duel:rounds=4");
    let at = dir.path();
    for kill in 0..6 {
        let mut player = Background::start(at, "season play s --for 60s --quiet --threads 1");
        // the folder of the match that is played now, and more and more of its rows
        let next =
            format!("s/matches/0000/{:07}/scores.csv", matches(at).len() + usize::from(kill == 0));
        player.until(&at.join(next), 150 + 400 * kill);
        player.kill();
    }
    let open = matches(at).len();
    // a lease ends with its process or after a minute: here the clock of the database is put forward
    let base = rusqlite::Connection::open(at.join("s/season.sqlite")).unwrap();
    base.execute("UPDATE match SET lease_ends = 1 WHERE ended IS NULL", []).unwrap();
    drop(base);
    done(at, &format!("season play s --matches {} --quiet", open + 2));
    let ran = done(at, "season verify s --quiet");
    assert!(!ran.out.contains("unfinished"), "{}", ran.out);
    for path in matches(at) {
        let alone = at.join("alone");
        let config = path.join("config.toml");
        done(at, &format!("tournament {} --out alone --force --quiet", config.display()));
        assert_same_rows(&path, &alone);
    }
}

#[test]
fn changed_limits_do_not_get_in_the_way_of_a_match_that_was_begun() {
    let dir = season(&FOUR, "--confidence 0.999999999 --format duel:rounds=4");
    let at = dir.path();
    done(at, "season play s --matches 2 --quiet");
    let mut player = Background::start(at, "season play s --quiet --threads 1");
    player.until(&at.join("s/matches/0000/0000003/scores.csv"), 150);
    player.kill();
    let base = rusqlite::Connection::open(at.join("s/season.sqlite")).unwrap();
    base.execute("UPDATE match SET lease_ends = 1 WHERE ended IS NULL", []).unwrap();
    drop(base);
    edit(&at.join("s/season.toml"), "[limits]", "[limits]\ntime-limit = \"700ms\"");
    done(at, "season play s --matches 2 --quiet");
    let ran = done(at, "season verify s --quiet");
    assert!(ran.out.contains("4 matches") && !ran.out.contains("unfinished"), "{}", ran.out);
    let config = text(&matches(at)[2].join("config.toml"));
    assert!(config.contains("700ms"), "{config}");
}

#[test]
fn two_processes_share_the_matches() {
    let dir = season(&FOUR, "--confidence 0.999999999 --format duel:rounds=2");
    let at = dir.path();
    let line = "season play s --matches 6 --quiet --threads 1";
    let players = [Background::start(at, line), Background::start(at, line)];
    for player in players {
        player.wait().ended(0);
    }
    assert_eq!(standings(at)["matches"], 12);
    assert_eq!(matches(at).len(), 12);
    done(at, "season verify s --quiet");
}

#[test]
fn another_machine_plays_matches_on_loan() {
    let dir = season(&FOUR, "--confidence 0.999999999 --format duel:rounds=2");
    let at = dir.path();
    if python().is_some() {
        done(at, "new-player mine --lang python");
        done(at, "season add s bees mine --quiet");
    }
    done(at, "season lend s loan --matches 5");
    done(at, "season play s --matches 1 --quiet");
    assert!(at.join("s/matches/0000/0000006").is_dir(), "others do not play what is on loan");
    let there = scratch();
    fs::rename(at.join("loan"), there.path().join("loan")).unwrap();
    fs::rename(at.join("s"), at.join("hidden")).unwrap();
    done(there.path(), "resume loan/matches/0000 --quiet");
    fs::rename(at.join("hidden"), at.join("s")).unwrap();
    let loan = there.path().join("loan");
    // one of them comes back unfinished, another one with other rows
    fs::remove_file(loan.join("matches/0000/0000002/part.json")).unwrap();
    edit(&loan.join("matches/0000/0000003/scores.csv"), ",ok", ",late");
    let line = format!("season take-back s {}", loan.display());
    let ran = run(at, &words(&line)).ended(1);
    assert!(ran.out.starts_with("match 3: "), "{}", ran.out);
    assert!(ran.err.contains("took back 3 matches"), "{}", ran.err);
    assert!(ran.err.contains("1 match is unfinished and remains on loan"), "{}", ran.err);
    assert_eq!(standings(at)["matches"], 4);
    let again = run(at, &words(&line)).ended(1);
    assert!(again.err.contains("took back 0 matches"), "{}", again.err);
    assert!(again.err.contains("3 matches are not on loan"), "{}", again.err);
    done(at, "season verify s --quiet");
    refused(at, "season take-back s s", 2, &["is not a loan of this season"]);
    refused(at, "season lend s s", 2, &["s is not empty; name a new folder"]);
}

#[test]
fn a_settled_order_ends_play() {
    let dir = season(&[("owls", "saver"), ("mice", "zero")], "--format duel:rounds=3");
    let at = dir.path();
    let ran = done(at, "season play s --for 300s");
    assert!(ran.err.contains("the order is settled"), "{}", ran.err);
    let all = standings(at);
    assert_eq!((all["settled"].as_bool(), order(at)[0].as_str()), (Some(true), "owls"));
    assert_eq!(all["teams"][0]["apart"], true);
    let again = done(at, "season play s");
    assert!(again.err.contains("played 0 matches, 0 games; the order is settled"), "{}", again.err);
}

/// With `--wait` play goes on when a team hands in.
#[test]
fn play_waits_for_new_players() {
    let dir = season(&[("owls", "saver")], "--confidence 0.9 --format duel:rounds=1");
    let at = dir.path();
    let playing = Background::start(at, "season play s --wait");
    std::thread::sleep(std::time::Duration::from_millis(300));
    done(at, "season add s foxes zero --quiet");
    let is_played = |count: usize| {
        (0..600).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(100));
            done(at, "season standings s --format json").out.matches("\"settled\": true").count()
                == 1
                && matches(at).len() >= count
        })
    };
    assert!(is_played(1), "it begins once there are two teams");
    let before = matches(at).len();
    done(at, "season add s owls letter-value --quiet");
    assert!(is_played(before + 1), "it goes on with a new version");
    let ran = playing.signal("INT").ended(130);
    assert!(ran.err.contains("waiting") && ran.err.contains("interrupted after"), "{}", ran.err);
}

#[test]
fn latecomers_and_withdrawn_teams_change_nothing_that_was_played() {
    let dir = season(&FOUR, "--confidence 0.999999999 --format duel:rounds=2");
    let at = dir.path();
    done(at, "season play s --matches 8 --quiet");
    let before = snapshot(&at.join("s/matches"));
    done(at, "season withdraw s foxes");
    done(at, "season add s bees frequency --quiet");
    done(at, "season add s owls drainer --quiet");
    assert!(!order(at).contains(&"foxes".to_owned()));
    done(at, "season play s --matches 4 --quiet");
    let after = snapshot(&at.join("s/matches"));
    assert!(before.iter().all(|(path, bytes)| after.get(path) == Some(bytes)), "old rows changed");
    let newest: Vec<String> =
        (9..=12).map(|id| text(&at.join(format!("s/matches/0000/{id:07}/config.toml")))).collect();
    assert!(newest.iter().all(|config| config.contains("bees.1") || config.contains("owls.2")));
    assert!(newest.iter().all(|config| !config.contains("foxes")));
    let team = done(at, "season team s owls --format csv").out;
    assert_eq!(team.lines().count(), 3, "{team}");
    done(at, "season restore s foxes");
    done(at, "season restore s owls 1");
    assert!(order(at).contains(&"foxes".to_owned()));
    let all = standings(at);
    let owls = all["teams"].as_array().unwrap().iter().find(|team| team["team"] == "owls").unwrap();
    assert_eq!(owls["version"], 1);
    let log = done(at, "season log s --format csv").out;
    for what in
        ["withdrew foxes", "restored foxes.1", "restored owls.1", "owls.2 plays from now on"]
    {
        assert!(log.contains(what), "{log}");
    }
}

const PLAYER: &str = r#"
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    t = m["t"]
    if t == "hello":
        print(json.dumps({"t": "hello", "name": "mine", "version": "1", "batch": False}), flush=True)
    elif t == "bye":
        break
    elif t == "ping":
        print(json.dumps({"t": "pong"}), flush=True)
"#;

#[test]
fn a_broken_hand_in_is_refused_with_its_log_and_the_old_version_plays_on() {
    if python().is_none() {
        return;
    }
    let dir = season(&[("owls", "saver")], "--format duel:rounds=1");
    let at = dir.path();
    done(at, "new-player mine --lang python");
    done(at, "season add s foxes mine --quiet");
    let copied = at.join("s/players/foxes/1/player.py");
    assert_eq!(bytes(&copied), bytes(&at.join("mine/player.py")));
    fs::create_dir(at.join("bad")).unwrap();
    fs::write(at.join("bad/player.py"), PLAYER.replace("import json", "import nothing_such"))
        .unwrap();
    let ran = run(at, &words("season add s foxes bad")).ended(1);
    assert!(ran.out.contains("nothing_such"), "{}", ran.out);
    assert!(ran.err.contains("refused `bad`; foxes.1 plays on"), "{}", ran.err);
    assert_eq!(fs::read_dir(at.join("s/players/foxes")).unwrap().count(), 1);
    let same = run(at, &words("season add s foxes mine")).ended(1);
    assert!(same.out.contains("the same player as foxes.1"), "{}", same.out);
    // what is changed after the hand-in does not play
    fs::write(at.join("mine/player.py"), "raise SystemExit(3)\n").unwrap();
    done(at, "season play s --matches 2 --quiet");
    let all = standings(at);
    assert!(all["teams"].as_array().unwrap().iter().all(|team| team["faults"] == 0), "{all}");
    let game = matches(at)[0].clone();
    assert!(game.join("plies.csv").is_file(), "moves of programs are recorded");
    done(at, &format!("verify {} --replay --quiet", game.display()));
    let ran = done(at, "season verify s --quiet");
    assert!(ran.out.starts_with("s: 2 versions, 2 matches"), "{}", ran.out);
    // a team does not raise its own limits
    done(at, "new-player more --lang python");
    let wish = "command = \"python3 player.py\"\nmemory = 99999\npondering = true\n";
    fs::write(at.join("more/player.toml"), wish).unwrap();
    done(at, "season add s foxes more --quiet");
    done(at, "season play s --matches 1 --quiet");
    let config = text(&matches(at)[2].join("config.toml"));
    assert!(config.contains("memory = 1024") && !config.contains("pondering"), "{config}");
    // nor do changed files play
    let changed = at.join("s/players/foxes/2/player.py");
    fs::write(&changed, "raise SystemExit(3)\n").unwrap();
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(3600);
    fs::File::options().append(true).open(&changed).unwrap().set_modified(later).unwrap();
    let ran = run(at, &words("season verify s --quiet")).ended(1);
    assert!(ran.out.contains("(written later: player.py); restore them from a"), "{}", ran.out);
    refused(at, "season play s --matches 1", 4, &["were changed since they were accepted"]);
    let log = done(at, "season log s --format csv").out;
    assert!(log.contains("refused bad for foxes"), "{log}");
}

#[test]
fn a_copy_of_the_folder_is_a_backup() {
    let dir = season(&FOUR, "--confidence 0.999999999 --format duel:rounds=2");
    let at = dir.path();
    done(at, "season play s --matches 4 --quiet");
    let wanted = standings(at);
    fs::rename(at.join("s"), at.join("moved")).unwrap();
    let elsewhere = scratch();
    fs::rename(at.join("moved"), elsewhere.path().join("s")).unwrap();
    assert_eq!(standings(elsewhere.path()), wanted);
    done(elsewhere.path(), "season play s --matches 2 --quiet");
    let ran = done(elsewhere.path(), "season verify s --quiet");
    assert!(ran.out.contains("6 matches"), "{}", ran.out);
}

#[test]
fn damage_is_found() {
    let dir = season(&FOUR, "--confidence 0.999999999 --format duel:rounds=2");
    let at = dir.path();
    done(at, "season play s --matches 4 --quiet");
    let base = || rusqlite::Connection::open(at.join("s/season.sqlite")).unwrap();
    let found = |what: &str| {
        let ran = run(at, &words("season verify s --quiet")).ended(1);
        assert!(ran.out.contains(what), "`{what}`: {}", ran.out);
    };
    let first = at.join("s/matches/0000/0000001");
    let scores = text(&first.join("scores.csv"));
    fs::write(first.join("scores.csv"), scores.replacen(",ok", ",gone", 1)).unwrap();
    found("match 1 in");
    fs::write(first.join("scores.csv"), &scores).unwrap();
    done(at, "season verify s --quiet");

    let summary: Vec<u8> = base()
        .query_row("SELECT summary FROM result WHERE match = 2", [], |row| row.get(0))
        .unwrap();
    base().execute("UPDATE result SET summary = (SELECT summary FROM result WHERE match = 3) WHERE match = 2", []).unwrap();
    found("its rows give another result than the one in the database");
    base().execute("UPDATE result SET summary = ?1 WHERE match = 2", [&summary]).unwrap();
    done(at, "season verify s --quiet");

    fs::create_dir(at.join("s/matches/0000/0000077")).unwrap();
    found("the database does not know it");
    fs::remove_dir(at.join("s/matches/0000/0000077")).unwrap();
    fs::remove_dir_all(&first).unwrap();
    found("match 1 in");
    for name in ["season.sqlite-wal", "season.sqlite-shm"] {
        let _ = fs::remove_file(at.join("s").join(name));
    }
    fs::write(at.join("s/season.sqlite"), "").unwrap();
    refused(at, "season standings s", 4, &["is empty; restore it from a backup"]);
}

#[test]
fn what_cannot_be_done_is_said() {
    let dir = season(&[("owls", "saver")], "--format duel:rounds=2");
    let at = dir.path();
    for (line, code, said) in [
        ("season init s", 2, "s is not empty; name a new folder"),
        ("season init new --game chess", 2, "unknown game `chess`"),
        ("season init new --format duel:teams=x", 2, "expected a whole number"),
        ("season init new --format duel:team=3", 2, "unknown key `team`; did you mean `teams`?"),
        ("season init new --format con", 2, "invalid format name `con`: expected 1 to 40 letters"),
        ("season add s con saver", 2, "invalid team name `con`: expected at most 40 characters"),
        ("season init new --format duel:nothing=3", 2, "format `duel`: "),
        ("season init new --format a --format A", 2, "two formats are named `A`"),
        ("season init new --deadline tomorrow", 2, "2030-01-31T23:59:00Z"),
        ("season init new --confidence 2", 2, "invalid confidence `2`"),
        ("season standings nowhere", 2, "nowhere is not a season"),
        ("season add s ../x saver", 2, "invalid name `../x`: it begins with `.`; expected letters"),
        ("season add s foxes nothing-such", 2, "neither a file or folder nor a built-in player"),
        ("season team s owl", 2, "there is no team `owl`; did you mean `owls`?"),
        ("season restore s owls 7", 2, "owls has no version 7; it has only version 1"),
        ("season play s", 2, "format `duel` needs 2 teams, but 1 can play"),
        ("season play s --for 3", 2, "as in 30s, 90m or 8h"),
    ] {
        refused(at, line, code, &[said]);
        assert!(!at.join("new").exists(), "{line}");
    }
    let ran = done(at, "season init over --deadline 2020-01-31T23:59:00Z");
    assert!(ran.err.contains("the deadline was 2020-01-31T23:59:00Z: teams cannot hand in"));
    edit(&at.join("over/season.toml"), "seed = ", "sed = ");
    refused(at, "season standings over", 2, &["season.toml, line", "did you mean `seed`?"]);
    done(at, "season add s mice zero --quiet");
    done(at, "season play s --matches 1 --quiet");
    edit(&at.join("s/season.toml"), "rounds = 2", "rounds = 3");
    refused(
        at,
        "season standings s",
        2,
        &["format `duel` was changed after games of it were played"],
    );
    edit(&at.join("s/season.toml"), "rounds = 3", "rounds = 2");
    done(at, "season freeze s");
    assert!(
        done(at, "season add s bees flat")
            .err
            .contains("hand-ins are frozen; handed in all the same")
    );
    done(at, "season freeze s --off");
}
