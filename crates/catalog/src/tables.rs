//! The tables of this crate.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("categories"),
    Table::of_store("products"),
    Table::of_store("product_variants").references(&["products"]),
    Table::of_store("product_media"),
    Table::of_store("product_categories"),
    Table::of_store("redirects"),
    Table::of_store("import_images"),
    Table::of_store("product_links"),
    Table::of_store("stock_locations"),
    Table::of_store("stock_levels").references(&["stock_locations"]),
    Table::of_store("stock_movements"),
    Table::of_store("stock_notices"),
    Table::of_store("category_places"),
    Table::of_store("category_trees"),
    Table::of_store("category_removals"),
    Table::of_store("search_words").left_out("an index"),
    Table::of_store("search_spellings").left_out("an index"),
    Table::of_store("product_option_values").left_out("an index of what products say"),
    Table::of_store("search_backlog").left_out("an index"),
];
