//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[Table::of_store("menus"), Table::of_store("menu_links").references(&["menus"])];
