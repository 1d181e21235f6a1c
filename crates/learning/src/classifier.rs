//! Fits a network of one hidden layer to classes, with the same bytes on every machine.
//!
//! The loss is the cross-entropy of the softmax of the outputs; the steps are those of Adam (Kingma and Ba 2015,
//! "Adam: A Method for Stochastic Optimization") on batches in random order, with a rate that falls linearly to
//! nothing. Weights start as in He et al. 2015, "Delving Deep into Rectifiers". A batch is split into pieces of
//! fixed size, whose gradients are added in order: the threads do not matter.

use crate::network::{Layer, Network, add_scaled};
use lettergame_base::{Rng, Seed, parallel_map};

/// Examples for each step.
const BATCH: usize = 1024;
/// Examples that one thread takes at a time.
const PIECE: usize = 64;
/// The decay of the means of the gradient and of its square, and what is added to its root.
const DECAY: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// What a classifier learns from: the inputs of each example, and its class.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// The inputs of all examples, one after the other.
    pub inputs: Vec<f32>,
    /// The class of each example.
    pub classes: Vec<u8>,
}

impl Examples {
    /// Appends the examples of another set.
    pub fn append(&mut self, other: &Examples) {
        self.inputs.extend(&other.inputs);
        self.classes.extend(&other.classes);
    }

    /// The number of examples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    fn width(&self) -> usize {
        self.inputs.len() / self.classes.len()
    }

    fn get(&self, index: usize) -> (&[f32], usize) {
        let width = self.width();
        (&self.inputs[index * width..][..width], usize::from(self.classes[index]))
    }
}

/// How a classifier is fitted.
#[derive(Clone, Copy, Debug)]
pub struct ClassifierTraining {
    /// Number of classes.
    pub classes: usize,
    /// Width of the hidden layer.
    pub hidden: usize,
    /// How many times each example is seen.
    pub epochs: u32,
    /// The rate of the first step.
    pub rate: f32,
    /// The seed of the first weights and of the order of examples.
    pub seed: Seed,
}

/// A network whose outputs are log-odds of the classes, up to a constant; `told` is told the mean loss of each
/// epoch, in nats. O(examples x weights) for each epoch.
///
/// # Panics
/// If there are no examples, or a class is out of range.
#[must_use]
pub fn fit_classifier(
    examples: &Examples,
    training: &ClassifierTraining,
    mut told: impl FnMut(f64),
) -> Network {
    let ClassifierTraining { classes, hidden, epochs, rate, seed } = *training;
    assert!(!examples.is_empty(), "no examples");
    assert!(examples.classes.iter().all(|&class| usize::from(class) < classes), "no such class");
    let mut rng = seed.rng();
    let mut weights = Weights::zero(examples.width(), hidden, classes);
    weights.columns[0] = random(&mut rng, examples.width(), hidden);
    weights.columns[1] = random(&mut rng, hidden, classes);
    let mut adam = Adam::new(&weights);
    let mut order: Vec<u32> = (0..examples.len() as u32).collect();
    let steps = epochs as usize * examples.len().div_ceil(BATCH);
    for _ in 0..epochs {
        rng.shuffle_front(&mut order, examples.len());
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let pieces: Vec<&[u32]> = batch.chunks(PIECE).collect();
            let pieces =
                parallel_map(pieces.len(), |index| weights.gradient(examples, pieces[index]));
            let mut gradient = Weights::zero(examples.width(), hidden, classes);
            for piece in &pieces {
                loss += f64::from(piece.loss);
                gradient.add(&piece.weights);
            }
            let left = 1.0 - adam.steps as f32 / steps as f32;
            adam.step(&mut weights, &gradient, rate * left, batch.len());
        }
        told(loss / examples.len() as f64);
    }
    let [first, last] = weights.columns;
    let [of_first, of_last] = weights.biases;
    Network::of_layers(vec![Layer::of_columns(first, of_first), Layer::of_columns(last, of_last)])
}

/// Uniform weights with the variance 2 / inputs.
fn random(rng: &mut Rng, inputs: usize, outputs: usize) -> Vec<f32> {
    let limit = (6.0 / inputs as f64).sqrt();
    (0..inputs * outputs).map(|_| (limit * (2.0 * rng.unit() - 1.0)) as f32).collect()
}

