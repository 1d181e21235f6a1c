//! The LGP/1 messages as bytes: those we write, and those we read.
//!
//! Input is untrusted: a line has at most [`LONGEST_LINE`] bytes, the parser limits its nesting,
//! and errors quote the beginning of an invalid line.

use std::borrow::Cow;
use std::io::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use lettergame_base::{BySeat, Points, Seat, TileScoring, escaped, escaped_bytes};
use lettergame_game::Outcome;

/// The maximum line length for either side, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;
/// The version of the protocol.
pub const VERSION: u32 = 1;
/// Maximum length of a quotation of a program's output.
const QUOTED: usize = 200;

/// The limits as sent to a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LimitsMessage {
    /// Milliseconds for hello.
    pub init_ms: u64,
    /// Additional milliseconds for the first decision of a game.
    pub new_ms: u64,
    /// Milliseconds per decision.
    pub move_ms: u64,
    /// Milliseconds for all decisions of a game.
    pub game_ms: u64,
    /// Mebibytes of memory.
    pub memory_mib: u64,
}

/// The first line: the game, its rules (the settings, and the data that determine points) and limits, and the
/// maximum number of asks in progress.
#[must_use]
pub fn hello(
    game: &str,
    (rules, scoring): (&serde_json::Value, Option<TileScoring>),
    limits: LimitsMessage,
    batch: usize,
) -> Vec<u8> {
    let mut hello = serde_json::json!({
        "t": "hello",
        "lgp": [VERSION, VERSION],
        "game": game,
        "rules": rules,
        "limits": limits,
        "batch": batch,
    });
    if let Some(scoring) = scoring {
        hello["scoring"] = serde_json::json!(scoring);
    }
    line(&hello)
}

/// A game begins. `classes` are those of the players by seat, for a player that receives them; otherwise
/// empty.
#[must_use]
pub fn new_game(game: u64, seat: Seat, seats: usize, seed: u64, classes: &[&str]) -> Vec<u8> {
    let told = match classes {
        [] => String::new(),
        classes => format!(",\"classes\":{}", serde_json::json!(classes)),
    };
    let text = format!(
        "{{\"t\":\"new\",\"g\":{game},\"seat\":{seat},\"seats\":{seats},\"seed\":\"{seed:016x}\"{told}}}\n"
    );
    text.into_bytes()
}

/// Writes an ask without its line ending. `events` are comma-separated JSON values.
pub fn write_ask(
    out: &mut Vec<u8>,
    q: u64,
    game: u64,
    kind: &str,
    events: &[u8],
    view: &impl Serialize,
) {
    // writing to memory cannot fail, and views are plain data
    let _ = write!(out, "{{\"t\":\"ask\",\"q\":{q},\"g\":{game},\"kind\":\"{kind}\",\"events\":[");
    out.extend_from_slice(events);
    out.extend_from_slice(b"],\"view\":");
    let _ = serde_json::to_writer(&mut *out, view);
    out.push(b'}');
}

/// Adds unknown fields to an ask, in the message and in its view.
pub fn add_odd_fields(ask: &mut Vec<u8>) {
    let odd = br#""x_unknown":{"t":"bye","list":[1,[2.5e3,null,true]],"text":"\u00e9\"}]"},"#;
    let view = b"\"view\":{";
    if let Some(place) = ask.windows(view.len()).position(|bytes| bytes == view) {
        ask.splice(place + view.len()..place + view.len(), odd.iter().copied());
    }
    ask.splice(1..1, odd.iter().copied());
}

/// The game is over; with `banned`, this seat was banned in it.
#[must_use]
pub fn over(game: u64, events: &[u8], outcome: &Outcome, banned: bool) -> Vec<u8> {
    end(game, events, &outcome.points, if banned { "banned" } else { "over" })
}

/// The game was abandoned; it may begin again.
#[must_use]
pub fn stopped(game: u64) -> Vec<u8> {
    end(game, &[], &BySeat::default(), "stopped")
}

fn end(game: u64, events: &[u8], scores: &BySeat<Points>, why: &str) -> Vec<u8> {
    let mut out = format!("{{\"t\":\"end\",\"g\":{game},\"events\":[").into_bytes();
    out.extend_from_slice(events);
    out.extend_from_slice(b"],\"scores\":");
    let _ = serde_json::to_writer(&mut out, scores);
    let _ = writeln!(out, ",\"why\":\"{why}\"}}");
    out
}

/// A liveness check.
#[must_use]
pub fn ping() -> Vec<u8> {
    b"{\"t\":\"ping\"}\n".to_vec()
}

/// The answer to a ping.
#[must_use]
pub fn pong() -> Vec<u8> {
    b"{\"t\":\"pong\"}\n".to_vec()
}

