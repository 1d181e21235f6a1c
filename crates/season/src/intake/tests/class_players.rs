//! Players of the class simulator, where a JDK is installed.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::intake::tests::java::{folder, has_javac, limits};
use crate::intake::{
    BuildLimits, Entry, EntryError, Prepared, build, find_entry, fingerprint, prepare,
};
use lettergame_words::{Lexicon, WordList};

/// The body of a player that bids 1.
const BODY: &str = "public int bid(Letter letter, java.util.List<PlayerBids> past, int rounds, \
    java.util.ArrayList<String> names, SecretState state, int id) { return 1; }";

/// The source of a player.
fn player(package: &str, head: &str) -> String {
    format!("package {package}; import words.core.*; public {head} {{ {BODY} }}")
}

fn prepared(files: &[(&str, &str)]) -> Result<Prepared, EntryError> {
    prepared_in(folder(files).path(), &limits())
}

fn prepared_in(dir: &Path, limits: &BuildLimits) -> Result<Prepared, EntryError> {
    let words = WordList::parse(b"CAT\nDOGS\n", "test").unwrap().words;
    prepare(dir, None, limits, &Lexicon::new(words).unwrap())
}

fn command(prepared: &Prepared) -> (&str, Option<&str>) {
    match &prepared.entry {
        Entry::Program { command, data, .. } => (command, data.as_deref()),
        entry => panic!("{entry:?}"),
    }
}

#[test]
fn players_of_the_class_simulator_are_left_to_their_adapter() {
    let one = player("words.g1", "class G1 extends Player");
    let folder = folder(&[("words/g1/G1.java", &one), ("lib.jar", ""), ("make.py", "")]);
    for error in
        [find_entry(folder.path(), None).map(drop), build(folder.path(), &limits()).map(drop)]
    {
        let Err(EntryError::ClassPlayer { class }) = error else { panic!("{error:?}") };
        assert_eq!(class, "words/g1/G1.java");
    }
    assert!(
        find_entry(folder.path(), Some("java -jar lib.jar")).is_ok(),
        "what is named is followed"
    );
}

#[test]
fn a_class_player_is_compiled_with_what_it_needs() {
    if !has_javac() {
        return;
    }
    let one = player("words.g1", "class G1 extends Base");
    let base = player("words.g1", "abstract class Base extends Player");
    let folder = folder(&[
        ("src/words/g1/G1.java", &one),
        ("src/words/g1/Base.java", &base),
        ("src/words/g1/list.txt", "CAT"),
        // the simulator as it is handed out, which is not compiled
        ("src/words/core/Player.java", "package words.core; no Java"),
        ("test/words/g1/G1Test.java", "import org.junit.Test; class G1Test {}"),
        ("files/wordlist.txt", "CAT\n"),
        // of another hand-in
        ("class-player/players/words/g0/Old.class", "stale"),
    ]);
    let first = prepared_in(folder.path(), &limits()).unwrap();
    let (line, data) = command(&first);
    let end = " -cp class-player/sdk/core:class-player/players words.Lgp 'words.g1.G1'";
    assert!(line.starts_with("java ") && line.ends_with(end), "{line}");
    assert_eq!((data, first.class_preset), (Some("class-player/data"), Some("simulator")));
    assert_eq!(first.log.len(), 1, "{:?}", first.log);
    let left = "test/words/g1/G1Test.java: line 1: package org.junit does not exist";
    assert_eq!(first.log[0], left);
    let at = |path: &str| folder.path().join("class-player").join(path);
    assert!(at("sdk/core/words/Lgp.class").is_file() && at("players/words/g1/G1.class").is_file());
    assert!(at("data/files/wordlist.txt").is_file() && at("data/src/words/g1/list.txt").is_file());
    assert!(!at("players/words/g0").exists(), "stale classes are not kept");
    let before = fingerprint(folder.path()).unwrap();
    assert_eq!(prepared_in(folder.path(), &limits()).unwrap(), first);
    assert_eq!(fingerprint(folder.path()).unwrap(), before, "it compiles to the same");
}

