//! Visits and page views of the storefront, without cookies (decisions §12).
//!
//! Tables: `visit_hours` (what reports read), `visit_marks` and `visit_salts` (visitor hashes of a day and their salt; both are
//! deleted when the day is over). A served page is only counted in memory ([`Visits::see`]); every few seconds, and at shutdown,
//! one transaction writes the counts ([`flush`]). A killed process loses the seconds since the last flush. Invariants: a visitor
//! counts once per day of the store, on however many nodes; no IP address and no User-Agent is stored.

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
pub use visitor_hash::is_person;

/// The slice's job handlers and schedules.
pub fn register(registry: &mut ::jobs::Registry<platform::App>) {
    jobs::register(registry);
}
