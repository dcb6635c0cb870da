//! Products as a kind of export (`Exported`).

use db::Conn;
use kernel::{Page, ProductId, StoreScope};
use serde::{Deserialize, Serialize};
use web::ApiResult;
use web::message::Message;

use super::{rows, walk};
use crate::model::Product;
use crate::store::links;
use platform::App;
use platform::exports::{Cell, Column, ExportQuery, Exported, Failed, Words, Writing};

web::permissions! {
    Export_ = Export Product;
}

/// The export of products.
pub(super) struct Products;

/// No column choice: the file always holds every field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum NoColumn {}

impl Column for NoColumn {
    const ALL: &'static [Self] = &[];

    fn caption(self) -> Message {
        match self {}
    }
}

impl Exported for Products {
    const WORDS: &'static Words = platform::export_words!("product", "products", entity crate::entities::PRODUCT_EXPORT, folder "exports", sheet ("المنتجات", "Products"),
        nothing ("لا توجد منتجات لتصديرها.", "There are no products to export."));
    const MOST_ITEMS: usize = 1_000;
    type Permission = Export_;
    type Item = kernel::id::Product;
    type Row = Product;
    type Column = NoColumn;

    async fn known(c: Conn<'_>, scope: &StoreScope, ids: &[ProductId]) -> db::Result<Vec<ProductId>> {
        links::list_known_products(c, scope, ids).await
    }

    async fn page(app: &App, scope: &StoreScope, query: &ExportQuery<Self>) -> ApiResult<Page<Product>> {
        walk::page(app, scope, query).await
    }

    fn header(writing: &Writing<Self>) -> Vec<Cell> {
        rows::header(writing.lang)
    }

    async fn rows(app: &App, scope: &StoreScope, writing: &Writing<Self>, found: Vec<Product>) -> Result<Vec<Vec<Cell>>, Failed> {
        let names = walk::names(app, scope, writing, &found).await?;
        // A product may have hundreds of variants: formatting them is blocking work for its own thread.
        let rows = move || found.iter().flat_map(|product| names.rows(product)).collect();
        Ok(tokio::task::spawn_blocking(rows).await?)
    }
}
