//! The tables of this crate.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] =
    &[Table::of_store("jobs").reset_where("status IN ('dead', 'queued')").left_out("the queue"), Table::of_platform("schedules")];
