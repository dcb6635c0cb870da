//! A cart with a coupon becomes an order: the discount, eligible persons, usage limits, and never one use too many.

use commerce::carts::Change;
use commerce::coupons::Refusal;
use commerce::orders::{self, PlaceError};
use kernel::{Millis, ProductId};
use platform::stores;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{coupon, put, used, write_to};
use crate::checkout::{CheckoutSetup, Person, filled, person, place, product_id, review, set_up_checkout};
use crate::shipments::by_courier;

/// A cart of one line with a code; its token.
async fn cart(shop: &TestShop, setup: &CheckoutSetup, person: &Person, goods: ProductId, code: &str) -> String {
    let token = filled(shop, setup, person, &[(goods, None, 1)]).await;
    put(shop, setup, &token, code).await;
    token
}

/// Why the coupon of a cart is rejected; `None` when it is valid.
async fn refused(shop: &TestShop, setup: &CheckoutSetup, token: &str) -> Option<Refusal> {
    let checkout_review = review(shop, setup, token).await;
    checkout_review.coupon.unwrap().result.err()
}

async fn order(merchant: &Merchant, id: kernel::OrderId) -> Value {
    merchant.data(&format!("/orders/{id}")).await
}

/// CP-01, decisions §5: a percentage of the lines it is for, rounded, capped and spread over them alone; the order shows it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_coupon_comes_off_the_lines_it_is_for() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let parent = merchant.create("/categories", json!({"name": {"ar": "ملابس"}})).await;
    let child = merchant.create("/categories", json!({"name": {"ar": "قمصان"}, "parent_id": parent["id"]})).await;
    let shirt = merchant.product(json!({"regular_price": "33.35", "category_ids": [child["id"]]})).await;
    let reduced = merchant.product(json!({"regular_price": "50", "sale_price": "40", "category_ids": [child["id"]]})).await;
    let book = merchant.product(json!({"name": {"ar": "كتاب"}, "regular_price": "10"})).await;
    let new_coupon = coupon(
        &merchant,
        json!({"scope": "categories", "category_ids": [parent["id"]], "excludes_discounted": true, "min_amount": "80"}),
    )
    .await;
    let lines = [(product_id(&shirt), None, 1), (product_id(&reduced), None, 1), (product_id(&book), None, 1)];
    let token = filled(&shop, &setup, &person(1), &lines).await;
    put(&shop, &setup, &token, " eid10 ").await;
    let checkout_review = review(&shop, &setup, &token).await;
    assert_eq!(
        (checkout_review.totals.coupon, checkout_review.totals.discount, checkout_review.totals.total),
        (334, 334, 8_001),
        "{:?}",
        checkout_review.coupon
    );
    let placed = place(&shop, &setup, &token, checkout_review.expected()).await.unwrap();
    let order = order(&merchant, placed.id).await;
    assert_eq!(
        (&order["discount"], &order["other_discount"], &order["total"]),
        (&json!("3.34"), &json!("0.00"), &json!("80.01"))
    );
    assert_eq!(
        order["coupon"],
        json!({"id": new_coupon["id"], "code": "EID-10", "segment": "products_price", "discount": "3.34"})
    );
    let shares: Vec<&Value> = order["items"].as_array().unwrap().iter().map(|i| &i["discount"]).collect();
    assert_eq!(shares, [&json!("3.34"), &json!("0.00"), &json!("0.00")]);
    assert_eq!(used(&merchant, &new_coupon).await, (1, "3.34".into()));
    let uses = merchant.data(&format!("/coupons/{}/uses", new_coupon["id"].as_str().unwrap())).await;
    assert_eq!(
        (&uses[0]["order_number"], &uses[0]["amount"], &uses[0]["given_back_at"], uses.as_array().unwrap().len()),
        (&json!(placed.number), &json!("3.34"), &Value::Null, 1)
    );
    // Too little in the cart, and no eligible line.
    let token = cart(&shop, &setup, &person(2), product_id(&shirt), "EID10").await;
    assert_eq!(refused(&shop, &setup, &token).await, Some(Refusal::BelowMinimum { missing: 4_665 }));
    let token = cart(&shop, &setup, &person(2), product_id(&reduced), "EID10").await;
    assert_eq!(refused(&shop, &setup, &token).await, Some(Refusal::NothingEligible));
}

