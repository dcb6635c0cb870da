//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_platform("users"),
    Table::of_platform("password_history").references(&["users"]),
    Table::of_platform("sessions").references(&["users"]),
    Table::of_platform("refresh_tokens").references(&["sessions"]),
    Table::of_platform("otp_codes").personal_exempt("a code goes within minutes"),
    Table::of_platform("sign_in_attempts"),
    Table::of_platform("password_resets").references(&["users"]),
    Table::of_platform("known_devices").references(&["users"]),
];
