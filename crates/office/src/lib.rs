//! What reads the whole store and is read by no other area: documents, abandoned carts, privacy, reports, onboarding and sample data.
//!
//! The order is law: a slice calls only slices to its left (checked by `cargo xtask check-arch`).
//!
//! documents < abandoned_carts < privacy < reports < onboarding < sample

pub mod abandoned_carts;
pub mod documents;
pub mod onboarding;
pub mod privacy;
pub mod reports;
pub mod sample;
