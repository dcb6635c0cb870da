//! Products over HTTP (PR-01 to PR-08, GC-01, GC-02, VA-02).

pub(crate) mod files;
mod life;
mod lists;
mod selling;
mod writes;

use kernel::{ProductId, VariantId};
use serde_json::{Value, json};
use testkit::{Merchant, PageReply, Shopper, TestShop};

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

/// Polls the page until it satisfies the predicate; on PostgreSQL caches are invalidated a moment after the commit.
async fn until(shopper: &Shopper, path: &str, is_so: impl Fn(&PageReply) -> bool) -> PageReply {
    let mut page = shopper.get(path).await;
    for _ in 0..200 {
        if is_so(&page) {
            return page;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        page = shopper.get(path).await;
    }
    panic!("{path} stayed as it was: {} {}", page.status, page.body);
}

/// The radios of a page that are checked.
fn chosen(page: &PageReply) -> Vec<(String, String)> {
    let tags = page.body.split("<input").skip(1).filter_map(|rest| rest.split('>').next());
    tags.filter(|tag| tag.contains("type=\"radio\"") && tag.contains(" checked"))
        .map(|tag| {
            let get = |name: &str| {
                tag.split_once(&format!("{name}=\"")).and_then(|(_, r)| r.split('"').next()).unwrap_or("").to_owned()
            };
            (get("name"), get("value"))
        })
        .collect()
}
