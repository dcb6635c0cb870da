//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] =
    &[Table::of_store("registrations").kept_on_reset("belongs to who opened the store").left_out("one-time links")];
