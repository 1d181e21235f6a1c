//! How well a seat has played, shown by replays: its best options judged by the rules alone.

use std::collections::BTreeMap;

use serde::Serialize;

use lettergame_base::{BySeat, Seat};

/// The review of a seat's moves in one turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// The seat.
    pub seat: Seat,
    /// For people, one line each; seats are called `seat 2`.
    #[serde(skip)]
    pub lines: Vec<String>,
    /// The same for programs: a game-specific object.
    #[serde(flatten)]
    pub facts: serde_json::Value,
    /// Points that add up over the game, each with a label such as `points overpaid for letters`.
    #[serde(skip)]
    pub totals: Vec<(&'static str, i64)>,
}

impl Review {
    /// The totals of a game, by label, for each seat; in order of first appearance.
    #[must_use]
    pub fn totals<'a>(
        seats: usize,
        reviews: impl IntoIterator<Item = &'a Review>,
    ) -> Vec<(&'static str, BySeat<i64>)> {
        let mut order = Vec::new();
        let mut sums = BTreeMap::<&'static str, BySeat<i64>>::new();
        for review in reviews {
            for &(what, points) in &review.totals {
                let sum = sums.entry(what).or_insert_with(|| {
                    order.push(what);
                    BySeat::filled(seats, 0)
                });
                sum[review.seat] += points;
            }
        }
        order.into_iter().filter_map(|what| Some((what, sums.remove(what)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Review;
    use lettergame_base::Seat;

    #[test]
    fn totals_add_up_by_seat() {
        let review = |seat: usize, totals: &[(&'static str, i64)]| Review {
            seat: Seat::new(seat).unwrap(),
            lines: vec![],
            facts: serde_json::json!({"left": 1}),
            totals: totals.to_vec(),
        };
        let all = [
            review(1, &[("lost", 2), ("paid", 1)]),
            review(0, &[("paid", 4)]),
            review(1, &[("lost", 3)]),
        ];
        let totals = Review::totals(2, &all);
        let plain: Vec<_> =
            totals.iter().map(|(what, sums)| (*what, sums.values().copied().collect())).collect();
        assert_eq!(plain, [("lost", vec![0, 5]), ("paid", vec![4, 1])]);
        assert_eq!(serde_json::to_string(&all[0]).unwrap(), r#"{"seat":1,"left":1}"#);
    }
}
