//! Files of other Scrabble programs: KWG word lists, leave values in KLV2 or by `train scrabble`, and GCG games.

#![cfg(unix)]

use crate::program;

use std::fs;
use std::path::Path;

use program::{bytes, done, refused, run, scratch, text, words};

// ---- KWG

#[test]
fn a_kwg_file_and_its_text_give_the_same_plays() {
    let dir = scratch();
    let all = done(dir.path(), "words list").out;
    let some: String =
        all.lines().step_by(7).chain(["AA", "AT"]).map(|word| format!("{word}\n")).collect();
    fs::write(dir.path().join("some.txt"), some).expect("written");
    let ran = done(dir.path(), "words export some.kwg --lexicon some.txt");
    assert!(ran.err.ends_with(" words in some.kwg\n") && ran.out.is_empty(), "{}", ran.err);
    assert_eq!(
        done(dir.path(), "words list --lexicon some.kwg").out,
        done(dir.path(), "words list --lexicon some.txt").out
    );
    fs::write(dir.path().join("e.txt"), lettergame_scrabble::EXAMPLE).expect("written");
    for command in [
        "analyse scrabble moves e.txt",
        "analyse scrabble best e.txt --top 9 --rank equity",
        "play scrabble --players score,score --seed 3",
    ] {
        let with = |list: &str| done(dir.path(), &format!("{command} --lexicon {list}")).out;
        assert_eq!(with("some.kwg"), with("some.txt"), "{command}");
    }
    // again, the same bytes; and the list of the program
    done(dir.path(), "words export again.kwg --lexicon some.kwg");
    assert_eq!(bytes(&dir.path().join("again.kwg")), bytes(&dir.path().join("some.kwg")));
}

#[test]
fn a_kwg_file_of_other_letters_and_its_text_give_the_same_plays() {
    let dir = scratch();
    let text = "ÄHRE\nÄRA\nAAR\nCHOR\nÖD\nÖL\nREH\nROH\nROHÖL\nÜBEL\n";
    fs::write(dir.path().join("w.txt"), text).expect("written");
    let ran = done(dir.path(), "words export w.kwg --lexicon w.txt --distribution german");
    assert_eq!(ran.err, "10 words in w.kwg\n");
    fs::write(
        dir.path().join("p.cgp"),
        format!("{}15 ÄHREÖLR/ 0/0 0 ld german;", "15/".repeat(14)),
    )
    .expect("written");
    let with = |list: &str| {
        let line = format!("analyse scrabble moves p.cgp --distribution german --lexicon {list}");
        done(dir.path(), &line).out
    };
    assert!(with("w.txt").contains("ÄHRE") && with("w.txt").contains("ÖL"), "{}", with("w.txt"));
    assert_eq!(with("w.kwg"), with("w.txt"));
    let line = "words export x.kwg --lexicon w.txt";
    refused(dir.path(), line, 4, &["w.txt"]);
    let line = "words export x.kwg --lexicon w.txt --distribution germ";
    refused(dir.path(), line, 4, &["cannot read germ", "german"]);
    refused(dir.path(), "words export x.kwg --distribution german", 4, &["--lexicon"]);
    assert!(!dir.path().join("x.kwg").exists());
}

#[test]
fn damaged_kwg_files_are_refused_with_their_fault() {
    let dir = scratch();
    fs::write(dir.path().join("w.txt"), "AT\nCAT\nCATS\n").expect("written");
    done(dir.path(), "words export w.kwg --lexicon w.txt");
    let whole = bytes(&dir.path().join("w.kwg"));
    let check = |content: &[u8], said: &str| {
        fs::write(dir.path().join("x.kwg"), content).expect("written");
        let start = "x.kwg looks like a KWG file: ";
        refused(dir.path(), "words list --lexicon x.kwg", 4, &[start, said]);
    };
    check(&whole[..whole.len() - 1], "4 bytes for each of its 2 or more nodes");
    check(&[0; 4], "and this has 4 bytes");
    check(&[0; 64], "the graph has no words");
    let with = |place: usize, byte: u8| {
        let mut changed = whole.clone();
        changed[place] = byte;
        changed
    };
    check(&with(2, 0x7f), "refers to node");
    check(&with(11, 200), "tile 200: expected 1 to 26");
    for cut in (8..whole.len()).step_by(4) {
        fs::write(dir.path().join("x.kwg"), &whole[..cut]).expect("written");
        let ran = run(dir.path(), &words("words list --lexicon x.kwg"));
        assert!(ran.code == Some(4) || ran.code == Some(0), "{}", ran.err);
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
    }
}

