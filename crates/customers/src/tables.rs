//! The tables of this crate.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("customers").personal(),
    Table::of_store("customer_addresses").references(&["customers"]).personal(),
    Table::of_store("customer_tags").references(&["customers"]).personal(),
    Table::of_store("customer_groups").personal(),
    Table::of_store("customer_group_members").references(&["customer_groups", "customers"]).personal(),
    Table::of_store("customer_consents").references(&["customers"]).personal(),
    Table::of_store("customer_notes").references(&["customers"]).personal(),
    Table::of_store("customer_contacts").references(&["customers"]).personal(),
    Table::of_store("customer_merges").references(&["customers"]).personal(),
    Table::of_store("customer_segments").personal(),
    Table::of_store("customer_refusals").personal_exempt("a hash of the number keeps what was refused (docs/decisions/0024)"),
];
