//! Unpacks tar archives, plain and compressed, block by block: headers that would make another size, a link or
//! a hole are refused rather than understood.

use std::io::{self, BufReader, ErrorKind, Read, Take};

use flate2::bufread::GzDecoder;
use tar::{Archive, Entry, PaxExtensions};

use crate::intake::refusal::{IntakeError, Refusal, damaged, shown};
use crate::intake::tree::Tree;

const BLOCK: u64 = 512;
/// Maximum size of a header that describes the next entry.
const MAX_EXTENSION: u64 = 64 << 10;
/// Maximum size of the zeros at the end.
const MAX_PADDING: u64 = 1 << 20;

/// Unpacks a plain archive.
pub(super) fn unpack(file: impl Read, tree: &mut Tree<'_>) -> Result<(), IntakeError> {
    unpack_stream(BufReader::new(file), tree).map(drop)
}

/// Unpacks an archive that is compressed with gzip.
pub(super) fn unpack_gz(file: impl Read, tree: &mut Tree<'_>) -> Result<(), IntakeError> {
    let decoder = unpack_stream(GzDecoder::new(BufReader::new(file)), tree)?;
    check_rest(decoder.into_inner(), 0)
}

/// Returns the stream at its end.
fn unpack_stream<R: Read>(stream: R, tree: &mut Tree<'_>) -> Result<R, IntakeError> {
    let limits = tree.limits();
    // what is skipped costs time too, and every entry has a header or three and padding
    let overhead = (limits.entries() as u64).saturating_mul(8 * BLOCK);
    let most = limits.bytes.saturating_mul(2).saturating_add(overhead);
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::FileTooLarge => IntakeError::TooLarge(limits.bytes),
        _ => damaged(error),
    };
    let mut archive = Archive::new(Endless(stream.take(most)));
    let mut announced = Announced::default();
    for entry in archive.entries().map_err(failed)?.raw(true) {
        let mut entry = entry.map_err(failed)?;
        match entry.header().as_bytes()[156] {
            kind @ (b'L' | b'K' | b'x' | b'g') => {
                if entry.size() > MAX_EXTENSION {
                    return Err(damaged("a header is too long"));
                }
                let mut content = Vec::new();
                entry.read_to_end(&mut content).map_err(failed)?;
                announced.read(kind, &content)?;
            }
            kind => add(&mut entry, kind, std::mem::take(&mut announced), tree)?,
        }
    }
    if announced.is_pending {
        return Err(damaged("the last entry is missing"));
    }
    let mut stream = archive.into_inner().0.into_inner();
    check_rest(&mut stream, MAX_PADDING)?;
    Ok(stream)
}

/// Refuses anything but so many zeros.
fn check_rest(stream: impl Read, most: u64) -> Result<(), IntakeError> {
    let mut rest = Vec::new();
    stream.take(most + 1).read_to_end(&mut rest).map_err(damaged)?;
    let is_padding = rest.len() as u64 <= most && rest.iter().all(|byte| *byte == 0);
    if is_padding { Ok(()) } else { Err(damaged("something follows its end")) }
}

/// Adds a file or a folder.
fn add<R: Read>(
    entry: &mut Entry<'_, R>,
    kind: u8,
    announced: Announced,
    tree: &mut Tree<'_>,
) -> Result<(), IntakeError> {
    let (header, bytes) = (entry.header(), entry.size());
    let name = announced.name.unwrap_or_else(|| header.path_bytes().into_owned());
    let mode = header.mode().map_err(damaged);
    let refuse = |reason: Refusal| Err(reason.of(&name));
    let path = tree.read_name(&name)?;
    let is_folder = kind == b'5' || (kind == 0 && name.ends_with(b"/"));
    match kind {
        b'0' | 0 if announced.is_sparse => return refuse(Refusal::Sparse),
        b'0' | b'5' | 0 if announced.bytes.is_some_and(|other| other != bytes) => {
            return refuse(Refusal::Disagreement);
        }
        b'0' if name.ends_with(b"/") => return refuse(Refusal::Disagreement),
        b'0' | b'5' | 0 => {}
        // what is skipped may be anything that has no content
        _ if path.is_none() && bytes == 0 => return Ok(()),
        b'1' => return refuse(Refusal::HardLink),
        b'2' => return refuse(Refusal::Symlink),
        b'3' | b'4' | b'6' => return refuse(Refusal::Special),
        b'S' => return refuse(Refusal::Sparse),
        kind => return refuse(Refusal::UnknownType(shown(&[kind]))),
    }
    match path {
        _ if is_folder && bytes > 0 => refuse(Refusal::FolderWithContent),
        Some(path) if is_folder => tree.add_folder(&path),
        Some(path) => tree.add_file(&path, entry, Some(mode? & 0o111 != 0)).map(drop),
        None => Ok(()),
    }
}

/// What headers before an entry say about it.
#[derive(Default)]
struct Announced {
    name: Option<Vec<u8>>,
    bytes: Option<u64>,
    is_sparse: bool,
    is_pending: bool,
}

impl Announced {
    /// Reads a header of GNU for a long name (`L`) or link (`K`), or of POSIX for the next entry (`x`) or for
    /// all (`g`), which then may say nothing of importance.
    fn read(&mut self, kind: u8, content: &[u8]) -> Result<(), IntakeError> {
        match kind {
            b'L' => self.set_name(content.split(|byte| *byte == 0).next().unwrap_or_default())?,
            b'K' => {}
            b'x' => self.read_pax(content)?,
            _ => {
                let mut global = Announced::default();
                global.read_pax(content)?;
                let is_harmless =
                    global.name.is_none() && global.bytes.is_none() && !global.is_sparse;
                return match is_harmless {
                    true => Ok(()),
                    false => Err(IntakeError::Unsupported("headers for all entries")),
                };
            }
        }
        self.is_pending = true;
        Ok(())
    }

    fn read_pax(&mut self, content: &[u8]) -> Result<(), IntakeError> {
        for extension in PaxExtensions::new(content) {
            let extension = extension.map_err(damaged)?;
            let value = extension.value_bytes();
            match extension.key_bytes() {
                b"path" => self.set_name(value)?,
                b"size" => {
                    let bytes = str::from_utf8(value).ok().and_then(|text| text.parse().ok());
                    self.bytes = Some(bytes.ok_or_else(|| damaged("a size is no number"))?);
                }
                key => {
                    let is_sparse = key.starts_with(b"GNU.sparse") || key == b"SCHILY.realsize";
                    self.is_sparse |= is_sparse;
                }
            }
        }
        Ok(())
    }

    fn set_name(&mut self, name: &[u8]) -> Result<(), IntakeError> {
        match self.name.replace(name.to_owned()) {
            None => Ok(()),
            Some(_) => Err(Refusal::Disagreement.of(name)),
        }
    }
}

/// A stream that must not be read to its end, nor to its limit.
struct Endless<R>(Take<R>);

impl<R: Read> Read for Endless<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.0.read(into)? {
            0 if into.is_empty() => Ok(0),
            0 if self.0.limit() == 0 => Err(ErrorKind::FileTooLarge.into()),
            0 => Err(io::Error::new(ErrorKind::UnexpectedEof, "it breaks off")),
            count => Ok(count),
        }
    }
}
