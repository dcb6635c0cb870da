//! The products and categories that links of a store lead to. `site` keeps such links and knows no catalogue: the owner of the tables
//! implements [`LinkTargets`], a port of the program (see [`crate::ports`]).

use std::collections::HashSet;

use db::{Conn, Result};
use futures_util::future::BoxFuture;
use kernel::{CategoryId, ProductId, StoreScope, Texts};

/// A product or category that exists in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkTarget {
    /// The id's number.
    pub id: i64,
    /// Its name.
    pub name: Texts,
    /// Shoppers see it.
    pub is_shown: bool,
}

/// A page of the catalogue that shoppers see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundAddress {
    /// Its path in the store, without a language.
    pub path: String,
    /// Its names, and the last segment of its address.
    pub texts: Vec<String>,
}

/// What the catalogue knows of the targets of links; ids that it does not have are left out.
pub trait LinkTargets: Send + Sync {
    /// Of these products, those that are not deleted; one statement.
    fn products<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, ids: Vec<ProductId>) -> BoxFuture<'a, Result<Vec<LinkTarget>>>;

    /// Of these categories; one statement.
    fn categories<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        ids: Vec<CategoryId>,
    ) -> BoxFuture<'a, Result<Vec<LinkTarget>>>;

    /// Of these last segments of addresses, those where shoppers find a product, by its own address or one that it had; one statement.
    fn products_at<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        links: Vec<String>,
    ) -> BoxFuture<'a, Result<HashSet<String>>>;

    /// As [`LinkTargets::products_at`], for categories.
    fn categories_at<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        slugs: Vec<String>,
    ) -> BoxFuture<'a, Result<HashSet<String>>>;

    /// Products and categories that shoppers see and that some of these folded words name; a bounded number of each.
    fn search_addresses<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        words: Vec<String>,
    ) -> BoxFuture<'a, Result<Vec<FoundAddress>>>;
}
