//! Archives made byte by byte, since libraries refuse to write those that are refused here.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};

use crate::intake::{Intake, IntakeError, IntakeLimits, Refusal, take_in};

/// An empty place for archives and folders.
pub(super) struct Place(tempfile::TempDir);

impl Place {
    pub(super) fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        write(self.0.path(), name, bytes)
    }

    /// Takes in a file or folder of this place as `into`, which exists only afterwards, if it may.
    pub(super) fn take_in(&self, name: &str, limits: &IntakeLimits) -> Result<Intake, IntakeError> {
        let into = self.path("into");
        let taken = take_in(&self.path(name), &into, limits);
        assert_eq!(taken.is_ok(), into.exists(), "{taken:?}");
        taken
    }

    /// Takes in these bytes under a name.
    pub(super) fn take_bytes(&self, name: &str, bytes: &[u8]) -> Result<Intake, IntakeError> {
        self.write(name, bytes);
        self.take_in(name, &IntakeLimits::default())
    }
}

pub(super) fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, bytes).unwrap();
    path
}

/// The entry and the reason of a refusal.
pub(super) fn refusal(taken: Result<Intake, IntakeError>) -> (String, Refusal) {
    match taken {
        Err(IntakeError::Entry { entry, reason }) => (entry, reason),
        taken => panic!("no entry was refused: {taken:?}"),
    }
}

pub(super) fn paths(intake: &Intake) -> Vec<&str> {
    intake.files.iter().map(|file| file.path.as_str()).collect()
}

pub(super) fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(super) fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(super) fn crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// An entry of a zip archive, both of whose headers say what they are told.
#[derive(Clone)]
pub(super) struct Zipped {
    pub(super) name: Vec<u8>,
    pub(super) local_name: Vec<u8>,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) crc: u32,
    pub(super) packed: u32,
    pub(super) bytes: u32,
    pub(super) local_bytes: u32,
    pub(super) mode: u32,
    /// Where it claims to be, if it lies.
    pub(super) at: Option<u32>,
    pub(super) content: Vec<u8>,
}

impl Zipped {
    pub(super) fn new(name: &str, content: &[u8]) -> Zipped {
        let name = name.as_bytes().to_vec();
        let bytes = u32::try_from(content.len()).unwrap();
        Zipped {
            local_name: name.clone(),
            name,
            flags: 0,
            method: 0,
            crc: crc(content),
            packed: bytes,
            bytes,
            local_bytes: bytes,
            mode: 0o100_644,
            at: None,
            content: content.to_vec(),
        }
    }

    pub(super) fn deflated(name: &str, content: &[u8]) -> Zipped {
        let packed = deflated(content);
        let size = u32::try_from(packed.len()).unwrap();
        Zipped { method: 8, packed: size, content: packed, ..Zipped::new(name, content) }
    }
}

pub(super) fn zip(entries: &[Zipped]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let at = entry.at.unwrap_or(u32::try_from(bytes.len()).unwrap());
        let head = |into: &mut Vec<u8>, signature: &[u8], name: &[u8], size: u32| {
            into.extend(signature);
            for value in [20, entry.flags, entry.method, 0, 0x21] {
                into.extend(value.to_le_bytes());
            }
            for value in [entry.crc, entry.packed, size] {
                into.extend(value.to_le_bytes());
            }
            into.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
            into.extend([0, 0]);
        };
        head(&mut bytes, b"PK\x03\x04", &entry.local_name, entry.local_bytes);
        bytes.extend(&entry.local_name);
        bytes.extend(&entry.content);
        head(&mut directory, b"PK\x01\x02\x14\x03", &entry.name, entry.bytes);
        directory.extend([0; 6]);
        directory.extend((entry.mode << 16).to_le_bytes());
        directory.extend(at.to_le_bytes());
        directory.extend(&entry.name);
    }
    let start = u32::try_from(bytes.len()).unwrap();
    bytes.extend(&directory);
    bytes.extend(end(entries.len(), directory.len(), start));
    bytes
}

/// The record at the end of a zip archive.
pub(super) fn end(count: usize, size: usize, start: u32) -> Vec<u8> {
    let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
    let count = u16::try_from(count).unwrap().to_le_bytes();
    end.extend([count, count].concat());
    end.extend(u32::try_from(size).unwrap().to_le_bytes());
    end.extend(start.to_le_bytes());
    end.extend([0, 0]);
    end
}

/// The header of an entry of a tar archive in the format of POSIX.
pub(super) fn tar_header(name: &[u8], kind: u8, size: u64, link: &[u8]) -> Vec<u8> {
    let mut block = vec![0; 512];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name);
    put(100, b"0000644\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(136, b"00000000000\0");
    put(156, &[kind]);
    put(157, link);
    put(257, b"ustar\x0000");
    signed(block)
}

/// A header with the right checksum.
pub(super) fn signed(mut block: Vec<u8>) -> Vec<u8> {
    block[148..156].copy_from_slice(b"        ");
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

/// An entry of a tar archive with its content.
pub(super) fn tarred(name: &[u8], kind: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = tar_header(name, kind, content.len() as u64, b"");
    bytes.extend(content);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

pub(super) fn tar(entries: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = entries.concat();
    bytes.resize(bytes.len() + 1024, 0);
    bytes
}
