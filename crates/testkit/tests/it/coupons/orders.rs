//! Coupons of orders that are edited, returned, merged and erased.

use kernel::OrderId;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{coupon, put, used};
use crate::checkout::{CheckoutSetup, buy, filled, person, place, product_id, review, set_up_checkout};
use crate::shipments::by_courier;

async fn preview(merchant: &Merchant, id: OrderId, body: &Value) -> (u16, Value) {
    merchant.post(&format!("/orders/{id}/edit/preview"), body.clone()).await
}

/// Previews an edit and applies it as it was previewed.
async fn edit(merchant: &Merchant, id: OrderId, mut body: Value) -> Value {
    let (status, checkout_review) = preview(merchant, id, &body).await;
    assert_eq!(status, 200, "{checkout_review}");
    body["total"] = checkout_review["data"]["after"]["total"].clone();
    let (status, answer) = merchant.put(&format!("/orders/{id}/edit"), body).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(
        (&answer["data"]["total"], &answer["data"]["coupon"]),
        (&checkout_review["data"]["after"]["total"], &checkout_review["data"]["after"]["coupon"])
    );
    answer["data"].clone()
}

/// An order of two pieces at 100 with a code.
async fn ordered(shop: &TestShop, setup: &CheckoutSetup, goods: kernel::ProductId, code: &str, person_number: usize) -> OrderId {
    let token = filled(shop, setup, &person(person_number), &[(goods, None, 2)]).await;
    put(shop, setup, &token, code).await;
    let expected = review(shop, setup, &token).await.expected();
    place(shop, setup, &token, expected).await.unwrap().id
}

/// OR-02: a coupon is added, changed, kept through other changes by the terms it was used with, and removed; its uses follow.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_an_edit_puts_on_changes_keeps_and_takes_off_a_coupon() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 50})).await);
    let other = product_id(&merchant.product(json!({"qty": 50, "name": {"ar": "كتاب"}, "regular_price": "40"})).await);
    let ten = coupon(&merchant, json!({"scope": "products", "product_ids": [goods], "usage_limit": 1})).await;
    let fixed = coupon(&merchant, json!({"code": "ABC", "discount_type": "fixed", "discount_value": "25"})).await;
    let order = ordered(&shop, &setup, goods, "EID10", 1).await;
    assert_eq!(used(&merchant, &ten).await, (1, "20.00".into()));
    // An edit without changes keeps the coupon, also when it is switched off by now.
    let path = format!("/coupons/{}", ten["id"].as_str().unwrap());
    assert_eq!(merchant.put(&path, json!({"is_active": false, "discount_value": "50"})).await.0, 200);
    let (_, same) = preview(&merchant, order, &json!({})).await;
    assert_eq!(same["data"]["is_changed"], json!(false), "{same}");
    // One piece less, a line that is not eligible, and a discount by hand beside it: the ten percent of the original terms.
    let body = json!({"items": [{"line": 1, "quantity": 1}, {"product_id": other, "quantity": 1}], "discount": "5"});
    let after = edit(&merchant, order, body).await;
    assert_eq!(
        (&after["coupon"]["discount"], &after["discount"], &after["other_discount"], &after["total"]),
        (&json!("10.00"), &json!("15.00"), &json!("5.00"), &json!("125.00"))
    );
    assert_eq!(used(&merchant, &ten).await, (1, "10.00".into()));
    // Replaced by another coupon.
    let after = edit(&merchant, order, json!({"coupon_code": "abc"})).await;
    assert_eq!(
        (&after["coupon"]["code"], &after["coupon"]["discount"], &after["total"]),
        (&json!("ABC"), &json!("25.00"), &json!("110.00"))
    );
    assert_eq!((used(&merchant, &ten).await.0, used(&merchant, &fixed).await), (0, (1, "25.00".into())));
    // A switched-off coupon cannot be added; the merchant gets the reason.
    let (status, answer) = preview(&merchant.in_english(), order, &json!({"coupon_code": "EID10"})).await;
    assert_eq!(
        (status, &answer["errors"]["coupon_code"][0]),
        (422, &json!("This coupon is inactive. Activate it first.")),
        "{answer}"
    );
    let after = edit(&merchant, order, json!({"coupon_code": ""})).await;
    assert_eq!((&after["coupon"], &after["discount"], &after["total"]), (&Value::Null, &json!("5.00"), &json!("135.00")));
    assert_eq!(used(&merchant, &fixed).await, (0, "0.00".into()));
    let activity = merchant.data(&format!("/orders/{order}/activity")).await;
    let entry = activity.as_array().unwrap().last().unwrap().clone();
    assert!(entry.to_string().contains("ABC"), "{entry}");
    // Added again, and cancelled: the use is released with the order.
    edit(&merchant, order, json!({"coupon_code": "ABC"})).await;
    assert_eq!(used(&merchant, &fixed).await.0, 1);
    assert_eq!(merchant.put(&format!("/orders/{order}/status"), json!({"status": "CNCL"})).await.0, 200);
    assert_eq!(used(&merchant, &fixed).await, (0, "0.00".into()));
}

