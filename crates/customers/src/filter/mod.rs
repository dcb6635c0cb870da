//! What customers are chosen by: conditions that become SQL, for the list and for whatever is done to what it shows.
//!
//! A list is read along the index of its sort, and each row is held against the conditions; a condition that few customers
//! meet *leads* instead: its own index finds them, and they are sorted afterwards. Which one leads is counted, up to
//! `plan::FEW`, so that at a million customers neither way looks at many rows for a page. Of groups of conditions of which one
//! must hold, each has to have such a condition of its own: then they lead together.

mod bought;
pub(super) mod chosen;
pub(super) mod cond;
pub(super) mod holds;
mod plan;
pub(super) mod store;
#[cfg(feature = "testing")]
pub mod tests;