/// The weights of both layers, input by input, or as many other numbers.
#[derive(Clone)]
struct Weights {
    columns: [Vec<f32>; 2],
    biases: [Vec<f32>; 2],
}

/// The sum over some examples of the derivatives of the loss, and of the loss.
struct Gradient {
    weights: Weights,
    loss: f32,
}

impl Weights {
    fn zero(inputs: usize, hidden: usize, classes: usize) -> Weights {
        Weights {
            columns: [vec![0.0; inputs * hidden], vec![0.0; hidden * classes]],
            biases: [vec![0.0; hidden], vec![0.0; classes]],
        }
    }

    fn parts(&self) -> impl Iterator<Item = &Vec<f32>> {
        self.columns.iter().chain(&self.biases)
    }

    fn parts_mut(&mut self) -> impl Iterator<Item = &mut Vec<f32>> {
        self.columns.iter_mut().chain(&mut self.biases)
    }

    fn add(&mut self, terms: &Weights) {
        self.parts_mut().zip(terms.parts()).for_each(|(sums, terms)| add_scaled(sums, 1.0, terms));
    }

    fn gradient(&self, examples: &Examples, which: &[u32]) -> Gradient {
        let [hidden, classes] = [self.biases[0].len(), self.biases[1].len()];
        let mut sum = Weights::zero(examples.width(), hidden, classes);
        let mut loss = 0.0;
        let (mut active, mut back) = (vec![0.0; hidden], vec![0.0; hidden]);
        let mut chances = vec![0.0; classes];
        for &index in which {
            let (inputs, class) = examples.get(index as usize);
            active.copy_from_slice(&self.biases[0]);
            for (input, column) in inputs.iter().zip(self.columns[0].chunks_exact(hidden)) {
                add_scaled(&mut active, *input, column);
            }
            active.iter_mut().for_each(|number| *number = number.max(0.0));
            chances.copy_from_slice(&self.biases[1]);
            for (input, column) in active.iter().zip(self.columns[1].chunks_exact(classes)) {
                add_scaled(&mut chances, *input, column);
            }
            softmax(&mut chances);
            loss -= libm::logf(chances[class].max(f32::MIN_POSITIVE));
            // the derivative of the loss by an output
            chances[class] -= 1.0;
            add_scaled(&mut sum.biases[1], 1.0, &chances);
            let columns = sum.columns[1].chunks_exact_mut(classes);
            for (unit, (sums, column)) in
                columns.zip(self.columns[1].chunks_exact(classes)).enumerate()
            {
                add_scaled(sums, active[unit], &chances);
                let slope: f32 = column.iter().zip(&chances).map(|(w, chance)| w * chance).sum();
                back[unit] = if active[unit] > 0.0 { slope } else { 0.0 };
            }
            add_scaled(&mut sum.biases[0], 1.0, &back);
            for (input, sums) in inputs.iter().zip(sum.columns[0].chunks_exact_mut(hidden)) {
                add_scaled(sums, *input, &back);
            }
        }
        Gradient { weights: sum, loss }
    }
}

/// Replaces log-odds by probabilities, with an `exp` that is the same on every machine.
pub fn softmax(numbers: &mut [f32]) {
    let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    numbers.iter_mut().for_each(|number| *number = libm::expf(*number - most));
    let sum: f32 = numbers.iter().sum();
    numbers.iter_mut().for_each(|number| *number /= sum);
}

/// Means of the gradient and of its square.
struct Adam {
    mean: Weights,
    square: Weights,
    steps: usize,
    /// The powers of the decays by the number of steps.
    decayed: [f32; 2],
}

impl Adam {
    fn new(weights: &Weights) -> Adam {
        let mut zero = weights.clone();
        zero.parts_mut().for_each(|part| part.fill(0.0));
        Adam { mean: zero.clone(), square: zero, steps: 0, decayed: [1.0; 2] }
    }