/// CP-01: a coupon on shipping lowers the fee down to nothing and has no effect on pickup, where it stays unused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_coupon_on_shipping_lowers_the_fee_and_leaves_pickup_alone() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let pickup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({})).await);
    let new_coupon = coupon(
        &merchant,
        json!({"code": "شحن-مجاني", "discount_segment": "shipping_fees", "discount_type": "fixed", "discount_value": "500"}),
    )
    .await;
    let token = cart(&shop, &pickup, &person(1), goods, "شحن مجاني").await;
    let checkout_review = review(&shop, &pickup, &token).await;
    assert!(checkout_review.used().is_none() && checkout_review.changes.is_empty() && checkout_review.totals.coupon == 0);
    let placed = place(&shop, &pickup, &token, checkout_review.expected()).await.unwrap();
    assert_eq!(order(&merchant, placed.id).await["coupon"], Value::Null);
    assert_eq!(used(&merchant, &new_coupon).await, (0, "0.00".into()));
    let courier = by_courier(&shop, &merchant).await;
    let token = cart(&shop, &courier, &person(2), goods, "شحنمجاني").await;
    let checkout_review = review(&shop, &courier, &token).await;
    let fee = checkout_review.shipping.as_ref().unwrap().cost;
    assert!(fee > 0);
    assert_eq!(
        (checkout_review.totals.coupon, checkout_review.totals.shipping_fees, checkout_review.totals.discount),
        (fee, 0, 0)
    );
    let placed = place(&shop, &courier, &token, checkout_review.expected()).await.unwrap();
    let order = order(&merchant, placed.id).await;
    assert_eq!((&order["shipping_fees"], &order["coupon"]["segment"]), (&json!("0.00"), &json!("shipping_fees")));
    assert_eq!(order["full_shipping_fees"], order["coupon"]["discount"]);
}

/// Decisions §7: fifty shoppers and ten uses: ten orders have it, the others are told, and none of those is silently placed
/// without it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_fifty_concurrent_shoppers_get_ten_uses() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = std::sync::Arc::new(set_up_checkout(&shop, &merchant).await);
    let goods = product_id(&merchant.product(json!({"qty": 100})).await);
    let new_coupon = coupon(&merchant, json!({"usage_limit": 10})).await;
    let mut carts = Vec::new();
    for n in 0..50 {
        let token = cart(&shop, &setup, &person(n), goods, "EID10").await;
        let checkout_review = review(&shop, &setup, &token).await;
        assert_eq!(checkout_review.totals.coupon, 1_000);
        carts.push((token, checkout_review.expected()));
    }
    let profile = stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let buyers: Vec<_> = carts
        .into_iter()
        .map(|(token, expected)| {
            let (app, setup, profile) = (shop.app.clone(), setup.clone(), profile.clone());
            tokio::spawn(async move { (orders::place(&app, &setup.scope, &profile, &token, expected).await, token) })
        })
        .collect();
    let (mut placed, mut losers) = (0, Vec::new());
    for buyer in buyers {
        match buyer.await.unwrap() {
            (Ok(_), _) => placed += 1,
            (Err(PlaceError::Changed(changes)), token) => {
                let is_reported = |c: &Change| matches!(c, Change::CouponDropped { reason: Refusal::UsedUp, .. });
                assert!(changes.iter().any(is_reported), "{changes:?}");
                losers.push(token);
            }
            (Err(e), _) => panic!("{e}"),
        }
    }
    assert_eq!((placed, losers.len()), (10, 40));
    assert_eq!(used(&merchant, &new_coupon).await, (10, "100.00".into()));
    assert_eq!(super::now(&merchant, &new_coupon).await["state"], json!("used_up"));
    assert_eq!(merchant.data(&format!("/products/{goods}")).await["qty"], json!(90));
    // A shopper who was told and confirms the total without it gets an order.
    let checkout_review = review(&shop, &setup, &losers[0]).await;
    assert_eq!((checkout_review.totals.coupon, checkout_review.totals.total), (0, 10_000));
    let placed = place(&shop, &setup, &losers[0], checkout_review.expected()).await.unwrap();
    assert_eq!(order(&merchant, placed.id).await["coupon"], Value::Null);
    // A cancelled order releases its use, once.
    let one = merchant.data("/orders?sort=number").await;
    let with = one.as_array().unwrap().iter().find(|o| o["total"] == json!("90.00")).unwrap()["id"].clone();
    let path = format!("/orders/{}/status", with.as_str().unwrap());
    assert_eq!(merchant.put(&path, json!({"status": "CNCL"})).await.0, 200);
    assert_eq!(used(&merchant, &new_coupon).await, (9, "90.00".into()));
    assert_ne!(merchant.put(&path, json!({"status": "CNCL"})).await.0, 500);
    assert_eq!(used(&merchant, &new_coupon).await, (9, "90.00".into()));
    let uses = merchant.data(&format!("/coupons/{}/uses?per_page=100", new_coupon["id"].as_str().unwrap())).await;
    assert_eq!(uses.as_array().unwrap().iter().filter(|u| u["given_back_at"].is_string()).count(), 1);
    let again = cart(&shop, &setup, &person(77), goods, "EID10").await;
    assert_eq!(refused(&shop, &setup, &again).await, None);
}

