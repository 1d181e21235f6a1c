//! Unpacks tar archives, plain and compressed, block by block: headers that would make another size, a link or
//! a hole are refused rather than understood.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;
use tar::Header;

use crate::intake::refusal::{IntakeError, Refusal, shown};
use crate::intake::tree::Tree;

const BLOCK: usize = 512;
/// Maximum size of a header that describes the next entry.
const MAX_EXTENSION: u64 = 64 << 10;
/// Maximum size of the zeros at the end.
const MAX_PADDING: u64 = 1 << 20;

/// Unpacks a plain archive.
pub(super) fn unpack(file: impl Read, tree: &mut Tree<'_>) -> Result<(), IntakeError> {
    unpack_stream(&mut BufReader::new(file), tree)
}

/// Unpacks an archive that is compressed with gzip.
pub(super) fn unpack_gz(file: impl Read, tree: &mut Tree<'_>) -> Result<(), IntakeError> {
    let mut decoder = GzDecoder::new(BufReader::new(file));
    unpack_stream(&mut decoder, tree)?;
    let mut rest = decoder.into_inner();
    match rest.fill_buf() {
        Ok([]) => Ok(()),
        Ok(_) => Err(damaged("something follows its end")),
        Err(error) => Err(damaged(error)),
    }
}

fn damaged(what: impl ToString) -> IntakeError {
    IntakeError::Damaged(what.to_string())
}

/// What headers before an entry say about it.
#[derive(Default)]
struct Announced {
    name: Option<Vec<u8>>,
    bytes: Option<u64>,
    is_sparse: bool,
    is_pending: bool,
}

fn unpack_stream(stream: &mut dyn Read, tree: &mut Tree<'_>) -> Result<(), IntakeError> {
    let limits = tree.limits();
    // what is skipped costs time too, and every entry has a header or three and padding
    let overhead = (limits.entries() as u64).saturating_mul(8 * BLOCK as u64);
    let most = limits.bytes.saturating_mul(2).saturating_add(overhead);
    let mut stream = Counted { stream, rest: most };
    let mut announced = Announced::default();
    loop {
        let Some(block) = stream.block().map_err(|error| failed(&error, tree))? else {
            return Err(damaged("it breaks off"));
        };
        if block == [0; BLOCK] {
            if announced.is_pending {
                return Err(damaged("the last entry is missing"));
            }
            return stream.check_padding();
        }
        let header = Header::from_byte_slice(&block);
        let bytes = check(header).map_err(damaged)?;
        let read = entry(header, bytes, &mut announced, &mut stream, tree);
        read.map_err(|error| if stream.rest == 0 { too_large(tree) } else { error })?;
    }
}

/// The size of an entry whose header is undamaged.
fn check(header: &Header) -> Result<u64, String> {
    let bytes = header.as_bytes();
    let sum = |bytes: &[u8]| bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>();
    let expected = sum(&bytes[..148]) + 8 * u32::from(b' ') + sum(&bytes[156..]);
    if header.cksum().ok() != Some(expected) {
        return Err("a header has a wrong checksum".to_owned());
    }
    header.entry_size().map_err(|error| error.to_string())
}

fn entry(
    header: &Header,
    bytes: u64,
    announced: &mut Announced,
    stream: &mut Counted<'_>,
    tree: &mut Tree<'_>,
) -> Result<(), IntakeError> {
    let kind = header.as_bytes()[156];
    match kind {
        b'L' => {
            let name = stream.extension(bytes)?;
            let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
            return announced.set_name(&name[..end]);
        }
        b'K' => {
            announced.is_pending = true;
            return stream.extension(bytes).map(drop);
        }
        b'x' => return announced.read(&stream.extension(bytes)?),
        b'g' => {
            let mut global = Announced::default();
            global.read(&stream.extension(bytes)?)?;
            let is_harmless = global.name.is_none() && global.bytes.is_none() && !global.is_sparse;
            return if is_harmless {
                Ok(())
            } else {
                Err(IntakeError::Unsupported("headers for all entries"))
            };
        }
        _ => {}
    }
    let announced = std::mem::take(announced);
    let name = announced.name.unwrap_or_else(|| header.path_bytes().into_owned());
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
    if is_folder && bytes > 0 {
        return refuse(Refusal::FolderWithContent);
    }
    let mut content = stream.by_ref().take(bytes);
    let read = match path {
        Some(path) if is_folder => tree.add_folder(&path).map(|()| 0),
        Some(path) => {
            let mode = header.mode().map_err(damaged)?;
            tree.add_file(&path, &mut content, Some(mode & 0o111 != 0))
        }
        None => io::copy(&mut content, &mut io::sink()).map_err(damaged),
    }?;
    if read != bytes {
        return Err(damaged(format!("it breaks off in `{}`", shown(&name))));
    }
    stream.skip_padding(bytes)
}

