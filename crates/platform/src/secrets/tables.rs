//! The tables of this module.

use db::Table;

/// Sealed values of stores.
pub const TABLES: &[Table] =
    &[Table::of_store("secrets").left_out("secrets never leave the server, and no other installation opens a sealed value")];
