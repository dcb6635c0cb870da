//! Limits on the stock that unknown shoppers may reserve (F8, decisions §14).

use commerce::carts::reservations::{self, ReservationOutcome};
use kernel::{Millis, VariantId};
use serde_json::json;
use testkit::{Merchant, TestShop};

use super::reservations::{cart_of, reach_from};
use super::row;
use crate::checkout::{CheckoutSetup, Person, buy, filled, person, place, product_id, review, set_up_checkout};

/// A person's cart with pieces of a product; its token.
async fn cart(shop: &TestShop, setup: &CheckoutSetup, person: &Person, product: &serde_json::Value, n: i64) -> String {
    filled(shop, setup, person, &[(product_id(product), None, n)]).await
}

async fn start() -> (TestShop, Merchant, CheckoutSetup) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    (shop, merchant, setup)
}

/// F8: one anonymous cart with all pieces reserves half of them and is told so; another shopper buys.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f8_one_anonymous_cart_cannot_hold_everything() {
    let (shop, merchant, setup) = start().await;
    let product = merchant.product(json!({"qty": 10})).await;
    let greedy = cart(&shop, &setup, &person(1), &product, 10).await;
    let until = shop.env.now().plus(15 * Millis::MINUTE);
    assert_eq!(reach_from(&shop, &setup, &greedy, "203.0.113.1").await, ReservationOutcome::Partial(until));
    assert_eq!(row(&shop, &merchant, &product).await, (10, 0, 5));
    // A second look says the same and reserves no more.
    assert_eq!(reach_from(&shop, &setup, &greedy, "203.0.113.1").await, ReservationOutcome::Partial(until));
    // With the share used up nobody reserves anything, and anyone can buy what is free.
    let late = cart(&shop, &setup, &person(2), &product, 4).await;
    assert_eq!(reach_from(&shop, &setup, &late, "203.0.113.2").await, ReservationOutcome::Unreserved);
    assert_eq!(cart_of(&shop, &setup, &late).await.held_until, None);
    let expected = review(&shop, &setup, &late).await.expected();
    place(&shop, &setup, &late, expected).await.unwrap();
    assert_eq!(row(&shop, &merchant, &product).await, (6, 0, 5));
    // The reservation still belongs to its holder, and pieces bought meanwhile are reported.
    buy(&shop, &setup, &person(3), &[(product_id(&product), None, 1)]).await;
    let checkout_review = review(&shop, &setup, &greedy).await;
    assert_eq!(checkout_review.view.lines[0].quantity, 5, "{:?}", checkout_review.changes);
}

/// F8: carts created sequentially or concurrently reserve half of the pieces together; three per number or network at a time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn f8_a_flood_of_carts_cannot_hold_everything() {
    let (shop, merchant, setup) = start().await;
    let product = merchant.product(json!({"qty": 20})).await;
    let mut tokens = Vec::new();
    for n in 0..24 {
        tokens.push(cart(&shop, &setup, &person(n), &product, 1).await);
    }
    // All from one network, concurrently.
    let attempts = tokens.iter().map(|t| reach_from(&shop, &setup, t, "203.0.113.1"));
    let outcomes = futures_util::future::join_all(attempts).await;
    assert_eq!(outcomes.iter().filter(|h| matches!(h, ReservationOutcome::Full(_))).count(), 3, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|h| **h == ReservationOutcome::Unreserved).count(), 21, "{outcomes:?}");
    assert_eq!(row(&shop, &merchant, &product).await, (20, 0, 3));
    // The networks of one IPv6 subscriber count as one.
    shop.advance(Millis::HOUR);
    let attempts = tokens.iter().enumerate().map(|(n, t)| {
        let (shop, setup) = (&shop, &setup);
        async move { reach_from(shop, setup, t, &format!("2001:db8:1:2::{n:x}")).await }
    });
    let outcomes = futures_util::future::join_all(attempts).await;
    assert_eq!(outcomes.iter().filter(|h| matches!(h, ReservationOutcome::Full(_))).count(), 3, "{outcomes:?}");
    // From many networks: half of the pieces.
    shop.advance(Millis::HOUR);
    let attempts = tokens.iter().map(|t| reach_from(&shop, &setup, t, t));
    let outcomes = futures_util::future::join_all(attempts).await;
    assert_eq!(outcomes.iter().filter(|h| matches!(h, ReservationOutcome::Full(_))).count(), 10, "{outcomes:?}");
    assert_eq!(row(&shop, &merchant, &product).await, (20, 0, 10));
    // A shopper who leaves frees a slot for the next.
    let first = outcomes.iter().position(|h| matches!(h, ReservationOutcome::Full(_))).unwrap();
    let next = outcomes.iter().position(|h| *h == ReservationOutcome::Unreserved).unwrap();
    reservations::release(&shop.app, &setup.scope, Some(&cart_of(&shop, &setup, &tokens[first]).await)).await.unwrap();
    assert!(matches!(reach_from(&shop, &setup, &tokens[next], "203.0.113.9").await, ReservationOutcome::Full(_)));
    assert_eq!(row(&shop, &merchant, &product).await, (20, 0, 10));
}

