//! The tables of this slice.

use db::Table;

/// Neither depends on the other.
pub const TABLES: &[Table] = &[Table::of_store("address_redirects"), Table::of_store("missed_addresses")];
