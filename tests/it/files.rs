//! The files of the folder `files`: what the page on them says, and that the shipped word list is the one that they
//! were made of.

use crate::shipped::LEXICON;

#[test]
fn the_shipped_list_matches_its_documentation() {
    let words: Vec<&str> = LEXICON.words().iter().collect();
    assert_eq!(words.len(), 270_853);
    assert!(words.is_sorted() && words.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(words.iter().all(|word| (2..=15).contains(&word.len())));
    assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_uppercase())));
    for word in ["PAWN", "ESCORT", "QI", "PIZAZZ"] {
        assert!(LEXICON.contains(word), "{word}");
    }
    let sevens: Vec<&str> = include_str!("../../files/7letterWords.txt").lines().collect();
    assert_eq!(LEXICON.of_length(7).collect::<Vec<_>>(), sevens);
    assert_eq!(sevens.len(), 33_306);
}

#[test]
fn the_page_on_the_files_lists_their_checksums() {
    let page = include_str!("../../files/README.md");
    for line in include_str!("../../files/SHA256SUMS").lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        assert!(page.contains(sum) && page.contains(name), "{name}");
    }
}
