//! How programs start.

/// ELF, scripts, Mach-O and PE.
const STARTS: [&[u8]; 5] =
    [b"\x7fELF", b"#!", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe\0\0\0\x02", b"MZ"];

/// The number of bytes that decide.
pub(super) const HEAD: usize = 8;

/// Whether a file with these first bytes is something that systems execute.
pub(super) fn is_program(head: &[u8]) -> bool {
    STARTS.iter().any(|start| head.starts_with(start))
}
