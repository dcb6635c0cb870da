//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("installed_themes"),
    Table::of_store("theme_sections"),
    Table::of_store("theme_versions").references(&["installed_themes"]),
    Table::of_store("theme_version_sections").references(&["theme_versions"]),
    Table::of_store("theme_archives"),
    Table::of_store("theme_previews").left_out("hashes of keys that expire"),
];
