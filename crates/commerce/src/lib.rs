//! All business slices, as modules. The order is law: a slice calls only slices to its left (checked by `cargo xtask check-arch`).
//!
//! identity < stores < media < content < catalog < customers < carts < shipping < payments < orders < theme < reports
//!
//! A left slice that must reach a right one enqueues a job in its own transaction; the server maps jobs to handlers.

pub mod app;
pub mod journal;
pub mod search;

pub mod identity;
pub mod stores;
pub mod media;
pub mod content;
pub mod catalog;
pub mod customers;
pub mod carts;
pub mod shipping;
pub mod payments;
pub mod orders;
pub mod theme;
pub mod reports;

pub use app::App;
