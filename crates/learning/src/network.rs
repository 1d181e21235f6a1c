//! A chain of dense layers, as read from a file.

use std::collections::HashMap;

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensorError, SafeTensors};
use thiserror::Error;

/// What follows each layer but the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// Negative numbers become 0.
    Relu,
    /// The hyperbolic tangent.
    Tanh,
}

impl Activation {
    const NAMES: [(&str, Activation); 2] = [("relu", Activation::Relu), ("tanh", Activation::Tanh)];

    /// Computed by libm, so it is the same on every machine.
    fn of(self, number: f32) -> f32 {
        match self {
            Activation::Relu => number.max(0.0),
            Activation::Tanh => libm::tanhf(number),
        }
    }
}

/// Dense layers, one after the other.
///
/// A file has the tensors `N.weight`, of shape (outputs, inputs), and `N.bias`, of shape (outputs), which may be
/// missing, for each layer; N is any number, in the order of layers, as in a `torch.nn.Sequential`. Tensors are
/// of the type F32. Its metadata has text: `activation`, `relu` (if missing) or `tanh`, and what
/// [`Network::metadata`] is asked for.
#[derive(Clone, Debug)]
pub struct Network {
    layers: Vec<Layer>,
    activation: Activation,
    metadata: HashMap<String, String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Layer {
    inputs: usize,
    /// Column by column: one column for each input, so that a step adds to all outputs at once.
    columns: Vec<f32>,
    biases: Vec<f32>,
}

/// Why a file is not a network.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// Not a file of tensors.
    #[error("not a file of weights in the format of safetensors: {0}")]
    Format(#[from] SafeTensorError),
    /// A tensor with a name that means nothing here.
    #[error("unknown tensor `{0}`: expected names such as `0.weight` and `0.bias`")]
    Name(String),
    /// A tensor of another type.
    #[error("the tensor `{0}` is of type {1:?}: expected F32")]
    Type(String, Dtype),
    /// A tensor of another shape.
    #[error("the tensor `{name}` has the shape {found:?}: expected {expected}")]
    Shape {
        /// Its name.
        name: String,
        /// Its shape.
        found: Vec<usize>,
        /// What fits the other tensors.
        expected: String,
    },
    /// A number that is infinite or not a number.
    #[error("the tensor `{0}` has a number that is not finite")]
    NotFinite(String),
    /// No layers.
    #[error("no tensor `0.weight`: expected at least one layer")]
    Empty,
    /// An unknown activation.
    #[error("unknown activation `{0}` in the metadata: expected relu or tanh")]
    Activation(String),
}

impl Network {
    /// The network in the content of a file.
    ///
    /// # Errors
    /// [`NetworkError`], if it is not one.
    pub fn read(content: &[u8]) -> Result<Network, NetworkError> {
        let (_, header) = SafeTensors::read_metadata(content)?;
        let metadata = header.metadata().clone().unwrap_or_default();
        let tensors = SafeTensors::deserialize(content)?;
        let mut numbers: Vec<u32> = Vec::new();
        for name in tensors.names() {
            let layer = name.strip_suffix(".weight").or_else(|| name.strip_suffix(".bias"));
            let number = layer.and_then(|layer| layer.parse().ok());
            numbers.push(number.ok_or_else(|| NetworkError::Name(name.to_owned()))?);
        }
        numbers.sort_unstable();
        numbers.dedup();
        let mut layers: Vec<Layer> = Vec::new();
        for number in numbers {
            layers.push(layer(&tensors, number, layers.last().map(Layer::outputs))?);
        }
        if layers.is_empty() {
            return Err(NetworkError::Empty);
        }
        let activation = metadata.get("activation").map_or("relu", String::as_str);
        let known = Activation::NAMES.into_iter().find(|(name, _)| *name == activation);
        let (_, activation) =
            known.ok_or_else(|| NetworkError::Activation(activation.to_owned()))?;
        Ok(Network { layers, activation, metadata })
    }

    /// Layers that fit each other.
    pub(crate) fn of_layers(layers: Vec<Layer>) -> Network {
        Network { layers, activation: Activation::Relu, metadata: HashMap::new() }
    }

