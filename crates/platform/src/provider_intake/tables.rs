//! The tables of this module.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("provider_endpoints").left_out("addresses of this server"),
    Table::of_store("provider_events").personal().left_out("what providers reported, as it came, for some weeks"),
];
