//! What is enforced on systems without a sandbox.

use std::io;
use std::path::Path;

use crate::Enforced;

/// Nothing can be enforced on this system.
pub fn probe(_launcher: &Path) -> io::Result<Enforced> {
    Ok(Enforced {
        remarks: vec!["no sandbox is available on this system".into()],
        ..Enforced::default()
    })
}
