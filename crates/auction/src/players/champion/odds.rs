//! Converts the expected number of ways in which a random draw completes words into the probability
//! that it completes one.
//!
//! A way is a set of drawn tiles that completes a class of anagrams. Words share letters, and two
//! tiles of a letter are interchangeable, so ways are clustered: the probability is not
//! `1 - exp(-S)` of their expected number `S`, but its log-odds are nearly linear in `ln S`,
//! shifted by the numbers of letters held and drawn (many letters make many words out of few good
//! draws). The weights are fitted to random draws by [`fit_odds`](super::fit_odds).

use std::fmt::Write as _;
use std::sync::LazyLock;

use thiserror::Error;

/// Number of terms of the log-odds, each with a weight.
pub(super) const TERMS: usize = NAMES.len();

const NAMES: [&str; 6] = ["constant", "log", "log_squared", "log_cubed", "held", "drawn"];

const HEADER: &str = "term,weight";

/// `ln S` is clamped to this range.
const LOGS: (f64, f64) = (-6.0, 7.0);

/// The number of letters, held or drawn, is capped at this.
const MAX_LETTERS: f64 = 14.0;

/// The number of letters offered that are chosen one by one is capped at this.
pub(super) const MAX_OFFERED: usize = 32;

static SHIPPED: LazyLock<Odds> = LazyLock::new(|| {
    let text = include_str!("../../../data/auction-odds.csv");
    Odds::parse(text).unwrap_or_else(|error| panic!("data/auction-odds.csv: {error}"))
});

static CHOSEN: LazyLock<Odds> = LazyLock::new(|| {
    let text = include_str!("../../../data/auction-odds-capped.csv");
    let odds = Odds::parse(text).unwrap_or_else(|error| panic!("auction-odds-capped.csv: {error}"));
    Odds::of_chosen(odds.weights)
});

/// Log-odds as a polynomial in `ln S`, the number of letters held and the number drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Odds {
    weights: [f64; TERMS],
    most_letters: f64,
}

/// The text is not a table of odds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: expected {wanted}, found `{found}`")]
pub(super) struct ParseOddsError {
    line: usize,
    found: String,
    wanted: String,
}

impl Odds {
    /// Creates odds with these weights, in the order of [`Odds::terms`].
    pub(super) fn new(weights: [f64; TERMS]) -> Odds {
        Odds { weights, most_letters: MAX_LETTERS }
    }

    /// The same, of letters that are chosen one by one.
    pub(super) fn of_chosen(weights: [f64; TERMS]) -> Odds {
        Odds { weights, most_letters: MAX_OFFERED as f64 }
    }

    /// The odds of letters that are chosen one by one under a cap, as shipped with the program.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub(super) fn chosen() -> &'static Odds {
        &CHOSEN
    }

    /// The odds shipped with the program.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub(super) fn shipped() -> &'static Odds {
        &SHIPPED
    }

    /// The probability that a draw of `drawn` letters, with `expected` ways on average to complete
    /// a word, completes one when `held` letters are held: from 0 to 1, and never more than
    /// `expected` (Markov's inequality).
    pub(super) fn chance(&self, expected: f64, held: f64, drawn: f64) -> f64 {
        if expected <= 0.0 {
            return 0.0;
        }
        let terms = self.terms(expected, held, drawn);
        let odds: f64 = terms.iter().zip(&self.weights).map(|(term, weight)| term * weight).sum();
        logistic(odds).min(expected)
    }

    /// The factors of the weights.
    pub(super) fn terms(&self, expected: f64, held: f64, drawn: f64) -> [f64; TERMS] {
        let log = libm::log(expected).clamp(LOGS.0, LOGS.1);
        let [held, drawn] = [held, drawn].map(|letters| letters.min(self.most_letters));
        [1.0, log, log * log, log * log * log, held, drawn]
    }

    /// Is the expected number small enough to be a tight bound on the probability?
    pub(super) fn is_bound_enough(expected: f64) -> bool {
        expected <= 0.0 || libm::log(expected) < LOGS.0
    }

    /// As CSV: `term,weight`.
    pub(super) fn to_csv(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for (name, weight) in NAMES.iter().zip(&self.weights) {
            let _ = writeln!(text, "{name},{weight}");
        }
        text
    }

    /// Parses the output of [`Odds::to_csv`].
    ///
    /// # Errors
    /// The first invalid line.
    pub(super) fn parse(text: &str) -> Result<Odds, ParseOddsError> {
        let mut lines = text.lines();
        let mut line = 0;
        let mut next = || {
            line += 1;
            (line, lines.next())
        };
        let header = next();
        if header.1 != Some(HEADER) {
            return Err(ParseOddsError::new(header, HEADER));
        }
        let mut weights = [0.0; TERMS];
        for (name, weight) in NAMES.iter().zip(&mut weights) {
            let row = next();
            let cell = row.1.and_then(|row| row.strip_prefix(name)?.strip_prefix(','));
            let number = cell.and_then(|cell| cell.parse().ok()).filter(|n: &f64| n.is_finite());
            *weight = number.ok_or_else(|| ParseOddsError::new(row, &format!("{name},WEIGHT")))?;
        }
        match next() {
            (_, None) => Ok(Odds::new(weights)),
            more => Err(ParseOddsError::new(more, "the end")),
        }
    }
}