    /// A step against a gradient that is the sum over this many examples.
    fn step(&mut self, weights: &mut Weights, gradient: &Weights, rate: f32, examples: usize) {
        self.steps += 1;
        for (decayed, decay) in self.decayed.iter_mut().zip(DECAY) {
            *decayed *= decay;
        }
        let [of_mean, of_square] = self.decayed.map(|decayed| 1.0 - decayed);
        let moments = self.mean.parts_mut().zip(self.square.parts_mut());
        for ((weights, sums), (means, squares)) in
            weights.parts_mut().zip(gradient.parts()).zip(moments)
        {
            for ((weight, sum), (mean, square)) in
                weights.iter_mut().zip(sums).zip(means.iter_mut().zip(squares))
            {
                let slope = sum / examples as f32;
                *mean = DECAY[0] * *mean + (1.0 - DECAY[0]) * slope;
                *square = DECAY[1] * *square + (1.0 - DECAY[1]) * slope * slope;
                *weight -= rate * (*mean / of_mean) / ((*square / of_square).sqrt() + EPSILON);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ClassifierTraining, Examples, Weights, fit_classifier, random, softmax};
    use crate::Network;
    use lettergame_base::Seed;

    /// Points of the square; the class says in which quadrant, with the first and third in one class.
    fn quadrants(count: usize) -> Examples {
        let mut rng = Seed(1).rng();
        let inputs: Vec<f32> = (0..2 * count).map(|_| 2.0 * rng.unit() as f32 - 1.0).collect();
        let classes = inputs.chunks(2).map(|at| u8::from((at[0] > 0.0) != (at[1] > 0.0))).collect();
        Examples { inputs, classes }
    }

    fn fitted(epochs: u32) -> (Network, Vec<f64>) {
        let training =
            ClassifierTraining { classes: 2, hidden: 8, epochs, rate: 0.02, seed: Seed(2) };
        let mut losses = Vec::new();
        let network = fit_classifier(&quadrants(3000), &training, |loss| losses.push(loss));
        (network, losses)
    }

    #[test]
    fn classes_that_no_line_separates_are_learnt() {
        let (network, losses) = fitted(60);
        assert!(losses[0] > 2.0_f64.ln() && losses[59] < 0.2, "{losses:?}");
        let chance = |x: f32, y: f32| {
            let mut numbers = vec![x, y];
            network.run(&mut numbers, &mut Vec::new());
            softmax(&mut numbers);
            numbers[1]
        };
        for at in [0.3, 0.7] {
            assert!(chance(at, at) < 0.1 && chance(-at, -at) < 0.1, "{}", chance(at, at));
            assert!(chance(at, -at) > 0.9 && chance(-at, at) > 0.9, "{}", chance(at, -at));
        }
    }

    #[test]
    fn the_threads_do_not_change_a_byte() {
        let bytes = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| fitted(2).0.to_bytes())
        };
        assert_eq!(bytes(1), bytes(3));
    }

    #[test]
    fn the_content_of_a_file_reads_back() {
        let (network, _) = fitted(1);
        let again = Network::read(&network.to_bytes()).unwrap();
        assert_eq!(again.to_bytes(), network.to_bytes());
        let outputs = |network: &Network| {
            let mut numbers = vec![0.25, -0.5];
            network.run(&mut numbers, &mut Vec::new());
            numbers
        };
        assert_eq!(outputs(&again), outputs(&network));
    }

    /// The derivatives agree with differences of the loss.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let examples = Examples { inputs: vec![0.5, -1.0, 2.0, 0.25], classes: vec![2, 0] };
        let mut rng = Seed(3).rng();
        let mut weights = Weights::zero(2, 5, 3);
        weights.columns = [random(&mut rng, 2, 5), random(&mut rng, 5, 3)];
        weights.biases[0].fill(0.1);
        let gradient = weights.gradient(&examples, &[0, 1]).weights;
        let slopes: Vec<f32> = gradient.parts().flatten().copied().collect();
        let mut index = 0;
        for part in 0..4 {
            for place in 0..weights.parts().nth(part).unwrap().len() {
                let loss = |change: f32| {
                    let mut weights = weights.clone();
                    weights.parts_mut().nth(part).unwrap()[place] += change;
                    weights.gradient(&examples, &[0, 1]).loss
                };
                let slope = (loss(0.01) - loss(-0.01)) / 0.02;
                assert!((slope - slopes[index]).abs() < 0.01, "{part} {place}: {slope}");
                index += 1;
            }
        }
    }
}
