//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("courier_settlements").personal_exempt("names a courier, no shopper"),
    Table::of_store("courier_settlement_rows")
        .references(&["courier_settlements"])
        .personal_exempt("waybills, order numbers and amounts; the sheet itself goes after 30 days"),
];