/// A request to exit.
#[must_use]
pub fn bye() -> Vec<u8> {
    b"{\"t\":\"bye\"}\n".to_vec()
}

fn line(value: &serde_json::Value) -> Vec<u8> {
    format!("{value}\n").into_bytes()
}

/// What a program reports about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// Its name; may be empty.
    pub name: String,
    /// Its version; may be empty.
    pub version: String,
    /// Whether several asks, of different games, may be in progress at once.
    pub batch: bool,
}

/// One message from a program.
#[derive(Debug)]
pub enum Said<'a> {
    /// It is ready.
    Hello(Hello),
    /// Its move, as JSON, for an ask.
    Act(u64, &'a str),
    /// It cannot answer an ask: the reason.
    Fail(u64, String),
    /// A liveness check.
    Ping,
    /// The answer to a liveness check.
    Pong,
}

/// Why a line is not a valid message; the text quotes its beginning.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// It is not the JSON of a message.
    #[error(
        "invalid message `{quoted}`: {why}; standard output is for messages only, write logs to standard error"
    )]
    Unreadable {
        /// The beginning of the line.
        quoted: String,
        /// The parser's message.
        why: String,
    },
    /// The type of the message is unknown.
    #[error(
        "invalid message `{quoted}`: unknown `t` `{kind}`, expected hello, act, fail, ping or pong"
    )]
    Unknown {
        /// The beginning of the line.
        quoted: String,
        /// Its `t`.
        kind: String,
    },
    /// A field is missing or invalid.
    #[error("invalid message `{quoted}`: `{field}` is missing or invalid, expected {wanted}")]
    Field {
        /// The beginning of the line.
        quoted: String,
        /// The field.
        field: &'static str,
        /// The expected value.
        wanted: &'static str,
    },
    /// It uses another version.
    #[error(
        "the program uses LGP/{0}, but only LGP/{VERSION} is supported; answer hello with \"lgp\":{VERSION}"
    )]
    Version(String),
}

/// All known fields of messages; others are ignored.
#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    t: Cow<'a, str>,
    #[serde(borrow, default)]
    q: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "move")]
    choice: Option<&'a RawValue>,
    #[serde(borrow, default)]
    lgp: Option<&'a RawValue>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    version: Option<String>,
    #[serde(default)]
    caps: Option<Vec<String>>,
    #[serde(default)]
    why: Option<String>,
}

/// Reads a line: one message, or an array of messages.
///
/// # Errors
/// The first error in it; the whole line is then ignored.
pub fn read(line: &[u8]) -> Result<Vec<Said<'_>>, MessageError> {
    let unreadable = |why: String| MessageError::Unreadable { quoted: quoted(line), why };
    let text =
        std::str::from_utf8(line).map_err(|error| unreadable(format!("invalid UTF-8: {error}")))?;
    if text.starts_with('\u{feff}') {
        return Err(unreadable("it begins with a byte order mark, write UTF-8 without one".into()));
    }
    // the parser's own text quotes values in full
    let json = |error: serde_json::Error| unreadable(shortened(&error.to_string()));
    if text.trim_ascii_start().starts_with('[') {
        let all: Vec<Fields<'_>> = serde_json::from_str(text).map_err(json)?;
        all.into_iter().map(|fields| said(fields, line)).collect()
    } else {
        let one: Fields<'_> = serde_json::from_str(text).map_err(json)?;
        Ok(vec![said(one, line)?])
    }
}

/// Number of answers on these lines.
#[must_use]
pub fn answers(lines: &[Result<Vec<Said<'_>>, MessageError>]) -> u32 {
    let said = lines.iter().flatten().flatten();
    said.filter(|said| matches!(said, Said::Act(..) | Said::Fail(..))).count() as u32
}

fn said<'a>(fields: Fields<'a>, line: &[u8]) -> Result<Said<'a>, MessageError> {
    let field = |field, wanted| MessageError::Field { quoted: quoted(line), field, wanted };
    let question = |q: Option<&RawValue>| {
        q.and_then(|q| q.get().parse().ok())
            .ok_or_else(|| field("q", "the number `q` of the ask, unchanged"))
    };
    match fields.t.as_ref() {
        "act" => {
            let choice = fields.choice.ok_or_else(|| field("move", "the move"))?;
            Ok(Said::Act(question(fields.q)?, choice.get()))
        }
        "fail" => Ok(Said::Fail(question(fields.q)?, shortened(&fields.why.unwrap_or_default()))),
        "hello" => {
            let version = fields.lgp.map_or("nothing", RawValue::get);
            if version != VERSION.to_string() {
                return Err(MessageError::Version(shortened(version)));
            }
            Ok(Said::Hello(Hello {
                name: fields.name.as_deref().map(shortened).unwrap_or_default(),
                version: fields.version.as_deref().map(shortened).unwrap_or_default(),
                batch: fields.caps.is_some_and(|caps| caps.iter().any(|cap| cap == "batch")),
            }))
        }
        "ping" => Ok(Said::Ping),
        "pong" => Ok(Said::Pong),
        other => Err(MessageError::Unknown { quoted: quoted(line), kind: shortened(other) }),
    }
}

