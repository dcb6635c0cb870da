//! Whether products were sold, asked of the slice to the right that keeps orders: a port of the program (`platform::ports`).

use db::{Conn, Result};
use futures_util::future::BoxFuture;
use kernel::{ImportId, ProductId, StoreScope};

/// Orders, as far as products ask for them.
pub trait SoldProducts: Send + Sync {
    /// An order that is younger than the import has the product.
    fn is_sold_since<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        id: ProductId,
        import: ImportId,
    ) -> BoxFuture<'a, Result<bool>>;
}
