//! How much of the stock shoppers of whom nothing is known may hold (F8, decisions §14).

use commerce::carts::holds::{self, Hold};
use kernel::Millis;
use serde_json::json;
use testkit::{Merchant, TestShop};

use super::holds::{cart_of, reach_from};
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
    holds::leave(&shop.app, &till.scope, Some(&cart_of(&shop, &till, &tokens[first]).await)).await.unwrap();
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
    for _ in 0..30 {
        begun += usize::from(matches!(reach_from(&shop, &till, &again, &again).await, Hold::Until(_)));
        shop.advance(15 * Millis::MINUTE);
    }
    assert_eq!(begun, 24);
    assert_eq!(reach_from(&shop, &till, &again, &again).await, Hold::Open);
    assert_eq!(row(&shop, &merchant, &last).await, (1, 0, 0));
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
    holds::expire(&shop.app, &till.scope).await.unwrap();
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