#[test]
fn an_export_needs_a_file_it_can_write() {
    let dir = scratch();
    refused(dir.path(), "words export", 2, &["required"]);
    refused(dir.path(), "words export -", 2, &["needs a file name"]);
    refused(dir.path(), "words export no/w.kwg", 4, &["cannot write no/w.kwg"]);
    refused(dir.path(), "words export w.kwg --lexicon no.txt", 4, &["cannot read no.txt"]);
}

// ---- leave values

/// Leave values under which nothing is worth keeping but blanks.
fn only_blanks(dir: &Path) {
    let shipped = include_str!("../../../crates/scrabble/data/scrabble-leaves.csv");
    let value = |line: &str| match line.split_once(',') {
        Some(("tiles", _)) => line.to_owned(),
        Some(("?", _)) => "?,40".to_owned(),
        Some((tiles, _)) => format!("{tiles},0"),
        None => String::new(),
    };
    let lines: String = shipped.lines().map(|line| value(line) + "\n").collect();
    fs::write(dir.join("blanks.csv"), lines).expect("written");
}

/// The same as a KLV2 file: the leaves ? (40 points) and A to Z (0 points).
fn klv2(dir: &Path) {
    let (ends, last) = (1_u32 << 23, 1_u32 << 22);
    let mut nodes = vec![last | 1];
    nodes.extend((0..27).map(|tile| tile << 24 | ends | if tile == 26 { last } else { 0 }));
    let mut content = (nodes.len() as u32).to_le_bytes().to_vec();
    content.extend(nodes.iter().flat_map(|node| node.to_le_bytes()));
    content.extend(27_u32.to_le_bytes());
    content.extend((0..27).flat_map(|tile| if tile == 0 { 40_f32 } else { 0.0 }.to_le_bytes()));
    fs::write(dir.join("blanks.klv2"), content).expect("written");
}

const GAMES: &str = "tournament --game scrabble --games 6 --seed 4 --quiet --players";

#[test]
fn trained_values_are_the_same_as_text_and_as_klv2() {
    let dir = scratch();
    for name in ["leaves.csv", "leaves.klv2"] {
        done(dir.path(), &format!("train scrabble --games 30 --seed 5 --quiet --out {name}"));
    }
    let rows = |name: &str| {
        done(dir.path(), &format!("{GAMES} b=equity:leaves={name},score --out of-{name}"));
        text(&dir.path().join(format!("of-{name}/scores.csv")))
    };
    assert_eq!(rows("leaves.klv2"), rows("leaves.csv"));
    let table = fs::read(dir.path().join("leaves.klv2")).expect("read");
    let values = 914_624_u32.to_le_bytes();
    assert_eq!(table[table.len() - 4 * 914_624 - 4..][..4], values, "all leaves of English tiles");
}

