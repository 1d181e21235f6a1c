//! Linear equations with a symmetric, positive definite matrix.
//!
//! Such a matrix is the product of a triangle and its transpose, and triangular systems are solved row by row
//! (A.-L. Cholesky, 1910; G. H. Golub and C. F. Van Loan, "Matrix Computations", 1996, algorithm 4.2.2). No
//! pivoting is needed, so the order of operations is fixed, and the only non-elementary one is the square
//! root, which is correctly rounded on every machine.
//!
//! A linear algebra crate would be larger than all other dependencies of the statistics together; systems
//! here have a hundred or so unknowns at most.

/// Replaces the right-hand side by the solution `x` of `matrix * x = right`. The matrix is stored row by row;
/// only its lower triangle is read, and it is overwritten.
///
/// `None` if the matrix is not positive definite, within rounding, or contains NaN or infinity. Takes n³/6
/// operations for n unknowns.
pub(super) fn solve(matrix: &mut [f64], right: &mut [f64]) -> Option<()> {
    let size = right.len();
    let at = |row: usize| row * size;
    for row in 0..size {
        let (above, own) = matrix.split_at_mut(at(row));
        for column in 0..=row {
            if column < row {
                let other = &above[at(column)..];
                own[column] = (own[column] - product(own, other, column)) / other[column];
            } else {
                let rest = own[row] - product(own, own, row);
                own[row] = Some(rest).filter(|rest| *rest > 0.0 && rest.is_finite())?.sqrt();
            }
        }
    }
    for row in 0..size {
        let own = &matrix[at(row)..];
        right[row] = (right[row] - product(own, right, row)) / own[row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|k| matrix[at(k) + row] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[at(row) + row];
    }
    Some(())
}

/// The dot product of the first `count` numbers.
fn product(one: &[f64], other: &[f64], count: usize) -> f64 {
    one[..count].iter().zip(&other[..count]).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    /// The solution of a system given by its rows.
    fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> Option<[f64; N]> {
        super::solve(matrix.as_flattened_mut(), &mut right).map(|()| right)
    }

    /// The matrix is the product of the triangle 2, 6 1, -8 5 3 and its transpose.
    #[test]
    fn a_known_factor_is_found() {
        let matrix = [[4.0, 0.0, 0.0], [12.0, 37.0, 0.0], [-16.0, -43.0, 98.0]];
        // right-hand side for the solution 1, -2, 3
        let right = [4.0 - 24.0 - 48.0, 12.0 - 74.0 - 129.0, -16.0 + 86.0 + 294.0];
        let found = solve(matrix, right).unwrap();
        assert!(found.iter().zip([1.0, -2.0, 3.0]).all(|(x, y)| (x - y).abs() < 1e-9), "{found:?}");
    }

    /// The upper triangle is not read.
    #[test]
    fn one_triangle_of_the_matrix_is_enough() {
        let [full, half] = [1.0, f64::NAN].map(|upper| [[2.0, upper], [1.0, 2.0]]);
        assert_eq!(solve(full, [3.0, 3.0]), solve(half, [3.0, 3.0]));
        assert!(solve(full, [3.0, 3.0]).unwrap().iter().all(|x| (x - 1.0).abs() < 1e-12));
    }

    #[test]
    fn systems_without_a_unique_solution_are_refused() {
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
