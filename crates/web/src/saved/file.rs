//! The file of a game: a head, then one line for each event.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::happened::Happened;
use crate::rooms::Room;

/// The version of the format.
const VERSION: u32 = 1;

/// The first line: all that is needed to start the game again at the same addresses.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    lettergame: u32,
    /// The client that started it, whose share of the files it uses; earlier versions did not write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    client: Option<String>,
    /// The address of its section.
    pub(super) game: String,
    /// The address that starts the same game, with its rules and seed.
    pub(super) address: String,
    /// Whether its seed was set, and so is shown to everyone although several persons play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_known_deal: bool,
    pub(super) players: Vec<String>,
    /// Identifies the word list.
    pub(super) words: String,
    /// The secrets of its addresses.
    pub(super) room: String,
    pub(super) host: String,
    pub(super) seats: Vec<Secret>,
    /// The address of the deal of the day that is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) daily: Option<String>,
    /// Whether persons sit down by the address of the room.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) invites: bool,
}

/// The secret of a seat's address.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Secret {
    pub(super) seat: u8,
    pub(super) secret: String,
}

impl Head {
    pub(super) fn of(room: &Room, words: &str, client: String) -> Head {
        let secret = |(seat, token): &(lettergame_base::Seat, _)| Secret {
            seat: seat.index() as u8,
            secret: format!("{token}"),
        };
        Head {
            lettergame: VERSION,
            client: Some(client),
            game: room.section.path.to_owned(),
            address: room.about.address.clone(),
            has_known_deal: room.has_known_deal(),
            players: room.about.players.clone(),
            words: words.to_owned(),
            room: room.id.to_string(),
            host: room.host.to_string(),
            seats: room.seats.iter().map(secret).collect(),
            daily: room.daily.clone(),
            invites: room.invites,
        }
    }
}

/// A parsed file, up to the first error.
pub(super) struct Saved {
    pub(super) head: Head,
    head_length: usize,
    /// Each line with its event.
    pub(super) lines: Vec<(String, Happened)>,
    /// The error of the next line, if any.
    pub(super) wrong: Option<String>,
}

impl Saved {
    /// Parses a file. A last line without an end was being written when the server ended: it is dropped.
    pub(super) fn parse(bytes: &[u8]) -> Result<Saved, String> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
        let first = lines.next().ok_or("expected a first line, found none")?;
        let head: Head =
            serde_json::from_slice(first).map_err(|error| format!("line 1: {error}"))?;
        if head.lettergame != VERSION {
            return Err(format!("expected version {VERSION}, found {}", head.lettergame));
        }
        let mut saved = Saved { head, head_length: first.len(), lines: Vec::new(), wrong: None };
        for line in lines {
            match serde_json::from_slice(line) {
                Ok(happened) => {
                    let text = String::from_utf8_lossy(&line[..line.len() - 1]).into_owned();
                    saved.lines.push((text, happened));
                }
                Err(error) => {
                    saved.wrong = Some(error.to_string());
                    break;
                }
            }
        }
        Ok(saved)
    }

    /// The bytes of the head and this many lines.
    pub(super) fn length_of(&self, lines: usize) -> u64 {
        let lines = self.lines[..lines].iter().map(|(line, _)| line.len() + 1);
        (self.head_length + lines.sum::<usize>()) as u64
    }
}

/// How soon a file may be removed, the smallest first: games without a person's move, then finished ones,
/// then by their age.
pub(super) fn rank(path: &Path) -> (u8, SystemTime) {
    let (is_touched, is_over) = File::open(path)
        .and_then(|file| Ok((is_touched(&file)?, is_over(&file)?)))
        .unwrap_or_default();
    let rank = match (is_touched, is_over) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => 2,
    };
    (rank, super::changed(path))
}

/// Whether a person has made a move. The first one comes early, at most after turns of computers.
fn is_touched(file: &File) -> io::Result<bool> {
    let mut lines = BufReader::new(file).split(b'\n');
    let said = |line: &io::Result<Vec<u8>>| {
        line.as_ref().map_or(true, |line| line.starts_with(b"{\"said\""))
    };
    lines.find(said).map_or(Ok(false), |line| line.map(|_| true))
}

/// Whether the last line ends the game.
fn is_over(mut file: &File) -> io::Result<bool> {
    const TAIL: u64 = 2048;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail)?;
    let mut lines = tail.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let ends = |line: &[u8]| line.starts_with(b"{\"over\"") || line.starts_with(b"{\"resigned\"");
    Ok(lines.next_back().is_some_and(ends))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Saved, rank};

    const HEAD: &str = r#"{"lettergame":1,"game":"/marrakech","address":"/marrakech?seed=1","players":["person"],"words":"x","room":"r","host":"h","seats":[{"seat":0,"secret":"s"}]}"#;

    #[test]
    fn complete_lines_are_kept_and_a_torn_one_is_dropped() {
        let said = r#"{"said":{"seat":0,"move":"rotate left"}}"#;
        let text = format!("{HEAD}\n{said}\n{{\"turn\":[{{\"sea");
        let saved = Saved::parse(text.as_bytes()).unwrap();
        assert_eq!((saved.lines.len(), saved.wrong.is_none()), (1, true));
        assert_eq!(saved.length_of(1) as usize, HEAD.len() + said.len() + 2);
        let text = format!("{HEAD}\n{said}\nnonsense\n{said}\n");
        let saved = Saved::parse(text.as_bytes()).unwrap();
        assert_eq!((saved.lines.len(), saved.wrong.is_some()), (1, true));
    }

    #[test]
    fn a_file_without_a_header_is_not_a_game() {
        for bad in ["", "{}\n", HEAD, &HEAD.replace(":1,", ":2,"), "\0\n"] {
            assert!(Saved::parse(format!("{bad}\n").as_bytes()).is_err() || bad == HEAD, "{bad}");
        }
        assert!(Saved::parse(HEAD.as_bytes()).is_err(), "its end is missing");
    }

    #[test]
    fn untouched_games_are_evicted_first_and_running_ones_last() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = dir.path().join(name);
            fs::write(&path, text).unwrap();
            rank(&path).0
        };
        let said = r#"{"said":{"seat":0,"move":"rotate left"}}"#;
        assert_eq!(file("over", &format!("{HEAD}\n{said}\n{{\"over\":[3]}}\n")), 1);
        assert_eq!(file("untouched", &format!("{HEAD}\n")), 0);
        let turn = r#"{"turn":[{"seat":1,"move":"rotate left"}]}"#;
        let turns = format!("{turn}\n").repeat(100);
        assert_eq!(file("of computers so far", &format!("{HEAD}\n{turns}")), 0);
        assert_eq!(file("under way", &format!("{HEAD}\n{said}\n")), 2);
        assert_eq!(file("long under way", &format!("{HEAD}\n{turns}{said}\n{turns}")), 2);
    }
}
