//! Questions about state strings, by name, as answered by `lettergame analyse marrakech eval`.
//!
//! | query | arguments | answer |
//! | --- | --- | --- |
//! | `rug-valid` | game, rug | whether the rug belongs to a player of the game and is not visible anywhere |
//! | `game-over` | game | whether all players still in have laid all their rugs |
//! | `rotate` | assam, degrees | Assam rotated by 0, 90 or 270; unchanged for any other number |
//! | `placement-valid` | game, rug | whether the rug may be laid there |
//! | `payment` | game | the cost of landing on Assam's square |
//! | `winner` | game | `n` while not over, `t` for a tie, else the colour |
//! | `move` | assam, die | Assam after 1 to 4 steps |
//! | `place` | game, rug | the game with the rug laid, or unchanged if that is not possible |
//!
//! A malformed rug is not an error: it is invalid and is not laid.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::de::{Deserializer, Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use crate::rules::{Assam, Die, Position, Rotation, Rug, TextError};
use lettergame_base::did_you_mean;

/// The maximum number of arguments of a query.
const MAX: usize = 2;

/// A query: `{"query": "rotate", "args": ["A33N", 90]}`. Other keys are ignored.
#[derive(Debug, Deserialize)]
pub struct Request<'a> {
    #[serde(borrow)]
    query: Cow<'a, str>,
    #[serde(borrow)]
    args: Args<'a>,
}

/// An argument of a query.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A number.
    Number(f64),
    /// Anything else, which no query accepts.
    Other,
}

/// Up to two arguments, and how many were given.
#[derive(Debug)]
struct Args<'a> {
    first: ArrayVec<Arg<'a>, MAX>,
    count: usize,
}

/// The answer to a query. `Display` is plain text; in JSON, texts are strings.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Yes or no.
    Truth(bool),
    /// A number of dirhams.
    Dirhams(u32),
    /// The winner.
    Winner(char),
    /// Where Assam is.
    Assam(Assam),
    /// A game.
    Game(Box<Position>),
}

/// Why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QueryError {
    /// Not a JSON object with `query` and `args`.
    #[error(
        "invalid query: {0}: expected an object such as {{\"query\": \"rotate\", \"args\": [\"A33N\", 90]}}"
    )]
    Json(String),
    /// An unknown query.
    #[error("unknown query `{name}`{hint}")]
    Unknown {
        /// As given.
        name: String,
        /// A hint with the nearest name, or all of them.
        hint: String,
    },
    /// Too many or too few arguments.
    #[error("`{query}` takes {wanted}, found {found} arguments")]
    Count {
        /// The query.
        query: &'static str,
        /// What it expects.
        wanted: &'static str,
        /// The number given.
        found: usize,
    },
    /// An argument of the wrong kind.
    #[error("`{query}` takes {wanted}: expected a {kind} as argument {at}")]
    Kind {
        /// The query.
        query: &'static str,
        /// What it expects.
        wanted: &'static str,
        /// The argument, from 1.
        at: usize,
        /// The expected kind.
        kind: &'static str,
    },
    /// A die that is not 1 to 4.
    #[error("invalid die `{0}`: expected 1, 2, 3 or 4")]
    Die(String),
    /// A malformed game or Assam.
    #[error(transparent)]
    Text(#[from] TextError),
}

/// The queries with the arguments they expect.
const QUERIES: [(&str, &str); 8] = [
    ("rug-valid", "[game, rug]"),
    ("game-over", "[game]"),
    ("rotate", "[assam, degrees]"),
    ("placement-valid", "[game, rug]"),
    ("payment", "[game]"),
    ("winner", "[game]"),
    ("move", "[assam, die]"),
    ("place", "[game, rug]"),
];

/// The names of all queries.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    QUERIES.iter().map(|(name, _)| *name)
}

/// Answers a line of JSON in about half a microsecond.
///
/// # Errors
/// [`QueryError`], also for a line that is not a query.
pub fn answer_json(line: &[u8]) -> Result<Answer, QueryError> {
    let object = line.trim_ascii_start();
    if object.first() != Some(&b'{') {
        let what = if object.is_empty() { "the line is empty" } else { "not an object" };
        return Err(QueryError::Json(what.to_owned()));
    }
    let request: Request<'_> =
        serde_json::from_slice(line).map_err(|error| QueryError::Json(plain(&error)))?;
    Call::new(&request.query, &request.args.first, request.args.count)?.answer()
}

