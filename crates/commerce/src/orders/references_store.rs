//! References of orders, carts and coupons to customers and products.

use catalog::SoldProducts;
use db::{Conn, Result, Sql, p};
use futures_util::future::BoxFuture;
use kernel::{CustomerId, ImportId, ProductId, StoreScope};

use crate::coupons;
use customers::{CustomerReferences, Merged, ReferenceCounts};

/// Rows of this area that reference customers or products.
#[derive(Debug, Clone, Copy)]
pub struct OrderReferences;

impl CustomerReferences for OrderReferences {
    fn count<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        id: CustomerId,
        mobiles: &'a [String],
    ) -> BoxFuture<'a, Result<ReferenceCounts>> {
        Box::pin(async move {
            let sql = Sql::new("SELECT (SELECT COUNT(*) FROM orders o WHERE")
                .arg(" o.store_id = ?", scope.store())
                .arg(" AND o.customer_id = ?)", id)
                .arg(", (SELECT COUNT(*) FROM carts k WHERE k.store_id = ?", scope.store())
                .list(
                    " AND k.mobile IN ",
                    mobiles.to_vec(),
                    " AND k.mobile IS NOT NULL AND k.order_id IS NULL AND k.recovered_order_id IS NULL AND k.items_count > 0)",
                );
            let (orders, carts) = sql.one::<(i64, i64)>(c).await?;
            Ok(ReferenceCounts { orders, carts })
        })
    }

    fn lock_orders<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId) -> BoxFuture<'a, Result<i64>> {
        Box::pin(async move {
            let sql = "UPDATE orders SET seq = seq WHERE store_id = ?1 AND customer_id = ?2";
            Ok(i64::try_from(c.exec(sql, p![scope.store(), id]).await?).unwrap_or(i64::MAX))
        })
    }

    /// Orders keep the name and number they were placed under: only the customer id changes. The coupons on them were used by the
    /// same person.
    fn repoint<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, merged: Merged) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let Merged { survivor, gone, .. } = merged;
            let sql = "UPDATE orders SET customer_id = ?2 WHERE store_id = ?1 AND customer_id = ?3";
            c.exec(sql, p![scope.store(), survivor, gone]).await?;
            coupons::move_uses(c, scope, merged).await
        })
    }
}

impl SoldProducts for OrderReferences {
    fn is_sold_since<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        id: ProductId,
        import: ImportId,
    ) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            let sql = "SELECT product_id FROM order_items WHERE store_id = ?1 AND product_id = ?2 AND order_id > ?3 LIMIT 1";
            Ok(c.opt::<ProductId>(sql, p![scope.store(), id, import]).await?.is_some())
        })
    }
}
