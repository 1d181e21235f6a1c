//! The wordgame through the binary: the sessions of the problem set word for word, and the best words of a
//! hand.

#![cfg(unix)]

use crate::program;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use program::{program, refused, run, scratch, table, words};

const LIST: &str = "act acta ait am at cab cam fast fohn him hypha axled inertia immanent it judo li maqui \
                    oy paw qi qualm stretta tatters top tot tow zap azon duff jow was part rat";

/// A folder with the small word list.
fn folder() -> tempfile::TempDir {
    let dir = scratch();
    fs::write(dir.path().join("list.txt"), LIST.replace(' ', "\n")).expect("a list");
    dir
}

/// The program's output for these lines of input.
fn session(line: &str, input: &[&str]) -> String {
    let dir = folder();
    let args = [words(line), vec!["--lexicon", "list.txt"]].concat();
    let mut child = program(dir.path(), &args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let text: String = input.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("a reader");
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

const N: &str = "Enter n to deal a new hand, r to replay the last hand, or e to end game: ";
const U: &str = "Enter u to have yourself play, c to have the computer play: ";
const W: &str = "Enter word, or a \".\" to indicate that you are finished: ";

/// Replaces the prompts `{n}`, `{u}` and `{w}`.
fn expected(text: &str) -> String {
    text.replace("{n}", N).replace("{u}", U).replace("{w}", W)
}

#[test]
fn the_game_of_part_a_is_played() {
    let said = session(
        "play wordgame --part a --hand p,z,u,t,t,t,o --hand a,q,w,f,f,i,p --hand a,r,e,t,i,i,n",
        &[
            "r", "n", "tot", ".", "r", "top", "tu", ".", "n", "paw", "qi", ".", "n", "inertia",
            "x", "e",
        ],
    );
    let text = "Loading word list from file...
   33 words loaded.
{n}You have not played a hand yet. Please play a new hand first!

{n}Current Hand: p z u t t t o
{w}\"tot\" earned 9 points. Total: 9 points

Current Hand: p z u t
{w}Goodbye! Total score: 9 points.

{n}Current Hand: p z u t t t o
{w}\"top\" earned 15 points. Total: 15 points

Current Hand: z u t t
{w}Invalid word, please try again.

Current Hand: z u t t
{w}Goodbye! Total score: 15 points.

{n}Current Hand: a q w f f i p
{w}\"paw\" earned 24 points. Total: 24 points

Current Hand: q f f i
{w}\"qi\" earned 22 points. Total: 46 points

Current Hand: f f
{w}Goodbye! Total score: 46 points.

{n}Current Hand: a r e t i i n
{w}\"inertia\" earned 99 points. Total: 99 points

Run out of letters. Total score: 99 points.

{n}Invalid command.
{n}";
    assert_eq!(
        said,
        expected(text).replace("33 words", &format!("{} words", LIST.split_whitespace().count()))
    );
}

#[test]
fn the_game_of_part_b_is_played_with_the_computer() {
    let said = session(
        "play wordgame --hand asrettt --hand acedxln",
        &["n", "u", "tatters", "r", "c", "x", "n", "me", "c", "e"],
    );
    let text = "{n}
{u}
Current Hand: a s r e t t t
{w}\"tatters\" earned 99 points. Total: 99 points

Run out of letters. Total score: 99 points.

{n}
{u}
Current Hand: a s r e t t t
\"stretta\" earned 99 points. Total: 99 points

Total score: 99 points.

{n}Invalid command.

{n}
{u}Invalid command.

{u}
Current Hand: a c e d x l n
\"axled\" earned 65 points. Total: 65 points

Current Hand: c n
Total score: 65 points.

{n}";
    let (_, game) = said.split_once("words loaded.\n").expect("the list is loaded");
    assert_eq!(game, expected(text));
}

#[test]
fn single_hands_are_played_one_after_another() {
    let said = session(
        "play wordgame --part hand --hand a,c,i,h,m,m,z --hand astwtof",
        &["him", "cam", ".", "tow", "tasf", "fast"],
    );
    let text = "Current Hand: a c i h m m z
{w}\"him\" earned 24 points. Total: 24 points

Current Hand: a c m z
{w}\"cam\" earned 21 points. Total: 45 points

Current Hand: z
{w}Goodbye! Total score: 45 points.
Current Hand: a s t t w o f
{w}\"tow\" earned 18 points. Total: 18 points

Current Hand: a s t f
{w}Invalid word, please try again.

Current Hand: a s t f
{w}\"fast\" earned 28 points. Total: 46 points

Run out of letters. Total score: 46 points.
";
    assert_eq!(said, expected(text));
    let computer = session("play wordgame --part computer -n 12 --hand aaeeiimmnntt", &[]);
    let text = "Current Hand: a a e e i i m m n n t t
\"immanent\" earned 96 points. Total: 96 points

Current Hand: a e i t
\"ait\" earned 9 points. Total: 105 points

Current Hand: e
Total score: 105 points.
";
    assert_eq!(computer, text);
}

/// Extra blanks, capitals and doubled commands are not valid commands.
#[test]
fn commands_match_exactly_and_the_end_of_input_ends_cleanly() {
    for command in ["", "nr", "N", " n", "n "] {
        let said = session("play wordgame --part a", &[command]);
        assert!(said.ends_with(&format!("{N}Invalid command.\n{N}")), "{command:?}: {said}");
    }
    assert!(session("play wordgame --hand tot", &["n", "u"]).ends_with(W));
    assert!(session("play wordgame --hand tot", &["n"]).ends_with(U));
}

#[test]
fn the_edition_6_0001_substitutes_burns_and_replays() {
    let said = session(
        "play wordgame --preset 6.0001 --hand-size 5 --hand t,*,p,r,z --hand waszz --seed 1",
        &["x", "2", "no", "p*rt", "!!", "yes", "zz", "p*rt", "no", "zz", "was"],
    );
    let text = "Enter total number of hands: Please enter a whole number of 1 or more.
Enter total number of hands: Current Hand: t * p r z
Would you like to substitute a letter? 
Current Hand: t * p r z
{w}\"p*rt\" earned 125 points. Total: 125 points

Current Hand: z
{w}Total score for this hand: 125 points
----------
Would you like to replay the hand? Current Hand: t * p r z
{w}That is not a valid word. Please choose another word.

Current Hand: t * p r
{w}\"p*rt\" earned 140 points. Total: 140 points

Ran out of letters. Total score for this hand: 140 points
----------
Current Hand: w a s z z
Would you like to substitute a letter? 
Current Hand: w a s z z
{w}That is not a valid word. Please choose another word.

Current Hand: w a s
{w}\"was\" earned 126 points. Total: 126 points

Ran out of letters. Total score for this hand: 126 points
----------
Total score over all hands: 266
";
    let (_, game) = said.split_once("words loaded.\n").expect("the list is loaded");
    let word = "Enter word, or \"!!\" to indicate that you are finished: ";
    assert_eq!(game, text.replace("{w}", word));
}

#[test]
fn equal_letters_of_a_hand_are_shown_together() {
    let said = session("play wordgame --part hand --hand a,q,l,m,u,i,l", &["."]);
    assert!(said.starts_with("Current Hand: a q l l m u i\n"), "{said}");
}

#[test]
fn a_word_of_a_hand_is_scored() {
    let dir = folder();
    let tried = |line: &str| {
        let line = format!("analyse wordgame {line} --lexicon list.txt --format csv");
        program::done(dir.path(), &line).out
    };
    assert_eq!(
        tried("aacbt --word acta --word cat --word tact --word zap -n 7"),
        "hand,n,word,valid,points,left,why\n\
         aacbt,7,acta,yes,24,b,\n\
         aacbt,7,cat,no,,aacbt,`cat` is not in the word list\n\
         aacbt,7,tact,no,,aacbt,`tact` is not in the word list\n\
         aacbt,7,zap,no,,aacbt,`zap` needs letters that are not in the hand aacbt\n"
    );
    assert!(tried("acta --word ACTA").contains("acta,4,ACTA,yes,74,,"), "all letters of a hand");
    assert!(tried("waszz --word zz --preset 6.0001").contains(",zz,no,,was,"), "letters are burnt");
}

fn solved(dir: &Path, line: &str) -> Vec<serde_json::Value> {
    let out = program::done(dir, &format!("{line} --lexicon list.txt --format json")).out;
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_hand_is_solved_for_scripts() {
    let dir = folder();
    let hands = solved(dir.path(), "analyse wordgame aacbt aqlmuil afhnopz dffjouw");
    let text = hands[0].to_string();
    let expected = r#"{"hand":"aacbt","n":5,"seed":{"words":[{"word":"acta","points":24}],"total":24},"optimal":{"words":[{"word":"cab","points":21},{"word":"at","points":4}],"total":25}}"#;
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(expected).expect("JSON").to_string(),
        text
    );
    let totals = |index: usize| {
        (hands[index]["seed"]["total"].as_i64(), hands[index]["optimal"]["total"].as_i64())
    };
    assert_eq!(totals(1), (Some(80), Some(84)));
    assert_eq!(totals(2), (Some(52), Some(82)));
    assert_eq!(totals(3), (Some(48), Some(83)));
    let burnt = &solved(dir.path(), "analyse wordgame waszz --preset 6.0001")[0];
    assert_eq!(burnt["optimal"]["burnt"], "zz");
    assert_eq!(burnt["optimal"]["total"], 126);
    assert_eq!(burnt["seed"]["total"], 90);
}

#[test]
fn hands_come_from_standard_input_too() {
    let dir = folder();
    let script = "printf 'aacbt\\n\\ndffjouw\\n' | \"$LETTERGAME\" analyse wordgame - --lexicon list.txt --format json";
    let out = program::shell("sh", dir.path(), script).ended(0).out;
    assert_eq!(out.lines().count(), 2);
}

#[test]
fn bad_input_is_reported() {
    let dir = folder();
    fs::write(dir.path().join("empty.txt"), "").expect("a file");
    let cases: [(&str, i32, &[&str]); 9] = [
        ("analyse wordgame a1b", 2, &["hand `a1b`", "'1' at character 2"]),
        ("analyse wordgame abc -n 2", 2, &["3 letters", "hand size of 2"]),
        ("analyse wordgame abc -n 0", 2, &["`0` for `hand-size`", "1 to 26"]),
        ("analyse wordgame a*b", 2, &["wildcard", "6.0001"]),
        ("analyse wordgame abcdefghijklmnopqrstuvwxyza", 2, &["at most 26"]),
        ("play wordgame --hand-size 27", 2, &["`27` for `hand-size`"]),
        ("play wordgame --preset 6.1", 2, &["6.1", "6.00"]),
        ("analyse wordgame abc --lexicon empty.txt", 4, &["empty.txt"]),
        ("analyse wordgame abc --lexicon none.txt", 4, &["none.txt"]),
    ];
    for (line, code, said) in cases {
        refused(dir.path(), line, code, said);
    }
}

#[test]
fn all_players_get_the_same_hands_in_a_tournament() {
    let dir = scratch();
    let line = "tournament --game wordgame --players seed,optimal,random,first-word --games 20 \
                --set hands=3 --seed 4 --record rounds --quiet --out run";
    run(dir.path(), &words(line)).ended(0);
    let scores = table(&dir.path().join("run/scores.csv"));
    assert!(scores.iter().all(|row| row["status"] == "ok"));
    let rounds = table(&dir.path().join("run/rounds.csv"));
    for hand in rounds.chunks(4) {
        assert!(hand.iter().all(|row| row["dealt"] == hand[0]["dealt"]), "{hand:?}");
        let gained = |player: &str| -> i32 {
            let row = hand.iter().find(|row| row["player"] == player).expect("a row");
            row["points_gained"].parse().expect("a number")
        };
        let best = gained("optimal");
        assert!(["seed", "random", "first-word"].iter().all(|player| gained(player) <= best));
    }
    for row in &scores {
        let sum: i32 = rounds
            .iter()
            .filter(|round| round["game"] == row["game"] && round["seat"] == row["seat"])
            .map(|round| round["points_gained"].parse::<i32>().expect("a number"))
            .sum();
        assert_eq!(row["score"], sum.to_string());
    }
}
