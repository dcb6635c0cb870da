//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("carts").personal(),
    Table::of_store("cart_items").references(&["carts"]).personal(),
    Table::of_store("shopper_files").personal(),
    Table::of_store("cart_sources").personal_exempt("campaign of a visit, no name and no number"),
];
