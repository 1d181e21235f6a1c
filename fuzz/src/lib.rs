//! What the fuzz targets call, so that the tests of the main package can call it too.

pub mod entries;