#[test]
fn values_from_a_file_decide_how_a_player_plays() {
    let dir = scratch();
    only_blanks(dir.path());
    klv2(dir.path());
    let shipped = "../../crates/scrabble/data/scrabble-leaves.csv";
    fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it").join(shipped),
        dir.path().join("s.csv"),
    )
    .expect("copied");
    let rows = |name: &str, players: &str| {
        done(dir.path(), &format!("{GAMES} {players} --out {name}"));
        text(&dir.path().join(name).join("scores.csv")).replace("b=", "")
    };
    let usual = rows("usual", "b=equity,score");
    assert_eq!(rows("same", "b=equity:leaves=s.csv,score"), usual, "the shipped numbers as a file");
    assert_eq!(rows("word", "b=equity:leaves=shipped,score"), usual);
    let other = rows("other", "b=equity:leaves=blanks.csv,score");
    assert_ne!(other, usual);
    let simulated = rows("sim", "b=simulation:samples=4:plays=3:leaves=blanks.csv,score");
    assert_ne!(simulated, rows("sim2", "b=simulation:samples=4:plays=3,score"));
    rows("klv", "b=equity:leaves=blanks.klv2,score");
    // rows do not depend on threads
    done(dir.path(), &format!("{GAMES} b=equity:leaves=blanks.csv,score --out one --threads 1"));
    assert_eq!(text(&dir.path().join("one/scores.csv")), other);
    // without a name, the player has that of its text
    done(dir.path(), &format!("{GAMES} equity:leaves=blanks.csv,score --out plain"));
    assert!(text(&dir.path().join("plain/config.toml")).contains("leaves = \"../blanks.csv\""));
    done(dir.path(), "play scrabble --players equity:leaves=blanks.klv2,score --seed 1");
    let best = |options: &str| {
        fs::write(dir.path().join("p.cgp"), format!("{}15 AEVVQX?/ 0/0 0\n", "15/".repeat(14)))
            .expect("written");
        done(
            dir.path(),
            &format!("analyse scrabble best p.cgp --rank equity --top 30 --format csv {options}"),
        )
        .out
    };
    assert_eq!(best("--leaves s.csv"), best(""));
    assert_ne!(best("--leaves blanks.csv"), best(""));
}

#[test]
fn a_model_of_winning_from_a_file_decides_how_simulation_plays() {
    let dir = scratch();
    let shipped =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/scrabble/data/scrabble-win.csv");
    fs::copy(shipped, dir.path().join("win.csv")).expect("copied");
    let rows = |name: &str, win: &str| {
        let players = format!("b=simulation:samples=4:plays=3{win},score");
        done(dir.path(), &format!("{GAMES} {players} --out {name}"));
        text(&dir.path().join(name).join("scores.csv"))
    };
    let usual = rows("usual", "");
    assert_eq!(rows("same", ":win-model=win.csv"), usual, "the shipped numbers as a file");
    // with a lead of nothing whoever moves next wins
    let lines = (1..=93).map(|unseen| format!("{unseen},100,1\n"));
    let made: String = std::iter::once("unseen,mean,deviation\n".to_owned()).chain(lines).collect();
    fs::write(dir.path().join("made.csv"), made).expect("written");
    assert_ne!(rows("made", ":win-model=made.csv"), usual);
    done(dir.path(), "verify made");
    fs::write(dir.path().join("bad.csv"), "unseen,mean,deviation\n2,0,1\n").expect("written");
    let line = format!("{GAMES} simulation:win-model=bad.csv,score --out r");
    refused(dir.path(), &line, 4, &["bad.csv", "line 2: expected 1,MEAN,DEVIATION, found `2,0,1`"]);
    let line = format!("{GAMES} simulation:win-model=win.csv:win-model=made.csv,score --out r");
    refused(dir.path(), &line, 4, &["`win-model` is set twice"]);
}

