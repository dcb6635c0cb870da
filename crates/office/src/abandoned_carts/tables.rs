//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("cart_reminder_plans"),
    Table::of_store("reminded_people").personal(),
    Table::of_store("cart_reminders").personal(),
];