    /// The content of a file with these layers and this activation, without other metadata: what
    /// [`Network::read`] reads.
    ///
    /// # Panics
    /// Never: shapes and lengths agree.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = |numbers: &[f32]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let mut tensors: Vec<(String, Vec<usize>, Vec<u8>)> = Vec::new();
        for (number, layer) in self.layers.iter().enumerate() {
            let shape = vec![layer.outputs(), layer.inputs];
            tensors.push((format!("{number}.weight"), shape, bytes(&layer.rows())));
            tensors.push((format!("{number}.bias"), vec![layer.outputs()], bytes(&layer.biases)));
        }
        let views = tensors.iter().map(|(name, shape, data)| {
            let view = TensorView::new(Dtype::F32, shape.clone(), data);
            (name, view.unwrap_or_else(|error| panic!("{name}: {error}")))
        });
        // a single entry: the order of several would be random
        let activation = Activation::NAMES.into_iter().find(|(_, known)| *known == self.activation);
        let metadata = activation.map(|(name, _)| ("activation".to_owned(), name.to_owned()));
        safetensors::serialize(views, Some(metadata.into_iter().collect()))
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// The number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.layers[0].inputs
    }

    /// The number of outputs.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.layers[self.layers.len() - 1].outputs()
    }

    /// A text of the metadata.
    #[must_use]
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata.get(key).map(String::as_str)
    }

    /// Replaces the inputs in `numbers` by the outputs; `spare` is room. Sums are in the order of inputs, so the
    /// result is the same on every machine. O(weights).
    pub fn run(&self, numbers: &mut Vec<f32>, spare: &mut Vec<f32>) {
        let last = self.layers.len() - 1;
        for (place, layer) in self.layers.iter().enumerate() {
            layer.apply(numbers, spare);
            if place < last {
                spare.iter_mut().for_each(|number| *number = self.activation.of(*number));
            }
            std::mem::swap(numbers, spare);
        }
    }
}

impl Layer {
    /// A layer with the weights of each input side by side.
    pub(crate) fn of_columns(columns: Vec<f32>, biases: Vec<f32>) -> Layer {
        Layer { inputs: columns.len() / biases.len(), columns, biases }
    }

    fn outputs(&self) -> usize {
        self.biases.len()
    }

    /// The weights as they stand in a file: one row for each output.
    fn rows(&self) -> Vec<f32> {
        transposed(&self.columns, self.outputs())
    }

    /// The sum of each output starts with its bias and takes the inputs in order.
    fn apply(&self, inputs: &[f32], outputs: &mut Vec<f32>) {
        outputs.clear();
        outputs.extend(&self.biases);
        for (input, column) in inputs.iter().zip(self.columns.chunks_exact(self.outputs())) {
            add_scaled(outputs, *input, column);
        }
    }
}

/// Adds `scale` times the terms.
pub(crate) fn add_scaled(sums: &mut [f32], scale: f32, terms: &[f32]) {
    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += scale * term);
}

/// The transpose of a matrix with rows of this width.
fn transposed(numbers: &[f32], width: usize) -> Vec<f32> {
    let column = |column| numbers.iter().skip(column).step_by(width).copied();
    (0..width).flat_map(column).collect()
}

/// The layer of a number; its inputs are the outputs of the one before.
fn layer(
    tensors: &SafeTensors<'_>,
    number: u32,
    before: Option<usize>,
) -> Result<Layer, NetworkError> {
    let name = format!("{number}.weight");
    let (shape, weights) = floats(tensors, &name)?;
    let fits = |inputs: usize| inputs > 0 && before.is_none_or(|before| inputs == before);
    let (outputs, inputs) = match shape[..] {
        [outputs, inputs] if outputs > 0 && fits(inputs) => (outputs, inputs),
        _ => {
            let inputs = before.map_or("inputs".to_owned(), |before| before.to_string());
            return Err(NetworkError::Shape {
                name,
                found: shape,
                expected: format!("(outputs, {inputs})"),
            });
        }
    };
    let name = format!("{number}.bias");
    let biases = match tensors.names().contains(&name.as_str()) {
        true => {
            let (shape, biases) = floats(tensors, &name)?;
            if shape != [outputs] {
                let expected = format!("({outputs})");
                return Err(NetworkError::Shape { name, found: shape, expected });
            }
            biases
        }
        false => vec![0.0; outputs],
    };
    Ok(Layer { inputs, columns: transposed(&weights, inputs), biases })
}

