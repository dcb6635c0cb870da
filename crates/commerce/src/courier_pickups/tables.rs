//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("courier_pickups").personal_exempt("names somebody of the store's team, no shopper"),
    Table::of_store("courier_pickup_shipments").references(&["courier_pickups", "shipments"]),
];