/// F8: one number reserves with three carts at a time however many networks it comes from, and for a limited time a day.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f8_one_number_holds_with_three_carts_and_not_for_ever() {
    let (shop, merchant, setup) = start().await;
    let product = merchant.product(json!({"qty": 20})).await;
    let mut tokens = Vec::new();
    for _ in 0..4 {
        tokens.push(cart(&shop, &setup, &person(1), &product, 1).await);
    }
    let attempts = tokens.iter().map(|t| reach_from(&shop, &setup, t, t));
    let outcomes = futures_util::future::join_all(attempts).await;
    assert_eq!(outcomes.iter().filter(|h| matches!(h, ReservationOutcome::Full(_))).count(), 3, "{outcomes:?}");
    // Repeatedly with one cart: the last piece is free in the end.
    let last = merchant.product(json!({"qty": 1})).await;
    let again = cart(&shop, &setup, &person(2), &last, 1).await;
    let mut begun = 0;
    for n in 0..30 {
        let outcome = reach_from(&shop, &setup, &again, &format!("198.51.100.{n}")).await;
        begun += usize::from(matches!(outcome, ReservationOutcome::Full(_)));
        shop.advance(15 * Millis::MINUTE);
    }
    assert_eq!(begun, 24);
    assert_eq!(reach_from(&shop, &setup, &again, "203.0.113.77").await, ReservationOutcome::Unreserved);
    assert_eq!(row(&shop, &merchant, &last).await, (1, 0, 0));
}

/// F8: an address that uses a new number after each reservation reserves the last piece for an hour and a half a day, and another
/// shopper buys it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f8_one_address_with_new_numbers_does_not_hold_the_last_piece_all_day() {
    let (shop, merchant, setup) = start().await;
    let (last, other) = (merchant.product(json!({"qty": 1})).await, merchant.product(json!({"qty": 1})).await);
    let buyer = cart(&shop, &setup, &person(90), &last, 1).await;
    let (mut held, mut free) = (0, 0);
    // A day of quarters of an hour, each with a new number.
    for n in 0..96 {
        let token = cart(&shop, &setup, &person(n), &last, 1).await;
        match reach_from(&shop, &setup, &token, "203.0.113.1").await {
            ReservationOutcome::Full(_) => held += 1,
            ReservationOutcome::Unreserved => free += 1,
            other => panic!("{other:?}"),
        }
        shop.advance(15 * Millis::MINUTE);
    }
    assert_eq!((held, free), (6, 90));
    let open = cart(&shop, &setup, &person(91), &last, 1).await;
    assert!(matches!(reach_from(&shop, &setup, &open, "203.0.113.1").await, ReservationOutcome::Full(_)), "another day");
    shop.advance(15 * Millis::MINUTE);
    // Other products of the store stay available to it, and the product to others.
    let token = cart(&shop, &setup, &person(92), &other, 1).await;
    assert!(matches!(reach_from(&shop, &setup, &token, "203.0.113.1").await, ReservationOutcome::Full(_)));
    assert!(matches!(reach_from(&shop, &setup, &buyer, "203.0.113.2").await, ReservationOutcome::Full(_)));
    let expected = review(&shop, &setup, &buyer).await.expected();
    place(&shop, &setup, &buyer, expected).await.unwrap();
    assert_eq!(row(&shop, &merchant, &last).await, (0, 0, 0));
}

