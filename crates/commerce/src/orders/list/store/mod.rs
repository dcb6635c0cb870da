//! The SQL of the list, part by part.

pub(super) mod branch;
pub(super) mod choices;
pub(super) mod codes;
pub(super) mod condition;
pub(super) mod driving_index;
pub(super) mod others;
