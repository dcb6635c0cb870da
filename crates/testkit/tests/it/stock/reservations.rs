//! Stock reservations: quantity, duration, and who gets the last piece.

use commerce::carts::reservations::{self, ReservationOutcome};
use commerce::carts::{self, Change};
use commerce::orders::{Expected, PlaceError};
use kernel::Millis;
use platform::stores;
use serde_json::json;
use testkit::{Merchant, TestShop};
use web::caller::hash_token;

use super::row;
use crate::checkout::{CheckoutSetup, buy, filled, person, place, product_id, review, set, set_up_checkout};

pub(crate) async fn cart_of(shop: &TestShop, setup: &CheckoutSetup, token: &str) -> carts::Cart {
    carts::find(shop.app.db().conn(), &setup.scope, &hash_token(token)).await.unwrap().unwrap()
}

/// The shopper reaches the payment step, each from a network of their own.
async fn reach(shop: &TestShop, setup: &CheckoutSetup, token: &str) -> ReservationOutcome {
    reach_from(shop, setup, token, token).await
}

pub(super) async fn reach_from(shop: &TestShop, setup: &CheckoutSetup, token: &str, ip: &str) -> ReservationOutcome {
    let profile = stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let cart = cart_of(shop, setup, token).await;
    reservations::reserve(&shop.app, &setup.scope, &profile, &cart, ip).await.unwrap()
}

async fn last_piece(shop: &TestShop, merchant: &Merchant) -> serde_json::Value {
    let _ = shop;
    merchant.product(json!({"qty": 1})).await
}

/// decisions §5, §6: fifty shoppers reach the payment with the last piece; one reserves and gets it, the others are told, and
/// nothing stays reserved.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ca_04_one_of_fifty_shoppers_holds_the_last_piece() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = last_piece(&shop, &merchant).await;
    let mut tokens = Vec::new();
    for n in 0..50 {
        tokens.push(filled(&shop, &setup, &person(n), &[(product_id(&product), None, 1)]).await);
    }
    let expected: Expected = review(&shop, &setup, &tokens[0]).await.expected();
    let attempts = tokens.iter().map(|token| reach(&shop, &setup, token));
    let outcomes = futures_util::future::join_all(attempts).await;
    let winner = outcomes.iter().position(|h| matches!(h, ReservationOutcome::Full(_))).expect("somebody holds it");
    assert_eq!(outcomes.iter().filter(|h| **h == ReservationOutcome::OutOfStock).count(), 49);
    assert_eq!(row(&shop, &merchant, &product).await, (1, 0, 1));
    // All of them submit concurrently.
    let orders = tokens.iter().map(|token| place(&shop, &setup, token, expected));
    for (n, order) in futures_util::future::join_all(orders).await.into_iter().enumerate() {
        match order {
            Ok(_) => assert_eq!(n, winner, "the holder buys"),
            Err(PlaceError::Changed(changes)) => {
                assert_ne!(n, winner);
                assert!(matches!(changes[0], Change::Held { .. } | Change::Unavailable { .. }), "{changes:?}");
            }
            Err(e) => panic!("{e}"),
        }
    }
    assert_eq!(row(&shop, &merchant, &product).await, (0, 0, 0));
}

/// decisions §6: a reservation expires by time. A sale never waits for the sweep, and after the sweep nothing is reserved.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_a_hold_ends_after_its_time_even_when_the_sweep_is_late() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = last_piece(&shop, &merchant).await;
    let line = [(product_id(&product), None, 1)];
    let (first, second) = (filled(&shop, &setup, &person(1), &line).await, filled(&shop, &setup, &person(2), &line).await);
    assert!(matches!(reach(&shop, &setup, &first).await, ReservationOutcome::Full(_)));
    let checkout_review = review(&shop, &setup, &second).await;
    assert!(matches!(checkout_review.changes[..], [Change::Held { .. }]), "{:?}", checkout_review.changes);
    // The holder notices nothing, and a second look does not extend the reservation.
    assert!(review(&shop, &setup, &first).await.can_place());
    shop.advance(14 * Millis::MINUTE);
    assert!(
        matches!(reach(&shop, &setup, &first).await, ReservationOutcome::Full(t) if t.0 - shop.env.now().0 == Millis::MINUTE)
    );
    shop.advance(Millis::MINUTE);
    // No sweep has run: the row still counts it as reserved, but it blocks no sale.
    assert_eq!(row(&shop, &merchant, &product).await, (1, 0, 1));
    let expected = review(&shop, &setup, &second).await;
    assert!(expected.can_place(), "{:?}", expected.changes);
    place(&shop, &setup, &second, expected.expected()).await.unwrap();
    assert_eq!(row(&shop, &merchant, &product).await, (0, 0, 0));
    let late = review(&shop, &setup, &first).await;
    assert!(matches!(late.changes[..], [Change::Unavailable { .. }]), "{:?}", late.changes);

    // The sweep releases expired reservations that nobody claimed.
    let other = last_piece(&shop, &merchant).await;
    let third = filled(&shop, &setup, &person(3), &[(product_id(&other), None, 1)]).await;
    reach(&shop, &setup, &third).await;
    shop.advance(15 * Millis::MINUTE);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(row(&shop, &merchant, &other).await, (1, 0, 0));
    let placed = review(&shop, &setup, &third).await.expected();
    place(&shop, &setup, &third, placed).await.unwrap();
}

