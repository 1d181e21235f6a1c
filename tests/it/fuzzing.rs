//! Every entry point of the fuzz targets, fed with mutations of their seeds: what the fuzzer does for hours,
//! for a few seconds, on any toolchain.

#[path = "../fuzzing/entries/mod.rs"]
#[expect(unreachable_pub, reason = "a part of the fuzz targets' crate, which uses it from outside")]
mod entries;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use entries::ENTRIES;
use lettergame::base::{Rng, Seed};
use lettergame_xtest::cases;

/// Inputs per entry, and per entry that writes each of them to a file.
const INPUTS: u64 = 20_000;
const INPUTS_IN_FILES: u64 = 2_000;
/// The maximum length of an input.
const MAX_BYTES: usize = 1 << 16;
/// Edge cases for parsers of numbers and texts.
const TOKENS: [&[u8]; 24] = [
    b"",
    b"\0",
    b"\n",
    b"\r\n",
    b",",
    b"\"",
    b"-1",
    b"0",
    b"255",
    b"256",
    b"65536",
    b"4294967296",
    b"9223372036854775808",
    b"18446744073709551615",
    b"1e999",
    b"NaN",
    b"\xff",
    b"\xef\xbb\xbf",
    "\u{202e}".as_bytes(),
    b"\x1b[2J",
    b"[[[[[[[[",
    b"{{{{",
    b"%00",
    b"..",
];

fn folder(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(of)
}

/// The seeds of an entry, in the order of their names.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let files = fs::read_dir(folder("tests/fuzzing/seeds").join(name)).expect("a folder of seeds");
    let mut paths: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name} has seeds");
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

fn below(rng: &mut Rng, bound: usize) -> usize {
    rng.below(u32::try_from(bound.max(1)).unwrap()) as usize
}

/// A range of bytes, short ones more often.
fn stretch(rng: &mut Rng, length: usize) -> std::ops::Range<usize> {
    let start = below(rng, length + 1);
    let longest = [1, 4, 32, length][below(rng, 4)].min(length - start);
    start..start + below(rng, longest + 1)
}

/// Mutates an input once; pieces of `other` may be inserted.
fn mutate(input: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let place = below(rng, input.len() + 1);
    match below(rng, 8) {
        0 if place < input.len() => input[place] ^= 1 << below(rng, 8),
        1 if place < input.len() => input[place] = below(rng, 256) as u8,
        2 => drop(input.drain(stretch(rng, input.len()))),
        3 => {
            let piece = input[stretch(rng, input.len())].to_vec();
            input.splice(place..place, piece);
        }
        4 => {
            let piece = other[stretch(rng, other.len())].to_vec();
            input.splice(place..place, piece);
        }
        5 => {
            let piece = other[stretch(rng, other.len())].to_vec();
            input.splice(stretch(rng, input.len()), piece);
        }
        6 => input.truncate(place),
        _ => {
            let token = TOKENS[below(rng, TOKENS.len())].to_vec();
            let end = (place + below(rng, 3)).min(input.len());
            input.splice(place..end, token);
        }
    }
    input.truncate(MAX_BYTES);
}

/// Feeds an entry its seeds, then mutations of them.
fn campaign(name: &str) {
    let entry = ENTRIES.iter().find(|entry| entry.name == name).expect("an entry");
    let seeds = seeds(name);
    let feed = |input: &[u8]| {
        let fed = catch_unwind(AssertUnwindSafe(|| (entry.feed)(input)));
        assert!(fed.is_ok(), "{name} broke on: {}", input.escape_ascii());
    };
    seeds.iter().for_each(|seed| feed(seed));
    let mut rng = Seed(19).rng();
    let inputs = if ["history", "run_files"].contains(&name) { INPUTS_IN_FILES } else { INPUTS };
    for _ in 0..cases(inputs) {
        let mut input = seeds[below(&mut rng, seeds.len())].clone();
        let other = &seeds[below(&mut rng, seeds.len())];
        for _ in 0..=below(&mut rng, 6) {
            mutate(&mut input, other, &mut rng);
        }
        feed(&input);
    }
}

/// A test for each entry, so that they run in parallel.
macro_rules! campaigns {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            campaign(stringify!($name));
        })*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

campaigns! {
    configs forms history marrakech_text moves player_messages players run_files scrabble_cgp
    scrabble_gcg scrabble_state word_list
}

/// The names of the files in a folder, without their extensions.
fn names_in(path: &Path) -> Vec<String> {
    let files = fs::read_dir(path).unwrap().map(|file| file.unwrap().path());
    let mut names: Vec<String> =
        files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_entry_has_seeds_and_a_campaign() {
    assert_eq!(NAMES, ENTRIES.map(|entry| entry.name));
    assert_eq!(NAMES, names_in(&folder("tests/fuzzing/seeds")));
}

#[test]
fn every_fuzz_target_is_an_entry() {
    if !folder("fuzz").exists() {
        eprintln!("passed over: the fuzz targets are a package of their own, which is not here");
        return;
    }
    let targets = names_in(&folder("fuzz/fuzz_targets"));
    assert_eq!(targets, NAMES);
    let manifest = fs::read_to_string(folder("fuzz/Cargo.toml")).unwrap();
    assert!(targets.iter().all(|name| manifest.contains(&format!("name = \"{name}\""))));
}
