//! Where the values of a config stand in its file.

use std::collections::BTreeMap;

/// Source locations: `FILE:LINE:COLUMN` by player text or key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLocations(pub(crate) BTreeMap<String, String>);
