//! Linear equations of a large, sparse network of resistors, solved without loss of digits.
//!
//! As in [`network`](super::super::network), nodes are removed one by one, each turning its star of
//! conductances into a mesh. Only the conductances that exist are kept. Nodes are removed in order of their
//! number of neighbours at that time, the fewest first, which keeps the meshes small (minimum degree; W. F.
//! Tinney and J. W. Walker, "Direct solutions of sparse network equations by optimally ordered triangular
//! factorization", Proceedings of the IEEE 55, 1967). Versions of players that met only their contemporaries
//! form a band, whose elimination takes the number of players times the square of its width. At worst, when
//! nearly all players met, it takes `n³ / 6` multiplications for n players.
//!
//! An iterative solver would need a hundred passes over all pairs for each right-hand side if the players
//! form a long chain, and lose the weak ground.

/// A network whose nodes have been removed, ready to turn currents into voltages.
pub(super) struct Elimination {
    /// The nodes in the order of their removal.
    order: Vec<usize>,
    /// For each node in that order: the sum of its conductances when it was removed.
    sums: Vec<f64>,
    /// Where the later neighbours of each node start, and the end.
    starts: Vec<usize>,
    /// The later neighbours, by their places in that order, in order.
    later: Vec<u32>,
    /// The conductances to them.
    conductances: Vec<f64>,
}

impl Elimination {
    /// Removes the nodes of a network with one conductance from each node to the `ground`, which must be
    /// positive, and conductances between different nodes, which may be 0.
    pub(super) fn new(
        ground: &[f64],
        between: impl Iterator<Item = (usize, usize, f64)> + Clone,
    ) -> Elimination {
        let nodes = ground.len();
        let (order, stars) = by_degree(nodes, between.clone());
        let mut place = vec![0; nodes];
        order.iter().enumerate().for_each(|(at, &node)| place[node] = at);
        // conductances to later nodes before any removal
        let mut first: Vec<Vec<(u32, f64)>> = vec![Vec::new(); nodes];
        for (i, j, conductance) in between {
            let (earlier, later) = (place[i].min(place[j]), place[i].max(place[j]));
            first[earlier].push((later as u32, conductance));
        }
        let mut found = Elimination {
            sums: Vec::with_capacity(nodes),
            starts: vec![0],
            later: Vec::with_capacity(stars.iter().map(Vec::len).sum()),
            conductances: Vec::new(),
            order,
        };
        let mut ground: Vec<f64> = found.order.iter().map(|&node| ground[node]).collect();
        // earlier nodes by the next node that their mesh has yet to reach, and where that one is in their star
        let mut waiting: Vec<Vec<(u32, u32)>> = vec![Vec::new(); nodes];
        let mut row = vec![0.0; nodes];
        for (at, star) in stars.iter().enumerate() {
            for &(other, conductance) in &first[at] {
                row[other as usize] += conductance;
            }
            for (earlier, own) in std::mem::take(&mut waiting[at]) {
                let star = found.starts[earlier as usize] + own as usize;
                let end = found.starts[earlier as usize + 1];
                let share = found.conductances[star] / found.sums[earlier as usize];
                ground[at] += share * ground[earlier as usize];
                found.mesh(star + 1..end, share, &mut row);
                if star + 1 < end {
                    waiting[found.later[star + 1] as usize].push((earlier, own + 1));
                }
            }
            for &other in star {
                found.conductances.push(std::mem::take(&mut row[other as usize]));
            }
            let own = &found.conductances[found.starts[at]..];
            found.sums.push(ground[at] + own.iter().sum::<f64>());
            found.later.extend(star);
            found.starts.push(found.later.len());
            if let Some(&next) = star.first() {
                waiting[next as usize].push((at as u32, 0));
            }
        }
        found
    }

    /// Adds a part of a star to the conductances of one of its nodes.
    fn mesh(&self, part: std::ops::Range<usize>, share: f64, row: &mut [f64]) {
        let (nodes, rays) = (&self.later[part.clone()], &self.conductances[part]);
        let (Some(&low), Some(&high)) = (nodes.first(), nodes.last()) else { return };
        if (high - low) as usize + 1 == nodes.len() {
            // without gaps, which is faster
            for (mesh, ray) in row[low as usize..=high as usize].iter_mut().zip(rays) {
                *mesh += share * ray;
            }
        } else {
            for (node, ray) in nodes.iter().zip(rays) {
                row[*node as usize] += share * ray;
            }
        }
    }

