//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] =
    &[Table::of_store("batches").personal(), Table::of_store("batch_items").references(&["batches"]).personal()];
