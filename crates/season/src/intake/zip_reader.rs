//! Unpacks zip archives, strictly: one central directory that ends where its end record starts, entries that
//! do not overlap, headers that agree, sizes and checksums that are true. Other readers repair archives, and
//! two that repair differently see different files.

use std::io::Read;

use flate2::CrcReader;
use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ErrorKind, ZipArchive, ZipFileHeaderRecord, ZipSliceArchive};

use crate::intake::refusal::{IntakeError, Refusal, damaged, shown};
use crate::intake::tree::Tree;

/// The start of the record at the end, and its size without a comment.
const END: &[u8] = b"PK\x05\x06";
const END_SIZE: usize = 22;
/// The start of the record before it in archives of more than 4 GiB, and its size.
const ZIP64: &[u8] = b"PK\x06\x07";
const ZIP64_SIZE: usize = 20;
const ZIP64_NAME: &str = "the extension for more than 4 GiB (zip64)";
/// The flag of a patch instead of content.
const PATCHED: u16 = 1 << 5;

/// An entry as the central directory describes it.
struct Member<'a> {
    head: ZipFileHeaderRecord<'a>,
    name: &'a [u8],
    content: &'a [u8],
    /// Where it ends.
    end: u64,
}

/// Unpacks an archive.
pub(super) fn unpack(mut file: impl Read, tree: &mut Tree<'_>) -> Result<(), IntakeError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(damaged)?;
    let archive = ZipArchive::from_slice(bytes.as_slice()).map_err(damaged)?;
    let count = check_end(&archive, tree.limits().entries())?;
    let heads = archive.entries().take(count + 1).collect::<Result<Vec<_>, _>>();
    let heads = heads.map_err(damaged)?;
    if heads.len() != count {
        return Err(damaged("its directory does not have as many entries as its end says"));
    }
    let members = heads.into_iter().map(|head| member(&archive, head));
    let members = members.collect::<Result<Vec<_>, _>>()?;
    check_overlaps(&members, archive.directory_offset())?;
    members.iter().try_for_each(|member| add(member, tree))
}

/// Refuses what is understood in several ways before the directory is read. Returns the number of entries.
fn check_end(archive: &ZipSliceArchive<&[u8]>, most: usize) -> Result<usize, IntakeError> {
    let bytes = *archive.get_ref();
    let u16_at = |at: usize| usize::from(bytes[at]) | usize::from(bytes[at + 1]) << 8;
    let u32_at = |at: usize| u16_at(at) | u16_at(at + 2) << 16;
    if archive.end_offset() != bytes.len() as u64 {
        return Err(damaged("something follows its end"));
    }
    let end = bytes.len() - END_SIZE - archive.comment().as_bytes().len();
    let is_end =
        |at: usize| bytes[at..].starts_with(END) && at + END_SIZE + u16_at(at + 20) == bytes.len();
    if (end.saturating_sub(usize::from(u16::MAX))..end).any(is_end) {
        return Err(damaged("it has two ends"));
    }
    if end >= ZIP64_SIZE && bytes[end - ZIP64_SIZE..].starts_with(ZIP64) {
        return Err(IntakeError::Unsupported(ZIP64_NAME));
    }
    let count = u16_at(end + 10);
    if u32_at(end + 4) != 0 || u16_at(end + 8) != count {
        return Err(IntakeError::Unsupported("several volumes"));
    }
    if count > most {
        return Err(IntakeError::TooManyEntries(most));
    }
    if u32_at(end + 12).checked_add(u32_at(end + 16)) != Some(end) {
        return Err(damaged("its directory is not where its end says"));
    }
    Ok(count)
}