/// Decisions §7: a first-order coupon is used once: of forty carts of one number placed concurrently, one has it and the others
/// are told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_of_forty_carts_of_one_number_one_gets_the_first_order_coupon() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = std::sync::Arc::new(set_up_checkout(&shop, &merchant).await);
    let goods = product_id(&merchant.product(json!({"qty": 100})).await);
    let new_coupon = coupon(&merchant, json!({"discount_usability": "first_order"})).await;
    let mut carts = Vec::new();
    for _ in 0..40 {
        let token = cart(&shop, &setup, &person(1), goods, "EID10").await;
        let checkout_review = review(&shop, &setup, &token).await;
        assert_eq!(checkout_review.totals.coupon, 1_000);
        carts.push((token, checkout_review.expected()));
    }
    let profile = stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let buyers: Vec<_> = carts
        .into_iter()
        .map(|(token, expected)| {
            let (app, setup, profile) = (shop.app.clone(), setup.clone(), profile.clone());
            tokio::spawn(async move { orders::place(&app, &setup.scope, &profile, &token, expected).await })
        })
        .collect();
    let (mut placed, mut refused) = (0, 0);
    for buyer in buyers {
        match buyer.await.unwrap() {
            Ok(_) => placed += 1,
            Err(PlaceError::Changed(changes)) => {
                let is_reported = |c: &Change| matches!(c, Change::CouponDropped { reason: Refusal::FirstOrderOnly, .. });
                assert!(changes.iter().any(is_reported), "{changes:?}");
                refused += 1;
            }
            Err(e) => panic!("{e}"),
        }
    }
    assert_eq!((placed, refused), (1, 39));
    assert_eq!(used(&merchant, &new_coupon).await, (1, "10.00".into()));
}

/// Decisions §7: the limit is per person, by number or by e-mail address; a cancelled order releases the use.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_one_time_is_once_by_number_and_by_address() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 50})).await);
    let new_coupon = coupon(&merchant, json!({"discount_usability": "one_time"})).await;
    let token = cart(&shop, &setup, &person(1), goods, "EID10").await;
    write_to(&shop, &setup, &token, &person(1), "sara@example.com").await;
    let checkout_review = review(&shop, &setup, &token).await;
    let placed = place(&shop, &setup, &token, checkout_review.expected()).await.unwrap();
    let same_number = cart(&shop, &setup, &person(1), goods, "EID10").await;
    assert_eq!(refused(&shop, &setup, &same_number).await, Some(Refusal::UsedByYou));
    let same_address = cart(&shop, &setup, &person(2), goods, "EID10").await;
    assert_eq!(refused(&shop, &setup, &same_address).await, None);
    write_to(&shop, &setup, &same_address, &person(2), "SARA@example.com").await;
    assert_eq!(refused(&shop, &setup, &same_address).await, Some(Refusal::UsedByYou));
    merchant.put(&format!("/orders/{}/status", placed.id), json!({"status": "CNCL"})).await;
    assert_eq!(refused(&shop, &setup, &same_address).await, None);
    assert_eq!(used(&merchant, &new_coupon).await, (0, "0.00".into()));
    // Two concurrent carts of one person: the second is told.
    let (a, b) = (cart(&shop, &setup, &person(5), goods, "EID10").await, cart(&shop, &setup, &person(5), goods, "EID10").await);
    let (first, second) = (review(&shop, &setup, &a).await.expected(), review(&shop, &setup, &b).await.expected());
    let (x, y) = tokio::join!(place(&shop, &setup, &a, first), place(&shop, &setup, &b, second));
    assert_eq!([x, y].iter().filter(|r| r.is_ok()).count(), 1);
    assert_eq!(used(&merchant, &new_coupon).await, (1, "10.00".into()));
}

