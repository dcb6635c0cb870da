//! Visits and page views of the storefront, without cookies (decisions §12).
//!
//! Tables: `visit_hours` (what reports read), `visit_marks` and `visit_salts` (who has been counted on a day; both go when the
//! day is over). A page that is served only counts in memory ([`Visits::see`]); every few seconds, and when the program
//! stops, one transaction writes what has gathered ([`flush`]). A program that is killed loses the seconds in between.
//! Invariants: a visitor counts once a day of the store, on however many nodes; no address and no browser's name is written.

mod calendar;
mod flush;
mod jobs;
mod memory;
mod store;
mod tables;
mod visitor_hash;

pub use calendar::Calendar;
pub use flush::{flush, keep_flushing};
pub use memory::{View, Visits};
pub use tables::TABLES;

/// The slice's job handlers and schedules.
pub fn register(registry: &mut ::jobs::Registry<platform::App>) {
    jobs::register(registry);
}
