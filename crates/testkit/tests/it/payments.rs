//! Payment methods (PY-01).

use serde_json::json;
use testkit::TestShop;

use crate::checkout::{buy, filled, person, product_id, review, set, set_up_checkout};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_01_fees_reach_the_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    set(&shop, &merchant, "vat_value", json!("15")).await;
    let path = format!("/payment-methods/{}", setup.cod);
    let (status, body) = merchant
        .put(&path, json!({"fixed_fees": "10", "ratio_fees": "2.50", "add_vat_to_payment_charges": true, "name": {"ar": "نقدًا", "en": "Cash"}, "version": 1}))
        .await;
    assert_eq!(
        (status, &body["data"]["fixed_fees"], &body["data"]["ratio_fees"]),
        (200, &json!("10.00"), &json!("2.50")),
        "{body}"
    );
    let product = product_id(&merchant.product(json!({"regular_price": "115.00"})).await);
    let placed = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await;
    let order = merchant.data(&format!("/orders/{}", placed.id)).await;
    // Prices include VAT: 10 + 2.5 % of 115 = 12.88 (12.875 half up), of which 1.68 is VAT.
    assert_eq!((&order["payment_fees"], &order["vat"], &order["total"]), (&json!("12.88"), &json!("16.68"), &json!("127.88")));
    assert_eq!((&order["payment"]["provider"], &order["payment"]["name"]["ar"]), (&json!("COD"), &json!("نقدًا")));

    assert_eq!(merchant.put(&path, json!({"disable_on_first_order": true})).await.0, 200);
    let again = filled(&shop, &setup, &person(1), &[(product, None, 1)]).await;
    assert!(review(&shop, &setup, &again).await.can_place());
    let first = filled(&shop, &setup, &person(2), &[(product, None, 1)]).await;
    assert!(!review(&shop, &setup, &first).await.can_place());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_01_bad_fees_and_stale_versions_change_nothing() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let path = format!("/payment-methods/{}", setup.cod);
    for (field, value) in [
        ("fixed_fees", json!("1.005")),
        ("fixed_fees", json!("x")),
        ("ratio_fees", json!("100.01")),
        ("ratio_fees", json!("1.234")),
        ("ratio_fees", json!("-1")),
        ("name", json!({})),
        ("provider", json!("PAYPAL")),
        ("hmac", json!("x")),
    ] {
        let (status, body) = shop.assert_unchanged(merchant.put(&path, json!({ field: value }))).await;
        assert_eq!((status, body["errors"][field].is_array()), (422, true), "{field} {value}: {body}");
    }
    assert_eq!(shop.assert_unchanged(merchant.put(&path, json!({"is_active": false, "version": 9}))).await.0, 409);
    let stranger = shop.merchant().await;
    assert_eq!(shop.assert_unchanged(stranger.put(&path, json!({"is_active": false}))).await.0, 404);
    assert_eq!(merchant.data("/payment-methods").await.as_array().unwrap().len(), 2);
}
