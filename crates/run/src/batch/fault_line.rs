//! Lines of `faults.jsonl`: how they are sealed, and what readers need of them.
//!
//! A line ends with `"check"`, the CRC-32 of everything before it. `"log"` is the end of a program's log by then.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use lettergame_game::FaultKind;

const CHECK: &[u8] = b",\"check\":\"";
/// Bytes of `,"check":"12345678"}`.
const SEAL: usize = CHECK.len() + 10;

/// The lines with a check each, replacing any existing ones.
pub(crate) fn sealed(lines: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(lines.len() + SEAL);
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let Some(content) = unsealed(line).or(line.strip_suffix(b"}")) else {
            // not a line of a run: readers detect it
            text.extend_from_slice(line);
            text.push(b'\n');
            continue;
        };
        text.extend_from_slice(content);
        text.extend_from_slice(CHECK);
        text.extend_from_slice(format!("{:08x}\"}}\n", crc32fast::hash(content)).as_bytes());
    }
    text
}

/// The part of a line (without its line break) before its check; `None` if there is no check.
fn unsealed(line: &[u8]) -> Option<&[u8]> {
    let (content, seal) = line.split_at_checked(line.len().checked_sub(SEAL)?)?;
    (seal.starts_with(CHECK) && seal.ends_with(b"\"}")).then_some(content)
}

/// Whether the check of a line (without its line break) is correct.
pub(crate) fn is_intact(line: &[u8]) -> bool {
    unsealed(line).is_some_and(|content| {
        let sum = format!("{:08x}", crc32fast::hash(content));
        line[content.len() + CHECK.len()..].starts_with(sum.as_bytes())
    })
}

/// A line of `faults.jsonl`, without its check.
#[derive(Serialize, Deserialize)]
pub(crate) struct FaultLine<'a> {
    pub(crate) game: u64,
    /// The turn, from 1.
    pub(crate) ply: u32,
    pub(crate) seat: usize,
    /// The player's name in files.
    pub(crate) player: Cow<'a, str>,
    pub(crate) fault: FaultKind,
    pub(crate) said: Cow<'a, str>,
    /// The last lines of its log.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    pub(crate) log: Cow<'a, [String]>,
}

#[cfg(test)]
mod tests {
    use super::{is_intact, sealed};
    use crate::format::game_number::game_of_fault;

    const LINE: &str = "{\"game\":12,\"ply\":1,\"seat\":0,\"player\":\"a\",\"fault\":\"late\",\"said\":\"x,\\\"log\\\":[\"";

    #[test]
    fn a_line_is_sealed_once() {
        let plain = format!("{LINE}}}\n");
        let logged = format!("{LINE},\"log\":[\"y\"]}}\n");
        for line in [&plain, &logged] {
            let once = sealed(line.as_bytes());
            assert_eq!(sealed(&once), once);
            assert!(
                is_intact(once.strip_suffix(b"\n").unwrap())
                    && !is_intact(line.trim_end().as_bytes())
            );
            assert_eq!(game_of_fault(&once), Some(12));
            let read: serde_json::Value = serde_json::from_slice(&once).unwrap();
            assert_eq!(read["said"], "x,\"log\":[");
        }
        assert_eq!(sealed(b"garbage"), b"garbage\n");
    }

    #[test]
    fn every_changed_byte_of_a_line_is_detected() {
        let line = sealed(format!("{LINE},\"log\":[\"y\"]}}\n").as_bytes());
        let line = line.strip_suffix(b"\n").unwrap();
        for place in 0..line.len() {
            for change in [1, 2, 0x20, 0x80] {
                let mut other = line.to_vec();
                other[place] ^= change;
                assert!(!is_intact(&other), "byte {place} by {change}");
            }
        }
    }
}
