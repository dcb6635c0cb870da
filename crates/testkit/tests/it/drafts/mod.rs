//! Draft orders: drafts, their link, duplicated orders.

mod coupons;
mod link;
mod notes;
mod placing;
mod probing;
mod sums;
mod writes;

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::checkout::{CheckoutSetup, set_up_checkout};

/// A shop with a customer and a shipping method.
struct Desk {
    shop: TestShop,
    merchant: Merchant,
    setup: CheckoutSetup,
    customer: String,
}

impl Desk {
    async fn start() -> Self {
        let shop = TestShop::start().await;
        let merchant = shop.merchant().await;
        let setup = set_up_checkout(&shop, &merchant).await;
        let customer = merchant.create("/customers", json!({"name": "هند القحطاني", "mobile": "0551234567"})).await;
        Self { shop, merchant, setup, customer: customer["id"].as_str().unwrap().to_owned() }
    }

    /// A draft's body: store pickup, cash on delivery.
    fn body(&self, items: Value) -> Value {
        json!({"customer_id": self.customer, "items": items, "shipping_method_id": self.setup.pickup.to_string(),
            "payment_method_id": self.setup.cod.to_string()})
    }

    async fn draft(&self, items: Value) -> Value {
        self.merchant.create("/orders/drafts", self.body(items)).await
    }

    async fn stock(&self, product: &Value) -> i64 {
        self.merchant.data(&format!("/products/{}", product["id"].as_str().unwrap())).await["qty"].as_i64().unwrap()
    }

    async fn place(&self, draft: &Value, is_paid: bool) -> (u16, Value) {
        let body = json!({"total": draft["preview"]["total"], "version": draft["version"], "is_paid": is_paid});
        self.merchant.post(&format!("{}/draft/place", at(draft)), body).await
    }
}

fn at(draft: &Value) -> String {
    format!("/orders/{}", draft["id"].as_str().unwrap())
}

/// A draft's problems, as field and code.
fn problems(draft: &Value) -> Vec<(String, String)> {
    let list = draft["preview"]["problems"].as_array().or(draft["problems"].as_array()).unwrap();
    list.iter().map(|p| (p["field"].as_str().unwrap().to_owned(), p["code"].as_str().unwrap().to_owned())).collect()
}
