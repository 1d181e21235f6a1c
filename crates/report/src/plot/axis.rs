//! Axes: grid lines with numbers at their ends.

use maud::{Markup, html};

use crate::plot::path::Px;
use crate::plot::scale::{Domain, Scale};
use crate::plot::text::{Unit, width};
use crate::plot::ticks::Ticks;

/// Font size of the numbers at an axis.
pub(super) const TICK_SIZE: f64 = 12.0;
/// Font size of labels and names.
pub(super) const LABEL_SIZE: f64 = 13.0;
/// Space below a plot for the numbers of its axis.
pub(super) const FOOT: f64 = 24.0;
/// Minimum space beside a plot, for half of the last number.
pub(super) const MARGIN: f64 = 14.0;
/// Additional space for the axis's name.
pub(super) const NAME: f64 = 20.0;

/// A rectangle of the view box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

/// An axis with its ticks.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) domain: Domain,
    ticks: Ticks,
    unit: Unit,
}

impl Axis {
    fn new(domain: Domain, unit: Unit, wanted: u32) -> Axis {
        if unit == Unit::Plain {
            let (domain, ticks) = domain.ticked(wanted);
            return Axis { domain, ticks, unit };
        }
        // shares are never below 0 or above 1
        let (domain, mut ticks) = domain.of_shares().ticked(wanted);
        let domain = domain.of_shares();
        ticks.at.retain(|&tick| (domain.low()..=domain.high()).contains(&tick));
        Axis { domain, ticks, unit }
    }

    /// A vertical axis, with as many ticks as fit into `length`.
    pub(super) fn upward(domain: Domain, unit: Unit, length: f64) -> Axis {
        Axis::new(domain, unit, (length / 55.0).clamp(2.0, 9.0) as u32)
    }

    /// A horizontal axis, with as many ticks as there is space for their numbers.
    pub(super) fn sideways(domain: Domain, unit: Unit, length: f64) -> Axis {
        let most = (length / 75.0).clamp(2.0, 9.0) as u32;
        let axes = (2..=most).rev().map(|wanted| Axis::new(domain, unit, wanted));
        let mut axis = Axis::new(domain, unit, 2);
        if let Some(fits) = axes.into_iter().find(|axis| axis.fits(length)) {
            return fits;
        }
        while axis.ticks.at.len() > 1 && !axis.fits(length) {
            axis.ticks.at = axis.ticks.at.into_iter().step_by(2).collect();
        }
        axis
    }

    /// Whether the numbers fit side by side, even after those at the ends are moved inwards.
    fn fits(&self, length: f64) -> bool {
        let [first, .., last] = self.ticks.at[..] else { return true };
        let share = (last - first) / (self.domain.high() - self.domain.low());
        let apart = length * share / (self.ticks.at.len() - 1) as f64;
        self.room() * 1.3 + 4.0 <= apart
    }

    /// An axis for whole numbers that ends at the domain's bounds: a tick at each number, or at as many as
    /// fit.
    pub(super) fn within(domain: Domain, length: f64) -> Axis {
        let mut axis = Axis::sideways(domain, Unit::Plain, length).whole();
        let (low, high) = (domain.low().ceil(), domain.high().floor());
        if (high - low) * 24.0 <= length {
            axis.ticks.at = (0..=(high - low) as u32).map(|step| low + f64::from(step)).collect();
        }
        axis.ticks.at.retain(|&tick| tick >= domain.low() && tick <= domain.high());
        Axis { domain, ..axis }
    }

    /// The same with ticks at whole numbers only.
    pub(super) fn whole(mut self) -> Axis {
        self.ticks.at.retain(|tick| (tick - tick.round()).abs() < 1e-9);
        self.ticks.decimals = 0;
        self
    }

    fn labels(&self) -> Vec<(f64, String)> {
        let decimals = self.unit.tick_decimals(self.ticks.decimals);
        let label = |&tick: &f64| (tick, self.unit.show(tick, decimals));
        self.ticks.at.iter().map(label).collect()
    }

    /// The width of the widest number.
    pub(super) fn room(&self) -> f64 {
        self.labels().iter().map(|(_, label)| width(label, TICK_SIZE)).fold(0.0, f64::max)
    }

