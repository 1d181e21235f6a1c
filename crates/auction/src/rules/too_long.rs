//! Counts words that earn nothing only because of their length: players of the class simulator, where words
//! of any length are valid, may name them unknowingly.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::rules::AuctionRules;
use lettergame_words::{LetterCounts, Lexicon};

/// Counts valid words, made of the player's letters, that exceed the maximum length; and all words named.
/// Informational only.
#[derive(Debug, Default)]
pub(super) struct TooLong {
    words: AtomicU64,
    named: AtomicU64,
}

impl TooLong {
    /// Records a word named from these letters.
    pub(super) fn count(
        &self,
        rules: &AuctionRules,
        lexicon: &Lexicon,
        word: &str,
        letters: &LetterCounts,
    ) {
        let Some(longest) = rules.longest_word() else { return };
        if word.is_empty() {
            return;
        }
        self.named.fetch_add(1, Ordering::Relaxed);
        let made = || word.parse::<LetterCounts>().is_ok_and(|used| letters.contains(&used));
        if word.len() > longest && made() && lexicon.contains(word) {
            self.words.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A remark with the count, if any.
    pub(super) fn remark(&self) -> Option<String> {
        let [words, named] = [&self.words, &self.named].map(|count| count.load(Ordering::Relaxed));
        (words > 0).then(|| {
            format!(
                "{words} of {named} words were longer than these rules allow and earned nothing; in the \
                 class simulator they count: --preset simulator"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::AuctionRules;
    use crate::rules::too_long::TooLong;
    use lettergame_game::{Rules, Settings};
    use lettergame_words::{LetterCounts, Lexicon, WordList};

    #[test]
    fn words_that_earn_nothing_for_their_length_are_counted() {
        let list = WordList::parse(b"AT\nQUARTZES\n", "test").unwrap().words;
        let lexicon = Lexicon::new(list).unwrap();
        let held: LetterCounts = "QUARTZESX".parse().unwrap();
        let remark = |preset: &str, words: &[&str]| {
            let rules = AuctionRules::read(preset, Settings::default()).unwrap();
            let too_long = TooLong::default();
            words.iter().for_each(|word| too_long.count(&rules, &lexicon, word, &held));
            too_long.remark()
        };
        // too long, not a word, not of these letters, short, none
        let words = ["QUARTZES", "quartzes", "QUARTZESX", "BBBBBBBBB", "AT", ""];
        let counted = remark("words", &words).unwrap();
        assert!(counted.starts_with("2 of 5 words were longer"), "{counted}");
        assert_eq!(remark("words", &["AT"]), None);
        assert_eq!(remark("simulator", &words), None);
    }
}
