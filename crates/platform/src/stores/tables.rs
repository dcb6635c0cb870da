//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_platform("stores"),
    Table::of_store("memberships").references(&["users"]).reset_where("role <> 'owner'"),
    Table::of_store("store_settings"),
    Table::of_store("user_preferences").references(&["users"]).personal(),
    Table::of_platform("operators"),
    Table::of_store("impersonation_links")
        .references(&["operators"])
        .kept_on_reset("used links of the platform's operators")
        .left_out("one-time links"),
    Table::of_store("invitations").references(&["users"]).personal(),
];