/// decisions §6: changing the cart leaves the checkout and releases its reservations; the duration is a store setting.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_leaving_frees_and_the_store_sets_the_minutes() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 6})).await;
    set(&shop, &merchant, "checkout_hold_minutes", json!(20)).await;
    let token = filled(&shop, &setup, &person(1), &[(product_id(&product), None, 3)]).await;
    let until = shop.env.now().plus(20 * Millis::MINUTE);
    assert_eq!(reach(&shop, &setup, &token).await, ReservationOutcome::Full(until));
    assert_eq!(row(&shop, &merchant, &product).await, (6, 0, 3));
    let held = merchant.data(&format!("/products/{}/stock", product["id"].as_str().unwrap())).await;
    assert_eq!((&held["items"][0]["held"], &held["items"][0]["qty"]), (&json!(3), &json!(6)));
    // Another shopper may buy the other three.
    buy(&shop, &setup, &person(2), &[(product_id(&product), None, 3)]).await;
    let cart = cart_of(&shop, &setup, &token).await;
    carts::set_quantity(&shop.app, &setup.scope, &cart, 1, 2).await.unwrap();
    assert_eq!(row(&shop, &merchant, &product).await, (3, 0, 0));
    assert_eq!(cart_of(&shop, &setup, &token).await.held_until, None);
    for (minutes, status) in [(json!(4), 422), (json!(61), 422), (json!("15"), 422), (json!(60), 200)] {
        assert_eq!(merchant.put("/settings/checkout_hold_minutes", json!({"value": minutes})).await.0, status, "{minutes}");
    }
}

/// The reserved stock and the cart that reserves it are written in one transaction: a reservation that fails midway leaves
/// nothing; of several lines all are reserved or none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_a_hold_is_atomic() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let (plenty, one) = (merchant.product(json!({"qty": 9})).await, last_piece(&shop, &merchant).await);
    let both = [(product_id(&plenty), None, 4), (product_id(&one), None, 1)];
    let (first, second) = (filled(&shop, &setup, &person(1), &both).await, filled(&shop, &setup, &person(2), &both).await);
    reach(&shop, &setup, &first).await;
    let short = shop.assert_unchanged(reach(&shop, &setup, &second)).await;
    assert_eq!(short, ReservationOutcome::OutOfStock);
    // The merchant lowers the stock below what is reserved: the holder can still buy what is left.
    let path = format!("/products/{}/stock/adjust", plenty["id"].as_str().unwrap());
    assert_eq!(merchant.post(&path, json!({"mode": "set", "qty": 4, "reason": "count"})).await.0, 200);
    let expected = review(&shop, &setup, &first).await.expected();
    place(&shop, &setup, &first, expected).await.unwrap();
    assert_eq!((row(&shop, &merchant, &plenty).await, row(&shop, &merchant, &one).await), ((0, 0, 0), (0, 0, 0)));
}

