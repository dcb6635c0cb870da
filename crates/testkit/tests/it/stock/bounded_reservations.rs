//! How much of the stock shoppers of whom nothing is known may hold (F8, decisions §14).

use commerce::carts::reservations::{self, Hold};
use kernel::{Millis, VariantId};
use serde_json::json;
use testkit::{Merchant, TestShop};

use super::reservations::{cart_of, reach_from};
use super::row;
use crate::checkout::{Person, Till, buy, filled, person, place, product_id, review, till};

/// A cart of somebody's with pieces of a product.
async fn cart(shop: &TestShop, till: &Till, who: &Person, product: &serde_json::Value, n: i64) -> String {
    filled(shop, till, who, &[(product_id(product), None, n)]).await
}

async fn start() -> (TestShop, Merchant, Till) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let till = till(&shop, &merchant).await;
    (shop, merchant, till)
}

/// F8: one anonymous cart that wants all there is holds half of it and is told so; another shopper buys.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f8_one_anonymous_cart_cannot_hold_everything() {
    let (shop, merchant, till) = start().await;
    let product = merchant.product(json!({"qty": 10})).await;
    let greedy = cart(&shop, &till, &person(1), &product, 10).await;
    let until = shop.env.now().plus(15 * Millis::MINUTE);
    assert_eq!(reach_from(&shop, &till, &greedy, "203.0.113.1").await, Hold::Part(until));
    assert_eq!(row(&shop, &merchant, &product).await, (10, 0, 5));
    // Looking again says the same and holds no more.
    assert_eq!(reach_from(&shop, &till, &greedy, "203.0.113.1").await, Hold::Part(until));
    // With the share gone nobody holds anything, and whoever is there buys what is free.
    let late = cart(&shop, &till, &person(2), &product, 4).await;
    assert_eq!(reach_from(&shop, &till, &late, "203.0.113.2").await, Hold::Open);
    assert_eq!(cart_of(&shop, &till, &late).await.held_until, None);
    let expected = review(&shop, &till, &late).await.expected();
    place(&shop, &till, &late, expected).await.unwrap();
    assert_eq!(row(&shop, &merchant, &product).await, (6, 0, 5));
    // What is held is still the holder's, and what was bought meanwhile is told.
    buy(&shop, &till, &person(3), &[(product_id(&product), None, 1)]).await;
    let seen = review(&shop, &till, &greedy).await;
    assert_eq!(seen.view.lines[0].quantity, 5, "{:?}", seen.changes);
}

/// F8: carts that are made one after the other, and all at once, hold half of the pieces together; three of one number or of one
/// network at a time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn f8_a_flood_of_carts_cannot_hold_everything() {
    let (shop, merchant, till) = start().await;
    let product = merchant.product(json!({"qty": 20})).await;
    let mut tokens = Vec::new();
    for n in 0..24 {
        tokens.push(cart(&shop, &till, &person(n), &product, 1).await);
    }
    // All of one network, at once.
    let tries = tokens.iter().map(|t| reach_from(&shop, &till, t, "203.0.113.1"));
    let held = futures_util::future::join_all(tries).await;
    assert_eq!(held.iter().filter(|h| matches!(h, Hold::Until(_))).count(), 3, "{held:?}");
    assert_eq!(held.iter().filter(|h| **h == Hold::Open).count(), 21, "{held:?}");
    assert_eq!(row(&shop, &merchant, &product).await, (20, 0, 3));
    // The networks of one IPv6 subscriber are one.
    shop.advance(Millis::HOUR);
    let tries = tokens.iter().enumerate().map(|(n, t)| {
        let (shop, till) = (&shop, &till);
        async move { reach_from(shop, till, t, &format!("2001:db8:1:2::{n:x}")).await }
    });
    let held = futures_util::future::join_all(tries).await;
    assert_eq!(held.iter().filter(|h| matches!(h, Hold::Until(_))).count(), 3, "{held:?}");
    // From everywhere: half of the pieces.
    shop.advance(Millis::HOUR);
    let tries = tokens.iter().map(|t| reach_from(&shop, &till, t, t));
    let held = futures_util::future::join_all(tries).await;
    assert_eq!(held.iter().filter(|h| matches!(h, Hold::Until(_))).count(), 10, "{held:?}");
    assert_eq!(row(&shop, &merchant, &product).await, (20, 0, 10));
    // Whoever leaves makes room for the next.
    let first = held.iter().position(|h| matches!(h, Hold::Until(_))).unwrap();
    let next = held.iter().position(|h| *h == Hold::Open).unwrap();
    reservations::leave(&shop.app, &till.scope, Some(&cart_of(&shop, &till, &tokens[first]).await)).await.unwrap();
    assert!(matches!(reach_from(&shop, &till, &tokens[next], "203.0.113.9").await, Hold::Until(_)));
    assert_eq!(row(&shop, &merchant, &product).await, (20, 0, 10));
}