impl Announced {
    fn set_name(&mut self, name: &[u8]) -> Result<(), IntakeError> {
        self.is_pending = true;
        match self.name.replace(name.to_owned()) {
            None => Ok(()),
            Some(_) => Err(Refusal::Disagreement.of(name)),
        }
    }

    /// Reads lines such as `17 path=a/b\n`, whose length counts all of it.
    fn read(&mut self, mut text: &[u8]) -> Result<(), IntakeError> {
        self.is_pending = true;
        let broken = || damaged("a header breaks off");
        while !text.is_empty() {
            let space = text.iter().position(|byte| *byte == b' ').ok_or_else(broken)?;
            let length = str::from_utf8(&text[..space]).ok().and_then(|text| text.parse().ok());
            let length: usize = length.filter(|length| *length > space).ok_or_else(broken)?;
            let line = text.get(space + 1..length).and_then(|line| line.strip_suffix(b"\n"));
            let line = line.ok_or_else(broken)?;
            let equals = line.iter().position(|byte| *byte == b'=').ok_or_else(broken)?;
            let (key, value) = (&line[..equals], &line[equals + 1..]);
            match key {
                b"path" => self.set_name(value)?,
                b"size" => {
                    let bytes = str::from_utf8(value).ok().and_then(|text| text.parse().ok());
                    self.bytes = Some(bytes.ok_or_else(broken)?);
                }
                key => {
                    let is_sparse = key.starts_with(b"GNU.sparse") || key == b"SCHILY.realsize";
                    self.is_sparse |= is_sparse;
                }
            }
            text = &text[length..];
        }
        Ok(())
    }
}

fn too_large(tree: &Tree<'_>) -> IntakeError {
    IntakeError::TooLarge(tree.limits().bytes)
}

fn failed(error: &io::Error, tree: &Tree<'_>) -> IntakeError {
    if error.kind() == io::ErrorKind::FileTooLarge { too_large(tree) } else { damaged(error) }
}

/// A stream of which only so much is read.
struct Counted<'a> {
    stream: &'a mut dyn Read,
    rest: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.rest).unwrap_or(usize::MAX).min(into.len());
        if most == 0 && !into.is_empty() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let count = self.stream.read(&mut into[..most])?;
        self.rest -= count as u64;
        Ok(count)
    }
}

impl Counted<'_> {
    /// The next block; `None` at the end.
    fn block(&mut self) -> io::Result<Option<[u8; BLOCK]>> {
        let mut block = [0; BLOCK];
        match self.read_exact(&mut block) {
            Ok(()) => Ok(Some(block)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The content of a header that describes the next entry.
    fn extension(&mut self, bytes: u64) -> Result<Vec<u8>, IntakeError> {
        if bytes > MAX_EXTENSION {
            return Err(damaged("a header is too long"));
        }
        let mut content = vec![0; usize::try_from(bytes).unwrap_or(0)];
        self.read_exact(&mut content).map_err(damaged)?;
        self.skip_padding(bytes)?;
        Ok(content)
    }

    /// Skips what fills the last block of a content.
    fn skip_padding(&mut self, bytes: u64) -> Result<(), IntakeError> {
        let count = bytes.next_multiple_of(BLOCK as u64) - bytes;
        let copied = io::copy(&mut self.by_ref().take(count), &mut io::sink()).map_err(damaged)?;
        if copied == count { Ok(()) } else { Err(damaged("it breaks off")) }
    }

    /// Reads zeros to the end.
    fn check_padding(&mut self) -> Result<(), IntakeError> {
        let mut chunk = [0; BLOCK];
        let mut seen = 0;
        loop {
            let count = self.read(&mut chunk).map_err(damaged)?;
            if count == 0 {
                return Ok(());
            }
            seen += count as u64;
            if seen > MAX_PADDING || chunk[..count].iter().any(|byte| *byte != 0) {
                return Err(damaged("something follows its end"));
            }
        }
    }
}
