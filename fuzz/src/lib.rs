//! What the fuzz targets call: the entries are a part of the tests of the main package, which feed them too.

#[path = "../../tests/fuzzing/entries/mod.rs"]
pub mod entries;

use entries::ENTRIES;

/// Feeds the entry of that name.
pub fn feed(name: &str, data: &[u8]) {
    let entry = ENTRIES.iter().find(|entry| entry.name == name);
    (entry.expect("the name of an entry").feed)(data);
}
