//! The functions called by the fuzz targets: the entry points are part of the tests of the main package,
//! which feeds them too.

#[path = "../../tests/fuzzing/entries/mod.rs"]
pub mod entries;

use entries::ENTRIES;

/// Feeds the entry point of that name.
pub fn feed(name: &str, data: &[u8]) {
    let entry = ENTRIES.iter().find(|entry| entry.name == name);
    (entry.expect("the name of an entry").feed)(data);
}
