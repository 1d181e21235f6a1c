//! Least squares over groups of measurements with a nuisance level per group.
//!
//! A measurement is an integer explained by features, each with a count; every group also has an unknown
//! level of its own. Levels drop out when each group is taken relative to its mean (the "within" estimator of
//! panel data; J. M. Wooldridge, "Econometric Analysis of Cross Section and Panel Data", 2010, section 10.5).
//! All sums are integers, so they are exact and independent of order.

use super::cholesky;

/// Sums over groups of equal size that can be merged and solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupedLeastSquares {
    features: usize,
    group: usize,
    groups: u64,
    /// The lower triangle, row by row, of the sums of products of features, times the group size.
    squares: Vec<i64>,
    /// The sums of products of a feature and the measurement, times the group size.
    products: Vec<i64>,
}

impl GroupedLeastSquares {
    /// Empty sums for `features` features and groups of `group` measurements.
    #[must_use]
    pub fn new(features: usize, group: usize) -> GroupedLeastSquares {
        let squares = vec![0; features * (features + 1) / 2];
        GroupedLeastSquares { features, group, groups: 0, squares, products: vec![0; features] }
    }

    /// Number of groups added.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// Adds a group: for each measurement its feature indices, which may repeat, and its value.
    ///
    /// # Panics
    /// If the group has the wrong size or a feature is out of range.
    pub fn add(&mut self, group: &[(Vec<usize>, i64)]) {
        assert_eq!(group.len(), self.group, "groups have one size");
        let mut total: Vec<usize> = Vec::new();
        let mut sum = 0;
        for (features, value) in group {
            self.add_products(features, self.group as i64, *value);
            total.extend(features);
            sum += value;
        }
        self.add_products(&total, -1, sum);
        self.groups += 1;
    }

    /// Adds the products of all features with each other and with a value, weighted by `times`.
    fn add_products(&mut self, features: &[usize], times: i64, value: i64) {
        for &row in features {
            let line = &mut self.squares[row * (row + 1) / 2..][..=row];
            for &column in features.iter().filter(|&&column| column <= row) {
                line[column] += times;
            }
            self.products[row] += times * value;
        }
    }

    /// The sums of both.
    ///
    /// # Panics
    /// If features or group sizes differ.
    #[must_use]
    pub fn merge(mut self, other: &GroupedLeastSquares) -> GroupedLeastSquares {
        assert_eq!((self.features, self.group), (other.features, other.group), "of one kind");
        self.groups += other.groups;
        self.squares.iter_mut().zip(&other.squares).for_each(|(sum, more)| *sum += more);
        self.products.iter_mut().zip(&other.products).for_each(|(sum, more)| *sum += more);
        self
    }

    /// The worth of each feature: the least-squares solution, each value shrunk to 0 as if `prior`
    /// measurements had said so. `None` if the system is singular, which a positive prior prevents. Takes
    /// n³/6 operations for n features.
    #[must_use]
    pub fn solve(&self, prior: f64) -> Option<Vec<f64>> {
        let scale = self.group as f64;
        let mut matrix = vec![0.0; self.features * self.features];
        for row in 0..self.features {
            for column in 0..=row {
                let sum = self.squares[row * (row + 1) / 2 + column] as f64 / scale;
                matrix[row * self.features + column] =
                    sum + if row == column { prior } else { 0.0 };
            }
        }
        let mut right: Vec<f64> = self.products.iter().map(|&sum| sum as f64 / scale).collect();
        cholesky::solve(&mut matrix, &mut right).map(|()| right)
    }
}

#[cfg(test)]
mod tests {
    use super::GroupedLeastSquares;

    /// The value is 3 for feature 0, -5 for feature 1, plus a level for each group.
    fn group(level: i64, features: [&[usize]; 3]) -> Vec<(Vec<usize>, i64)> {
        let worth = [3, -5];
        let value = |features: &[usize]| level + features.iter().map(|&f| worth[f]).sum::<i64>();
        features.iter().map(|features| (features.to_vec(), value(features))).collect()
    }

    #[test]
    fn group_levels_cancel_out() {
        let mut sums = GroupedLeastSquares::new(2, 3);
        sums.add(&group(100, [&[0], &[1], &[]]));
        sums.add(&group(-7000, [&[0, 0], &[1, 0], &[1]]));
        let worth = sums.solve(0.0).unwrap();
        assert!((worth[0] - 3.0).abs() < 1e-9 && (worth[1] + 5.0).abs() < 1e-9, "{worth:?}");
        assert_eq!(sums.groups(), 2);
    }

    #[test]
    fn the_order_of_groups_does_not_matter() {
        let groups = [
            group(5, [&[0], &[1], &[]]),
            group(9, [&[0, 1], &[1, 1], &[0]]),
            group(-2, [&[], &[1], &[0, 0, 0]]),
        ];
        let sums = |order: &[usize]| {
            let parts = order.iter().map(|&index| {
                let mut part = GroupedLeastSquares::new(2, 3);
                part.add(&groups[index]);
                part
            });
            parts.reduce(|all, part| all.merge(&part)).unwrap()
        };
        assert_eq!(sums(&[0, 1, 2]), sums(&[2, 0, 1]));
    }

    #[test]
    fn undetermined_coefficients_need_a_prior() {
        let mut sums = GroupedLeastSquares::new(3, 3);
        sums.add(&group(0, [&[0], &[1], &[]]));
        assert_eq!(sums.solve(0.0), None);
        let worth = sums.solve(1e-6).unwrap();
        assert!((worth[0] - 3.0).abs() < 1e-3 && worth[2] == 0.0, "{worth:?}");
    }
}
