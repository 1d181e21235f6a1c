//! Lengths and the data of SVG paths, always finite and in tenths.

use std::fmt::Write;

use maud::Render;

/// A length or a coordinate, rounded to tenths. A non-finite one would be a bug and is written as 0, so that
/// a page never contains `NaN`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Px(pub(super) f64);

impl Render for Px {
    fn render_to(&self, buffer: &mut String) {
        push(buffer, self.0);
    }
}

fn push(buffer: &mut String, length: f64) {
    let tenths = if length.is_finite() { (length * 10.0).round() as i64 } else { 0 };
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    // writing to a String does not fail
    let _ = match tenth {
        0 => write!(buffer, "{sign}{whole}"),
        _ => write!(buffer, "{sign}{whole}.{tenth}"),
    };
}

/// The data of a path, point by point.
#[derive(Clone, Debug, Default)]
pub(super) struct PathData(String);

impl PathData {
    /// A polyline through the points.
    pub(super) fn through(points: impl IntoIterator<Item = [f64; 2]>) -> PathData {
        let mut path = PathData::default();
        for [x, y] in points {
            let letter = if path.0.is_empty() { 'M' } else { 'L' };
            path.to(letter, x, y);
        }
        path
    }

    /// The same, closed to an area.
    pub(super) fn around(points: impl IntoIterator<Item = [f64; 2]>) -> PathData {
        let mut path = PathData::through(points);
        path.0.push('Z');
        path
    }

    /// A shape, given relative to its centre, at a position.
    pub(super) fn shape(x: f64, y: f64, relative: &str) -> PathData {
        let mut path = PathData::default();
        path.to('M', x, y);
        path.0.push_str(relative);
        path
    }

    fn to(&mut self, letter: char, x: f64, y: f64) {
        self.0.push(letter);
        push(&mut self.0, x);
        self.0.push(' ');
        push(&mut self.0, y);
    }
}

impl Render for PathData {
    fn render_to(&self, buffer: &mut String) {
        buffer.push_str(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::{PathData, Px};
    use maud::Render;

    #[test]
    fn lengths_are_rounded_to_tenths() {
        let shown = |length: f64| Px(length).render().0;
        assert_eq!([12.04, -0.04, -1.25, 7.0].map(shown), ["12", "0", "-1.3", "7"]);
        assert_eq!([f64::NAN, f64::INFINITY].map(shown), ["0", "0"]);
    }

    #[test]
    fn paths_start_with_a_move() {
        assert_eq!(PathData::through([[0.0, 1.0], [2.5, 3.0]]).render().0, "M0 1L2.5 3");
        assert_eq!(PathData::around([[0.0, 1.0], [2.5, 3.0]]).render().0, "M0 1L2.5 3Z");
        assert_eq!(PathData::shape(1.0, 2.0, "h4").render().0, "M1 2h4");
    }
}
