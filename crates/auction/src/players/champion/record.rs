//! What a rival has bid so far, in sums: the inputs of the network that forecasts its next bid.

use crate::players::champion::habits::{HELD, Occasion, STAGES};

/// How many numbers [`Record::describe`] appends.
pub(super) const DESCRIPTION: usize = 2 * 10 + 3 + 3;

/// A number of bids, and their sum.
#[derive(Clone, Copy, Default)]
struct Mean {
    count: f32,
    sum: f32,
}

impl Mean {
    fn note(&mut self, bid: f32) {
        self.count += 1.0;
        self.sum += bid;
    }

    fn value(self) -> f32 {
        self.sum / self.count.max(1.0)
    }
}

/// The bids of a round, or of a part of it.
#[derive(Clone, Copy, Default)]
struct Recent {
    all: Mean,
    by_letter: [Mean; 26],
    /// Of consonants, and of vowels.
    by_kind: [Mean; 2],
    /// Since it last won a letter.
    with_this_hand: Mean,
    highest: f32,
}

/// All bids of one rival in a game.
#[derive(Clone)]
pub(super) struct Record {
    all: Mean,
    above_zero: Mean,
    by_letter: [Mean; 26],
    by_held: [Mean; HELD],
    by_stage: [Mean; STAGES],
    by_letter_and_held: Box<[[Mean; HELD]; 26]>,
    this_round: Recent,
    /// The last bids, the latest first.
    last: [f32; 3],
    highest: f32,
}

impl Record {
    pub(super) fn new() -> Record {
        Record {
            all: Mean::default(),
            above_zero: Mean::default(),
            by_letter: [Mean::default(); 26],
            by_held: [Mean::default(); HELD],
            by_stage: [Mean::default(); STAGES],
            by_letter_and_held: Box::new([[Mean::default(); HELD]; 26]),
            this_round: Recent::default(),
            last: [0.0; 3],
            highest: 0.0,
        }
    }

    /// Records a bid made on an occasion, and whether it won.
    pub(super) fn note(&mut self, occasion: &Occasion, bid: i32, won: bool) {
        let bid = bid.max(0) as f32;
        let [letter, held, stage] = places(occasion);
        self.all.note(bid);
        if bid > 0.0 {
            self.above_zero.note(bid);
        }
        self.by_letter[letter].note(bid);
        self.by_held[held].note(bid);
        self.by_stage[stage].note(bid);
        self.by_letter_and_held[letter][held].note(bid);
        self.last = [bid, self.last[0], self.last[1]];
        self.highest = self.highest.max(bid);
        let round = &mut self.this_round;
        round.all.note(bid);
        round.by_letter[letter].note(bid);
        round.by_kind[usize::from(occasion.letter.is_vowel())].note(bid);
        round.with_this_hand.note(bid);
        round.highest = round.highest.max(bid);
        if won {
            round.with_this_hand = Mean::default();
        }
    }

    pub(super) fn begin_round(&mut self) {
        self.this_round = Recent::default();
    }

    /// Appends what is known of bids on an occasion: for each set of earlier bids their mean, compressed, and
    /// how little it says; then the highest and latest bids, and the share of bids of nothing.
    pub(super) fn describe(&self, occasion: &Occasion, numbers: &mut Vec<f32>) {
        let [letter, held, stage] = places(occasion);
        let round = &self.this_round;
        let means = [
            self.all,
            self.above_zero,
            self.by_letter[letter],
            self.by_held[held],
            self.by_stage[stage],
            self.by_letter_and_held[letter][held],
            round.all,
            round.by_letter[letter],
            round.by_kind[usize::from(occasion.letter.is_vowel())],
            round.with_this_hand,
        ];
        for mean in means {
            numbers.extend([compressed(mean.value()), 1.0 / (1.0 + mean.count)]);
        }
        numbers.extend(self.last.map(compressed));
        let share_of_nothing = 1.0 - self.above_zero.count / self.all.count.max(1.0);
        numbers.extend([compressed(self.highest), compressed(round.highest), share_of_nothing]);
    }
}

/// Where an occasion belongs: its letter, the number of letters held, and the stage.
fn places(occasion: &Occasion) -> [usize; 3] {
    [occasion.letter.index(), occasion.held(), occasion.stage()]
}

/// Bids on a scale on which 3 and 6 differ as much as 15 and 27, from 0 to about 2.
pub(super) fn compressed(bid: f32) -> f32 {
    libm::log1pf(bid) / 3.0
}

#[cfg(test)]
mod tests {
    use super::{DESCRIPTION, Record, compressed};
    use crate::players::champion::habits::Occasion;
    use lettergame_words::Letter;

    fn occasion(letter: char, held: usize, left: f64) -> Occasion {
        let letter = Letter::from_char(letter).unwrap();
        let (lately, before) = (None, None);
        Occasion { letter, held, left, last_price: 3, own_mean: 0.0, lately, before }
    }

    /// The means and counts of the ten sets of bids, and the other six numbers.
    fn described(record: &Record, occasion: &Occasion) -> (Vec<(f32, f32)>, Vec<f32>) {
        let mut numbers = Vec::new();
        record.describe(occasion, &mut numbers);
        assert_eq!(numbers.len(), DESCRIPTION);
        let expanded = |number: f32| (libm::expm1f(3.0 * number) * 100.0).round() / 100.0;
        let (sets, others) = numbers.split_at(20);
        let sets = sets.chunks(2).map(|set| (expanded(set[0]), (1.0 / set[1] - 1.0).round()));
        let others = others.iter().enumerate();
        let rounded = |share: f32| (share * 100.0).round() / 100.0;
        let others = others.map(|(k, &n)| if k == 5 { rounded(n) } else { expanded(n) });
        (sets.collect(), others.collect())
    }

    #[test]
    fn each_set_has_its_bids() {
        let mut record = Record::new();
        for (letter, held, left, bid, won) in
            [('E', 3, 0.9, 8, false), ('T', 3, 0.8, 0, false), ('E', 3, 0.5, 4, true)]
        {
            record.note(&occasion(letter, held, left), bid, won);
        }
        record.begin_round();
        record.note(&occasion('A', 4, 0.9), 6, true);
        record.note(&occasion('E', 5, 0.8), 2, false);
        let (sets, others) = described(&record, &occasion('E', 3, 0.9));
        let wanted = [
            (4.0, 5.0),  // all
            (5.0, 4.0),  // above zero
            (4.67, 3.0), // for E
            (4.0, 3.0),  // with three letters
            (7.0, 2.0),  // in the first sixth of a round: 8 and 6
            (6.0, 2.0),  // for E with three letters
            (4.0, 2.0),  // this round
            (2.0, 1.0),  // this round, for E
            (4.0, 2.0),  // this round, for vowels
            (2.0, 1.0),  // this round, since it won the A
        ];
        assert_eq!(sets.len(), wanted.len());
        for (index, (found, wanted)) in sets.iter().zip(wanted).enumerate() {
            assert_eq!(*found, wanted, "{index}");
        }
        assert_eq!(others, [2.0, 6.0, 4.0, 8.0, 6.0, 0.2]);
    }

    #[test]
    fn nothing_is_known_before_the_first_bid() {
        let (sets, others) = described(&Record::new(), &occasion('E', 3, 0.9));
        assert!(sets.iter().all(|set| *set == (0.0, 0.0)));
        assert_eq!(others, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(compressed(0.0), 0.0);
    }
}
