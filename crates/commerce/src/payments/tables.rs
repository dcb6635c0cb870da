//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] =
    &[Table::of_store("payment_methods"), Table::of_store("payment_connections"), Table::of_store("bank_accounts")];
