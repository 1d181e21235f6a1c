//! One number against another: clouds of points, one point per game.

use maud::{Markup, html};

use crate::plot::axis::{Area, Axis, FOOT, NAME, name_across, name_up};
use crate::plot::data::Data;
use crate::plot::figure::{Drawing, Key, Plot, WIDE};
use crate::plot::scale::{Domain, Scale, finite};
use crate::plot::series::Series;
use crate::plot::text::{Unit, number};

/// One point.
#[derive(Clone, Copy, Debug)]
pub struct ScatterPoint {
    /// The horizontal position.
    pub x: f64,
    /// The vertical position.
    pub y: f64,
    /// The number of the game that it selects: the attribute `data-game` of its mark.
    pub game: Option<u64>,
}

/// The points of one player.
#[derive(Clone, Debug)]
pub struct Cloud {
    /// Its label.
    pub label: String,
    /// The series of its marks.
    pub series: Series,
    /// The points; one that is not finite is skipped.
    pub points: Vec<ScatterPoint>,
    /// The mean of all numbers, including those that are not shown.
    pub mean: Option<[f64; 2]>,
    /// The correlation of the two numbers.
    pub correlation: Option<f64>,
}

/// Clouds on common axes. Points are thinned evenly to what a plot of this width can show.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// The clouds.
    pub clouds: Vec<Cloud>,
    /// The name of the horizontal axis.
    pub x: String,
    /// The name of the vertical axis.
    pub y: String,
}

const HEIGHT: [f64; 2] = [400.0, 300.0];
/// Maximum number of points per unit of width.
const DENSITY: f64 = 1.0;

impl Cloud {
    fn points(&self) -> impl Iterator<Item = ScatterPoint> {
        self.points.iter().copied().filter(|point| point.x.is_finite() && point.y.is_finite())
    }

    fn mean(&self) -> Option<[f64; 2]> {
        self.mean.filter(|mean| mean.iter().all(|part| part.is_finite()))
    }

    fn draw(&self, x: Scale, y: Scale, every: usize) -> Markup {
        html! {
            g.points.(self.series.class()) data-label=(self.label) {
                @for (index, point) in self.points().step_by(every).enumerate() {
                    path d=(self.series.shape(x.at(point.x), y.at(point.y))) data-game=[point.game]
                        tabindex=[(index == 0 && point.game.is_some()).then_some("0")] {}
                }
            }
        }
    }

    fn draw_mean(&self, x: Scale, y: Scale) -> Markup {
        html! {
            @if let Some([across, up]) = self.mean() {
                g.mean.(self.series.class()) {
                    title { (self.label) ", mean: " (number(across, 1)) ", " (number(up, 1)) }
                    path.mark d=(self.series.shape(x.at(across), y.at(up))) {}
                }
            }
        }
    }
}

impl Scatter {
    fn domain(&self, part: fn([f64; 2]) -> f64) -> Domain {
        let of_cloud = |cloud: &Cloud| {
            let points = cloud.points().map(|point| [point.x, point.y]).chain(cloud.mean());
            points.map(part).collect::<Vec<f64>>()
        };
        Domain::of(self.clouds.iter().flat_map(of_cloud)).unwrap_or(Domain::shares())
    }
}

impl Plot for Scatter {
    fn draw(&self, wide: f64) -> Drawing {
        let height = if wide >= WIDE { HEIGHT[0] } else { HEIGHT[1] };
        let mut area = Area { left: 0.0, top: 30.0, right: wide - 16.0, bottom: 30.0 + height };
        let up = Axis::upward(self.domain(|[_, y]| y).padded(0.03), Unit::Plain, height);
        area.left = up.room() + 10.0;
        let across = self.domain(|[x, _]| x).padded(0.02);
        let across = Axis::sideways(across, Unit::Plain, area.right - area.left);
        let x = Scale::new(across.domain, area.left, area.right);
        let y = Scale::new(up.domain, area.bottom, area.top);
        let count: usize = self.clouds.iter().map(|cloud| cloud.points.len()).sum();
        let every = (count as f64 / (wide * DENSITY)).ceil().max(1.0) as usize;
        let marks = html! {
            (up.up(area))
            (across.across(area))
            @for cloud in self.clouds.iter().rev() { (cloud.draw(x, y, every)) }
            @for cloud in self.clouds.iter().rev() { (cloud.draw_mean(x, y)) }
            (name_up(area, 0.0, &self.y))
            (name_across(area, &self.x))
        };
        Drawing { width: wide, height: area.bottom + FOOT + NAME, marks }
    }

    fn data(&self) -> Data {
        let (x, y) = (format!("mean of {}", self.x), format!("mean of {}", self.y));
        let mut data = Data::new(["", x.as_str(), y.as_str(), "correlation"]);
        let shown = |value: Option<f64>, decimals| number(value.unwrap_or(f64::NAN), decimals);
        for cloud in &self.clouds {
            let [x, y] = [0, 1].map(|part| cloud.mean().map(|mean| mean[part]));
            let correlation = cloud.correlation.and_then(finite);
            data.push([cloud.label.clone(), shown(x, 1), shown(y, 1), shown(correlation, 2)]);
        }
        data
    }

    fn key(&self) -> Vec<Key> {
        self.clouds.iter().map(|cloud| Key::mark(cloud.series, &cloud.label)).collect()
    }

    fn is_interactive(&self) -> bool {
        self.clouds.iter().flat_map(|cloud| &cloud.points).any(|point| point.game.is_some())
    }
}