/// What is wrong with a line, with the column but without the line number, which is always 1.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.split_once(" at line ") {
        Some((what, _)) => format!("{what} at column {}", error.column()),
        None => text,
    }
}

/// Answers a query by name.
///
/// # Errors
/// [`QueryError`] for an unknown name or arguments that do not fit.
///
/// ```
/// use lettergame_marrakech::queries::{Arg, answer};
/// let args = [Arg::Text("A33N".into()), Arg::Number(90.0)];
/// assert_eq!(answer("rotate", &args)?.to_string(), "A33E");
/// # Ok::<(), lettergame_marrakech::queries::QueryError>(())
/// ```
pub fn answer(query: &str, args: &[Arg<'_>]) -> Result<Answer, QueryError> {
    Call::new(query, args, args.len())?.answer()
}

/// A query whose name is known.
struct Call<'a> {
    query: &'static str,
    wanted: &'static str,
    args: &'a [Arg<'a>],
    count: usize,
}

impl<'a> Call<'a> {
    fn new(name: &str, args: &'a [Arg<'a>], count: usize) -> Result<Call<'a>, QueryError> {
        match QUERIES.iter().find(|(query, _)| *query == name) {
            Some(&(query, wanted)) => Ok(Call { query, wanted, args, count }),
            None => {
                let hint = did_you_mean(name, names());
                Err(QueryError::Unknown { name: name.to_owned(), hint })
            }
        }
    }

    fn answer(&self) -> Result<Answer, QueryError> {
        Ok(match self.query {
            "rug-valid" => {
                let (game, rug) = self.game_and_rug()?;
                Answer::Truth(rug.is_some_and(|rug| game.rug_is_valid(rug)))
            }
            "game-over" => Answer::Truth(self.game()?.is_over()),
            "rotate" => Answer::Assam(self.rotated()?),
            "placement-valid" => {
                let (game, rug) = self.game_and_rug()?;
                Answer::Truth(rug.is_some_and(|rug| game.placement_is_valid(rug)))
            }
            "payment" => Answer::Dirhams(self.game()?.payment()),
            "winner" => Answer::Winner(self.game()?.winner().letter()),
            "move" => Answer::Assam(self.moved()?),
            _ => {
                let (mut game, rug) = self.game_and_rug()?;
                rug.map(|rug| game.place(rug));
                Answer::Game(Box::new(game))
            }
        })
    }

    fn expect(&self, count: usize) -> Result<(), QueryError> {
        let Call { query, wanted, count: found, .. } = *self;
        if found == count { Ok(()) } else { Err(QueryError::Count { query, wanted, found }) }
    }

    fn kind(&self, at: usize, kind: &'static str) -> QueryError {
        QueryError::Kind { query: self.query, wanted: self.wanted, at, kind }
    }

    fn text(&self, at: usize) -> Result<&str, QueryError> {
        match self.args.get(at) {
            Some(Arg::Text(text)) => Ok(text),
            _ => Err(self.kind(at + 1, "text")),
        }
    }

    fn number(&self, at: usize) -> Result<f64, QueryError> {
        match self.args.get(at) {
            Some(&Arg::Number(number)) => Ok(number),
            _ => Err(self.kind(at + 1, "number")),
        }
    }

    fn game(&self) -> Result<Position, QueryError> {
        self.expect(1)?;
        Ok(self.text(0)?.parse()?)
    }

    /// The game, and the rug unless it is malformed.
    fn game_and_rug(&self) -> Result<(Position, Option<Rug>), QueryError> {
        self.expect(2)?;
        Ok((self.text(0)?.parse()?, Rug::from_str(self.text(1)?).ok()))
    }

    fn rotated(&self) -> Result<Assam, QueryError> {
        self.expect(2)?;
        let (assam, degrees): (Assam, f64) = (self.text(0)?.parse()?, self.number(1)?);
        let rotation = Rotation::ALL.into_iter().find(|r| f64::from(r.degrees()) == degrees);
        Ok(rotation.map_or(assam, |rotation| assam.rotated(rotation)))
    }

    fn moved(&self) -> Result<Assam, QueryError> {
        self.expect(2)?;
        let (assam, pips): (Assam, f64) = (self.text(0)?.parse()?, self.number(1)?);
        let die = Die::ALL.into_iter().find(|die| f64::from(die.pips()) == pips);
        Ok(assam.moved(die.ok_or_else(|| QueryError::Die(pips.to_string()))?))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Args<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Args<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of arguments")
            }
            fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Args<'de>, S::Error> {
                let (mut first, mut count) = (ArrayVec::new(), 0);
                while let Some(arg) = list.next_element()? {
                    // excess arguments are only counted
                    let _ = first.try_push(arg);
                    count += 1;
                }
                Ok(Args { first, count })
            }
        }
        deserializer.deserialize_seq(All)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Arg<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct One;
        impl<'de> Visitor<'de> for One {
            type Value = Arg<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a number")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Arg<'de>, E> {
                Ok(Arg::Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Arg<'de>, E> {
                Ok(Arg::Text(Cow::Owned(text.to_owned())))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Arg<'de>, E> {
                Ok(Arg::Number(number as f64))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Arg<'de>, E> {
                Ok(Arg::Number(number as f64))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Arg<'de>, E> {
                Ok(Arg::Number(number))
            }
            fn visit_bool<E>(self, _: bool) -> Result<Arg<'de>, E> {
                Ok(Arg::Other)
            }
            fn visit_unit<E>(self) -> Result<Arg<'de>, E> {
                Ok(Arg::Other)
            }
            fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Arg<'de>, S::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Arg::Other)
            }
            fn visit_map<M: serde::de::MapAccess<'de>>(
                self,
                mut map: M,
            ) -> Result<Arg<'de>, M::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Arg::Other)
            }
        }
        deserializer.deserialize_any(One).map_err(D::Error::custom)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Truth(truth) => truth.fmt(f),
            Answer::Dirhams(dirhams) => dirhams.fmt(f),
            Answer::Winner(winner) => winner.fmt(f),
            Answer::Assam(assam) => assam.fmt(f),
            Answer::Game(game) => game.fmt(f),
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Answer::Truth(truth) => serializer.serialize_bool(*truth),
            Answer::Dirhams(dirhams) => serializer.serialize_u32(*dirhams),
            Answer::Winner(winner) => serializer.serialize_char(*winner),
            Answer::Assam(_) | Answer::Game(_) => serializer.collect_str(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::answer_json;

    fn said(line: &str) -> String {
        match answer_json(line.as_bytes()) {
            Ok(answer) => serde_json::to_string(&answer).unwrap(),
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn an_invalid_rotation_leaves_assam_unchanged() {
        for (degrees, assam) in [("90", "A33E"), ("270.0", "A33W"), ("0", "A33N")] {
            assert_eq!(
                said(&format!(r#"{{"args":["A33N",{degrees}],"query":"rotate"}}"#)),
                format!("{assam:?}")
            );
        }
        for degrees in ["180", "-90", "360", "450", "90.5", "1e300"] {
            assert_eq!(
                said(&format!(r#"{{"query":"rotate","args":["A33N",{degrees}]}}"#)),
                r#""A33N""#
            );
        }
    }

    #[test]
    fn invalid_queries_are_reported() {
        let cases = [
            ("", "invalid query: the line is empty"),
            ("[1", "invalid query: not an object"),
            (
                r#"{"query":"move","args":["A33N",2"#,
                "invalid query: EOF while parsing a list at column 32",
            ),
            (r#"{"query":"move"}"#, "invalid query: missing field `args`"),
            (r#"{"query":"mov","args":[]}"#, "unknown query `mov`; did you mean `move`?"),
            (r#"{"query":"move","args":["A33N"]}"#, "`move` takes [assam, die], found 1 arguments"),
            (r#"{"query":"winner","args":[1,2,3]}"#, "`winner` takes [game], found 3 arguments"),
            (
                r#"{"query":"move","args":["A33N","2"]}"#,
                "`move` takes [assam, die]: expected a number as argument 2",
            ),
            (
                r#"{"query":"move","args":[["A33N"],2]}"#,
                "`move` takes [assam, die]: expected a text as argument 1",
            ),
            (r#"{"query":"move","args":["A33N",5]}"#, "invalid die `5`: expected 1, 2, 3 or 4"),
            (
                r#"{"query":"move","args":["A39N",5]}"#,
                "Assam: expected a coordinate from 0 to 6 at character 3, found '9'",
            ),
        ];
        for (line, message) in cases {
            let said = said(line);
            assert!(said.starts_with(&format!("error: {message}")), "{line}: {said}");
        }
    }

    #[test]
    fn escapes_in_a_line_are_understood() {
        assert_eq!(
            said(r#"{"query":"mo\u0076e","args":["A3\u0033N",1],"expect":"?"}"#),
            r#""A32N""#
        );
    }
}
