//! Loading a word list: the shipped one, or a file.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::cli::exit::Failure;
use crate::cli::output::remark;
use crate::lexicon::{Lexicon, WordList};
use crate::tournament::short_hash;

/// A word list, and the fingerprint of its text.
pub(super) struct Loaded {
    pub(super) lexicon: Arc<Lexicon>,
    pub(super) fingerprint: String,
}

/// Loads a list; `quiet` keeps back the remark about a header.
pub(super) fn load(file: Option<&Path>, quiet: bool) -> Result<Loaded, Failure> {
    let Some(path) = file else {
        return Ok(Loaded {
            lexicon: Arc::new(Lexicon::shipped()),
            fingerprint: short_hash(WordList::SHIPPED.as_bytes()),
        });
    };
    let name = path.display().to_string();
    let bytes = fs::read(path)
        .map_err(|error| Failure::Unusable(format!("cannot read {name}: {error}")))?;
    let parsed = WordList::parse(&bytes, &name).map_err(Failure::unusable)?;
    if let Some(header) = parsed.header.filter(|_| !quiet) {
        remark(&format!("{name}: took the first line for a header: {header}"));
    }
    let lexicon = Lexicon::new(parsed.words).map_err(Failure::unusable)?;
    Ok(Loaded { lexicon: Arc::new(lexicon), fingerprint: short_hash(&bytes) })
}
