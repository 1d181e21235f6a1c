//! Indexes the shipped word list, so that programs start without doing so.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use index::numbers::{Number, Numbers};
use index::{Classes, Key, WordPlaces};

#[path = "src/index/mod.rs"]
#[allow(dead_code, unreachable_pub, unused_imports, reason = "the library uses the rest")]
mod index;

/// The file of the shipped words.
const WORDS: &str = "data/wordlist.txt";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={WORDS}");
    println!("cargo::rerun-if-changed=src/index");
    let text = fs::read_to_string(WORDS)?;
    let words: Vec<&str> = text.lines().collect();
    let mut places = WordPlaces::new();
    let mut end = 0;
    for word in &words {
        end += word.len() + 1;
        places.push(end).ok_or("the word list is too long")?;
    }
    if end != text.len() {
        return Err(format!("{WORDS}: a line does not end with a line feed alone").into());
    }
    let keys = words.iter().map(|word| Key::of_letters(word.as_bytes()));
    let classes = Classes::new(keys, |first, word| {
        let [first, word] = [first, word].map(|id| words[id.index()]);
        if sorted(first) == sorted(word) {
            Ok(())
        } else {
            Err(format!("{first} and {word} have one key"))
        }
    })?;
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("no OUT_DIR")?);
    write(&folder.join("places"), &places.blocks)?;
    write(&folder.join("filter"), &classes.filter.bits)?;
    write(&folder.join("table"), &classes.table.slots)?;
    write(&folder.join("later"), &classes.anagrams.later.0)?;
    write(&folder.join("followed"), &classes.anagrams.followed.0)?;
    write(&folder.join("before"), &classes.anagrams.before)?;
    write(&folder.join("next"), &classes.anagrams.next)?;
    Ok(())
}

/// The letters of a word in order.
fn sorted(word: &str) -> Vec<u8> {
    let mut letters = word.as_bytes().to_vec();
    letters.sort_unstable();
    letters
}

fn write<N: Number>(file: &Path, numbers: &Numbers<N>) -> Result<(), Box<dyn Error>> {
    let bytes: Vec<u8> =
        numbers.from(0).flat_map(|number| number.bytes().as_ref().to_vec()).collect();
    Ok(fs::write(file, bytes)?)
}
