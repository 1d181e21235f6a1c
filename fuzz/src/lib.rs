//! What the fuzz targets call, so that the tests of the main package can call it too.

pub mod entries;

use entries::ENTRIES;

/// Feeds the entry of that name.
pub fn feed(name: &str, data: &[u8]) {
    let entry = ENTRIES.iter().find(|entry| entry.name == name);
    (entry.expect("the name of an entry").feed)(data);
}