/// CA-04: the page says that the pieces are reserved and for how long, without a script; opening the cart releases them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_the_shopper_is_told_of_the_hold() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"qty": 1, "low_stock_at": 3, "max_qty": 2})).await;
    let id = product["id"].as_str().unwrap();
    let shopper = shop.shopper(&merchant.slug);
    let page = shopper.get(&format!("/products/{}", kernel::slug::percent_encode(product["page_link"].as_str().unwrap()))).await;
    assert!(page.body.contains("بقيت قطعة واحدة") && page.body.contains("الحد الأقصى للكمية: قطعتان"), "{}", page.body);
    assert_eq!(shopper.post("/cart", &[("product_id", id), ("quantity", "1")]).await.status, 303);
    assert!(shopper.get("/cart").await.body.contains("بقيت قطعة واحدة"));
    let before = shopper.get("/checkout").await;
    assert!(!before.body.contains("id=\"held\""), "nothing is held before the shopper is known");
    let contact = [("name", "سارة"), ("mobile", "0512345678"), ("receive", "pickup")];
    let known = shopper.submit("/checkout/contact", &contact).await;
    assert!(known.body.contains("حجزنا لك هذه القطع لمدة 15 دقيقة"), "{}", known.body);
    assert_eq!(row(&shop, &merchant, &product).await, (1, 0, 1));
    // Another shopper is told why there is no stock.
    let other = shop.shopper(&merchant.slug);
    let refused = other.post("/cart", &[("product_id", id), ("quantity", "1")]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("محجوزة لمتسوقين"), "{}", refused.body);
    shop.advance(15 * Millis::MINUTE);
    let again = shopper.get("/checkout").await;
    assert!(again.body.contains("انتهت مدة حجز القطع") && again.body.contains("لمدة 15 دقيقة"), "{}", again.body);
    shopper.get("/cart").await;
    assert_eq!(row(&shop, &merchant, &product).await, (1, 0, 0));
    assert_eq!(other.post("/cart", &[("product_id", id), ("quantity", "1")]).await.status, 303);
    // The limits are refused with the texts of the specification.
    let many = shop.shopper(&merchant.slug);
    let refused = many.post("/cart", &[("product_id", id), ("quantity", "3")]).await;
    assert!(refused.body.contains("الكمية المحددة أكبر من الحد الأقصى المسموح به لكل طلب"), "{}", refused.body);
}

/// CU-01, CA-04: a blocked shopper reserves no stock: neither during checkout, nor after the order was refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_a_blocked_shopper_holds_nothing() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 2})).await;
    let written = merchant.create("/customers", json!({"name": "نورة", "mobile": "0512345678"})).await;
    let at = format!("/customers/{}", written["id"].as_str().unwrap());
    let shopper = shop.shopper(&merchant.slug);
    let add = [("product_id", product["id"].as_str().unwrap()), ("quantity", "1")];
    assert_eq!(shopper.post("/cart", &add).await.status, 303);
    let contact = [("name", "نورة"), ("mobile", "0512345678"), ("receive", "pickup")];
    let known = shopper.submit("/checkout/contact", &contact).await;
    assert!(known.body.contains("id=\"held\""), "{}", known.body);
    assert_eq!(row(&shop, &merchant, &product).await, (2, 0, 1));
    // Blocked in the middle of a checkout: the order is refused, and the pieces are released at once.
    assert_eq!(merchant.post(&format!("{at}/block"), json!({"reason": "رفض ثلاث شحنات"})).await.0, 200);
    let mut form = known.hidden_fields();
    form.extend(contact.map(|(k, v)| (k.to_owned(), v.to_owned())));
    form.push(("shipping_method_id".into(), setup.pickup.to_string()));
    form.push(("payment_method_id".into(), setup.cod.to_string()));
    let form: Vec<(&str, &str)> = form.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    let refused = shopper.post("/checkout", &form).await;
    assert!(refused.status == 422 && refused.body.contains("لا يمكننا استقبال طلبات"), "{}", refused.body);
    assert!(!refused.body.contains("id=\"held\""), "{}", refused.body);
    assert_eq!(row(&shop, &merchant, &product).await, (2, 0, 0));
    // Opening the checkout again reserves nothing either.
    let again = shopper.get("/checkout").await;
    assert!(again.status == 200 && !again.body.contains("id=\"held\""), "{}", again.body);
    shopper.submit("/checkout/contact", &contact).await;
    assert_eq!(row(&shop, &merchant, &product).await, (2, 0, 0));
}