/// F8: one number holds with three carts at a time however many networks it comes from, and for so long a day.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f8_one_number_holds_with_three_carts_and_not_for_ever() {
    let (shop, merchant, till) = start().await;
    let product = merchant.product(json!({"qty": 20})).await;
    let mut tokens = Vec::new();
    for _ in 0..4 {
        tokens.push(cart(&shop, &till, &person(1), &product, 1).await);
    }
    let tries = tokens.iter().map(|t| reach_from(&shop, &till, t, t));
    let held = futures_util::future::join_all(tries).await;
    assert_eq!(held.iter().filter(|h| matches!(h, Hold::Until(_))).count(), 3, "{held:?}");
    // Again and again with one cart: the last piece is free in the end.
    let last = merchant.product(json!({"qty": 1})).await;
    let again = cart(&shop, &till, &person(2), &last, 1).await;
    let mut begun = 0;
    for n in 0..30 {
        let held = reach_from(&shop, &till, &again, &format!("198.51.100.{n}")).await;
        begun += usize::from(matches!(held, Hold::Until(_)));
        shop.advance(15 * Millis::MINUTE);
    }
    assert_eq!(begun, 24);
    assert_eq!(reach_from(&shop, &till, &again, "203.0.113.77").await, Hold::Open);
    assert_eq!(row(&shop, &merchant, &last).await, (1, 0, 0));
}

/// F8: an address that invents a number whenever the last hold is over holds the last piece for an hour and a half of a day, and
/// another shopper buys it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f8_one_address_with_new_numbers_does_not_hold_the_last_piece_all_day() {
    let (shop, merchant, till) = start().await;
    let (last, other) = (merchant.product(json!({"qty": 1})).await, merchant.product(json!({"qty": 1})).await);
    let buyer = cart(&shop, &till, &person(90), &last, 1).await;
    let (mut held, mut free) = (0, 0);
    // A day of quarters of an hour, a number of its own each.
    for n in 0..96 {
        let token = cart(&shop, &till, &person(n), &last, 1).await;
        match reach_from(&shop, &till, &token, "203.0.113.1").await {
            Hold::Until(_) => held += 1,
            Hold::Open => free += 1,
            other => panic!("{other:?}"),
        }
        shop.advance(15 * Millis::MINUTE);
    }
    assert_eq!((held, free), (6, 90));
    let open = cart(&shop, &till, &person(91), &last, 1).await;
    assert!(matches!(reach_from(&shop, &till, &open, "203.0.113.1").await, Hold::Until(_)), "another day");
    shop.advance(15 * Millis::MINUTE);
    // Other products of the store are not barred by it, nor the product to others.
    let token = cart(&shop, &till, &person(92), &other, 1).await;
    assert!(matches!(reach_from(&shop, &till, &token, "203.0.113.1").await, Hold::Until(_)));
    assert!(matches!(reach_from(&shop, &till, &buyer, "203.0.113.2").await, Hold::Until(_)));
    let expected = review(&shop, &till, &buyer).await.expected();
    place(&shop, &till, &buyer, expected).await.unwrap();
    assert_eq!(row(&shop, &merchant, &last).await, (0, 0, 0));
}