/// OR-02: new lines are eligible by the coupon's terms when it was used, not by its current ones.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_new_lines_count_by_what_the_coupon_was_for() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 50})).await);
    let named = product_id(&merchant.product(json!({"qty": 50, "name": {"ar": "كتاب"}, "regular_price": "40"})).await);
    let later = product_id(&merchant.product(json!({"qty": 50, "name": {"ar": "قلم"}, "regular_price": "10"})).await);
    let new_coupon = coupon(&merchant, json!({"scope": "products", "product_ids": [goods, named]})).await;
    let order = ordered(&shop, &setup, goods, "EID10", 1).await;
    let path = format!("/coupons/{}", new_coupon["id"].as_str().unwrap());
    let items = json!([{"line": 1, "quantity": 2}, {"product_id": named, "quantity": 1}, {"product_id": later, "quantity": 1}]);
    // Other products, then everything: the line of the original terms is eligible, the one of the current terms is not.
    for now in [json!({"product_ids": [later]}), json!({"scope": "all"})] {
        assert_eq!(merchant.put(&path, now.clone()).await.0, 200);
        let (status, checkout_review) = preview(&merchant, order, &json!({"items": items})).await;
        assert_eq!(
            (status, &checkout_review["data"]["after"]["coupon"]["discount"]),
            (200, &json!("24.00")),
            "{now}: {checkout_review}"
        );
    }
    let after = edit(&merchant, order, json!({"items": items})).await;
    assert_eq!((&after["coupon"]["discount"], &after["total"]), (&json!("24.00"), &json!("226.00")));
}

/// OR-02: a code names the coupon that has it now: any code of the order's own coupon is that coupon, and another coupon that
/// took its old code is another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_a_sent_code_is_known_by_its_coupon() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 50})).await);
    let new_coupon = coupon(&merchant, json!({"usage_limit": 1})).await;
    let order = ordered(&shop, &setup, goods, "EID10", 1).await;
    let path = format!("/coupons/{}", new_coupon["id"].as_str().unwrap());
    assert_eq!(merchant.put(&path, json!({"code": "NEW", "discount_value": "50"})).await.0, 200);
    // Its old code, which no coupon has, and its new one: kept with the original terms, though it is used up.
    for code in ["EID10", "new"] {
        let (status, checkout_review) = preview(&merchant, order, &json!({"coupon_code": code})).await;
        assert_eq!((status, &checkout_review["data"]["is_changed"]), (200, &json!(false)), "{code}: {checkout_review}");
    }
    let other = coupon(&merchant, json!({"discount_value": "30"})).await;
    let after = edit(&merchant, order, json!({"coupon_code": "EID10"})).await;
    assert_eq!((&after["coupon"]["id"], &after["total"]), (&other["id"], &json!("140.00")), "{after}");
    assert_eq!((used(&merchant, &new_coupon).await.0, used(&merchant, &other).await.0), (0, 1));
}

