//! Players as configs name them.

mod fitted;
mod grid;
pub(crate) mod paths;
mod short_hash;
pub(crate) mod spec;

pub use fitted::{Fitted, FittedFile};
pub use grid::{GridError, expanded_player, expanded_players};
pub use short_hash::short_hash;
pub use spec::{Module, PERSON, PlayerSource, PlayerSpec, PlayerTextError};
