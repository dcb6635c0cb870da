//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("courier_accounts"),
    Table::of_store("courier_cities").references(&["courier_accounts"]),
    Table::of_store("courier_rates").references(&["courier_accounts"]),
];