/// OR-02: terms that an edit would violate are reported at the coupon, and nothing changes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_an_edit_below_the_coupons_terms_is_refused() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 50})).await);
    let new_coupon = coupon(&merchant, json!({"min_amount": "150"})).await;
    let order = ordered(&shop, &setup, goods, "EID10", 1).await;
    let fewer = json!({"items": [{"line": 1, "quantity": 1}]});
    let (status, answer) = shop.assert_unchanged(preview(&merchant, order, &fewer)).await;
    assert_eq!(status, 422, "{answer}");
    assert!(answer["errors"]["coupon_code"][0].as_str().unwrap().contains("EID-10"), "{answer}");
    let after = edit(&merchant, order, json!({"items": [{"line": 1, "quantity": 1}], "coupon_code": ""})).await;
    assert_eq!((&after["total"], used(&merchant, &new_coupon).await.0), (&json!("100.00"), 0));
    // A coupon that takes nothing off is refused.
    coupon(&merchant, json!({"code": "SHIP", "discount_segment": "shipping_fees"})).await;
    let (status, answer) = preview(&merchant, order, &json!({"coupon_code": "SHIP"})).await;
    assert_eq!((status, answer["errors"]["coupon_code"].is_array()), (422, true), "{answer}");
    // So is a coupon on shipping where the goods are picked up, whatever is charged for it.
    let (status, answer) = preview(&merchant, order, &json!({"coupon_code": "SHIP", "shipping_fees": "20"})).await;
    assert_eq!((status, answer["errors"]["coupon_code"].is_array()), (422, true), "{answer}");
    // A discount by hand is at most what the coupon leaves.
    let second = ordered(&shop, &setup, goods, "EID10", 2).await;
    let (status, answer) = preview(&merchant, second, &json!({"discount": "180.01"})).await;
    assert_eq!((status, answer["errors"]["discount"].is_array()), (422, true), "{answer}");
    let (status, answer) = preview(&merchant, second, &json!({"discount": "180"})).await;
    assert_eq!((status, &answer["data"]["after"]["total"]), (200, &json!("0.00")), "{answer}");
}

/// OR-02: a coupon that takes nothing off after an edit is removed from the order, and its use is released; the preview says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_a_coupon_that_takes_nothing_off_any_more_is_given_back() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = by_courier(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 50})).await);
    let new_coupon = coupon(&merchant, json!({"discount_segment": "shipping_fees", "usage_limit": 1})).await;
    let order = ordered(&shop, &setup, goods, "EID10", 1).await;
    assert_eq!(used(&merchant, &new_coupon).await, (1, "0.50".into()));
    let free = json!({"shipping_fees": "0"});
    let (status, checkout_review) = shop.assert_unchanged(preview(&merchant, order, &free)).await;
    assert_eq!((status, &checkout_review["data"]["after"]["coupon"]), (200, &Value::Null), "{checkout_review}");
    let after = edit(&merchant, order, free).await;
    assert_eq!((&after["coupon"], &after["shipping_fees"]), (&Value::Null, &json!("0.00")), "{after}");
    assert_eq!(used(&merchant, &new_coupon).await, (0, "0.00".into()));
}

/// OR-02: the limit per person counts by the order's customer as well, whose number has changed since.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_an_edit_knows_the_customer_of_the_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 50})).await);
    let new_coupon = coupon(&merchant, json!({"discount_usability": "one_time"})).await;
    let first = ordered(&shop, &setup, goods, "EID10", 1).await;
    let second = buy(&shop, &setup, &person(1), &[(goods, None, 1)]).await.id;
    let customer = merchant.data(&format!("/orders/{first}")).await["customer"]["id"].as_str().unwrap().to_owned();
    let (status, answer) = merchant.put(&format!("/customers/{customer}"), json!({"mobile": "0559876543"})).await;
    assert_eq!(status, 200, "{answer}");
    let (status, answer) = preview(&merchant, second, &json!({"coupon_code": "EID10"})).await;
    assert_eq!((status, answer["errors"]["coupon_code"].is_array()), (422, true), "{answer}");
    // The order that has it keeps it.
    assert_eq!(preview(&merchant, first, &json!({})).await.0, 200);
    assert_eq!(used(&merchant, &new_coupon).await.0, 1);
}

/// CP-01, OR-08: a deleted coupon stays on its orders, on the shopper's page and on the invoice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_an_order_keeps_a_deleted_coupon_and_shows_it() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 50})).await);
    let new_coupon = coupon(&merchant, json!({})).await;
    let order = ordered(&shop, &setup, goods, "EID10", 1).await;
    assert_eq!(merchant.delete(&format!("/coupons/{}", new_coupon["id"].as_str().unwrap()), Value::Null).await.0, 200);
    let view = merchant.data(&format!("/orders/{order}")).await;
    assert_eq!((&view["coupon"]["code"], &view["total"]), (&json!("EID-10"), &json!("180.00")));
    let page = shop.shopper(&merchant.slug).get(view["shopper_url"].as_str().unwrap()).await;
    assert!(page.body.contains("<bdi>EID-10</bdi>") && page.body.contains("20.00"), "{}", page.body);
    // The order is still computed with it when it is edited.
    let after = edit(&merchant, order, json!({"items": [{"line": 1, "quantity": 3}]})).await;
    assert_eq!((&after["coupon"]["discount"], &after["total"]), (&json!("30.00"), &json!("270.00")));
    // No other order can use it.
    let token = filled(&shop, &setup, &person(3), &[(goods, None, 1)]).await;
    put(&shop, &setup, &token, "EID10").await;
    assert!(review(&shop, &setup, &token).await.coupon.unwrap().result.is_err());
}

