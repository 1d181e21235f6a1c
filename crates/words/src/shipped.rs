//! The index of the shipped word list, which the build script made.

use super::index::{Anagrams, Classes, KeyFilter, KeyTable, Numbers, WordPlaces};

/// A part of the index, aligned so that no number is in two lines of the cache.
#[repr(align(64))]
struct Aligned<T>(T);

/// The numbers of a file of the build script, of so many bytes each.
macro_rules! numbers {
    ($file:literal, $bytes:literal) => {{
        const FILE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/", $file));
        static ALIGNED: Aligned<[[u8; $bytes]; FILE.len() / $bytes]> = {
            let mut numbers = [[0; $bytes]; FILE.len() / $bytes];
            numbers.copy_from_slice(FILE.as_chunks().0);
            Aligned(numbers)
        };
        Numbers::shipped(&ALIGNED.0)
    }};
}

/// Where the words are in the shipped text, which has this length; `None` if it is another one.
pub(super) fn places(text: usize) -> Option<WordPlaces> {
    WordPlaces::of_numbers(numbers!("places", 8), text)
}

/// The classes of the shipped words, so many.
pub(super) fn classes(words: usize) -> Classes {
    Classes {
        filter: KeyFilter::of_numbers(numbers!("filter", 8)),
        table: KeyTable::of_numbers(numbers!("table", 8), words),
        anagrams: Anagrams::of_numbers(
            numbers!("later", 8),
            numbers!("followed", 8),
            numbers!("before", 4),
            numbers!("next", 4),
        ),
    }
}
