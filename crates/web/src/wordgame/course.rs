//! The course of play: the current hand, its player, and the words; as encoded in the address.

use crate::serving::query::Fields;
use lettergame_base::Points;
use lettergame_words::Letter;

/// The maximum number of hands dealt from one seed.
pub(super) const MAX_HANDS: u32 = 1000;

/// What the address contains besides the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Course {
    /// The number of the hand, from 1.
    pub(super) number: u32,
    pub(super) computer: bool,
    /// The words as typed.
    pub(super) words: Vec<String>,
    /// Whether the person has finished the hand.
    pub(super) stopped: bool,
    /// Letters that were substituted, each with the number of its hand.
    pub(super) swaps: Vec<(u32, Letter)>,
    /// The number of hands that were replayed.
    pub(super) replayed: u16,
    /// What the hand earned before it was replayed.
    pub(super) before: Option<Points>,
    /// The earlier hands of the person.
    pub(super) past: Vec<PastHand>,
    /// After how many words the finished hand is shown; `None` for its end.
    pub(super) at: Option<u16>,
    /// The address of the deal of the day, if the hand is one.
    pub(super) daily: Option<String>,
    /// The name for its result.
    pub(super) name: Option<String>,
}

/// What a hand earned, and what was possible if that is known: `80:84`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PastHand {
    pub(super) points: Points,
    pub(super) best: Option<Points>,
}

impl PastHand {
    fn read(text: &str) -> Result<PastHand, String> {
        let (points, best) =
            text.split_once(':').map_or((text, None), |(own, best)| (own, Some(best)));
        let best = best.map(number_of_points).transpose()?.map(Points);
        Ok(PastHand { points: Points(number_of_points(points)?), best })
    }

    fn text(&self) -> String {
        self.best.map_or_else(|| self.points.to_string(), |best| format!("{}:{best}", self.points))
    }
}

impl Course {
    /// From the address.
    pub(super) fn read(fields: &Fields) -> Result<Course, String> {
        let given = |name| fields.get(name).filter(|text| !text.is_empty());
        let list = |name| given(name).into_iter().flat_map(|text| text.split(','));
        let number = given("number").map_or(Ok(1), |text| number("number", text, MAX_HANDS))?;
        let points = |text| number_of_points(text).map(Points);
        Ok(Course {
            number: number.max(1),
            computer: given("who") == Some("computer"),
            words: fields.all("w").map(str::to_owned).collect(),
            stopped: given("end").is_some(),
            swaps: list("swap").map(swap).collect::<Result<_, _>>()?,
            replayed: given("replayed")
                .map_or(Ok(0), |text| self::number("replayed", text, 9999))?
                as u16,
            before: given("before").map(points).transpose()?,
            past: list("past").map(PastHand::read).collect::<Result<_, _>>()?,
            at: given("at")
                .map(|text| self::number("at", text, 9999))
                .transpose()?
                .map(|at| at as u16),
            daily: given("daily").map(str::to_owned),
            name: given("name").map(str::to_owned),
        })
    }

    /// The pairs of an address, without default values.
    pub(super) fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        let mut add = |name, text: String| {
            if !text.is_empty() {
                pairs.push((name, text));
            }
        };
        let some = |number: u32| if number > 0 { number.to_string() } else { String::new() };
        add("number", some(self.number));
        let lower = |letter: &Letter| letter.to_char().to_ascii_lowercase();
        add(
            "swap",
            joined(self.swaps.iter().map(|(hand, letter)| format!("{hand}{}", lower(letter)))),
        );
        add("replayed", some(self.replayed.into()));
        add("before", self.before.map_or_else(String::new, |points| points.to_string()));
        add("past", joined(self.past.iter().map(PastHand::text)));
        add("who", if self.computer { "computer".to_owned() } else { String::new() });
        self.words.iter().for_each(|word| add("w", word.clone()));
        add("end", if self.stopped { "1".to_owned() } else { String::new() });
        add("at", self.at.map_or_else(String::new, |at| at.to_string()));
        add("daily", self.daily.clone().unwrap_or_default());
        add("name", self.name.clone().unwrap_or_default());
        pairs
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

fn number(name: &str, text: &str, most: u32) -> Result<u32, String> {
    let read = text.parse().ok().filter(|number| *number <= most);
    read.ok_or_else(|| {
        format!("invalid value `{text}` for `{name}` in the address: expected 0 to {most}")
    })
}

fn number_of_points(text: &str) -> Result<i32, String> {
    let read = text.parse().ok().filter(|points: &i32| (0..=1_000_000).contains(points));
    read.ok_or_else(|| format!("invalid number of points `{text}` in the address"))
}

/// `3e`: the E of the third hand.
fn swap(text: &str) -> Result<(u32, Letter), String> {
    let refuse = || {
        format!(
            "invalid value `{text}` for `swap` in the address: expected a hand and a letter, as in 3e"
        )
    };
    let letter = text.chars().last().and_then(Letter::from_char).ok_or_else(refuse)?;
    let hand = text[..text.len() - 1].parse().ok().filter(|hand| (1..=MAX_HANDS).contains(hand));
    Ok((hand.ok_or_else(refuse)?, letter))
}

#[cfg(test)]
mod tests {
    use super::{Course, PastHand};
    use crate::serving::query::{Fields, address};
    use lettergame_base::Points;
    use lettergame_words::Letter;

    fn read(text: &str) -> Result<Course, String> {
        Course::read(&Fields::parse(text.as_bytes()))
    }

    #[test]
    fn a_course_reads_back_from_its_address() {
        let course = Course {
            number: 3,
            computer: true,
            words: vec!["tot".to_owned(), "wa*ls".to_owned(), "a,b".to_owned()],
            stopped: true,
            swaps: vec![(2, Letter::from_char('e').unwrap())],
            replayed: 1,
            before: Some(Points(24)),
            past: vec![
                PastHand { points: Points(0), best: None },
                PastHand { points: Points(54), best: Some(Points(60)) },
            ],
            at: Some(0),
            daily: Some("/daily/wordgame/2026-11-29?result=80,84:Ann".to_owned()),
            name: Some("Zoë".to_owned()),
        };
        let pairs = course.pairs();
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(k, v)| (*k, v.as_str())).collect();
        let text = address("/wordgame", &pairs);
        assert_eq!(read(text.split_once('?').unwrap().1), Ok(course));
        assert_eq!(read(""), Ok(Course { number: 1, ..Course::default() }));
        assert!(Course::default().pairs().is_empty());
    }

    #[test]
    fn input_no_form_would_send_is_refused() {
        for bad in ["number=x", "number=1001", "number=-1", "swap=e", "swap=0e", "swap=3", "swap=é"]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
        for bad in ["before=x", "past=1,x", "replayed=10000", "at=x"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
