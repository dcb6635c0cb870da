//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] =
    &[Table::of_store("imports").personal(), Table::of_store("import_rows").personal(), Table::of_store("import_mappings")];
