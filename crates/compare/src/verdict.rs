//! The answer to a question, by one measure or several combined.

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The candidate is better.
    Better,
    /// The baseline is better.
    Worse,
    /// Neither is better by more than the margin.
    Equal,
    /// The candidate is not better by the required amount.
    NoBetter,
    /// The candidate is not worse by the margin.
    NoWorse,
    /// Both achieved the same in every block.
    Identical,
    /// Better by one measure or in one setting, and worse by or in another.
    Mixed,
    /// The blocks do not settle it.
    Undecided,
}

impl Verdict {
    /// The wording used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Equal => "equal within the margin",
            Verdict::NoBetter => "no better",
            Verdict::NoWorse => "no worse",
            Verdict::Identical => "identical",
            Verdict::Mixed => "mixed",
            Verdict::Undecided => "undecided",
        }
    }

    /// Whether it is what the candidate's author hopes for; `None` if that is unknown.
    #[must_use]
    pub fn passes(self) -> Option<bool> {
        match self {
            Verdict::Better | Verdict::Equal | Verdict::NoWorse | Verdict::Identical => Some(true),
            Verdict::Worse | Verdict::NoBetter | Verdict::Mixed => Some(false),
            Verdict::Undecided => None,
        }
    }
}

/// The combined answer of several measures: one that says better or worse is enough, unless another
/// says the opposite.
pub(super) fn together(verdicts: &[Verdict]) -> Verdict {
    let has = |verdict| verdicts.contains(&verdict);
    match (has(Verdict::Better), has(Verdict::Worse)) {
        (true, true) => Verdict::Mixed,
        (true, false) => Verdict::Better,
        (false, true) => Verdict::Worse,
        (false, false) => verdicts.first().copied().unwrap_or(Verdict::Undecided),
    }
}

#[cfg(test)]
mod tests {
    use super::{Verdict, together};

    #[test]
    fn measures_that_contradict_each_other_are_mixed() {
        use Verdict::{Better, Mixed, Undecided, Worse};
        assert_eq!((together(&[Better, Worse]), together(&[Worse, Better])), (Mixed, Mixed));
        assert_eq!((together(&[Undecided, Better]), together(&[Better])), (Better, Better));
        assert_eq!(together(&[Worse, Undecided]), Worse);
        assert_eq!(together(&[Undecided, Undecided]), Undecided);
    }
}
