//! Stock: locations, movements, thresholds, and reservations.

mod bounded_reservations;
mod list;
mod locations;
mod low;
mod pages;
pub(crate) mod reservations;
mod walk;

use catalog::stock::{self, Pieces, Reason, StockPosting, StockTake};
use db::p;
use kernel::{ProductId, StoreScope, VariantId};
use platform::App;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

/// The stored quantities of a product or variant: `(qty, elsewhere, reserved)`.
pub(crate) async fn row(shop: &TestShop, merchant: &Merchant, product: &Value) -> (i64, i64, i64) {
    let id: kernel::ProductId = product["id"].as_str().unwrap().parse().unwrap();
    let sql = "SELECT qty, elsewhere, reserved FROM products WHERE store_id = ?1 AND id = ?2";
    shop.app.db().conn().one(sql, p![merchant.store, id]).await.unwrap()
}

/// Takes stock as an order does.
pub(crate) async fn take(app: &App, scope: StoreScope, product: ProductId, variant: Option<VariantId>, qty: i64) -> StockTake {
    let env = app.env().clone();
    app.db()
        .tx(async move |c| {
            let mut ledger = StockPosting::new(Reason::Sale);
            let outcome =
                stock::take(c, &scope, &mut ledger, Pieces { product, variant, qty, reserved: 0, has_priority: false }).await?;
            ledger.write(c, &env, &scope).await?;
            Ok::<_, db::Error>(outcome)
        })
        .await
        .unwrap()
}

/// Returns stock as a cancelled order does.
pub(crate) async fn restock(app: &App, scope: StoreScope, product: ProductId, variant: Option<VariantId>, qty: i64) -> bool {
    let env = app.env().clone();
    app.db()
        .tx(async move |c| {
            let mut ledger = StockPosting::new(Reason::Cancellation);
            let back = stock::restock(c, &scope, &mut ledger, Pieces { product, variant, qty, reserved: 0, has_priority: false })
                .await?;
            ledger.write(c, &env, &scope).await?;
            Ok::<_, db::Error>(back)
        })
        .await
        .unwrap()
}

/// A second location of the store; its id.
pub(crate) async fn create_location(merchant: &Merchant, ar: &str, en: &str) -> String {
    let location = merchant.create("/stock-locations", json!({"name": {"ar": ar, "en": en}})).await;
    location["id"].as_str().unwrap().to_owned()
}

/// The id of the main location.
pub(crate) async fn main_location(merchant: &Merchant) -> String {
    merchant.data("/stock-locations").await[0]["id"].as_str().unwrap().to_owned()
}

/// The movements of a product, the newest first, as `(delta, qty_after, location_after, reason)`.
pub(crate) async fn movements(merchant: &Merchant, product: &Value) -> Vec<(i64, i64, i64, String)> {
    let id = product["id"].as_str().unwrap();
    let (status, list) = merchant.get(&format!("/stock-movements?filter[product]={id}&per_page=100")).await;
    assert_eq!(status, 200, "{list}");
    let of = |m: &Value| {
        let n = |key: &str| m[key].as_i64().unwrap();
        (n("delta"), n("qty_after"), n("location_after"), m["reason"].as_str().unwrap().to_owned())
    };
    list["data"].as_array().unwrap().iter().map(of).collect()
}
