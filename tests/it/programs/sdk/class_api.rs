//! The drop-in has the members of the class simulator, and calls players in its order: each rule that players
//! rely on is also checked by the sample players in `tests/data/class-java`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::programs::sdk::play::Run;
use crate::programs::sdk::tools::{JAVA, classes, collect, compile};
use lettergame_xtest::installed;

/// Every public and protected member, with its descriptor.
const MEMBERS: &str = "
public abstract class words.core.Player
  protected wordlist [Lwords/core/Word;
  protected logger Ljava/util/logging/Logger;
  protected myID I
  protected numPlayers I
  protected myLetters Ljava/util/List;
  protected playerLetters Ljava/util/List;
  protected scores Ljava/util/List;
  public words.core.Player ()V
  public startNewGame (II)V
  protected initializeWordlist ()V
  public startNewRound (Lwords/core/SecretState;)V
  public abstract bid (Lwords/core/Letter;Ljava/util/List;ILjava/util/ArrayList;Lwords/core/SecretState;I)I
  public bidResult (Lwords/core/PlayerBids;)V
  public returnWord ()Ljava/lang/String;
  public updateScores (Ljava/util/ArrayList;)V
public class words.core.SecretState
  public words.core.SecretState (I)V
  public getSecretLetters ()Ljava/util/ArrayList;
  public getScore ()I
  public getTotalLetters ()I
public class words.core.Letter implements java.lang.Cloneable
  public words.core.Letter (Ljava/lang/Character;I)V
  public getCharacter ()Ljava/lang/Character;
  public getValue ()I
  protected clone ()Ljava/lang/Object;
public class words.core.PlayerBids
  public words.core.PlayerBids (Lwords/core/Letter;)V
  public getBidValues ()Ljava/util/ArrayList;
  public getTargetLetter ()Lwords/core/Letter;
  public getWonBy ()Ljava/lang/String;
  public getWinAmount ()I
  public getWinnerID ()I
public final class words.core.ScrabbleValues
  public static getWordScore (Ljava/lang/String;)I
  public static letterScore (Ljava/lang/Character;)I
  public static getLetterFrequency (Ljava/lang/Character;)I
public class words.core.Word
  public word Ljava/lang/String;
  public length I
  public score I
  public countKeep [I
  public words.core.Word (Ljava/lang/String;)V
  public words.core.Word ([I)V
  public contains (Lwords/core/Word;)Z
public class words.core.GameController
  public words.core.GameController ()V
public class words.core.GameEngine
  public words.core.GameEngine ()V
";

/// What the handout names and the simulator does not have.
const HANDOUT: [&str; 4] = [
    "public abstract class words.core.Player: protected myId I",
    "public final class words.core.OrganismsGame",
    "public final class words.core.OrganismsGame: public static print (Ljava/lang/Object;)V",
    "public final class words.core.OrganismsGame: public static println (Ljava/lang/Object;)V",
];

const CLASSES: [&str; 8] = [
    "Player",
    "SecretState",
    "Letter",
    "PlayerBids",
    "ScrabbleValues",
    "Word",
    "GameController",
    "GameEngine",
];

/// The output of `javap` for classes below a path, in the form of [`MEMBERS`], each line with its class.
fn members(path: &Path, classes: &[&str]) -> BTreeSet<String> {
    let names = classes.iter().map(|name| format!("words.core.{name}"));
    let mut javap = Command::new("javap");
    let output = javap.args(["-protected", "-s", "-cp"]).arg(path).args(names).output();
    let text = String::from_utf8(output.expect("javap").stdout).expect("UTF-8");
    let (mut class, mut member, mut found) = (String::new(), String::new(), BTreeSet::new());
    for line in text.lines() {
        if let Some(descriptor) = line.trim().strip_prefix("descriptor: ") {
            found.insert(format!("{class}: {member} {descriptor}"));
        } else if let Some(head) = line.strip_suffix(" {") {
            class = head.to_owned();
            found.insert(class.clone());
        } else {
            member = plain(line);
        }
    }
    found
}

/// A declaration without types: modifiers and the name.
fn plain(declaration: &str) -> String {
    let head = declaration.trim().split(['(', ';']).next().unwrap_or_default();
    let modifiers = ["public", "protected", "static", "abstract", "final"];
    let mut words: Vec<&str> = head.split(' ').filter(|word| modifiers.contains(word)).collect();
    words.extend(head.split(' ').next_back());
    words.join(" ")
}

fn wanted() -> BTreeSet<String> {
    let mut class = "";
    let line = |line: &'static str| match line.strip_prefix("  ") {
        Some(member) => format!("{class}: {member}"),
        None => {
            class = line;
            line.to_owned()
        }
    };
    MEMBERS.trim().lines().map(line).collect()
}

#[test]
fn the_drop_in_has_the_members_of_the_simulator_and_of_the_handout_and_no_others() {
    if installed(&JAVA) {
        let all = [&CLASSES[..], &["OrganismsGame"]].concat();
        let wanted: BTreeSet<String> =
            wanted().into_iter().chain(HANDOUT.map(str::to_owned)).collect();
        assert_eq!(members(classes(), &all), wanted);
    }
}

fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/class-java").join(folder)
}

/// The sources of the players.
fn sources() -> Vec<PathBuf> {
    let mut sources = Vec::new();
    collect(&data("players"), &mut sources);
    assert_eq!(sources.len(), 4, "{sources:?}");
    sources
}

/// The players compiled against a path, into a folder with this name.
fn compiled(name: &str, against: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    compile(&folder, &["-cp", &against.display().to_string()], &sources());
    folder
}

/// The players compiled against the drop-in.
pub(crate) fn players() -> &'static Path {
    static PLAYERS: OnceLock<PathBuf> = OnceLock::new();
    PLAYERS.get_or_init(|| compiled("class-players", classes()))
}