impl ParseOddsError {
    fn new((line, found): (usize, Option<&str>), wanted: &str) -> ParseOddsError {
        let found = found.unwrap_or("the end").to_owned();
        ParseOddsError { line, found, wanted: wanted.to_owned() }
    }
}

/// Converts log-odds to a probability, with an `exp` that is identical on every machine.
pub(super) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

#[cfg(test)]
mod tests {
    use super::{NAMES, Odds};

    #[test]
    fn the_shipped_odds_read_back() {
        let odds = Odds::shipped();
        assert_eq!(odds.to_csv(), include_str!("../../../data/auction-odds.csv"));
        assert_eq!(Odds::parse(&odds.to_csv()).as_ref(), Ok(odds));
        assert_eq!(Odds::chosen().to_csv(), include_str!("../../../data/auction-odds-capped.csv"));
    }

    #[test]
    fn malformed_odds_text_is_reported_by_line() {
        let good = Odds::new([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).to_csv();
        for (text, said) in [
            (String::new(), "line 1: expected term,weight, found `the end`"),
            (good.replace("log,2", "log,x"), "line 3: expected log,WEIGHT, found `log,x`"),
            (good.replace("held,5", "held,NaN"), "line 6: expected held,WEIGHT, found `held,NaN`"),
            (good.replace("held,5", "held,inf"), "line 6: expected held,WEIGHT, found `held,inf`"),
            (good.replace("drawn,6\n", ""), "line 7: expected drawn,WEIGHT, found `the end`"),
            (good.clone() + "more,7\n", "line 8: expected the end, found `more,7`"),
        ] {
            let error = Odds::parse(&text).unwrap_err().to_string();
            assert!(error.starts_with(said), "{error}");
        }
    }

    /// Each term by itself: the log-odds equal the term, and the probability matches.
    #[test]
    fn log_odds_are_the_sum_of_the_terms() {
        let log = libm::log(20.0);
        for (index, term) in
            [1.0, log, log * log, log * log * log, 3.0, 5.0].into_iter().enumerate()
        {
            let odds = Odds::new(std::array::from_fn(|k| if k == index { 0.1 } else { 0.0 }));
            let chance = odds.chance(20.0, 3.0, 5.0);
            let found = libm::log(chance / (1.0 - chance));
            assert!((found - 0.1 * term).abs() < 1e-12, "{}: {found}", NAMES[index]);
        }
    }

    #[test]
    fn the_chance_grows_with_the_expected_number_of_ways() {
        let odds = Odds::shipped();
        for (held, drawn) in [(0, 7), (3, 12), (6, 1), (7, 5), (12, 12), (20, 20)] {
            let chance = |expected: f64| odds.chance(expected, held.into(), drawn.into());
            let (mut before, mut expected) = (0.0, 1e-6);
            while expected < 1e4 {
                let now = chance(expected);
                // outside the range of the logarithm it may be constant
                let inside = (0.0025..1000.0).contains(&(expected / 1.25));
                let more = if inside { now > before } else { now >= before };
                assert!(more && now < 1.0, "{held} {drawn} {expected}");
                assert!(now <= expected);
                (before, expected) = (now, expected * 1.25);
            }
            assert!(before > 0.9, "{held} {drawn}: {before}");
            assert_eq!([chance(0.0), chance(-1e-9)], [0.0; 2]);
        }
    }
}
