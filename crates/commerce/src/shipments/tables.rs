//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("shipments").references(&["orders"]).personal(),
    Table::of_store("shipment_lines").references(&["shipments"]),
    Table::of_store("shipment_events").references(&["shipments"]).personal(),
    Table::of_store("shipment_tracking").references(&["shipments"]).personal(),
];