/// F8: ten sizes of one piece each are one product: a cart with all of them reserves five, and concurrent carts no more together.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn f8_holds_on_every_size_leave_pieces_of_the_product() {
    let (shop, merchant, setup) = start().await;
    let sizes: Vec<String> = (36..46).map(|n| n.to_string()).collect();
    let variants: Vec<_> =
        sizes.iter().map(|s| json!({"option_values": [s], "qty": 1, "has_unlimited_qty": false, "is_active": true})).collect();
    let shoe = merchant
        .product(json!({"product_type": "multi", "options": [{"name": "size", "values": sizes}], "variants": variants}))
        .await;
    let ids: Vec<VariantId> =
        shoe["variants"].as_array().unwrap().iter().map(|v| v["id"].as_str().unwrap().parse().unwrap()).collect();
    let all: Vec<_> = ids.iter().map(|id| (product_id(&shoe), Some(*id), 1)).collect();
    let greedy = filled(&shop, &setup, &person(1), &all).await;
    assert!(matches!(reach_from(&shop, &setup, &greedy, "203.0.113.1").await, ReservationOutcome::Partial(_)));
    let held = async || {
        let sql = "SELECT CAST(COALESCE(SUM(reserved), 0) AS BIGINT) FROM product_variants WHERE store_id = ?1";
        shop.app.db().conn().one::<i64>(sql, db::p![merchant.store]).await.unwrap()
    };
    assert_eq!(held().await, 5);
    let late = filled(&shop, &setup, &person(2), &all[9..]).await;
    assert_eq!(reach_from(&shop, &setup, &late, "203.0.113.2").await, ReservationOutcome::Unreserved);
    // A cart for each size, concurrently.
    reservations::release(&shop.app, &setup.scope, Some(&cart_of(&shop, &setup, &greedy).await)).await.unwrap();
    let mut tokens = Vec::new();
    for (line, n) in all.iter().zip(10..) {
        tokens.push(filled(&shop, &setup, &person(n), &[*line]).await);
    }
    let attempts = tokens.iter().map(|t| reach_from(&shop, &setup, t, t));
    let ended = futures_util::future::join_all(attempts).await;
    assert_eq!(ended.iter().filter(|h| matches!(h, ReservationOutcome::Full(_))).count(), 5, "{ended:?}");
    assert_eq!(held().await, 5);
}

/// F8: a paid order takes precedence over a reservation; an unpaid one does not. The holder is told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f8_a_paid_order_takes_precedence_over_a_hold() {
    let (shop, merchant, setup) = start().await;
    let product = merchant.product(json!({"qty": 1})).await;
    let holder = cart(&shop, &setup, &person(1), &product, 1).await;
    assert!(matches!(reach_from(&shop, &setup, &holder, "203.0.113.1").await, ReservationOutcome::Full(_)));
    let customer = merchant.create("/customers", json!({"name": "نورة", "mobile": "0512345678"})).await;
    let content = json!({"customer_id": customer["id"], "items": [{"product_id": product["id"], "quantity": 1}],
        "shipping_method_id": setup.pickup.to_string(), "payment_method_id": setup.cod.to_string()});
    let draft = merchant.create("/orders/drafts", content).await;
    let path = format!("/orders/{}/draft/place", draft["id"].as_str().unwrap());
    let sent = |is_paid: bool| json!({"total": draft["preview"]["total"], "version": draft["version"], "is_paid": is_paid});
    let (code, body) = shop.assert_unchanged(merchant.post(&path, sent(false))).await;
    assert_eq!(code, 422, "{body}");
    let (code, body) = merchant.post(&path, sent(true)).await;
    assert_eq!((code, &body["data"]["status"]), (200, &json!("PAID")), "{body}");
    let late = review(&shop, &setup, &holder).await;
    assert!(!late.can_place(), "{:?}", late.changes);
    // The sweep frees nothing for a reservation that lost its piece.
    shop.advance(Millis::HOUR);
    reservations::expire(&shop.app, &setup.scope).await.unwrap();
    assert_eq!(row(&shop, &merchant, &product).await, (0, 0, 0));
}

/// F8: the page says whether all, some or none of the pieces are reserved, in both languages, without a script.
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
