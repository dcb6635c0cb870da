//! Import of products from files.

pub mod formats;
