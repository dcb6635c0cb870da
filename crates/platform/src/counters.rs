//! Counters of a store: its hot rows. Each column or code belongs to the slice that counts by it.
//!
//! Tables: `store_counters` (next numbers; one row a store), `status_counts` (how many rows have which status).

use db::Table;

/// The tables of this module.
pub const TABLES: &[Table] = &[
    Table::of_store("store_counters")
        .kept_on_reset("their values are set back, the row stays")
        .shared("every slice takes numbers from its own column"),
    Table::of_store("status_counts").shared("every slice counts its own rows"),
];
