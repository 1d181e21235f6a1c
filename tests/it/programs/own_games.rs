//! Custom strategies and games: the examples `own_players` and `own_game` are the command with additions.

use std::path::Path;
use std::process::Command;

use crate::program::{Ran, bytes, example, ran, scratch, text, words};

fn run(name: &str, dir: &Path, line: &str) -> Ran {
    ran(Command::new(example(name)).args(words(line)).current_dir(dir), line)
}

#[test]
fn custom_strategies_play_beside_built_in_ones() {
    let dir = scratch();
    let own = |line: &str| run("own_players", dir.path(), line).ended(0).out;
    let listed = own("players --format csv");
    for line in ["auction,half-value,", "scrabble,first,", "wordgame,first,", "marrakech,last,"] {
        assert!(listed.contains(line), "{listed}");
    }
    assert!(listed.contains("auction,letter-value,"), "{listed}");
    for (game, player, other) in [
        ("auction", "half-value", "letter-value"),
        ("scrabble", "first", "score"),
        ("wordgame", "first", "seed"),
        ("marrakech", "last", "random"),
    ] {
        let line = format!(
            "tournament --game {game} --players {player},{other} --games 4 --seed 7 --out {game}"
        );
        assert!(own(&line).contains(player));
        assert!(own(&format!("report {game}")).contains(player));
        own(&format!("verify {game}"));
    }
    own(
        "compare half-value letter-value --against zero --games 20 --seed 7 --rounds 1 --margin 1000",
    );
    own(
        "compare --candidates half-value,zero --against random --max-games 400 --seed 7 --rounds 1 --margin 1000",
    );
    let played = own("play auction --players half-value,zero --rounds 1 --seed 7");
    assert!(played.contains("half-value"), "{played}");
    let tuned = own("play auction --players half-value:share=0,zero --rounds 1 --seed 7");
    assert!(tuned.contains("half-value:share=0"), "{tuned}");
    let beyond = run("own_players", dir.path(), "tournament --players half-value:share=101,zero");
    beyond.refused(2, &["invalid value `101` for `share`: expected 0 to 100"]);
    let unknown = run("own_players", dir.path(), "tournament --players half-valve,zero");
    unknown.refused(2, &["did you mean `half-value`?"]);
}

/// A program that speaks the player protocol and always plays paper.
const PAPER: &str = r#"while read -r line; do
    case $line in
    *'"t":"hello"'*) echo '{"t":"hello","lgp":1,"name":"paper","version":"1","caps":[]}' ;;
    *'"t":"ask"'*) q=${line#*\"q\":}; echo "{\"t\":\"act\",\"q\":${q%%,*},\"move\":\"paper\"}" ;;
    *'"t":"bye"'*) exit 0 ;;
    esac
done
"#;

#[test]
fn a_custom_game_can_be_played_compared_reported_and_used_by_programs() {
    let dir = scratch();
    let own = |line: &str| run("own_game", dir.path(), line).ended(0).out;
    let table = own(
        "tournament --game rps --players rock,answering,random --schedule round-robin --set throws=20 \
                     --games 40 --seed 7 --record plies --out run",
    );
    assert!(table.contains("answering"), "{table}");
    let rows = text(&dir.path().join("run/scores.csv"));
    assert!(
        rows.starts_with("game,deal,pairing,seed,seat,player,score,place,win,status,rocks\n"),
        "{rows}"
    );
    let standings = own("report run --format csv");
    assert!(standings.lines().nth(1).is_some_and(|line| line.contains("answering")), "{standings}");
    own("verify run");
    assert!(own("replay run/config.toml --game 3").contains("rock meets"));
    own("tournament run/config.toml --threads 1 --out again");
    let same = ["run", "again"].map(|run| bytes(&dir.path().join(run).join("scores.csv")));
    assert!(same[0] == same[1], "the same rows");
    let verdict = own(
        "compare answering random --against rock --game rps --set throws=20 --games 200 --seed 7",
    );
    assert!(verdict.contains("better"), "{verdict}");

    std::fs::write(dir.path().join("paper.sh"), PAPER).unwrap();
    let line = "tournament --game rps --games 20 --seed 7 --out programs --players";
    let args = words(line).into_iter().chain(["rock,cmd:sh paper.sh"]);
    let mut program = Command::new(example("own_game"));
    ran(program.args(args).current_dir(dir.path()), line).ended(0);
    let rows = text(&dir.path().join("programs/scores.csv"));
    let (won, lost): (Vec<&str>, Vec<&str>) =
        rows.lines().skip(1).partition(|row| row.contains("paper.sh"));
    assert!(won.iter().all(|row| row.contains(",9,1,1,ok,0")), "{won:?}");
    assert!(lost.iter().all(|row| row.contains(",0,2,0,ok,9")), "{lost:?}");
}
