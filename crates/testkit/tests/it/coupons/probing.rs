//! Concurrent requests cannot probe for whom a code is refused.

use commerce::carts;
use kernel::Millis;
use platform::identity;
use serde_json::json;
use testkit::TestShop;
use web::caller::hash_token;

use super::coupon;
use super::shop::add;
use crate::checkout::{buy, filled, person, product_id, set_up_checkout};
use crate::storefront::{chosen, fields};

/// Checks that stay counted against the limit.
pub(crate) async fn counted(shop: &TestShop) -> i64 {
    let sql = "SELECT COUNT(*) FROM sign_in_attempts WHERE identifier >= 'coupon_person:' AND identifier < 'coupon_person;' AND at > ?1";
    let since = shop.app.env().now().plus(-15 * Millis::MINUTE);
    shop.app.db().conn().one::<i64>(sql, db::p![since]).await.unwrap()
}

/// CP-01: checks of one address are counted in sequence, whichever carts they come from: concurrently no more pass than its
/// limit.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn cp_01_questions_of_one_address_are_counted_together() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let store = set_up_checkout(&shop, &merchant).await.scope.store();
    let carts: Vec<String> = (0..40).map(|n| format!("cart {n}")).collect();
    let asks = carts.iter().map(|cart| identity::ask_coupon(&shop.app, store, cart, "203.0.113.9"));
    let answers = futures_util::future::join_all(asks).await;
    let through = answers.into_iter().filter(|one| one.as_ref().unwrap().is_ok()).count();
    assert_eq!(through, 30);
    // Another address has its own limit.
    assert!(identity::ask_coupon(&shop.app, store, "cart 1", "203.0.113.10").await.unwrap().is_ok());
}

/// CP-01: an order for a returning customer, submitted with the total without the code, reveals that they have ordered, so it
/// counts as a refusal. An order of a new customer with the code counts nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_refusal_that_ends_in_an_order_counts() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 90})).await;
    buy(&shop, &setup, &person(1), &[(product_id(&product), None, 1)]).await;
    coupon(&merchant, json!({"discount_usability": "first_order"})).await;
    for (buyer, total, count) in [(person(1), "100.00", 1), (person(2), "90.00", 1)] {
        let shopper = shop.shopper(&merchant.slug);
        add(&shopper, &product).await;
        assert_eq!(shopper.post("/cart/coupon", &[("coupon", "EID10")]).await.status, 303);
        let page = shopper.get("/checkout").await;
        let (hidden, methods) = (page.hidden_fields(), chosen(&page));
        let observed = kernel::money::parse(total, kernel::Currency::SAR).unwrap().to_string();
        let inputs = [("name", buyer.name.as_str()), ("mobile", buyer.mobile.as_str()), ("seen_total", observed.as_str())];
        let mut form = fields(&hidden, &inputs);
        form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
        let placed = shopper.post("/checkout", &form).await;
        assert_eq!((placed.status, counted(&shop).await), (303, count), "{total}: {}", placed.body);
    }
}

/// CP-01: a code and a contact are stored only in the cart version that was checked: a concurrently changed cart is not
/// overwritten.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_concurrently_changed_cart_is_not_overwritten() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 90})).await;
    let token = filled(&shop, &setup, &person(1), &[(product_id(&product), None, 1)]).await;
    let (app, scope) = (&shop.app, &setup.scope);
    let read = async || carts::find(app.db().conn(), scope, &hash_token(&token)).await.unwrap().unwrap();
    let observed = read().await;
    let note = |text: &str| carts::Draft { note: Some(text.to_owned()), ..carts::Draft::default() };
    carts::set_draft(app, scope, observed.clone(), note("الأول")).await.unwrap();
    assert!(carts::set_coupon(app, scope, &observed, carts::read_code("EID10")).await.is_err());
    let now = read().await;
    assert_eq!((now.note.as_str(), &now.coupon_code), ("الأول", &None));
    let stored_cart = carts::set_coupon(app, scope, &now, carts::read_code("EID10")).await.unwrap();
    assert!(carts::set_draft(app, scope, now, note("الثاني")).await.is_err());
    assert_eq!(read().await, stored_cart);
}

/// CP-01: a code and a contact submitted together are evaluated once, and counted once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn cp_01_a_code_and_a_contact_at_once_are_counted() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 90})).await;
    let buyer = person(1);
    buy(&shop, &setup, &buyer, &[(product_id(&product), None, 1)]).await;
    coupon(&merchant, json!({"discount_usability": "first_order"})).await;
    for round in 1..=8_i64 {
        let shopper = shop.shopper(&merchant.slug);
        add(&shopper, &product).await;
        let contact = [("name", buyer.name.as_str()), ("mobile", buyer.mobile.as_str())];
        let code = [("coupon", "EID10")];
        let (one, two) = tokio::join!(shopper.post("/cart/coupon", &code), shopper.post("/checkout/contact", &contact));
        assert_eq!(counted(&shop).await, round, "{} {}", one.status, two.status);
    }
}
