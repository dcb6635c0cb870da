//! Redirects of the merchant, addresses that were missed (ST-08).

mod chains;
mod files;
mod many;
mod missed;
mod moves;
mod written;

use serde_json::{Value, json};
use testkit::{Merchant, PageReply, Shopper, TestShop};

pub(crate) const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

/// Opens an address as a person does who comes from another site.
async fn open(shopper: &Shopper, path: &str) -> PageReply {
    let request = shopper.request("GET", path).header("user-agent", PHONE).header("accept", "text/html");
    shopper.send(request.header("referer", "https://www.google.com/search?q=someone")).await
}

async fn flush(shop: &TestShop) {
    site::visits::flush(&shop.app, &shop.visits).await.unwrap();
}

async fn redirect(merchant: &Merchant, address: &str, target: &str) -> Value {
    merchant.create("/redirects", json!({"address": address, "target": target})).await
}

/// The refusal of a redirect, by field.
async fn refused(merchant: &Merchant, address: &str, target: &str) -> Value {
    let (status, body) = merchant.post("/redirects", json!({"address": address, "target": target})).await;
    assert_eq!(status, 422, "{address} {target}: {body}");
    body["errors"].clone()
}
