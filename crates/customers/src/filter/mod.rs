//! Filters of customers: conditions that become SQL, for the list and for bulk actions and exports of its result.
//!
//! A list is read along the index of its sort, and each row is checked against the conditions; a condition that few customers
//! meet is the *driving* one instead: its own index finds them, and they are sorted afterwards. The planner counts matches, up to
//! `plan::FEW`, to choose, so that at a million customers neither way reads many rows for a page. Of alternative groups of
//! conditions each needs a selective condition of its own: then these drive the query together.

mod bought;
pub(super) mod cond;
pub(super) mod holds;
mod plan;
pub(super) mod selection;
pub(super) mod store;
#[cfg(feature = "testing")]
pub mod tests;
