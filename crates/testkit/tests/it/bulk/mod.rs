//! Bulk editing and undo over HTTP (GC-02, PR-01, VA-02).

mod actions;
mod sheet;
mod undo;

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

async fn shop() -> (TestShop, Merchant) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    (shop, merchant)
}

/// Deletes the sample product of a new store, since these tests count products.
async fn empty(m: &Merchant) {
    let all = m.data("/products").await;
    let ids: Vec<&Value> = all.as_array().unwrap().iter().map(|p| &p["id"]).collect();
    if !ids.is_empty() {
        m.delete("/products/deleteMany", json!({ "items": ids })).await;
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

async fn product(m: &Merchant, n: usize, overrides: Value) -> Value {
    let mut body = json!({"name": {"ar": format!("صنف {n}")}, "sku": format!("B-{n}"), "regular_price": "100.00", "qty": 10});
    body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    m.product(body).await
}

async fn read(m: &Merchant, id: &Value) -> Value {
    m.data(&format!("/products/{}", text(id))).await
}

fn up(percent: &str) -> Value {
    json!({"kind": "price", "field": "regular_price", "by": "percent", "direction": "up", "value": percent})
}
