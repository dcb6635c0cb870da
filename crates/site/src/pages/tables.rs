//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] =
    &[Table::of_store("content_pages"), Table::of_store("page_addresses").references(&["content_pages"])];