/// CU-01: the uses of a merged customer count for the surviving record: a limit of one stays one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_uses_follow_a_merge() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 50})).await);
    let new_coupon = coupon(&merchant, json!({"discount_usability": "one_time"})).await;
    let with = ordered(&shop, &setup, goods, "EID10", 1).await;
    let second_order = buy(&shop, &setup, &person(2), &[(goods, None, 1)]).await.id;
    let customer =
        async |id: OrderId| merchant.data(&format!("/orders/{id}")).await["customer"]["id"].as_str().unwrap().to_owned();
    let (removed, stays) = (customer(with).await, customer(second_order).await);
    let preview = merchant.data(&format!("/customers/{stays}/merge/{removed}")).await;
    let body = json!({"other_id": removed, "version": preview["kept"]["version"], "other_version": preview["gone"]["version"]});
    let (status, answer) = merchant.post(&format!("/customers/{stays}/merge"), body).await;
    assert!(status < 300, "{status} {answer}");
    let uses = merchant.data(&format!("/coupons/{}/uses", new_coupon["id"].as_str().unwrap())).await;
    assert_eq!(uses[0]["customer_id"], json!(stays));
    let token = filled(&shop, &setup, &person(2), &[(goods, None, 1)]).await;
    put(&shop, &setup, &token, "EID10").await;
    assert!(review(&shop, &setup, &token).await.coupon.unwrap().result.is_err());
}

/// OR-02, OR-05: after a line was refunded in full, another line under the same fixed coupon is edited: the refunded line keeps
/// its share, the rest of the coupon applies to the other, and nothing is owed for the refunded goods.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_a_refunded_line_keeps_its_share_of_a_fixed_coupon() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let cup = product_id(&merchant.product(json!({"qty": 50, "regular_price": "100"})).await);
    let pot = product_id(&merchant.product(json!({"qty": 50, "regular_price": "200", "name": {"ar": "إبريق"}})).await);
    let fixed = coupon(&merchant, json!({"code": "ABC", "discount_type": "fixed", "discount_value": "30"})).await;
    let token = filled(&shop, &setup, &person(1), &[(cup, None, 1), (pot, None, 1)]).await;
    put(&shop, &setup, &token, "ABC").await;
    let expected = review(&shop, &setup, &token).await.expected();
    let order = place(&shop, &setup, &token, expected).await.unwrap().id;
    merchant.create(&format!("/orders/{order}/payments"), json!({"amount": "270"})).await;
    merchant.create(&format!("/orders/{order}/refunds"), json!({"lines": [{"line": 1, "quantity": 1}]})).await;
    let after = edit(&merchant, order, json!({"items": [{"line": 1, "quantity": 1}, {"line": 2, "quantity": 3}]})).await;
    assert_eq!((&after["total"], &after["coupon"]["discount"]), (&json!("670.00"), &json!("30.00")));
    let shares: Vec<&str> = after["items"].as_array().unwrap().iter().map(|i| i["discount"].as_str().unwrap()).collect();
    assert_eq!(shares, ["10.00", "20.00"]);
    assert_eq!(after["money"]["owed"], json!("400.00"), "two pots more, and nothing for the cup");
    // One edit after another: the discount by hand applies to the pots; the coupon stays the same.
    for (change, total) in [
        (json!({"discount": "60"}), "610.00"),
        (json!({"items": [{"line": 1, "quantity": 1}, {"line": 2, "quantity": 4}]}), "810.00"),
    ] {
        let after = edit(&merchant, order, change).await;
        assert_eq!((&after["total"], &after["coupon"]["discount"]), (&json!(total), &json!("30.00")));
        let shares: Vec<&str> = after["items"].as_array().unwrap().iter().map(|i| i["discount"].as_str().unwrap()).collect();
        assert_eq!(shares, ["10.00", "80.00"]);
    }
    assert_eq!(used(&merchant, &fixed).await, (1, "30.00".into()));
}