    /// The voltage at each node when `current` flows in at each node and leaves by the ground.
    pub(super) fn voltages(&self, current: &[f64]) -> Vec<f64> {
        let mut flow: Vec<f64> = self.order.iter().map(|&node| current[node]).collect();
        let star = |at: usize| {
            let part = self.starts[at]..self.starts[at + 1];
            self.later[part.clone()].iter().zip(&self.conductances[part])
        };
        for at in 0..flow.len() {
            let share = flow[at] / self.sums[at];
            star(at).for_each(|(other, ray)| flow[*other as usize] += share * ray);
        }
        for at in (0..flow.len()).rev() {
            let inflow: f64 = star(at).map(|(other, ray)| ray * flow[*other as usize]).sum();
            flow[at] = (flow[at] + inflow) / self.sums[at];
        }
        let mut voltages = vec![0.0; flow.len()];
        self.order.iter().zip(flow).for_each(|(&node, voltage)| voltages[node] = voltage);
        voltages
    }
}

/// The nodes in the order of removal, ties by index; and for each of these its later neighbours by their
/// places in that order, in order. Keeps one bit per pair of nodes.
fn by_degree(
    nodes: usize,
    between: impl Iterator<Item = (usize, usize, f64)>,
) -> (Vec<usize>, Vec<Vec<u32>>) {
    let words = nodes.div_ceil(64);
    let mut near = vec![0_u64; nodes * words];
    let mut set = |i: usize, j: usize| near[i * words + j / 64] |= 1 << (j % 64);
    for (i, j, _) in between {
        set(i, j);
        set(j, i);
    }
    let degree = |near: &[u64], node: usize| -> u32 {
        near[node * words..(node + 1) * words].iter().map(|word| word.count_ones()).sum()
    };
    let mut degrees: Vec<u32> = (0..nodes).map(|node| degree(&near, node)).collect();
    let (mut order, mut stars) = (Vec::with_capacity(nodes), Vec::with_capacity(nodes));
    let mut left: Vec<usize> = (0..nodes).collect();
    while let Some(at) = (0..left.len()).min_by_key(|&at| (degrees[left[at]], left[at])) {
        let node = left.swap_remove(at);
        let own: Vec<u64> = near[node * words..(node + 1) * words].to_vec();
        let bits = own.iter().enumerate().flat_map(|(word, bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| (64 * word + bit) as u32)
        });
        let star: Vec<u32> = bits.collect();
        for &other in &star {
            let other = other as usize;
            let row = &mut near[other * words..(other + 1) * words];
            row.iter_mut().zip(&own).for_each(|(row, own)| *row |= own);
            row[node / 64] &= !(1 << (node % 64));
            row[other / 64] &= !(1 << (other % 64));
            degrees[other] = degree(&near, other);
        }
        order.push(node);
        stars.push(star);
    }
    let mut place = vec![0; nodes];
    order.iter().enumerate().for_each(|(at, &node)| place[node] = at as u32);
    for star in &mut stars {
        star.iter_mut().for_each(|node| *node = place[*node as usize]);
        star.sort_unstable();
    }
    (order, stars)
}

#[cfg(test)]
mod tests {
    use super::super::super::network::Network;
    use super::Elimination;
    use crate::ratings::simulation::Lcg;

    /// Chains, random networks and full ones, with grounds from weak to strong.
    #[test]
    fn voltages_are_those_of_the_dense_elimination() {
        let mut lcg = Lcg(5);
        for (nodes, joins) in [(1, 0), (2, 1), (40, 39), (70, 150), (130, 3000), (30, 435)] {
            for weak in [1.0, 1e-9] {
                let ground: Vec<f64> = (0..nodes).map(|_| weak * (0.1 + lcg.next())).collect();
                let mut all = Vec::new();
                for join in 0..joins {
                    let (i, j) = match (joins + 1 == nodes, joins == nodes * (nodes - 1) / 2) {
                        (true, _) => (join, join + 1),
                        (_, true) => {
                            let i = (0..nodes).find(|i| join < i * (i + 1) / 2).unwrap_or(nodes);
                            (i, join - i * (i - 1) / 2)
                        }
                        _ => (lcg.below(nodes), lcg.below(nodes)),
                    };
                    if i != j {
                        all.push((i, j, 1e3 * lcg.next()));
                    }
                }
                let mut dense = Network::new(nodes);
                ground
                    .iter()
                    .enumerate()
                    .for_each(|(node, ground)| dense.join_ground(node, *ground));
                all.iter().for_each(|&(i, j, g)| dense.join(i.min(j), i.max(j), g));
                let current: Vec<f64> = (0..nodes).map(|_| weak * lcg.next()).collect();
                let mut expected = current.clone();
                dense.turn_to_voltages(std::slice::from_mut(&mut expected));
                let found = Elimination::new(&ground, all.into_iter()).voltages(&current);
                for (found, expected) in found.iter().zip(&expected) {
                    assert!((found / expected - 1.0).abs() < 1e-11, "{found} {expected}");
                }
            }
        }
    }
}
