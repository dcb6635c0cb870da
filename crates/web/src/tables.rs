//! The tables of this crate.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[Table::of_platform("idempotency_keys").personal_exempt("kept answers go within 24 hours")];
