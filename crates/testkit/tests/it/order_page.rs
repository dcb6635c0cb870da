//! The page of an order in one call: the same as its parts, one by one.

use serde_json::{Value, json};
use testkit::TestShop;

use crate::checkout::{buy, person, product_id, set_up_checkout};

const PARTS: [&str; 5] = ["address", "shipments", "trust", "activity", "documents"];

/// OR-02: a cash order by courier that was confirmed, invoiced and commented on has every part.
#[tokio::test]
async fn or_02_the_page_of_an_order_is_its_parts() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 10})).await);
    let id = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id.to_string();
    merchant.create(&format!("/orders/{id}/comments"), json!({"note": "اتصل قبل التوصيل", "is_visible": false})).await;

    let page = merchant.data(&format!("/orders/{id}/page")).await;
    assert_eq!(page["order"], merchant.data(&format!("/orders/{id}")).await);
    for part in PARTS {
        assert_eq!(page[part], merchant.data(&format!("/orders/{id}/{part}")).await, "{part}");
    }
    assert_eq!(page["activity"].as_array().unwrap().last().unwrap()["comment"]["note"], json!("اتصل قبل التوصيل"));
    assert_eq!((&page["online_payments"], &page["provider_calls"]), (&Value::Null, &json!([])));
    assert!(page["trust"]["score"]["points"].is_number(), "{page}");
    assert!(page["shipments"]["to_ship"].is_array(), "{page}");
}

/// OR-02: a draft has neither address, shipments nor trust; an order of another store is none.
#[tokio::test]
async fn or_02_a_draft_has_no_parts_of_a_placed_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = product_id(&merchant.product(json!({"qty": 10})).await);
    let customer = merchant.create("/customers", json!({"name": "هند القحطاني", "mobile": "0551234567"})).await;
    let items = json!([{"product_id": product, "quantity": 1}]);
    let draft = merchant.create("/orders/drafts", json!({"customer_id": customer["id"], "items": items})).await;
    let id = draft["id"].as_str().unwrap();

    let page = merchant.data(&format!("/orders/{id}/page")).await;
    assert_eq!(page["order"]["status"], json!("DRFT"));
    for part in ["address", "shipments", "trust"] {
        assert_eq!(page[part], Value::Null, "{part}");
    }
    assert_eq!(page["documents"], json!([]));

    let other = shop.merchant().await;
    assert_eq!(other.get(&format!("/orders/{id}/page")).await.0, 404);
}
