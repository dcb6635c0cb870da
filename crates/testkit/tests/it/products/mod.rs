//! Products over HTTP (PR-01 to PR-08, GC-01, GC-02, VA-02).

mod lists;
mod selling;
mod writes;

use kernel::{ProductId, VariantId};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

async fn shop() -> (TestShop, Merchant) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    (shop, merchant)
}

fn id_of(view: &Value) -> ProductId {
    view["id"].as_str().unwrap().parse().unwrap()
}

fn shirt() -> Value {
    json!({
        "product_type": "multi",
        "regular_price": "100",
        "options": [{"name": "color", "values": ["أحمر", "أزرق"]}, {"name": "size", "values": ["S", "M"]}],
        "variants": [
            {"option_values": ["أحمر", "S"], "qty": 2, "sku": "SH-RED-S"},
            {"option_values": ["أزرق", "M"], "qty": 3, "regular_price": "80.50"},
        ],
    })
}

fn variant_id(view: &Value, n: usize) -> VariantId {
    view["variants"][n]["id"].as_str().unwrap().parse().unwrap()
}