/// decisions §1.2: an order costs one statement for its movements and reservations, and one more each for its ledger, its hour of
/// sales, its sales totals in all and by product, the blocklist, the COD rules' decision and its row in the call queue, however
/// many lines it has.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn placing_an_order_runs_few_statements() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let mut lines = Vec::new();
    for _ in 0..3 {
        lines.push((product_id(&merchant.product(json!({"qty": 50})).await), None, 1));
    }
    let mut costs = Vec::new();
    buy(&shop, &setup, &person(1), &lines).await;
    for (lines, most) in [(&lines[..1], ONE_LINE), (&lines[..], THREE_LINES)] {
        let token = filled(&shop, &setup, &person(1), lines).await;
        let expected = review(&shop, &setup, &token).await.expected();
        reach(&shop, &setup, &token).await;
        let before = shop.app.db().statements();
        place(&shop, &setup, &token, expected).await.unwrap();
        let cost = shop.app.db().statements() - before;
        costs.push(format!("{} lines: {cost} statements", lines.len()));
        assert!(cost <= most, "{costs:?}");
    }
    println!("{costs:?}");
}

/// With the profile that the test's helper reads; each further line adds one statement, which takes its stock.
const ONE_LINE: u64 = 21;
const THREE_LINES: u64 = 23;

/// CA-04: a cached page shows the available quantity, without reserved pieces, until they are released.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_holds_invalidate_cached_pages() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 4, "low_stock_at": 5, "page_link": "oud"})).await;
    let shopper = shop.shopper(&merchant.slug);
    // Caches of this node and others are invalidated a moment after the commit.
    let expected_text = async |text: &str| {
        for _ in 0..100 {
            let page = shopper.get("/products/oud").await;
            assert_eq!(page.status, 200);
            if page.body.contains(text) {
                return page.body;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("the page never said {text}");
    };
    expected_text("بقيت 4 قطع").await;
    let one = filled(&shop, &setup, &person(1), &[(product_id(&product), None, 2)]).await;
    reach(&shop, &setup, &one).await;
    expected_text("بقيت قطعتان").await;
    // The others are bought. All that is left is reserved: the page shows no quantity, and no "sold out" either, for nothing is
    // sold.
    buy(&shop, &setup, &person(2), &[(product_id(&product), None, 2)]).await;
    let all_held = expected_text("data-few hidden").await;
    assert!(all_held.contains("schema.org/InStock"), "{all_held}");
    shop.advance(Millis::HOUR);
    assert_eq!(reservations::expire(&shop.app, &setup.scope).await.unwrap(), 1);
    expected_text("بقيت قطعتان").await;
}

/// CA-04: the page's script saves the input and reserves the pieces in one transaction, and the input is saved even where nothing
/// can be reserved.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_saving_the_checkout_keeps_and_holds_in_one_transaction() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let (first, second) = (merchant.product(json!({"qty": 4})).await, merchant.product(json!({"qty": 4})).await);
    let save = async |product: &serde_json::Value, mobile: &str| {
        let shopper = shop.shopper(&merchant.slug);
        shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap()), ("quantity", "2")]).await;
        let transactions = std::sync::Arc::new(std::sync::Mutex::new(std::collections::BTreeSet::new()));
        let observed = transactions.clone();
        shop.app.db().watch(Some(std::sync::Arc::new(move |s: &db::Statement<'_>| {
            observed.lock().unwrap().insert(s.tx);
            Ok(())
        })));
        let form = [("name", "سارة"), ("mobile", mobile), ("receive", "pickup")];
        let page = shopper.post_with("/checkout/save", &form, &[("x-requested-with", "fetch")]).await;
        shop.app.db().watch(None);
        assert_eq!(page.status, 200, "{}", page.body);
        let count = transactions.lock().unwrap().len();
        (count, page.body.contains("id=\"held\""))
    };
    // The first request creates the store's signing key.
    save(&first, "0551234567").await;
    assert_eq!(save(&second, "0551234568").await, (1, true));
    assert_eq!(row(&shop, &merchant, &second).await, (4, 0, 2));
    // Half of the stock is reserved: nothing more is, and the second transaction saves the input.
    assert_eq!(save(&second, "0551234569").await, (2, false));
    assert_eq!(row(&shop, &merchant, &second).await, (4, 0, 2));
    let sql = "SELECT COUNT(*) FROM carts WHERE store_id = ?1 AND mobile = '+966551234569'";
    let stored_carts: i64 = shop.app.db().conn().one(sql, db::p![merchant.store]).await.unwrap();
    assert_eq!(stored_carts, 1);
}
