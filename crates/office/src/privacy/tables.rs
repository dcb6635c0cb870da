//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] =
    &[Table::of_store("person_exports").personal_exempt("the file is the answer to the person; it goes after three days")];
