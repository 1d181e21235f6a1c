//! The address of the viewer.

use crate::serving::query::address;

/// The address of the viewer.
pub(super) const VIEWER: &str = "/marrakech/view";

/// The address that shows a state string.
pub(super) fn address_of(state: &str) -> String {
    address(VIEWER, &[("state", state)])
}