#[test]
fn a_player_takes_several_files() {
    let dir = scratch();
    only_blanks(dir.path());
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/scrabble/data");
    fs::copy(data.join("scrabble-win.csv"), dir.path().join("win.csv")).expect("copied");
    let line = |files: &str, name: &str| {
        format!("{GAMES} b=simulation:samples=4:plays=3:{files},score --out {name}")
    };
    let rows = |files: &str, name: &str| {
        done(dir.path(), &line(files, name));
        text(&dir.path().join(name).join("scores.csv"))
    };
    // the shipped model of winning as a file changes nothing, wherever it is named
    let both = rows("win-model=win.csv:leaves=blanks.csv", "both");
    assert_eq!(both, rows("leaves=blanks.csv", "one"));
    assert_eq!(both, rows("leaves=blanks.csv:win-model=win.csv", "turned"));
    let config = text(&dir.path().join("both/config.toml"));
    for part in
        ["leaves = \"../blanks.csv\"", "win-model = \"../win.csv\"", "sha256 = { leaves = \""]
    {
        assert!(config.contains(part), "{part}\n{config}");
    }
    done(dir.path(), "verify both");
    done(dir.path(), "resume both --quiet");
    // each file is held to its content, and blamed by its name
    fs::write(dir.path().join("win.csv"), text(&dir.path().join("win.csv")) + "\n")
        .expect("written");
    let ran = run(dir.path(), &words("resume both --quiet"));
    assert_ne!(ran.code, Some(0));
    assert!(ran.err.contains("win.csv is not the file that the config names"), "{}", ran.err);
    fs::write(dir.path().join("bad.csv"), "unseen\n").expect("written");
    refused(dir.path(), &line("leaves=blanks.csv:win-model=bad.csv", "r"), 4, &["bad.csv: "]);
}

#[test]
fn the_content_of_the_file_belongs_to_the_run() {
    let dir = scratch();
    only_blanks(dir.path());
    done(dir.path(), &format!("{GAMES} b=equity:leaves=blanks.csv,score --out r"));
    let config = text(&dir.path().join("r/config.toml"));
    for part in ["strategy = \"equity\"", "leaves = \"../blanks.csv\"", "sha256 = \""] {
        assert!(config.contains(part), "{part}\n{config}");
    }
    // the same run from the config alone, and elsewhere with the file
    done(dir.path(), "resume r --quiet");
    done(dir.path(), "verify r");
    fs::create_dir(dir.path().join("else")).expect("a folder");
    fs::rename(dir.path().join("r"), dir.path().join("else/r")).expect("moved");
    fs::rename(dir.path().join("blanks.csv"), dir.path().join("else/blanks.csv")).expect("moved");
    done(dir.path(), "replay else/r --game 3");
    // another content is refused
    let path = dir.path().join("else/blanks.csv");
    fs::write(&path, text(&path).replace("?,40", "?,41")).expect("written");
    let ran = run(dir.path(), &words("resume else/r --quiet"));
    assert_ne!(ran.code, Some(0));
    assert!(
        ran.err.contains("is not the file that the config names: its sha256 begins with"),
        "{}",
        ran.err
    );
}

#[test]
fn unusable_files_of_values_are_refused() {
    let dir = scratch();
    fs::write(dir.path().join("bad.csv"), "tiles,points\nA,x\n").expect("written");
    fs::write(dir.path().join("cut.klv2"), [9, 0, 0, 0, 1, 0, 64, 0]).expect("written");
    fs::write(dir.path().join("empty"), "").expect("written");
    for (file, said) in [
        ("bad.csv", "line 2: expected TILE,POINTS for each tile, ? last, found `A,x`"),
        ("cut.klv2", "a KLV2 file with 9 nodes"),
        ("empty", "expected the numbers of `train scrabble`"),
        ("no.csv", "cannot read "),
    ] {
        let play = format!("play scrabble --players equity:leaves={file},score --seed 1");
        refused(dir.path(), &play, 4, &[file, said]);
        let tournament = format!("{GAMES} equity:leaves={file},score --out r");
        refused(dir.path(), &tournament, 4, &[file, said]);
        fs::write(dir.path().join("e.txt"), lettergame_scrabble::EXAMPLE).expect("written");
        refused(
            dir.path(),
            &format!("analyse scrabble best e.txt --leaves {file}"),
            4,
            &[file, said],
        );
    }
    // a strategy without this parameter
    fs::write(dir.path().join("ok.csv"), "x").expect("written");
    refused(
        dir.path(),
        &format!("{GAMES} score:leaves=ok.csv,score --out r"),
        4,
        &["unknown setting `leaves`"],
    );
}

// ---- GCG

