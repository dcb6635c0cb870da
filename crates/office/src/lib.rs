//! What reads the whole store and is read by no other area: documents, abandoned carts, privacy, reports, onboarding and sample data.
//!
//! The order is law: a slice calls only slices to its left (checked by `cargo xtask check-arch`).
//!
//! documents < recovery < privacy < reports < onboarding < sample

pub mod documents;
pub mod onboarding;
pub mod privacy;
pub mod recovery;
pub mod reports;
pub mod sample;
