//! Whether products were sold, answered by the slice of orders to the right: a port (`platform::ports`).

use db::{Conn, Result};
use futures_util::future::BoxFuture;
use kernel::{ImportId, ProductId, StoreScope};

/// The query on orders that the catalogue needs.
pub trait SoldProducts: Send + Sync {
    /// Whether an order placed after the import contains the product.
    fn is_sold_since<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        id: ProductId,
        import: ImportId,
    ) -> BoxFuture<'a, Result<bool>>;
}