/// The beginning of a program's output, as quoted in errors.
#[must_use]
pub fn quoted(line: &[u8]) -> String {
    escaped_bytes(line, QUOTED)
}

/// The same for text.
#[must_use]
pub fn shortened(text: &str) -> String {
    escaped(text, QUOTED).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{MessageError, Said, quoted, read, write_ask};

    #[test]
    fn acts_parse_one_by_one_and_as_arrays() {
        let one = read(br#"{"t":"act","q":91,"move":{"bid":12},"more":[1,{}]}"#).unwrap();
        assert!(matches!(one[..], [Said::Act(91, r#"{"bid":12}"#)]), "{one:?}");
        let two = read(b" [{\"t\":\"act\",\"q\":1,\"move\":\"pass\"},{\"t\":\"fail\",\"q\":2}]\r")
            .unwrap();
        assert!(matches!(&two[..], [Said::Act(1, "\"pass\""), Said::Fail(2, _)]), "{two:?}");
    }

    #[test]
    fn hello_states_its_version() {
        let hello = read(br#"{"t":"hello","lgp":1,"name":"x","caps":["batch","y"]}"#).unwrap();
        assert!(matches!(&hello[..], [Said::Hello(hello)] if hello.batch && hello.name == "x"));
        for (version, told) in [("2", "LGP/2"), ("[1,1]", "LGP/[1,1]"), ("\"1\"", "LGP/\"1\"")] {
            let error = read(format!(r#"{{"t":"hello","lgp":{version}}}"#).as_bytes()).unwrap_err();
            assert!(error.to_string().contains(told), "{error}");
        }
        assert!(matches!(read(br#"{"t":"hello"}"#), Err(MessageError::Version(_))));
    }

    #[test]
    fn a_byte_order_mark_is_named() {
        let error = read("\u{feff}{\"t\":\"ping\"}".as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("invalid message `\\u{feff}{\"t\""), "{error}");
        assert!(error.contains("begins with a byte order mark"), "{error}");
    }

    #[test]
    fn parser_errors_about_long_values_are_truncated() {
        let line = format!("\"{}\"", "\\u0007".repeat(100_000));
        let error = read(line.as_bytes()).unwrap_err().to_string();
        assert!(error.len() < 1000 && !error.contains(char::is_control), "{error}");
    }

    #[test]
    fn an_invalid_message_is_quoted() {
        let deep = "[".repeat(100_000);
        let lines: [&[u8]; 12] = [
            b"hello world",
            b"",
            b"null",
            b"{}",
            b"{\"t\":\"act\",\"move\":{\"bid\":1}}",
            b"{\"t\":\"act\",\"q\":-1,\"move\":1}",
            b"{\"t\":\"act\",\"q\":1.5,\"move\":1}",
            b"{\"t\":\"act\",\"q\":18446744073709551616,\"move\":1}",
            b"{\"t\":\"act\",\"q\":1}",
            b"{\"t\":\"dance\"}",
            b"\xff\xfe",
            deep.as_bytes(),
        ];
        for line in lines {
            let error = read(line).unwrap_err().to_string();
            assert!(error.len() < 600, "{error}");
            assert!(error.contains('`'), "{error}");
        }
        assert_eq!(quoted(b"a\x1b[31m\nb"), "a\\u{1b}[31m\\nb");
        assert_eq!(quoted(&[b'x'; 1000]).len(), 203);
    }

    #[test]
    fn odd_fields_leave_an_ask_readable() {
        let mut out = Vec::new();
        write_ask(&mut out, 5, 17, "bid", &[], &serde_json::json!({"round": 1}));
        super::add_odd_fields(&mut out);
        let read: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!((&read["q"], &read["view"]["round"]), (&5.into(), &1.into()));
        assert!(read["x_unknown"].is_object() && read["view"]["x_unknown"].is_object());
    }

    #[test]
    fn an_ask_is_one_object() {
        let mut out = Vec::new();
        write_ask(&mut out, 5, 17, "bid", b"1,\"two\"", &serde_json::json!({"round": 1}));
        let read: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!((&read["q"], &read["events"][1]), (&5.into(), &"two".into()));
    }
}