/// The players compiled against an API of bare signatures, without any code of the drop-in.
fn linked_players() -> &'static Path {
    static PLAYERS: OnceLock<PathBuf> = OnceLock::new();
    PLAYERS.get_or_init(|| {
        let stub = Path::new(env!("CARGO_TARGET_TMPDIR")).join("class-stub");
        let _ = std::fs::remove_dir_all(&stub);
        let mut sources = Vec::new();
        collect(&data("stub"), &mut sources);
        compile(&stub, &[], &sources);
        assert_eq!(members(&stub, &CLASSES), wanted(), "the stub is the same API");
        compiled("class-players-linked", &stub)
    })
}

pub(crate) fn command(path: &Path, class: &str) -> String {
    format!("cmd:java -cp {}:{} words.Lgp {class}", classes().display(), path.display())
}

/// Three rounds of the matching preset with these players; none fails.
fn plays(players: &[&str], more: &str) -> Run {
    let run = Run::of(players, &format!("--rounds 3 --preset simulator --threads 1 {more}"));
    let run = run.ended(0);
    assert!(run.faults().is_empty(), "{:?}", run.faults());
    run
}

#[test]
fn a_player_finds_everything_it_relies_on() {
    if installed(&JAVA) {
        let witness = command(players(), "words.t1.Witness");
        let run = plays(&[&witness, "letter-value", "zero"], "--games 6");
        let log = run.log();
        // three seats, three hidden letters: 15 auctions per round, all but the last in the list of past ones
        assert_eq!(log.matches("witness: 1 rounds, 15 bids, 15 auctions").count(), 6, "{log}");
        assert_eq!(log.matches("witness: 3 rounds, 45 bids, 45 auctions").count(), 6, "{log}");
        // each deal in three seatings: the list of players contains classes, here always the same one
        for names in
            ["words.t1.Witness, letter-value, zero", "zero, words.t1.Witness, letter-value"]
        {
            assert!(log.contains(&format!("auctions, [{names}]")), "{names}: {log}");
        }
    }
}

/// The calls that a player of the class simulator receives in a game, in order.
fn calls(seats: usize, auctions: usize, rounds: usize) -> Vec<String> {
    let mut calls = vec!["constructor".to_owned(), format!("startNewGame 0 {seats}")];
    calls.push("initializeWordlist".to_owned());
    for _ in 0..rounds {
        calls.push("startNewRound".to_owned());
        for _ in 0..auctions {
            calls.extend(["bid", "bidResult"].map(str::to_owned));
        }
        calls.extend(["returnWord", "updateScores"].map(str::to_owned));
    }
    calls
}

#[test]
fn calls_come_in_the_order_of_the_simulator() {
    if installed(&JAVA) {
        let inheritor = command(players(), "words.t2.Inheritor");
        let run = plays(&[&inheritor, "random"], "--games 2 --seats fixed --hidden 5");
        let log = run.log();
        let found: Vec<&str> = log.lines().filter_map(|line| line.strip_prefix("call ")).collect();
        assert_eq!(found, [calls(2, 6, 3), calls(2, 6, 3)].concat());
    }
}

#[test]
fn changes_made_by_a_player_end_with_its_game() {
    if installed(&JAVA) {
        let meddler = command(players(), "words.t3.Meddler");
        let run = plays(&[&meddler, "letter-value"], "--games 6");
        assert_eq!(run.log().matches("meddler: CAT").count(), 18, "{}", run.log());
        assert!(run.left_behind().is_empty(), "{:?}", run.left_behind());
    }
}

/// As source, as class files compiled without the drop-in, as a jar: the same rows.
#[test]
fn players_can_be_source_class_files_or_a_jar() {
    if !installed(&JAVA) {
        return;
    }
    let jar = Path::new(env!("CARGO_TARGET_TMPDIR")).join("class-players.jar");
    let mut made = Command::new("jar");
    made.arg("cf").arg(&jar).arg("-C").arg(linked_players()).arg(".");
    assert!(made.status().expect("jar").success());
    let all = |path: &Path| {
        let [one, two, three] = ["t1.Witness", "t2.Inheritor", "t3.Meddler"]
            .map(|name| command(path, &format!("words.{name}")));
        let run = plays(&[&one, &two, &three], "--games 3 --seats fixed");
        let names = "[words.t1.Witness, words.t2.Inheritor, words.t3.Meddler]";
        assert!(run.log().contains(names), "{}", run.log());
        run.nameless()
    };
    let source = all(players());
    assert!(all(linked_players()) == source, "class files: other rows");
    assert!(all(&jar) == source, "a jar: other rows");
}
