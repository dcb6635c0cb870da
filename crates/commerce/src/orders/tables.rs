//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("orders").references(&["customers"]).personal(),
    Table::of_store("order_items").references(&["orders"]).personal(),
    Table::of_store("order_entries").references(&["orders"]).personal(),
    Table::of_store("return_reasons"),
    Table::of_store("order_returns").references(&["orders"]).personal(),
    Table::of_store("order_return_lines").references(&["order_returns"]),
    Table::of_store("return_parcels").references(&["orders", "order_returns"]).personal(),
    Table::of_store("return_parcel_lines").references(&["return_parcels"]),
    Table::of_store("order_refunds").references(&["orders"]).personal(),
    Table::of_store("order_refund_lines").references(&["order_refunds"]),
    Table::of_store("order_tags").references(&["orders"]).personal(),
    Table::of_store("order_views").personal(),
    Table::of_store("order_receipts").references(&["orders"]).personal(),
    Table::of_store("payment_attempts").references(&["orders"]).personal(),
    Table::of_store("payment_transactions").references(&["orders"]).personal(),
    Table::of_store("payment_cases").references(&["orders"]).personal(),
    Table::of_store("order_drafts").references(&["orders"]).personal(),
    Table::of_store("order_confirmations").references(&["orders"]).personal(),
    Table::of_store("confirmation_leases").personal(),
    Table::of_store("order_calls").references(&["orders"]).personal(),
    Table::of_store("order_address_checks").references(&["orders"]).personal(),
    Table::of_store("order_comments").references(&["orders"]).personal(),
    Table::of_store("order_mentions").references(&["order_comments"]).personal(),
];