/// An entry whose own header agrees with the directory.
fn member<'a>(
    archive: &'a ZipSliceArchive<&[u8]>,
    head: ZipFileHeaderRecord<'a>,
) -> Result<Member<'a>, IntakeError> {
    let name = head.file_path().as_bytes();
    let [packed, bytes] = [head.compressed_size_hint(), head.uncompressed_size_hint()];
    if [packed, bytes, head.local_header_offset()].iter().any(|size| *size >= u32::MAX.into()) {
        return Err(IntakeError::Unsupported(ZIP64_NAME));
    }
    let entry = archive.get_entry(head.wayfinder()).map_err(|error| match error.kind() {
        ErrorKind::Eof => Refusal::WrongSize.of(name),
        _ => damaged("an entry is not where the directory says"),
    })?;
    let local = entry.local_header();
    // sizes and checksum may follow the content
    let agrees = |local: u64, central: u64| {
        local == central || local == 0 && head.flags().has_data_descriptor()
    };
    let is_same = local.file_path() == head.file_path()
        && local.flags() == head.flags()
        && local.compression_method() == head.compression_method()
        && agrees(local.crc32().into(), head.crc32().into())
        && agrees(local.compressed_size_hint(), packed)
        && agrees(local.uncompressed_size_hint(), bytes);
    if !is_same {
        return Err(Refusal::Disagreement.of(name));
    }
    let end = entry.compressed_data_range().1;
    Ok(Member { head, name, content: entry.data(), end })
}

/// Refuses entries that share bytes with each other or with the directory.
fn check_overlaps(members: &[Member<'_>], end_of_all: u64) -> Result<(), IntakeError> {
    let start = |member: &Member<'_>| member.head.local_header_offset();
    let mut sorted: Vec<&Member<'_>> = members.iter().collect();
    sorted.sort_by_key(|member| (start(member), member.end));
    for pair in sorted.windows(2) {
        if pair[0].end > start(pair[1]) {
            return Err(Refusal::Overlap(shown(pair[0].name)).of(pair[1].name));
        }
    }
    match sorted.last() {
        Some(member) if member.end > end_of_all => Err(Refusal::WrongSize.of(member.name)),
        _ => Ok(()),
    }
}

fn add(member: &Member<'_>, tree: &mut Tree<'_>) -> Result<(), IntakeError> {
    let Member { head, name, content, .. } = member;
    let refuse = |reason: Refusal| Err(reason.of(name));
    let Some(path) = tree.read_name(name)? else { return Ok(()) };
    let is_folder = head.is_dir();
    let mode = head.external_attributes() >> 16;
    match mode & 0o170_000 {
        0 => {}
        0o100_000 if !is_folder => {}
        0o040_000 if is_folder => {}
        0o100_000 | 0o040_000 => return refuse(Refusal::Disagreement),
        0o120_000 => return refuse(Refusal::Symlink),
        _ => return refuse(Refusal::Special),
    }
    let flags = head.flags();
    if flags.is_encrypted() || flags.has_strong_encryption() || flags.is_masked() {
        return refuse(Refusal::Encrypted);
    }
    let bytes = head.uncompressed_size_hint();
    if is_folder {
        // an empty content that is compressed has two bytes
        if bytes > 0 || content.len() > 2 {
            return refuse(Refusal::FolderWithContent);
        }
        return tree.add_folder(&path);
    }
    let (mut stored, mut deflated) = (*content, DeflateDecoder::new(*content));
    let unpacked: &mut dyn Read = match head.compression_method() {
        CompressionMethod::STORE if flags.bits() & PATCHED == 0 => &mut stored,
        CompressionMethod::DEFLATE if flags.bits() & PATCHED == 0 => &mut deflated,
        method => return refuse(Refusal::Compression(method.as_u16())),
    };
    // at most a byte more than announced
    let mut unpacked = CrcReader::new(unpacked.take(bytes + 1));
    let executable = (mode != 0).then_some(mode & 0o111 != 0);
    let written = tree.add_file(&path, &mut unpacked, executable)?;
    let crc = unpacked.crc().sum();
    let is_used_up = stored.is_empty() || deflated.total_in() == content.len() as u64;
    if written != bytes || !is_used_up {
        return refuse(Refusal::WrongSize);
    }
    if crc != head.crc32() {
        return refuse(Refusal::WrongChecksum);
    }
    Ok(())
}
