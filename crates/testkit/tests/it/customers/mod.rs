//! Customers (CU).

use commerce::carts;
use customers::AddressIn;
use platform::stores;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};
use web::caller::hash_token;

mod batches;
mod bought;
mod care;
mod erasure;
mod erasure_reach;
mod exports;
mod imports;
mod lists;
mod merge;
mod personal_file;
mod segments;

use crate::checkout::{Person, buy, filled, person, place, product_id, review, set_up_checkout};

pub(crate) async fn names(merchant: &Merchant, query: &str) -> Vec<String> {
    let (status, body) = merchant.get(&format!("/customers?{query}")).await;
    assert_eq!(status, 200, "{body}");
    body["data"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap().to_owned()).collect()
}

/// The same person with a new session, since sessions do not last for weeks.
pub(crate) async fn again(me: Merchant) -> Merchant {
    let (_, session) = me.post("/login", json!({"identifier": me.email, "password": me.password})).await;
    Merchant { token: session["data"]["access_token"].as_str().unwrap().to_owned(), ..me }
}

pub(crate) fn encoded(text: &str) -> String {
    kernel::slug::percent_encode(text)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_checkout_makes_customers_and_they_are_found() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 100})).await);
    let people = [("هدى إبراهيم", "0551110001", 1), ("أحمد الغامدي", "0551110002", 5), ("Ahmed Ali", "0551110003", 3)];
    for (name, mobile, quantity) in people {
        let buyer = Person { name: name.into(), mobile: mobile.into(), city: "الرياض" };
        buy(&shop, &setup, &buyer, &[(product, None, quantity)]).await;
        shop.advance(1000);
    }
    assert_eq!(names(&merchant, "").await, ["Ahmed Ali", "أحمد الغامدي", "هدى إبراهيم"]);
    assert_eq!(names(&merchant, "sort=-total_spent").await, ["أحمد الغامدي", "Ahmed Ali", "هدى إبراهيم"]);
    assert_eq!(names(&merchant, "sort=name&per_page=1&page=2").await, ["أحمد الغامدي"]);
    for search in ["احمد", "الغامدى أح", "٠٥٥١١١٠٠٠٢", "+966 55 111 0002", "551110002"] {
        assert_eq!(names(&merchant, &format!("search={}", encoded(search))).await, ["أحمد الغامدي"], "{search}");
    }
    assert_eq!(names(&merchant, "search=ahm").await, ["Ahmed Ali"]);
    assert_eq!(names(&merchant, "search=055111").await.len(), 3);
    assert_eq!(merchant.get("/customers?sort=age").await.0, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_one_number_is_one_customer_with_an_address_book() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 100})).await);
    let courier =
        merchant.create("/shipping-methods", json!({"provider": "CUSTOM", "name": {"ar": "مندوب"}, "fixed_cost": "5"})).await;
    let courier: kernel::ShippingMethodId = courier["id"].as_str().unwrap().parse().unwrap();
    let profile = stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let mut buyer = person(1);
    for (name, street) in [("سارة", "التحلية"), ("سارة", "التَّحلية"), ("أم فهد", "العليا")] {
        buyer.name = name.into();
        let token = filled(&shop, &setup, &buyer, &[(product, None, 1)]).await;
        let cart = carts::find(shop.app.db().conn(), &setup.scope, &hash_token(&token)).await.unwrap().unwrap();
        let address =
            AddressIn {
                city: "الرياض".into(), street: street.into(), short_address: "rrrd2929".into(), ..AddressIn::default()
            };
        carts::set_address(&shop.app, &setup.scope, &profile, &cart, address).await.unwrap();
        carts::set_shipping_method(&shop.app, &setup.scope, &cart, courier).await.unwrap();
        let expected = review(&shop, &setup, &token).await.expected();
        place(&shop, &setup, &token, expected).await.unwrap();
        shop.advance(1000);
    }
    let (_, list) = merchant.get("/customers").await;
    assert_eq!((list["data"].as_array().unwrap().len(), &list["data"][0]["name"]), (1, &json!("سارة")));
    let id = list["data"][0]["id"].as_str().unwrap().to_owned();
    let customer = merchant.data(&format!("/customers/{id}")).await;
    assert_eq!((&customer["orders_count"], &customer["total_spent"]), (&json!(3), &json!("315.00")));
    let addresses = customer["addresses"].as_array().unwrap();
    assert_eq!(addresses.len(), 2, "the same place spelt twice is one: {addresses:?}");
    assert_eq!(
        (&addresses[0]["street"], &addresses[0]["short_address"], &addresses[0]["name"]),
        (&json!("العليا"), &json!("RRRD2929"), &json!("أم فهد"))
    );
    assert_eq!(customer["latest_orders"].as_array().unwrap().len(), 3);
    // The order placed under the other name is found by it.
    let (_, found) = merchant.get(&format!("/orders?search={}", encoded("ام فهد"))).await;
    assert_eq!(found["data"].as_array().unwrap().len(), 3);

    let stranger = shop.merchant().await;
    assert_eq!(stranger.get(&format!("/customers/{id}")).await.0, 404);
    assert_eq!(names(&stranger, "").await, [""; 0]);
    assert_eq!(merchant.get("/customers/nobody").await.1["code"], json!("not_found"));
    assert_eq!(customer["email"], Value::Null);
}
