//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_platform("visit_salts"),
    Table::of_store("visit_marks")
        .personal_exempt("a hash that the salt of one day makes; it goes with the day")
        .left_out("one day's hashes"),
    Table::of_store("visit_hours"),
];