/// The shape and the numbers of a tensor.
fn floats(tensors: &SafeTensors<'_>, name: &str) -> Result<(Vec<usize>, Vec<f32>), NetworkError> {
    let tensor = tensors.tensor(name)?;
    if tensor.dtype() != Dtype::F32 {
        return Err(NetworkError::Type(name.to_owned(), tensor.dtype()));
    }
    let (bytes, _) = tensor.data().as_chunks::<4>();
    let numbers: Vec<f32> = bytes.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    match numbers.iter().all(|number| number.is_finite()) {
        true => Ok((tensor.shape().to_vec(), numbers)),
        false => Err(NetworkError::NotFinite(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::Network;

    /// A file with these tensors, all F32, and this metadata.
    fn file(tensors: &[(&str, &[usize], &[f32])], metadata: &str) -> Vec<u8> {
        let mut header = format!("{{\"__metadata__\":{{{metadata}}}");
        let mut data = Vec::new();
        for (name, shape, numbers) in tensors {
            let start = data.len();
            data.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            header += &format!(
                ",\"{name}\":{{\"dtype\":\"F32\",\"shape\":{shape:?},\"data_offsets\":[{start},{}]}}",
                data.len()
            );
        }
        header += "}";
        let length = (header.len() as u64).to_le_bytes();
        [&length[..], header.as_bytes(), &data].concat()
    }

    fn outputs(network: &Network, inputs: &[f32]) -> Vec<f32> {
        let mut numbers = inputs.to_vec();
        network.run(&mut numbers, &mut Vec::new());
        numbers
    }

    #[test]
    fn layers_are_applied_in_order() {
        let content = file(
            &[
                ("2.weight", &[1, 2], &[1.0, -2.0]),
                ("0.weight", &[2, 3], &[1.0, 0.0, 2.0, 0.0, -1.0, 0.0]),
                ("0.bias", &[2], &[0.5, 0.25]),
            ],
            "\"game\":\"x\"",
        );
        let network = Network::read(&content).unwrap();
        assert_eq!((network.inputs(), network.outputs()), (3, 1));
        assert_eq!((network.metadata("game"), network.metadata("input")), (Some("x"), None));
        // 1 + 2 * 3 + 0.5 = 7.5, and -(-2) + 0.25 = 2.25; then 7.5 - 2 * 2.25
        assert_eq!(outputs(&network, &[1.0, -2.0, 3.0]), [3.0]);
        // the second number is negative: nothing is left of it
        assert_eq!(outputs(&network, &[1.0, 2.0, 3.0]), [7.5]);
    }

    #[test]
    fn the_hyperbolic_tangent_is_an_activation() {
        let tensors: &[(&str, &[usize], &[f32])] =
            &[("0.weight", &[1, 1], &[1.0]), ("1.weight", &[1, 1], &[2.0])];
        let network = Network::read(&file(tensors, "\"activation\":\"tanh\"")).unwrap();
        let expected = 2.0 * 1.0_f32.tanh();
        assert!((outputs(&network, &[1.0])[0] - expected).abs() < 1e-6);
    }

    #[test]
    fn what_is_not_a_network_is_refused() {
        let refused = |tensors: &[(&str, &[usize], &[f32])], metadata: &str| {
            Network::read(&file(tensors, metadata)).unwrap_err().to_string()
        };
        assert_eq!(
            refused(&[("actor.weight", &[1, 1], &[1.0])], ""),
            "unknown tensor `actor.weight`: expected names such as `0.weight` and `0.bias`"
        );
        assert_eq!(
            refused(&[("0.weight", &[1, 2], &[1.0; 2]), ("1.weight", &[1, 2], &[1.0; 2])], ""),
            "the tensor `1.weight` has the shape [1, 2]: expected (outputs, 1)"
        );
        assert_eq!(
            refused(&[("0.weight", &[1, 1], &[1.0]), ("0.bias", &[2], &[1.0; 2])], ""),
            "the tensor `0.bias` has the shape [2]: expected (1)"
        );
        assert!(refused(&[("0.weight", &[1, 1], &[f32::NAN])], "").contains("not finite"));
        assert!(refused(&[], "").contains("at least one layer"));
        assert!(refused(&[("0.bias", &[1], &[1.0])], "").contains("0.weight"));
        assert!(
            refused(&[("0.weight", &[1, 1], &[1.0])], "\"activation\":\"gelu\"")
                .contains("unknown activation `gelu`")
        );
        let text = Network::read(b"weights").unwrap_err().to_string();
        assert!(text.starts_with("not a file of weights in the format of safetensors"), "{text}");
    }
}
