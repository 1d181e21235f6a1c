//! Positions in what is read like a file.

use std::io::{self, SeekFrom};

/// Where `to` is, from the position `at` in something of this length.
pub(crate) fn position(to: SeekFrom, at: u64, length: u64) -> io::Result<u64> {
    let to = match to {
        SeekFrom::Start(byte) => Some(byte),
        SeekFrom::End(by) => length.checked_add_signed(by),
        SeekFrom::Current(by) => at.checked_add_signed(by),
    };
    Ok(to.ok_or(io::ErrorKind::InvalidInput)?)
}
