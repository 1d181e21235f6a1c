//! Scrabble with other letters and on other boards, through the command: letters of several characters, files of tiles
//! and squares that are kept with a run, and those that are refused.

use crate::program::{refused, run, scratch};

use std::fs;

#[test]
fn two_letters_that_look_like_one_are_told_apart() {
    let dir = scratch();
    fs::write(dir.path().join("w.txt"), "CHA\n[C]HA\nAC\nHA\n").unwrap();
    let row = |text: &str| format!("15/15/15/15/15/15/15/{text}/15/15/15/15/15/15/15 A/ 0/0 0\n");
    let plays = |text: &str| {
        fs::write(dir.path().join("p.cgp"), row(text)).unwrap();
        let line = "analyse scrabble moves p.cgp --distribution spanish --lexicon w.txt";
        run(dir.path(), &line.split(' ').collect::<Vec<_>>()).ended(0).out
    };
    assert!(plays("6[CH]8").contains("8G ([CH])"), "{}", plays("6[CH]8"));
    assert_eq!(plays("6[CH]8"), plays("6CH8"));
    assert!(plays("6[C]H7").contains("8G ([C]H)A"), "{}", plays("6[C]H7"));
}

#[test]
fn a_run_with_files_of_tiles_and_squares_does_not_need_them_again() {
    let dir = scratch();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("own.csv"), "?,1,0\nA,20,1,1\nCH,ch,9,5\nÑ,20,2\n").unwrap();
    fs::write(at("own.txt"), format!("{}%%.....\n", ".2.#.2.\n".repeat(6))).unwrap();
    fs::write(at("w.txt"), "CHA\nAÑ\nÑA\nAÑA\nCHAÑA\nACHA\n").unwrap();
    let line = "tournament --game scrabble --set distribution=own.csv,board=own.txt --lexicon w.txt \
                --players score,equity --games 20 --seed 1 --record plies --quiet --out r";
    run(dir.path(), &line.split_whitespace().collect::<Vec<_>>()).ended(0);
    let config = fs::read_to_string(at("r/config.toml")).unwrap();
    assert!(config.contains("CH,ch,9,5,0;Ñ,ñ,20,2,0"), "{config}");
    let plies = fs::read_to_string(at("r/plies.csv")).unwrap();
    assert!(plies.contains("[CH]A"), "{plies}");
    for file in ["own.csv", "own.txt"] {
        fs::remove_file(at(file)).unwrap();
    }
    let rows = fs::read(at("r/scores.csv")).unwrap();
    let half: Vec<u8> = rows[..rows.len() / 2].to_vec();
    fs::write(at("r/scores.csv"), half).unwrap();
    fs::remove_file(at("r/part.json")).unwrap();
    run(dir.path(), &["resume", "r", "--quiet"]).ended(0);
    assert_eq!(fs::read(at("r/scores.csv")).unwrap(), rows);
    run(dir.path(), &["replay", "r", "--game", "3"]).ended(0);
    run(dir.path(), &["verify", "r"]).ended(0);
}

#[test]
fn unusable_tiles_squares_and_words_are_refused() {
    let dir = scratch();
    for (file, text) in [
        ("bad.csv", "?,2,0\nA,9,x\n"),
        ("bad.txt", "....\n"),
        ("de.txt", "ÄHRE\nJA\nÑU\n"),
        ("de2.txt", "ÄHRE\nJA\n"),
        ("own.csv", "A,20,1\nB,20,1\n"),
    ] {
        fs::write(dir.path().join(file), text).unwrap();
    }
    for (code, options, said) in [
        (2, "--set distribution=bad.csv", "line 2: `A,9,x`: expected a letter"),
        (2, "--set board=bad.txt", "expected 7 to 21 lines of premium squares"),
        (2, "--set distribution=no.csv", "cannot read the file"),
        (2, "--set distribution=klingon", "expected english, danish"),
        (2, "--set distribution=german", "a word list in the language of the tiles with --lexicon"),
        (
            4,
            "--set distribution=german --lexicon de.txt",
            "'Ñ' at position 1 of \"ÑU\" is not a letter A Ä B",
        ),
        (4, "--lexicon de.txt", "is not a letter A to Z"),
    ] {
        let line =
            format!("tournament --game scrabble --players score,score --games 1 --out r {options}");
        refused(dir.path(), &line, code, &[said]);
    }
    let line = "tournament --game scrabble --players policy,score --games 1 --out r --set distribution=german \
                --lexicon de2.txt";
    refused(dir.path(), line, 2, &["those that ship are for the usual rules"]);
}
