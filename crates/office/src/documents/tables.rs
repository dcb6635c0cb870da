//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] =
    &[Table::of_store("documents").references(&["orders"]).personal(), Table::of_store("document_counters")];
