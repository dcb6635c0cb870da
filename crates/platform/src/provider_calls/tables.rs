//! The tables of this module.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("provider_calls").personal(),
    Table::of_store("provider_circuits").left_out("whether this server reaches a provider"),
    Table::of_store("provider_exchanges")
        .references(&["provider_calls"])
        .personal()
        .left_out("what was sent and answered, for some weeks"),
];
