//! What a season says of its state: hand-ins, loans, unfinished matches, formats that were dropped, its log.

use std::fs;
use std::path::Path;

use crate::program::{Background, done, edit, refused, run, words};
use crate::season::cli::{FOUR, matches, season, standings};

fn status(dir: &Path) -> serde_json::Value {
    serde_json::from_str(&done(dir, "season status s --format json").out).expect("JSON")
}

/// What was done, the oldest first.
fn log(dir: &Path) -> Vec<String> {
    let table = done(dir, "season log s --format json").out;
    let table: serde_json::Value = serde_json::from_str(&table).expect("JSON");
    let rows = table.as_array().expect("rows");
    rows.iter().rev().map(|row| row["what"].as_str().expect("text").to_owned()).collect()
}

#[test]
fn hand_ins_are_listed_with_why_they_were_refused() {
    let dir = season(&[("owls", "saver")], "--format duel:rounds=1");
    let at = dir.path();
    done(at, "season add s owls flat:any=3 --quiet");
    fs::write(at.join("player.py"), "raise SystemExit('no such luck')\n").unwrap();
    let ran = run(at, &words("season add s foxes player.py --quiet")).ended(1);
    let left = "refused `player.py`; foxes has no player yet, but stays a team; if its name is wrong: lettergame \
                season withdraw s foxes";
    assert!(ran.err.contains(left), "{}", ran.err);
    let why = ran.out.lines().last().unwrap();
    let found = status(at);
    assert_eq!(found["without_player"], serde_json::json!(["foxes"]));
    assert_eq!((found["teams"].as_u64(), found["versions"].as_u64()), (Some(2), Some(2)));
    let newest = &found["newest_hand_ins"];
    assert_eq!((&newest[0]["state"], &newest[0]["why"]), (&"refused".into(), &why.into()));
    assert_eq!((&newest[1]["source"], &newest[1]["version"]), (&"flat:any=3".into(), &2.into()));
    let shown = done(at, "season status s").out;
    for text in ["without a player: foxes", "hand-ins: open, without a deadline", "refused"] {
        assert!(shown.contains(text), "{text}: {shown}");
    }
    assert!(!shown.contains("slow:"), "{shown}");
    let list = done(at, "season hand-ins s owls --format csv").out;
    assert!(list.starts_with("hand-in,arrived,source,by,state,version,why\n1,"), "{list}");
    assert_eq!(list.lines().count(), 3);
    let check = done(at, "season hand-ins s foxes 3").out;
    assert!(check.starts_with("player.py of foxes, by teacher at "), "{check}");
    assert!(check.ends_with(&ran.out), "{check}");
    assert!(done(at, "season hand-ins s owls 1").out.contains("accepted as version 1"));
    refused(at, "season hand-ins s foxes 2", 2, &["foxes has no hand-in 2; it has 3"]);
    refused(at, "season restore s foxes", 2, &["foxes has no player yet"]);
    let standings = standings(at);
    assert_eq!(standings["settled"], false, "one team has no order");
}

