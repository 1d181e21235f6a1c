//! Linear equations of a network of resistors, solved without loss of digits.
//!
//! The equations of Newton's method for a Bradley-Terry model are those of an electrical network.
//! Players are nodes, pairs that met are joined by a conductance, the prior joins each node to the
//! ground, and the Newton step is the voltage at each node. Removing a node turns its star of
//! conductances into a mesh between its neighbours (star-mesh transform; F. Dörfler and F. Bullo,
//! "Kron reduction of graphs with applications to electrical networks", IEEE Transactions on
//! Circuits and Systems I 60, 2013). This is Gaussian elimination that adds only positive numbers,
//! so the conductances stay accurate even when a ground is a billion times weaker than its
//! neighbours (W. K. Grassmann, M. I. Taksar and D. P. Heyman, Operations Research 33, 1985).

/// Conductances between nodes and from each node to the ground.
pub(super) struct Network {
    nodes: usize,
    /// Between `i` and `j > i`, at `i * nodes + j`; the rest of the square is unused.
    between: Vec<f64>,
    ground: Vec<f64>,
    /// Of the conductances of each removed node.
    sums: Vec<f64>,
}

impl Network {
    /// A network of `nodes` unconnected nodes.
    pub(super) fn new(nodes: usize) -> Self {
        let none = vec![0.0; nodes];
        Network { nodes, between: vec![0.0; nodes * nodes], ground: none.clone(), sums: none }
    }

    /// Joins `i` and `j`, `i < j`, by a non-negative conductance.
    pub(super) fn join(&mut self, i: usize, j: usize, conductance: f64) {
        debug_assert!(i < j);
        self.between[i * self.nodes + j] += conductance;
    }

    /// Joins `i` to the ground by a non-negative conductance.
    pub(super) fn join_ground(&mut self, i: usize, conductance: f64) {
        self.ground[i] += conductance;
    }

    /// Removes all conductances.
    pub(super) fn clear(&mut self) {
        self.between.fill(0.0);
        self.ground.fill(0.0);
    }

    /// Replaces each of several lists of currents, which flow in at the nodes and leave by the ground, by the voltages
    /// at the nodes; changes the conductances on the way. Each node must be connected to the ground. Takes O(n³) time
    /// for n nodes, plus O(n²) per list.
    pub(super) fn turn_to_voltages(&mut self, currents: &mut [Vec<f64>]) {
        for node in 0..self.nodes {
            self.sums[node] = self.remove(node, currents);
        }
        for current in currents {
            for node in (0..self.nodes).rev() {
                let (known, later) = current.split_at_mut(node + 1);
                let inflow: f64 = self.later(node).iter().zip(later).map(|(g, v)| g * *v).sum();
                known[node] = (known[node] + inflow) / self.sums[node];
            }
        }
    }

    /// Removes `node` after all lower ones: its conductances and its currents pass to the higher
    /// ones. Returns the sum of its conductances.
    fn remove(&mut self, node: usize, currents: &mut [Vec<f64>]) -> f64 {
        let nodes = self.nodes;
        let sum = self.ground[node] + self.later(node).iter().sum::<f64>();
        let (above, below) = self.between.split_at_mut((node + 1) * nodes);
        let star = &above[node * nodes..];
        for (other, row) in (node + 1..nodes).zip(below.chunks_exact_mut(nodes)) {
            let share = star[other] / sum;
            for current in currents.iter_mut() {
                current[other] += share * current[node];
            }
            self.ground[other] += share * self.ground[node];
            for (mesh, ray) in row[other + 1..].iter_mut().zip(&star[other + 1..]) {
                *mesh += share * ray;
            }
        }
        sum
    }

    /// The conductances from `node` to the higher ones.
    fn later(&self, node: usize) -> &[f64] {
        &self.between[node * self.nodes + node + 1..(node + 1) * self.nodes]
    }
}

#[cfg(test)]
mod tests {
    use super::Network;

    fn voltages(mut network: Network, mut current: Vec<f64>) -> Vec<f64> {
        network.turn_to_voltages(std::slice::from_mut(&mut current));
        current
    }

    #[test]
    fn one_node_obeys_ohms_law() {
        let mut network = Network::new(1);
        network.join_ground(0, 4.0);
        assert_eq!(voltages(network, vec![2.0]), [0.5]);
    }

    #[test]
    fn currents_balance_at_every_node() {
        let joins = [(0, 1, 2.0), (0, 2, 0.5), (1, 3, 3.0), (2, 3, 1.0)];
        let (ground, current) = ([0.25, 0.0, 1.0, 0.5], vec![1.0, -2.0, 0.5, 3.0]);
        let mut network = Network::new(4);
        joins.iter().for_each(|&(i, j, g)| network.join(i, j, g));
        (0..4).for_each(|i| network.join_ground(i, ground[i]));
        let voltage = voltages(network, current.clone());
        for node in 0..4 {
            let mut left = current[node] - ground[node] * voltage[node];
            for &(i, j, g) in joins.iter().filter(|(i, j, _)| *i == node || *j == node) {
                left -= g * (voltage[node] - voltage[i + j - node]);
            }
            assert!(left.abs() < 1e-12, "{node}: {left}");
        }
    }

    #[test]
    fn a_weak_ground_is_not_lost() {
        let mut network = Network::new(2);
        network.join(0, 1, 1e9);
        network.join_ground(0, 1e-9);
        let voltage = voltages(network, vec![0.5e-9, 0.5e-9]);
        assert!(voltage.iter().all(|v| (v - 1.0).abs() < 1e-12), "{voltage:?}");
    }
}
