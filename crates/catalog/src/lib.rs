//! The catalogue: products, their variants and options, categories, search words, links and redirects, stock.
//!
//! Tables: `products`, `product_variants`, `product_media`, `product_categories`, `product_links`, `categories`, `redirects`, the
//! product rows of `search_tokens` and `status_counts`; `catalog::import` and `catalog::stock` have their own.
//!
//! Invariants: a stored product satisfied every rule of [`check`]; a live product's link is unique by folded key, and an old link
//! redirects to the new one; `list_price`, `stock` and the counters of states are consistent with the rows; stock never goes
//! below zero, and every change of it raises the product's `version`, so that a form opened before a sale cannot overwrite the
//! stock; a removed product's row is kept for the orders that reference it.
//!
//! To add a field: `docs/recipes.md`. The fields of files and of the sheet are declared in `fields`.
//!
//! Sub-slices, lower first (docs/decisions/0067): a file imports files of its own sub-slice and of lower ones, by name and not
//! through this file; `api` files stand above all of them. `cargo xtask check-arch` reads these lines.
//!
//! what a product is: model < fields < check < errors < words < duplicate < readiness
//! categories, grids, ports: `category_tree` < `card_query` < sold
//! rows: tables < entities < store
//! over the wire, and what lists ask: `wire_in` < `wire_out` < query < detail
//! writing: stock < links < write < categories < `category_removal` < `category_products`
//! what carts and shops read: availability < browse < facets
//! in the background, and samples: jobs < reindex < sample
//! many at once: `bulk_action` < batches < bulk < import < export
//! calls: `life_api` < `category_product_api` < `category_api` < api

mod api;
mod availability;
mod batches;
mod browse;
mod bulk;
mod bulk_action;
mod card_query;
mod categories;
mod category_api;
mod category_product_api;
mod category_products;
mod category_removal;
mod category_tree;
pub mod check;
#[cfg(test)]
mod check_tests;
mod detail;
mod duplicate;
mod entities;
mod errors;
mod export;
mod facets;
mod fields;
pub mod import;
mod jobs;
mod life_api;
mod links;
pub mod model;
mod query;
mod readiness;
#[cfg(test)]
mod readiness_tests;
mod reindex;
mod sample;
mod sold;
pub mod stock;
mod store;
mod tables;
mod wire_in;
mod wire_out;
mod words;
mod write;

pub use availability::{Sellable, line_availability, list_reserved, sellable};
pub use browse::{
    Card, Cards, FoundCategory, LinkTarget, ProductPage, cards, categories, category_by_slug, find_product_page, is_cursor,
    product_by_link, published_links,
};
pub use card_query::{CardQuery, CardSort};
pub use categories::{CategoryDraft, create_category, ensure_category_path, update_category};
pub use category_removal::{ProductDisposition, remove_category, restore_categories};
pub use category_tree::{in_tree_order, with_descendants};
pub use check::{Fault, Faults};
pub use entities::ENTITIES;
pub use errors::CatalogError;
pub use facets::{Facet, FacetValue, facets};
pub use model::{
    Category, Links, OptionValue, Price, Product, ProductDraft, ProductInput, ProductOrder, ProductType, Snapshot, State,
    VariantDraft,
};
pub use readiness::{ReadinessCode, ReadinessReason, StoreFacts, readiness};
pub use sample::{insert_sample, is_bare_sample, set_sample_picture, show_sample_picture};
pub use sold::SoldProducts;
pub use store::link_targets::CatalogTargets;
pub use store::lookup::{list_existing, list_in_categories};
pub use store::media_uses::ProductPictures;
pub use store::products::{StoreContext, get_store_context};
pub use tables::TABLES;
pub use words::option_key;
pub use write::{archive, create, remove, restore, restore_snapshot, set_published, update};

use db::Conn;
use kernel::{ProductId, StoreScope};

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
        .merge(life_api::routes())
        .merge(category_api::routes())
        .merge(category_product_api::routes())
        .merge(import::routes())
        .merge(export::routes())
        .merge(bulk::routes())
        .merge(batches::routes())
        .merge(stock::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut ::jobs::Registry<platform::App>) {
    jobs::register(registry);
    reindex::register(registry);
    import::register(registry);
    export::register(registry);
    batches::register(registry);
    stock::register(registry);
}

/// A product with its details; removed ones are found too, see `deleted_at`.
///
/// # Errors
/// Database errors.
pub async fn find(c: Conn<'_>, scope: &StoreScope, id: ProductId) -> db::Result<Option<Product>> {
    store::products::find(c, scope, id).await
}