/// A first hand-in that is refused leaves a team, and says so once; withdrawn, it is no longer waited for.
#[test]
fn a_team_without_a_player_is_never_said_to_play() {
    let dir = season(&[("owls", "saver")], "--format duel:rounds=1");
    let at = dir.path();
    fs::create_dir(at.join("empty")).unwrap();
    let new = "is a new team";
    let first = run(at, &words("season add s owl empty")).ended(1);
    assert!(first.err.contains("`owl` is a new team, not `owls`"), "{}", first.err);
    assert!(first.err.contains("lettergame season withdraw s owl"), "{}", first.err);
    let again = run(at, &words("season add s owl empty")).ended(1);
    assert!(again.err.ends_with("refused `empty`; owl has no player yet\n"), "{}", again.err);
    assert!(!again.err.contains(new), "{}", again.err);
    let withdrawn = done(at, "season withdraw s owl").err;
    assert_eq!(withdrawn, "owl is withdrawn; it has not played\n");
    let found = status(at);
    assert_eq!(found["without_player"], serde_json::json!([]));
    assert_eq!(found["withdrawn"], serde_json::json!(["owl"]));
    let accepted = done(at, "season add s owl zero");
    let restore = "owl.1 was accepted, but its team is withdrawn; to let it play: lettergame season restore s owl\n";
    assert!(accepted.err.ends_with(restore), "{}", accepted.err);
    let accepted = "accepted owl.1, which does not play: the team is withdrawn";
    assert_eq!(log(at).last().unwrap(), accepted);
    done(at, "season restore s owl");
    assert_eq!(status(at)["withdrawn"], serde_json::json!([]));
    // of several names, one of which is wrong, none becomes a team
    run(at, &words("season key s hares ../x")).ended(2);
    assert_eq!(status(at)["teams"], 2);
    let keys = done(at, "season key s owl hares");
    assert!(keys.err.starts_with("`hares` is a new team\n"), "{}", keys.err);
}

#[test]
fn what_changes_nothing_says_so_and_is_not_logged() {
    let dir = season(&FOUR, "--format duel:rounds=1");
    let at = dir.path();
    for (line, first, again, what) in [
        ("season freeze s", "teams can no longer hand in", "are frozen already", "froze hand-ins"),
        ("season freeze s --off", "teams may hand in", "were not frozen", "allowed hand-ins"),
        ("season withdraw s owls", "owls plays no more", "was withdrawn before", "withdrew owls"),
        ("season restore s owls", "owls.1 plays from", "owls.1 plays already", "restored owls.1"),
    ] {
        assert!(done(at, line).err.contains(first), "{line}");
        let before = log(at);
        assert_eq!(before.last().map(String::as_str), Some(what));
        let ran = done(at, line);
        assert!(ran.err.contains(again) && ran.err.contains("nothing changed"), "{}", ran.err);
        assert_eq!(log(at), before, "{line}");
    }
    let closed = "--deadline 2020-01-31T23:59:00Z --format duel:rounds=1";
    let over = season(&[("owls", "saver")], closed);
    let ran = done(over.path(), "season freeze s --off");
    assert!(ran.err.contains("but the deadline was 2020-01-31"), "{}", ran.err);
}

#[test]
fn a_lost_loan_is_listed_and_given_up() {
    let dir = season(&FOUR, "--confidence 0.999999999 --format duel:rounds=2");
    let at = dir.path();
    let ran = done(at, "season lend s loan --matches 2");
    assert!(ran.err.contains("lent `loan` until 20"), "{}", ran.err);
    fs::rename(at.join("loan"), at.join("lost")).unwrap();
    done(at, "season lend s loan --matches 1 --for 1ms");
    let loans = status(at)["loans"].clone();
    let named = |place: usize| (loans[place]["name"].clone(), loans[place]["matches"].clone());
    assert_eq!(named(0), ("loan".into(), serde_json::json!([1, 2])));
    assert_eq!(named(1), ("loan-2".into(), serde_json::json!([3])));
    assert_eq!(loans[0]["overdue"], false);
    assert!(done(at, "season status s").out.contains("loan-2"));
    let wrong = refused(at, "season take-back s laon --give-up", 2, &["no open loan `laon`"]);
    assert!(wrong.err.contains("did you mean `loan`?"), "{}", wrong.err);
    let ran = done(at, "season take-back s loan-2 --give-up");
    assert!(ran.err.contains("gave up 1 match"), "{}", ran.err);
    // a folder says itself which loan it is
    let ran = done(at, "season take-back s lost --give-up");
    assert!(ran.err.contains("gave up 2 matches"), "{}", ran.err);
    assert_eq!(status(at)["loans"], serde_json::json!([]));
    assert_eq!(status(at)["unfinished"].as_array().unwrap().len(), 3);
    assert!(done(at, "season status s").out.contains("nobody"));
    done(at, "season play s --matches 3 --quiet");
    assert_eq!(matches(at).len(), 3);
    // it turns up again
    done(at, "resume lost/matches/0000 --quiet");
    let ran = done(at, "season take-back s lost");
    assert!(
        ran.err.contains("took back 0 matches, 0 games; 2 matches are not on loan"),
        "{}",
        ran.err
    );
    let games = standings(at)["games"].as_u64().unwrap();
    let log = log(at);
    let end = format!("played 3 matches, from 1 to 3: {games} games");
    let begin = ["lent loan: 2 matches", "lent loan-2: 1 match", "gave up loan-2", "gave up loan"];
    let wanted: Vec<&str> = begin.into_iter().chain(["begins with match 1", &end]).collect();
    assert_eq!(log[log.len() - wanted.len()..], wanted);
}