/// F8: ten sizes of one piece each are one product: a cart with all of them holds five, and carts at once no more together.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn f8_one_piece_of_every_size_is_not_all_of_them() {
    let (shop, merchant, till) = start().await;
    let sizes: Vec<String> = (36..46).map(|n| n.to_string()).collect();
    let variants: Vec<_> =
        sizes.iter().map(|s| json!({"option_values": [s], "qty": 1, "has_unlimited_qty": false, "is_active": true})).collect();
    let shoe = merchant
        .product(json!({"product_type": "multi", "options": [{"name": "size", "values": sizes}], "variants": variants}))
        .await;
    let ids: Vec<VariantId> =
        shoe["variants"].as_array().unwrap().iter().map(|v| v["id"].as_str().unwrap().parse().unwrap()).collect();
    let all: Vec<_> = ids.iter().map(|id| (product_id(&shoe), Some(*id), 1)).collect();
    let greedy = filled(&shop, &till, &person(1), &all).await;
    assert!(matches!(reach_from(&shop, &till, &greedy, "203.0.113.1").await, Hold::Part(_)));
    let held = async || {
        let sql = "SELECT CAST(COALESCE(SUM(reserved), 0) AS BIGINT) FROM product_variants WHERE store_id = ?1";
        shop.app.db().conn().one::<i64>(sql, db::p![merchant.store]).await.unwrap()
    };
    assert_eq!(held().await, 5);
    let late = filled(&shop, &till, &person(2), &all[9..]).await;
    assert_eq!(reach_from(&shop, &till, &late, "203.0.113.2").await, Hold::Open);
    // A cart for each size, all at once.
    reservations::leave(&shop.app, &till.scope, Some(&cart_of(&shop, &till, &greedy).await)).await.unwrap();
    let mut tokens = Vec::new();
    for (line, n) in all.iter().zip(10..) {
        tokens.push(filled(&shop, &till, &person(n), &[*line]).await);
    }
    let tries = tokens.iter().map(|t| reach_from(&shop, &till, t, t));
    let ended = futures_util::future::join_all(tries).await;
    assert_eq!(ended.iter().filter(|h| matches!(h, Hold::Until(_))).count(), 5, "{ended:?}");
    assert_eq!(held().await, 5);
}

/// F8: an order that is paid goes before a hold; one that is not waits for it. Who held is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f8_who_has_paid_goes_before_who_holds() {
    let (shop, merchant, till) = start().await;
    let product = merchant.product(json!({"qty": 1})).await;
    let holder = cart(&shop, &till, &person(1), &product, 1).await;
    assert!(matches!(reach_from(&shop, &till, &holder, "203.0.113.1").await, Hold::Until(_)));
    let customer = merchant.create("/customers", json!({"name": "نورة", "mobile": "0512345678"})).await;
    let content = json!({"customer_id": customer["id"], "items": [{"product_id": product["id"], "quantity": 1}],
        "shipping_method_id": till.pickup.to_string(), "payment_method_id": till.cod.to_string()});
    let draft = merchant.create("/orders/drafts", content).await;
    let path = format!("/orders/{}/draft/place", draft["id"].as_str().unwrap());
    let sent = |is_paid: bool| json!({"total": draft["preview"]["total"], "version": draft["version"], "is_paid": is_paid});
    let (code, body) = shop.assert_unchanged(merchant.post(&path, sent(false))).await;
    assert_eq!(code, 422, "{body}");
    let (code, body) = merchant.post(&path, sent(true)).await;
    assert_eq!((code, &body["data"]["status"]), (200, &json!("PAID")), "{body}");
    let late = review(&shop, &till, &holder).await;
    assert!(!late.can_place(), "{:?}", late.changes);
    // What the sweep frees of a hold that lost its piece is nothing.
    shop.advance(Millis::HOUR);
    reservations::expire(&shop.app, &till.scope).await.unwrap();
    assert_eq!(row(&shop, &merchant, &product).await, (0, 0, 0));
}

/// F8: the shopper reads whether all, some or none of the pieces are held, in both languages, without a script.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f8_the_shopper_reads_what_is_held() {
    let (shop, merchant, _) = start().await;
    let product = merchant.product(json!({"qty": 2})).await;
    let add = |n| [("product_id", product["id"].as_str().unwrap()), ("quantity", n)];
    let contact = |mobile| [("name", "سارة"), ("mobile", mobile), ("receive", "pickup")];
    let first = shop.shopper(&merchant.slug);
    assert_eq!(first.post("/cart", &add("2")).await.status, 303);
    let page = first.submit("/checkout/contact", &contact("0512345678")).await;
    assert!(page.body.contains("حجزنا لك بعض هذه القطع حتى الساعة"), "{}", page.body);
    let second = shop.shopper(&merchant.slug).in_english();
    assert_eq!(second.post("/en/cart", &add("1")).await.status, 303);
    let page = second.submit("/en/checkout/contact", &contact("0512345679")).await;
    assert!(page.body.contains("In stock, but not held"), "{}", page.body);
    assert_eq!(row(&shop, &merchant, &product).await, (2, 0, 1));
}
