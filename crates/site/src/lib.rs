//! What a store's site is made of beside its goods: content pages, themes and visits.
//!
//! The order is law: a slice calls only slices to its left (checked by `cargo xtask check-arch`).
//!
//! content < theme < visits

pub mod content;
pub mod theme;
pub mod visits;

/// The tables of every slice, the left-most slice first.
pub const TABLES: &[&[db::Table]] = &[content::TABLES, theme::TABLES, visits::TABLES];
