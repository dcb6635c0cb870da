//! Import of product files over HTTP (contracts/imports.md): from the upload to the undo, with own samples and, where
//! they are at hand, third-party ones.

mod crash;
mod fence;
mod files;
mod first_hour;
mod modes;
mod pictures;
mod runs;

use std::path::PathBuf;

use serde_json::Value;
use testkit::{Merchant, TestShop};

async fn shop() -> (TestShop, Merchant) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    (shop, merchant)
}

/// A sample of our own.
fn own(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../catalog/tests/data").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A third-party sample from the folder beside the repository; it may not be committed.
fn third_party(name: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        eprintln!("skipped: {} is not beside the repository", path.display());
    }
    bytes
}

async fn upload(m: &Merchant, name: &str, bytes: impl Into<Vec<u8>>) -> Value {
    let reply = m.upload("/product-imports", "file", name, "text/csv", bytes).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.data()
}

fn path(import: &Value, rest: &str) -> String {
    format!("/product-imports/{}{rest}", import["id"].as_str().unwrap())
}

async fn act(m: &Merchant, import: &Value, operation: &str) -> Value {
    let reply = m.call("POST", &path(import, &format!("/{operation}"))).send().await;
    assert_eq!(reply.status, 200, "{operation}: {}", reply.text());
    reply.data()
}

/// Status, then created, updated, unchanged, failed.
fn counts(import: &Value) -> (String, [i64; 4]) {
    let n = |key: &str| import[key].as_i64().unwrap();
    (
        import["status"].as_str().unwrap().to_owned(),
        [n("created_count"), n("updated_count"), n("unchanged_count"), n("failed_count")],
    )
}

async fn after(shop: &TestShop, m: &Merchant, import: &Value, operation: &str) -> Value {
    act(m, import, operation).await;
    shop.drain().await;
    m.data(&path(import, "")).await
}

async fn rows(m: &Merchant, import: &Value, outcome: &str) -> Vec<Value> {
    let (status, body) = m.get(&path(import, &format!("/rows?per_page=100&filter[outcome]={outcome}"))).await;
    assert_eq!(status, 200, "{body}");
    body["data"].as_array().unwrap().clone()
}

async fn products(m: &Merchant) -> Vec<Value> {
    let (status, body) = m.get("/products?per_page=100&sort=created_at").await;
    assert_eq!(status, 200, "{body}");
    body["data"].as_array().unwrap().clone()
}
