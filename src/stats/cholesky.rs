//! Linear equations with a symmetric, positive definite matrix.
//!
//! The idea: such a matrix is the product of a triangle and its mirror image, and equations with a
//! triangle are solved line by line (A.-L. Cholesky, 1910; G. H. Golub and C. F. Van Loan, "Matrix
//! Computations", 1996, algorithm 4.2.2). No pivots are needed, so the order of all operations is
//! fixed, and the only one that is not elementary is the square root, which is exact to the last
//! bit on every machine.
//!
//! A crate of linear algebra would be larger than all other dependencies of the statistics together;
//! here are two dozen unknowns at most, and these lines.

/// The solution `x` of `matrix * x = right`. Only the lower triangle of the matrix is read.
///
/// `None` if the matrix is not positive definite, as far as rounding lets it be seen, or holds what
/// is no number. Time is a third of the cube of `N`.
pub(super) fn solve<const N: usize>(
    mut matrix: [[f64; N]; N],
    mut right: [f64; N],
) -> Option<[f64; N]> {
    for row in 0..N {
        for column in 0..=row {
            let known: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            let rest = matrix[row][column] - known;
            matrix[row][column] = if column < row {
                rest / matrix[column][column]
            } else if rest > 0.0 && rest.is_finite() {
                rest.sqrt()
            } else {
                return None;
            };
        }
    }
    for row in 0..N {
        let known: f64 = (0..row).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|k| matrix[k][row] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::solve;

    /// The matrix is the product of the triangle 2, 6 1, -8 5 3 and its mirror image.
    #[test]
    fn a_known_factor_is_found() {
        let matrix = [[4.0, 0.0, 0.0], [12.0, 37.0, 0.0], [-16.0, -43.0, 98.0]];
        // right hand side of the solution 1, -2, 3
        let right = [4.0 - 24.0 - 48.0, 12.0 - 74.0 - 129.0, -16.0 + 86.0 + 294.0];
        let found = solve(matrix, right).unwrap();
        assert!(found.iter().zip([1.0, -2.0, 3.0]).all(|(x, y)| (x - y).abs() < 1e-9), "{found:?}");
    }

    /// The upper triangle is not read.
    #[test]
    fn half_a_matrix_is_enough() {
        let [full, half] = [1.0, f64::NAN].map(|upper| [[2.0, upper], [1.0, 2.0]]);
        assert_eq!(solve(full, [3.0, 3.0]), solve(half, [3.0, 3.0]));
        assert!(solve(full, [3.0, 3.0]).unwrap().iter().all(|x| (x - 1.0).abs() < 1e-12));
    }

    #[test]
    fn what_has_no_one_solution_is_refused() {
        for matrix in [
            [[1.0, 0.0], [1.0, 1.0]],
            [[1.0, 0.0], [2.0, 1.0]],
            [[0.0, 0.0], [0.0, 1.0]],
            [[1.0, 0.0], [f64::NAN, 1.0]],
            [[f64::INFINITY, 0.0], [0.0, 1.0]],
        ] {
            assert_eq!(solve(matrix, [1.0, 1.0]), None, "{matrix:?}");
        }
    }
}
