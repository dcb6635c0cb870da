//! The products and categories that links of a store lead to. `site` keeps such links and knows no catalogue: the owner of the tables
//! implements [`LinkTargets`], a port of the program (see [`crate::ports`]).

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
}