const TRACE: &str = "#player1 ann Ann\n#player2 bob Bob\n>ann: ACERTXY 8E TRACE +14 14\n";

#[test]
fn a_word_through_tiles_is_read_however_it_is_spelled() {
    let dir = scratch();
    let views = ["REL.TION +60 60", "REL(A)TION +60 60", "RELATION +60 60 RELATION"].map(|word| {
        let game = format!("{TRACE}>bob: EILNORT G5 {word}\n");
        // with any line ends
        let game = game.replace('\n', if word.contains('.') { "\r" } else { "\r\n" });
        fs::write(dir.path().join("g.gcg"), game).expect("written");
        let ran = done(dir.path(), "analyse scrabble view g.gcg");
        assert_eq!(ran.err, "");
        ran.out
    });
    assert!(
        views[0].contains("player 2: 60") && views[0].contains("74 in the bag"),
        "{}",
        views[0]
    );
    assert!(views.iter().all(|view| *view == views[0]), "{}", views[1]);
}

#[test]
fn nothing_from_a_file_controls_the_terminal() {
    let dir = scratch();
    let hostile = "\u{1b}[31m";
    let game = TRACE.replace("Ann", &format!("A{hostile}")).replace(
        ">ann",
        &format!("#title T{hostile}\n#lexicon L{hostile}\n#tile-set S{hostile}\n>ann"),
    );
    fs::write(dir.path().join("g.gcg"), game).expect("written");
    let position = format!("{}15 AB/ 0/0 0 lex N{hostile}; tmr 1{hostile};", "15/".repeat(14));
    fs::write(dir.path().join("p.cgp"), position).expect("written");
    for line in [
        "game g.gcg --draws 0",
        "view g.gcg",
        "view p.cgp",
        "best p.cgp",
        "best p.cgp --format json",
    ] {
        let ran = done(dir.path(), &format!("analyse scrabble {line}"));
        assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'), "{line}: {}", ran.out);
    }
    let view = done(dir.path(), "analyse scrabble view g.gcg").out;
    assert!(view.contains("words: L\\u{1b}[31m"), "{view}");
}

#[test]
fn what_is_refused_is_shown_with_the_remedy() {
    let dir = scratch();
    for (game, said) in [
        (
            format!("{TRACE}>bob: EIK G5 KE. +1 1 KE 17\n"),
            "line 4: unexpected `17` after the total",
        ),
        (format!("#lexicon GERMAN\n{TRACE}>bob: KK D8 KK +1 1\n"), "--distribution german"),
        (format!("#lexicon ODS8\n{TRACE}>bob: KK D8 KK +1 1\n"), "--distribution french"),
        (
            format!("{TRACE}>bob: ÄKK D8 K +1 1\n"),
            "Ä is a letter with --distribution, one of german",
        ),
        (String::new(), "the file is empty: expected a position, as a CGP string"),
    ] {
        fs::write(dir.path().join("g.gcg"), game).expect("written");
        refused(dir.path(), "analyse scrabble game g.gcg", 4, &[said]);
    }
    let line = "analyse scrabble bset g.gcg";
    refused(dir.path(), line, 2, &["unknown command `bset`; did you mean `best`?"]);
    let other = run(dir.path(), &words("analyse scrabble nowhere.gcg more.gcg")).ended(4).err;
    assert!(other.contains("left out: nowhere.gcg: ") && other.contains("2 files"), "{other}");
}

#[test]
fn first_racks_that_cannot_be_right_are_left_out_with_a_warning() {
    let dir = scratch();
    let game = TRACE.replace(">ann", "#rack1 XXZZAAA\n#rack2 EINORST\n>ann");
    fs::write(dir.path().join("g.gcg"), game).expect("written");
    let ran = done(dir.path(), "analyse scrabble view g.gcg");
    assert!(ran.err.contains("line 3: AAAXXZZ cannot be a rack at the end"), "{}", ran.err);
    assert!(ran.out.contains("EINORST"), "{}", ran.out);
}
