//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] =
    &[Table::of_store("demo_plans").kept_on_reset("says what the store is made of").left_out("what sample data was made of")];
