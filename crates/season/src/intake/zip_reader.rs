//! Unpacks zip archives, strictly: one central directory that ends where its end record starts, entries that
//! do not overlap, headers that agree, sizes and checksums that are true. Other readers repair archives, and
//! two that repair differently see different files.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take};

use flate2::CrcReader;
use flate2::bufread::DeflateDecoder;

use crate::intake::refusal::{IntakeError, Refusal, shown};
use crate::intake::tree::Tree;

/// Sizes of the records without their variable parts.
const END: usize = 22;
const ENTRY: usize = 46;
const LOCAL: usize = 30;
/// Maximum size of the comment at the end.
const MAX_COMMENT: usize = 0xffff;
/// Maximum size of the central directory, which is read at once.
const MAX_DIRECTORY: u32 = 8 << 20;

const END_SIGNATURE: [u8; 4] = *b"PK\x05\x06";
const ZIP64_SIGNATURE: [u8; 4] = *b"PK\x06\x07";
const ENTRY_SIGNATURE: [u8; 4] = *b"PK\x01\x02";
const LOCAL_SIGNATURE: [u8; 4] = *b"PK\x03\x04";

/// Flags: encryption of three kinds, a patch instead of content, sizes after the content.
const ENCRYPTED: u16 = 1 | 1 << 6 | 1 << 13;
const PATCHED: u16 = 1 << 5;
const SIZES_AFTER: u16 = 1 << 3;

const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// An entry as the central directory describes it.
struct Member {
    name: Vec<u8>,
    flags: u16,
    method: u16,
    crc: u32,
    packed: u32,
    bytes: u32,
    mode: u32,
    at: u32,
}

/// Unpacks an archive.
pub(super) fn unpack(file: &File, bytes: u64, tree: &mut Tree<'_>) -> Result<(), IntakeError> {
    let (members, end) = directory(file, bytes, tree.limits().entries())?;
    let contents = members.iter().map(|member| content_of(file, member));
    let contents = contents.collect::<Result<Vec<u64>, _>>()?;
    check_overlaps(&members, &contents, end)?;
    for (member, start) in members.iter().zip(contents) {
        add(file, member, start, tree)?;
    }
    Ok(())
}

fn damaged(what: impl ToString) -> IntakeError {
    IntakeError::Damaged(what.to_string())
}

/// Reads the central directory. Returns where it starts, too.
fn directory(mut file: &File, bytes: u64, most: usize) -> Result<(Vec<Member>, u64), IntakeError> {
    let tail = bytes.min((END + MAX_COMMENT) as u64);
    let tail = read_at(&mut file, bytes - tail, usize::try_from(tail).unwrap_or(0))?;
    let fits = |at: &usize| {
        tail[*at..].starts_with(&END_SIGNATURE)
            && *at + END + usize::from(u16_at(&tail, *at + 20)) == tail.len()
    };
    let mut ends = (0..(tail.len() + 1).saturating_sub(END)).filter(fits);
    let Some(at) = ends.next() else { return Err(damaged("its end is missing")) };
    if ends.next().is_some() {
        return Err(damaged("it has two ends"));
    }
    if at >= 20 && tail[at - 20..].starts_with(&ZIP64_SIGNATURE) {
        return Err(IntakeError::Unsupported("the extension for more than 4 GiB (zip64)"));
    }
    let end = &tail[at..];
    let (count, size, start) = (u16_at(end, 10), u32_at(end, 12), u32_at(end, 16));
    if [u16_at(end, 4), u16_at(end, 6)] != [0, 0] || u16_at(end, 8) != count {
        return Err(IntakeError::Unsupported("several volumes"));
    }
    if usize::from(count) > most {
        return Err(IntakeError::TooManyEntries(most));
    }
    let position = bytes - (tail.len() - at) as u64;
    if u64::from(start) + u64::from(size) != position {
        return Err(damaged("its directory is not where its end says"));
    }
    if size > MAX_DIRECTORY {
        return Err(damaged("its directory is too large"));
    }
    let directory = read_at(&mut file, u64::from(start), size as usize)?;
    let mut rest = directory.as_slice();
    let members = (0..count).map(|_| member(&mut rest)).collect::<Result<Vec<_>, _>>()?;
    if !rest.is_empty() {
        return Err(damaged("its directory has more entries than its end says"));
    }
    Ok((members, u64::from(start)))
}

fn member(rest: &mut &[u8]) -> Result<Member, IntakeError> {
    let head = rest.get(..ENTRY).filter(|head| head.starts_with(&ENTRY_SIGNATURE));
    let head = head.ok_or_else(|| damaged("its directory breaks off"))?;
    let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(u16_at(head, at)));
    let whole = ENTRY + name + extra + comment;
    let name = rest.get(ENTRY..ENTRY + name).ok_or_else(|| damaged("its directory breaks off"))?;
    let member = Member {
        name: name.to_owned(),
        flags: u16_at(head, 8),
        method: u16_at(head, 10),
        crc: u32_at(head, 16),
        packed: u32_at(head, 20),
        bytes: u32_at(head, 24),
        mode: u32_at(head, 38) >> 16,
        at: u32_at(head, 42),
    };
    if u16_at(head, 34) != 0 {
        return Err(IntakeError::Unsupported("several volumes"));
    }
    if [member.packed, member.bytes, member.at].contains(&u32::MAX) {
        return Err(IntakeError::Unsupported("the extension for more than 4 GiB (zip64)"));
    }
    *rest = rest.get(whole..).ok_or_else(|| damaged("its directory breaks off"))?;
    Ok(member)
}