    /// Vertical grid lines with numbers below.
    pub(super) fn across(&self, area: Area) -> Markup {
        let scale = Scale::new(self.domain, area.left, area.right);
        html! {
            g.axis {
                @for (tick, label) in self.labels() {
                    (upright(scale.at(tick), area))
                    (below(scale.at(tick), area, &label))
                }
            }
        }
    }

    /// Horizontal grid lines with numbers to the left.
    pub(super) fn up(&self, area: Area) -> Markup {
        let scale = Scale::new(self.domain, area.bottom, area.top);
        html! {
            g.axis {
                @for (tick, label) in self.labels() {
                    (level(scale.at(tick), area))
                    text x=(Px(area.left - 8.0)) y=(Px(scale.at(tick) + 4.0)) text-anchor="end" { (label) }
                }
            }
        }
    }
}

/// A grid line from top to bottom.
pub(super) fn upright(x: f64, area: Area) -> Markup {
    html! { line.grid x1=(Px(x)) x2=(Px(x)) y1=(Px(area.top)) y2=(Px(area.bottom)) {} }
}

/// A grid line from left to right.
fn level(y: f64, area: Area) -> Markup {
    html! { line.grid x1=(Px(area.left)) x2=(Px(area.right)) y1=(Px(y)) y2=(Px(y)) {} }
}

/// A text below the axis, moved inwards if necessary to stay in the picture.
pub(super) fn below(x: f64, area: Area, label: &str) -> Markup {
    let half = width(label, TICK_SIZE) / 2.0;
    let x = x.min(area.right + MARGIN - half).max(half);
    html! { text x=(Px(x)) y=(Px(area.bottom + 17.0)) text-anchor="middle" { (label) } }
}

/// The named places on an axis of this length: as many as fit side by side, including the last one, and the space for
/// each name.
pub(super) fn named(names: &[String], length: f64) -> (Vec<usize>, f64) {
    let apart = length / names.len().max(1) as f64;
    let widest = names.iter().map(|name| width(name, LABEL_SIZE)).fold(20.0, f64::max).min(90.0);
    let every = ((widest * 1.25 + 8.0) / apart).ceil().max(1.0) as usize;
    let is_named = |index: &usize| (names.len() - 1 - index).is_multiple_of(every);
    ((0..names.len()).filter(is_named).collect(), apart * every as f64 - 6.0)
}

/// The range of an axis of this many places.
pub(super) fn domain_of_places(count: usize) -> Domain {
    Domain::of([-0.5, count.max(1) as f64 - 0.5]).unwrap_or(Domain::shares())
}

/// The name of the horizontal axis, at its right end.
pub(super) fn name_across(area: Area, name: &str) -> Markup {
    let y = area.bottom + FOOT + 12.0;
    html! { text.name x=(Px(area.right)) y=(Px(y)) text-anchor="end" { (name) } }
}

/// The name of the vertical axis, above its top.
pub(super) fn name_up(area: Area, left: f64, name: &str) -> Markup {
    html! { text.name x=(Px(left)) y=(Px(area.top - 12.0)) { (name) } }
}

#[cfg(test)]
mod tests {
    use super::Axis;
    use crate::plot::scale::Domain;
    use crate::plot::text::Unit;

    #[test]
    fn an_axis_of_shares_stays_within_zero_and_one() {
        for (shares, low, high) in
            [([0.25; 2], 0.0, 0.75), ([0.5; 2], 0.0, 1.0), ([0.9, 1.0], 0.9, 1.0)]
        {
            let domain = Domain::of(shares).unwrap().padded(0.02);
            let axis = Axis::sideways(domain, Unit::Percent, 400.0);
            assert!(axis.domain.low() >= 0.0 && axis.domain.low() <= low, "{shares:?}");
            assert!(axis.domain.high() <= 1.0 && axis.domain.high() >= high, "{shares:?}");
            assert!(axis.ticks.at.iter().all(|tick| (0.0..=1.0).contains(tick)), "{shares:?}");
        }
        let plain = Axis::sideways(Domain::of([0.25]).unwrap(), Unit::Plain, 400.0);
        assert!(plain.domain.low() < 0.0);
    }
}
