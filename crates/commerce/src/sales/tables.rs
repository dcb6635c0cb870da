//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("sales_hours"),
    Table::of_store("order_sales").references(&["orders"]),
    Table::of_store("order_sale_lines").references(&["orders"]),
    Table::of_store("sales_recounts"),
];