/// Where the content of an entry starts, after its own header, which must agree with the directory.
fn content_of(mut file: &File, member: &Member) -> Result<u64, IntakeError> {
    let start = u64::from(member.at);
    let head = read_at(&mut file, start, LOCAL)?;
    if !head.starts_with(&LOCAL_SIGNATURE) {
        return Err(damaged("an entry is not where the directory says"));
    }
    let (name, extra) = (u16_at(&head, 26), u16_at(&head, 28));
    let agrees = |local: u32, central: u32| {
        let is_after = member.flags & SIZES_AFTER != 0 && local == 0;
        // zip64 in the header of the entry alone: some programs that pack a stream are cautious
        local == central || is_after || local == u32::MAX
    };
    let is_same = read_at(&mut file, start + LOCAL as u64, usize::from(name))? == member.name
        && u16_at(&head, 6) == member.flags
        && u16_at(&head, 8) == member.method
        && agrees(u32_at(&head, 14), member.crc)
        && agrees(u32_at(&head, 18), member.packed)
        && agrees(u32_at(&head, 22), member.bytes);
    if !is_same {
        return Err(Refusal::Disagreement.of(&member.name));
    }
    Ok(start + LOCAL as u64 + u64::from(name) + u64::from(extra))
}

/// Refuses entries that share bytes with each other or with the directory.
fn check_overlaps(
    members: &[Member],
    contents: &[u64],
    end_of_all: u64,
) -> Result<(), IntakeError> {
    let mut ranges: Vec<(u64, u64, &Member)> = members
        .iter()
        .zip(contents)
        .map(|(member, start)| (u64::from(member.at), start + u64::from(member.packed), member))
        .collect();
    ranges.sort_by_key(|(start, end, _)| (*start, *end));
    for pair in ranges.windows(2) {
        if pair[0].1 > pair[1].0 {
            return Err(Refusal::Overlap(shown(&pair[0].2.name)).of(&pair[1].2.name));
        }
    }
    match ranges.last() {
        Some((_, end, member)) if *end > end_of_all => Err(Refusal::WrongSize.of(&member.name)),
        _ => Ok(()),
    }
}

fn add(
    mut file: &File,
    member: &Member,
    start: u64,
    tree: &mut Tree<'_>,
) -> Result<(), IntakeError> {
    let refuse = |reason: Refusal| Err(reason.of(&member.name));
    let Some(path) = tree.read_name(&member.name)? else { return Ok(()) };
    let is_folder = member.name.ends_with(b"/");
    match member.mode & 0o170_000 {
        0 => {}
        0o100_000 if !is_folder => {}
        0o040_000 if is_folder => {}
        0o100_000 | 0o040_000 => return refuse(Refusal::Disagreement),
        0o120_000 => return refuse(Refusal::Symlink),
        _ => return refuse(Refusal::Special),
    }
    if member.flags & ENCRYPTED != 0 {
        return refuse(Refusal::Encrypted);
    }
    if is_folder {
        // an empty content that is compressed has two bytes
        if member.bytes > 0 || member.packed > 2 {
            return refuse(Refusal::FolderWithContent);
        }
        return tree.add_folder(&path);
    }
    if member.flags & PATCHED != 0 || ![STORED, DEFLATED].contains(&member.method) {
        return refuse(Refusal::Compression(member.method));
    }
    let executable = (member.mode != 0).then_some(member.mode & 0o111 != 0);
    file.seek(SeekFrom::Start(start)).map_err(damaged)?;
    let packed = BufReader::new(file.take(u64::from(member.packed)));
    let mut content = CrcReader::new(Content::new(packed, member.method).take_one_more(member));
    let written = tree.add_file(&path, &mut content, executable)?;
    let crc = content.crc().sum();
    if written != u64::from(member.bytes) || !content.into_inner().into_inner().is_used_up(member) {
        return refuse(Refusal::WrongSize);
    }
    if crc != member.crc {
        return refuse(Refusal::WrongChecksum);
    }
    Ok(())
}

type Packed<'a> = BufReader<Take<&'a File>>;

/// The content of an entry while it is read.
enum Content<'a> {
    Stored(Packed<'a>),
    Deflated(DeflateDecoder<Packed<'a>>),
}

impl<'a> Content<'a> {
    fn new(packed: Packed<'a>, method: u16) -> Content<'a> {
        match method {
            DEFLATED => Content::Deflated(DeflateDecoder::new(packed)),
            _ => Content::Stored(packed),
        }
    }

    /// At most a byte more than announced.
    fn take_one_more(self, member: &Member) -> Take<Content<'a>> {
        self.take(u64::from(member.bytes) + 1)
    }

    /// Whether all bytes of the archive that belong to it were needed.
    fn is_used_up(&mut self, member: &Member) -> bool {
        match self {
            Content::Stored(packed) => packed.fill_buf().is_ok_and(<[u8]>::is_empty),
            Content::Deflated(decoder) => decoder.total_in() == u64::from(member.packed),
        }
    }
}

impl Read for Content<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Content::Stored(packed) => packed.read(into),
            Content::Deflated(decoder) => decoder.read(into),
        }
    }
}

fn read_at(file: &mut &File, at: u64, count: usize) -> Result<Vec<u8>, IntakeError> {
    let mut bytes = vec![0; count];
    let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut bytes));
    read.map_err(|_| damaged("it breaks off"))?;
    Ok(bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}