#[test]
fn no_more_is_lent_than_the_order_needs() {
    let dir = season(&[("owls", "saver"), ("mice", "zero")], "--format duel:rounds=3");
    let at = dir.path();
    done(at, "season play s --matches 1 --quiet");
    let ran = done(at, "season lend s loan --matches 300");
    assert!(ran.err.contains("instead of 300: no more should be needed"), "{}", ran.err);
    done(at, "resume loan/matches/0000 --quiet");
    done(at, "season take-back s loan");
    assert!(log(at).iter().any(|what| what.starts_with("took back loan: ")));
    done(at, "season play s --quiet");
    let ran = done(at, "season lend s more");
    assert!(ran.err.contains("nothing to lend") && !at.join("more").exists(), "{}", ran.err);
}

#[test]
fn a_match_that_somebody_plays_is_listed() {
    let dir = season(&FOUR, "--confidence 0.999999999 --format duel:rounds=400");
    let at = dir.path();
    let mut player = Background::start(at, "season play s --quiet --threads 1");
    player.until(&at.join("s/matches/0000/0000001/scores.csv"), 150);
    let found = status(at)["unfinished"][0].clone();
    assert_eq!((&found["id"], &found["format"]), (&1.into(), &"duel".into()));
    assert_eq!(found["players"].as_array().unwrap().len(), 2);
    assert!(found["player"].as_str().unwrap().starts_with("process "), "{found}");
    player.kill();
}

#[test]
fn games_of_a_format_that_was_renamed_are_missed() {
    let dir = season(&FOUR, "--confidence 0.999999999 --format duel:rounds=2");
    let at = dir.path();
    done(at, "season play s --matches 4 --quiet");
    let before = standings(at);
    let games = before["games"].as_u64().unwrap();
    let settings = at.join("s/season.toml");
    edit(&settings, "name = \"duel\"", "name = \"pair\"");
    let ran = done(at, "season standings s");
    let said = format!(
        "{games} games of format `duel` do not count: season.toml calls it `pair` now; to count them, call it \
         `duel` again"
    );
    assert!(ran.err.contains(&said), "{}", ran.err);
    assert!(ran.out.contains("\n0 games in 0 matches."), "{}", ran.out);
    assert!(done(at, "season status s").out.contains(&said));
    let ran = done(at, "season play s --matches 1");
    assert!(ran.err.contains(&said), "{}", ran.err);
    edit(&settings, "rounds = 2", "rounds = 3");
    edit(&settings, "name = \"pair\"", "name = \"triple\"");
    let dropped = standings(at)["dropped_formats"].clone();
    assert_eq!(dropped[0]["matches"], 4);
    assert_eq!((&dropped[0]["format"], &dropped[1]["format"]), (&"duel".into(), &"pair".into()));
    let ran = done(at, "season standings s");
    assert!(ran.err.contains("season.toml no longer has it"), "{}", ran.err);
    edit(&settings, "rounds = 3", "rounds = 2");
    edit(&settings, "name = \"triple\"", "name = \"duel\"");
    assert_eq!(standings(at)["games"], games);
    done(at, "season verify s --quiet");
}