#[test]
fn older_editions_have_their_own_classes_and_word_list() {
    if !has_javac() {
        return;
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/class-java/editions");
    let text = |path: &str| fs::read_to_string(data.join(path)).unwrap();
    let plain = text("seven-2012/seven/g1/Plain.java");
    let newer = prepared(&[("Plain.java", &plain)]).unwrap();
    assert!(command(&newer).0.contains("class-player/sdk/seven-2012:"), "{newer:?}");
    let folder = folder(&[("First.java", &text("lettergame-ui/lettergame/g4/First.java"))]);
    let first = prepared_in(folder.path(), &limits()).unwrap();
    assert_eq!((command(&first).1, first.class_preset), (Some("class-player/data"), Some("seven")));
    let list = folder.path().join("class-player/data/textFiles/dictionary.txt");
    assert_eq!(fs::read_to_string(list).unwrap(), "1\tCAT\n2\tDOGS\n");
}

#[test]
fn compiled_class_players_are_recognised() {
    if !has_javac() {
        return;
    }
    for (base, head) in [
        ("words/core", "class G1 extends words.core.Player"),
        ("seven/ui", "class G1 implements seven.ui.Player"),
    ] {
        let package = base.replace('/', ".");
        let kind = if head.contains("implements") { "interface" } else { "class" };
        let folder = folder(&[
            (
                &format!("{base}/Player.java"),
                &format!("package {package}; public {kind} Player {{}}"),
            ),
            ("G1.java", &format!("public {head} {{}}")),
        ]);
        let status =
            Command::new("javac").args(["-d", ".", "G1.java"]).current_dir(folder.path()).status();
        assert!(status.unwrap().success());
        fs::remove_file(folder.path().join("G1.java")).unwrap();
        fs::remove_dir_all(folder.path().join(package.split('.').next().unwrap())).unwrap();
        let error = find_entry(folder.path(), None).unwrap_err();
        assert!(matches!(&error, EntryError::ClassPlayer { class } if class == "G1"), "{error}");
        // it was compiled against another `Player`, but it is found and started
        let found = prepared_in(folder.path(), &limits()).unwrap();
        assert!(command(&found).0.ends_with(" 'G1'"), "{found:?}");
    }
}

#[test]
fn a_folder_without_its_one_class_player_is_refused() {
    if !has_javac() {
        return;
    }
    let (a, b) = (player("p", "class A extends Player"), player("q", "class B extends Player"));
    let several = prepared(&[("p/A.java", &a), ("q/B.java", &b)]);
    assert!(
        matches!(&several, Err(EntryError::ClassPlayers(names)) if names == &["p.A", "q.B"]),
        "{several:?}"
    );
    // which of them is meant?
    let broken = b.replace("return 1", "return x");
    let one = prepared(&[("p/A.java", &a), ("q/B.java", &broken)]).unwrap_err();
    let said = "the sources do not compile: q/B.java: line 1: cannot find symbol";
    assert!(
        matches!(one, EntryError::Compiler { .. }) && one.to_string().starts_with(said),
        "{one}"
    );
    assert_eq!(one.log().len(), 1);
    let argument = a.replace("{ public", "{ public A(int x) {} public");
    let unmade = prepared(&[("p/A.java", &argument)]).unwrap_err().to_string();
    assert!(
        unmade.contains("can be made: p.A: it has no constructor without arguments"),
        "{unmade}"
    );
    let base = player("p", "abstract class A extends Player");
    let none = prepared(&[("p/A.java", &base)]);
    assert!(matches!(&none, Err(EntryError::NoClassPlayer { log }) if log.is_empty()), "{none:?}");
}

#[test]
fn compiling_a_class_player_has_limits() {
    if !has_javac() {
        return;
    }
    let one = player("p", "class A extends Player");
    let folder = folder(&[
        ("p/A.java", &one),
        ("META-INF/services/javax.annotation.processing.Processor", "p.Evil"),
    ]);
    let refused = |limits: BuildLimits| {
        let error = prepared_in(folder.path(), &limits).unwrap_err();
        assert!(!folder.path().join("class-player").exists(), "{error}");
        error
    };
    let hasty = refused(BuildLimits { time: Duration::from_millis(1), ..limits() });
    assert!(matches!(hasty, EntryError::CompilerTime(_)), "{hasty}");
    let small = refused(BuildLimits { bytes: 10, ..limits() });
    assert!(matches!(small, EntryError::CompilerOutput(10)), "{small}");
    let tight = refused(BuildLimits { memory_mib: 2, ..limits() });
    assert!(matches!(tight, EntryError::Compiler { .. }), "{tight}");
    fs::write(folder.path().join("class-player"), "in the way").unwrap();
    let error = prepared_in(folder.path(), &limits()).unwrap_err();
    assert!(error.to_string().contains("it is a file; rename it"), "{error}");
    fs::remove_file(folder.path().join("class-player")).unwrap();
    assert!(prepared_in(folder.path(), &limits()).is_ok());
}

/// A class file with a name of its own choice: the smallest that is one.
fn class_named(name: &str) -> Vec<u8> {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 6];
    for text in [name, "words/core/Player"] {
        bytes.push(1);
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    // classes 3 and 4 of the names 1 and 2, a spare text; flags, this, super, nothing else
    bytes.extend([7, 0, 1, 7, 0, 2, 1, 0, 0]);
    bytes.extend([0, 0x21, 0, 3, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

#[test]
fn a_class_file_that_leads_outside_stays_where_it_is() {
    if !has_javac() {
        return;
    }
    let one = player("p", "class A extends Player");
    let folder = folder(&[("p/A.java", &one), ("files/x.txt", "")]);
    let escaped = folder.path().parent().unwrap().join("escaped-from-the-folder.class");
    let name = escaped.with_extension("").display().to_string();
    for (file, name) in
        [("1.class", name.as_str()), ("2.class", "../../../escaped-from-the-folder")]
    {
        fs::write(folder.path().join(file), class_named(name)).unwrap();
    }
    fs::write(folder.path().join("3.class"), "no class").unwrap();
    let found = prepared_in(folder.path(), &limits()).unwrap();
    let lines = [
        "1.class: its name leads out of the folder",
        "2.class: its name leads out of the folder",
        "3.class: it is not a class file",
    ];
    let mut log = found.log.clone();
    log.sort();
    assert_eq!(log, lines);
    assert!(!escaped.exists());
}