/// Decisions §7: a coupon for first orders knows who has ordered by number and by e-mail address; a cancelled order does not count.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_first_order_is_known_by_number_and_by_address() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 50})).await);
    coupon(&merchant, json!({"discount_usability": "first_order"})).await;
    let token = filled(&shop, &setup, &person(1), &[(goods, None, 1)]).await;
    write_to(&shop, &setup, &token, &person(1), "sara@example.com").await;
    let expected = review(&shop, &setup, &token).await.expected();
    let before = place(&shop, &setup, &token, expected).await.unwrap();
    // A second address on a later order is known as well.
    let token = filled(&shop, &setup, &person(1), &[(goods, None, 1)]).await;
    write_to(&shop, &setup, &token, &person(1), "second@example.com").await;
    let expected = review(&shop, &setup, &token).await.expected();
    let other = place(&shop, &setup, &token, expected).await.unwrap();
    let by_number = cart(&shop, &setup, &person(1), goods, "EID10").await;
    assert_eq!(refused(&shop, &setup, &by_number).await, Some(Refusal::FirstOrderOnly));
    let by_address = cart(&shop, &setup, &person(2), goods, "EID10").await;
    for address in ["sara@example.com", "second@example.com"] {
        write_to(&shop, &setup, &by_address, &person(2), address).await;
        assert_eq!(refused(&shop, &setup, &by_address).await, Some(Refusal::FirstOrderOnly), "{address}");
    }
    // A shopper who confirms the price without it is told the reason, and gets the order.
    for id in [before.id, other.id] {
        merchant.put(&format!("/orders/{id}/status"), json!({"status": "CNCL"})).await;
    }
    assert_eq!(refused(&shop, &setup, &by_number).await, None);
    let checkout_review = review(&shop, &setup, &by_number).await;
    let placed = place(&shop, &setup, &by_number, checkout_review.expected()).await.unwrap();
    assert_eq!(order(&merchant, placed.id).await["coupon"]["code"], json!("EID-10"));
}

/// CP-01: a coupon that becomes invalid between review and submit is reported, never applied and never silently dropped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_coupon_that_stops_holding_is_told_before_paying() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 50})).await);
    let at = |ms: i64| shop.app.env().now().plus(ms).rfc3339();
    let new_coupon = coupon(&merchant, json!({"starts_at": at(Millis::MINUTE), "ends_at": at(3 * Millis::MINUTE)})).await;
    let path = format!("/coupons/{}", new_coupon["id"].as_str().unwrap());
    let token = cart(&shop, &setup, &person(1), goods, "EID10").await;
    assert_eq!(refused(&shop, &setup, &token).await, Some(Refusal::NotYet));
    shop.advance(Millis::MINUTE);
    let checkout_review = review(&shop, &setup, &token).await;
    assert_eq!((checkout_review.totals.total, checkout_review.changes.len()), (9_000, 0));
    for (change, reason) in [
        (json!({"is_active": false}), Refusal::Off),
        (json!({"is_active": true, "min_amount": "150"}), Refusal::BelowMinimum { missing: 5_000 }),
    ] {
        assert_eq!(merchant.put(&path, change).await.0, 200);
        match shop.assert_unchanged(place(&shop, &setup, &token, checkout_review.expected())).await {
            Err(PlaceError::Changed(changes)) => {
                assert!(changes.contains(&Change::CouponDropped { code: "EID10".into(), reason }), "{changes:?}");
            }
            other => panic!("{other:?}"),
        }
    }
    // Another rate under the same code is another total, which was not confirmed.
    assert_eq!(merchant.put(&path, json!({"min_amount": null, "discount_value": "20"})).await.0, 200);
    match shop.assert_unchanged(place(&shop, &setup, &token, checkout_review.expected())).await {
        Err(PlaceError::Changed(changes)) => {
            assert!(changes.contains(&Change::TotalChanged { from: 9_000, to: 8_000 }), "{changes:?}");
        }
        other => panic!("{other:?}"),
    }
    shop.advance(3 * Millis::MINUTE);
    assert_eq!(refused(&shop, &setup, &token).await, Some(Refusal::Ended));
    assert_eq!(merchant.delete(&path, Value::Null).await.0, 200);
    assert_eq!(refused(&shop, &setup, &token).await, Some(Refusal::Unknown));
    assert_eq!(used(&merchant, &coupon(&merchant, json!({})).await).await, (0, "0.00".into()));
}
