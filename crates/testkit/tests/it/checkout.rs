//! From cart to order: totals, stock, changes in between, and many concurrent shoppers.

use commerce::carts::{self, AddItem, CartError, Change, ContactIn, Draft, Step};
use commerce::orders::{self, Expected, PlaceError, Placed, Review};
use customers::AddressIn;
use db::p;
use kernel::{Actor, Lang, PaymentMethodId, ProductId, ShippingMethodId, StoreScope, VariantId};
use platform::stores;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};
use web::caller::hash_token;

/// What a checkout test needs: the store's scope and methods.
pub(crate) struct CheckoutSetup {
    pub(crate) scope: StoreScope,
    pub(crate) pickup: ShippingMethodId,
    pub(crate) cod: PaymentMethodId,
}

/// The pickup and cash on delivery of a new store, without VAT unless the test sets it.
pub(crate) async fn set_up_checkout(shop: &TestShop, merchant: &Merchant) -> CheckoutSetup {
    let id = |list: Value, provider: &str| {
        let method = list.as_array().unwrap().iter().find(|m| m["provider"] == json!(provider)).unwrap().clone();
        method["id"].as_str().unwrap().to_owned()
    };
    let pickup = id(merchant.data("/shipping-methods").await, "PICKUP").parse().unwrap();
    let cod = id(merchant.data("/payment-methods").await, "COD").parse().unwrap();
    set(shop, merchant, "vat_value", json!("0")).await;
    CheckoutSetup { scope: StoreScope::new(merchant.store, Actor::customer(None, "")), pickup, cod }
}

/// Sets a setting as the settings pages store it.
pub(crate) async fn set(shop: &TestShop, merchant: &Merchant, code: &'static str, value: Value) {
    let (store, text) = (merchant.store, value.to_string());
    let sql = "INSERT INTO store_settings (store_id, code, value, updated_at) VALUES (?1, ?2, ?3, 0) \
               ON CONFLICT (store_id, code) DO UPDATE SET value = excluded.value";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, code, text]).await).await.unwrap();
}

pub(crate) fn product_id(product: &Value) -> ProductId {
    product["id"].as_str().unwrap().parse().unwrap()
}

/// A shopper.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) mobile: String,
    pub(crate) city: &'static str,
}

pub(crate) fn person(n: usize) -> Person {
    Person { name: format!("سارة العتيبي {n}"), mobile: format!("05{:08}", 10_000_000 + n), city: "الرياض" }
}

/// A cart filled up to the last checkout step; its token.
pub(crate) async fn filled(
    shop: &TestShop,
    setup: &CheckoutSetup,
    person: &Person,
    lines: &[(ProductId, Option<VariantId>, i64)],
) -> String {
    let (app, scope) = (&shop.app, &setup.scope);
    let profile = stores::get_profile(app.db().conn(), scope).await.unwrap();
    let (_, token) = carts::create(app, scope, Lang::Ar).await.unwrap();
    for (product, variant, quantity) in lines {
        let cart = carts::find(app.db().conn(), scope, &hash_token(&token)).await.unwrap().unwrap();
        let add = AddItem { product: *product, variant: *variant, quantity: *quantity, fields: Vec::new() };
        carts::add_item(app, scope, Lang::Ar, Some(&cart), add).await.unwrap();
    }
    let cart = carts::find(app.db().conn(), scope, &hash_token(&token)).await.unwrap().unwrap();
    let contact = ContactIn { name: person.name.clone(), mobile: person.mobile.clone(), email: String::new() };
    carts::set_contact(app, scope, &profile, &cart, contact).await.unwrap();
    let cart = carts::find(app.db().conn(), scope, &hash_token(&token)).await.unwrap().unwrap();
    let address = AddressIn { city: person.city.into(), street: "شارع العليا".into(), ..AddressIn::default() };
    carts::set_address(app, scope, &profile, &cart, address).await.unwrap();
    carts::set_shipping_method(app, scope, &cart, setup.pickup).await.unwrap();
    carts::set_payment_method(app, scope, &cart, setup.cod, "").await.unwrap();
    token
}

pub(crate) async fn review(shop: &TestShop, setup: &CheckoutSetup, token: &str) -> Review {
    let profile = stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let cart = carts::find(shop.app.db().conn(), &setup.scope, &hash_token(token)).await.unwrap().unwrap();
    orders::review(&shop.app, &setup.scope, &profile, &cart).await.unwrap()
}

pub(crate) async fn place(shop: &TestShop, setup: &CheckoutSetup, token: &str, expected: Expected) -> Result<Placed, PlaceError> {
    let profile = stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    orders::place(&shop.app, &setup.scope, &profile, token, expected).await
}

/// The whole checkout of one person; returns the placed order.
pub(crate) async fn buy(
    shop: &TestShop,
    setup: &CheckoutSetup,
    person: &Person,
    lines: &[(ProductId, Option<VariantId>, i64)],
) -> Placed {
    let token = filled(shop, setup, person, lines).await;
    let expected = review(shop, setup, &token).await.expected();
    place(shop, setup, &token, expected).await.unwrap()
}

async fn stock_of(merchant: &Merchant, product: ProductId) -> i64 {
    merchant.data(&format!("/products/{product}")).await["qty"].as_i64().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_a_cart_becomes_an_order_with_exact_sums_and_stock() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    set(&shop, &merchant, "vat_value", json!("15")).await;
    set(&shop, &merchant, "prices_include_vat", json!(false)).await;
    let method = merchant
        .create(
            "/shipping-methods",
            json!({"provider": "CUSTOM", "name": {"ar": "مندوب", "en": "Courier"}, "fixed_cost": "20.00", "cities": ["الرياض"]}),
        )
        .await;
    let shirt = product_id(&merchant.product(json!({"regular_price": "33.33"})).await);
    let book =
        product_id(&merchant.product(json!({"name": {"ar": "كتاب"}, "regular_price": "10.10", "is_tax_free": true})).await);
    let token = filled(&shop, &setup, &person(1), &[(shirt, None, 3), (book, None, 1)]).await;
    let cart = carts::find(shop.app.db().conn(), &setup.scope, &hash_token(&token)).await.unwrap().unwrap();
    assert_eq!((cart.step, cart.items_count), (Step::Payment, 4));
    let courier: ShippingMethodId = method["id"].as_str().unwrap().parse().unwrap();
    carts::set_shipping_method(&shop.app, &setup.scope, &cart, courier).await.unwrap();

    let checkout_review = review(&shop, &setup, &token).await;
    assert!(checkout_review.can_place(), "{:?} {:?}", checkout_review.missing, checkout_review.changes);
    let placed = place(&shop, &setup, &token, checkout_review.expected()).await.unwrap();
    assert!(placed.is_new);
    let order = merchant.data(&format!("/orders/{}", placed.id)).await;
    // 99.99 + 10.10; VAT 15.00 on the shirts and 3.00 on shipping.
    assert_eq!(
        (&order["subtotal"], &order["vat"], &order["shipping_fees"], &order["total"]),
        (&json!("110.09"), &json!("18.00"), &json!("20.00"), &json!("148.09"))
    );
    assert_eq!((&order["items"][0]["vat"], &order["items"][1]["vat"]), (&json!("15.00"), &json!("0.00")));
    assert_eq!(
        (&order["status"], &order["payment_status"], &order["number"]),
        (&json!("PEND"), &json!("not_paid"), &json!(placed.number))
    );
    assert_eq!((&order["address"]["city"], &order["shipping"]["provider"]), (&json!("الرياض"), &json!("CUSTOM")));
    assert_eq!(order["mobile"], json!("+966510000001"));
    assert_eq!((stock_of(&merchant, shirt).await, stock_of(&merchant, book).await), (7, 9));
    assert_eq!(merchant.data("/orders/status-counts").await["PEND"], json!(1));

    let page = orders::for_shopper(shop.app.db().conn(), &setup.scope, placed.id, &hash_token(&placed.access_token))
        .await
        .unwrap()
        .unwrap();
    assert_eq!((page.order.total, page.items.len(), page.history.len()), (14_809, 2, 1));
    assert!(orders::for_shopper(shop.app.db().conn(), &setup.scope, placed.id, &hash_token("guess")).await.unwrap().is_none());
    assert!(carts::find(shop.app.db().conn(), &setup.scope, &hash_token(&token)).await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_stock_one_of_fifty_concurrent_shoppers_gets_the_last_piece() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = std::sync::Arc::new(set_up_checkout(&shop, &merchant).await);
    let product = product_id(&merchant.product(json!({"qty": 1})).await);
    let mut tokens = Vec::new();
    for n in 0..50 {
        let token = filled(&shop, &setup, &person(n), &[(product, None, 1)]).await;
        let expected = review(&shop, &setup, &token).await.expected();
        tokens.push((token, expected));
    }
    let profile = stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let buyers: Vec<_> = tokens
        .into_iter()
        .map(|(token, expected)| {
            let (app, setup, profile) = (shop.app.clone(), setup.clone(), profile.clone());
            tokio::spawn(async move { orders::place(&app, &setup.scope, &profile, &token, expected).await })
        })
        .collect();
    let mut placed = 0;
    for buyer in buyers {
        match buyer.await.unwrap() {
            Ok(_) => placed += 1,
            Err(PlaceError::Changed(changes)) => assert!(matches!(changes[0], Change::Unavailable { .. }), "{changes:?}"),
            Err(e) => panic!("{e}"),
        }
    }
    assert_eq!(placed, 1);
    assert_eq!(stock_of(&merchant, product).await, 0);
    assert_eq!(merchant.get("/orders").await.1["meta"]["total"], json!(1));
    assert_eq!(merchant.get("/customers").await.1["meta"]["total"], json!(1), "who bought nothing is no customer");
    // The order numbers have no gap.
    let (seqs, last): (i64, i64) =
        shop.app.db().conn().one("SELECT COUNT(*), MAX(seq) FROM journal WHERE store_id = ?1", p![merchant.store]).await.unwrap();
    assert_eq!(seqs, last);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_a_double_submit_is_one_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({})).await);
    let token = filled(&shop, &setup, &person(1), &[(product, None, 2)]).await;
    let expected = review(&shop, &setup, &token).await.expected();
    let profile = stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let clicks: Vec<_> = (0..10)
        .map(|_| {
            let (app, scope, profile, token) = (shop.app.clone(), setup.scope.clone(), profile.clone(), token.clone());
            tokio::spawn(async move { orders::place(&app, &scope, &profile, &token, expected).await.unwrap() })
        })
        .collect();
    let mut answers = Vec::new();
    for click in clicks {
        answers.push(click.await.unwrap());
    }
    assert_eq!(answers.iter().filter(|a| a.is_new).count(), 1);
    assert!(
        answers.iter().all(|a| (a.id, a.number, &a.access_token) == (answers[0].id, answers[0].number, &answers[0].access_token))
    );
    assert_eq!(stock_of(&merchant, product).await, 8);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_checkout_changes_are_reported_and_nothing_is_written() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let created = merchant.product(json!({"qty": 5})).await;
    let product = product_id(&created);
    let token = filled(&shop, &setup, &person(1), &[(product, None, 4)]).await;
    let expected = review(&shop, &setup, &token).await.expected();

    let wrong = Expected { total: expected.total - 1, ..expected };
    let refused = shop.assert_unchanged(place(&shop, &setup, &token, wrong)).await;
    assert!(matches!(refused, Err(PlaceError::Changed(c)) if c == [Change::TotalChanged { from: 39_999, to: 40_000 }]));

    let (status, _) = merchant.put(&format!("/products/{product}"), json!({"regular_price": "110.00"})).await;
    assert_eq!(status, 200);
    let refused = shop.assert_unchanged(place(&shop, &setup, &token, expected)).await;
    let Err(PlaceError::Changed(changes)) = refused else { panic!("{refused:?}") };
    assert!(matches!(changes[0], Change::PriceChanged { from: 10_000, to: 11_000, .. }), "{changes:?}");
    assert!(matches!(changes[1], Change::TotalChanged { from: 40_000, to: 44_000 }));
    // Nor for the new total while the shopper was not told why it differs: a page that only its script updated.
    let untold = review(&shop, &setup, &token).await.expected();
    let refused = shop.assert_unchanged(place(&shop, &setup, &token, untold)).await;
    assert!(matches!(refused, Err(PlaceError::Changed(c)) if matches!(c[..], [Change::PriceChanged { .. }])));

    let (status, _) = merchant.put(&format!("/products/{product}"), json!({"qty": 3})).await;
    assert_eq!(status, 200);
    let checkout_review = review(&shop, &setup, &token).await;
    assert!(!checkout_review.can_place() && checkout_review.totals.total == 33_000);
    let refused = shop.assert_unchanged(place(&shop, &setup, &token, checkout_review.expected())).await;
    assert!(
        matches!(refused, Err(PlaceError::Changed(c)) if c.iter().any(|c| matches!(c, Change::QuantityReduced { available: 3, .. })))
    );

    // The shopper continues with what is available, and buys it.
    let cart = carts::find(shop.app.db().conn(), &setup.scope, &hash_token(&token)).await.unwrap().unwrap();
    carts::apply_changes(&shop.app, &setup.scope, &cart, &checkout_review.view).await.unwrap();
    let checkout_review = review(&shop, &setup, &token).await;
    assert!(checkout_review.changes.is_empty() && checkout_review.can_place());
    place(&shop, &setup, &token, checkout_review.expected()).await.unwrap();
    assert_eq!(stock_of(&merchant, product).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_the_form_is_kept_in_the_orders_own_transaction() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 3})).await);
    let profile = stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let add = AddItem { product, variant: None, quantity: 1, fields: Vec::new() };
    let token = carts::add_item(&shop.app, &setup.scope, Lang::Ar, None, add).await.unwrap().token.unwrap();
    let contact = ContactIn { name: "نورة".into(), mobile: "0512345678".into(), email: String::new() }.read(&profile).unwrap();
    let draft = Draft {
        contact: Some(contact),
        shipping_method_id: Some(setup.pickup),
        payment_method_id: Some(setup.cod),
        note: Some("بعد العصر".into()),
        ..Draft::default()
    };
    let checkout_review = review(&shop, &setup, &token).await;
    let wrong = Expected { total: 1, ..checkout_review.expected() };
    let refused =
        shop.assert_unchanged(orders::place_draft(&shop.app, &setup.scope, &profile, &token, wrong, draft.clone())).await;
    assert!(matches!(refused, Err(PlaceError::Changed(_))));
    let placed = orders::place_draft(&shop.app, &setup.scope, &profile, &token, checkout_review.expected(), draft).await.unwrap();
    let order = merchant.data(&format!("/orders/{}", placed.id)).await;
    assert_eq!(
        (&order["sender_name"], &order["note"], &order["shipping"]["provider"]),
        (&json!("نورة"), &json!("بعد العصر"), &json!("PICKUP"))
    );
    let (name, payload): (String, String) =
        shop.app.db().conn().one("SELECT step, contact FROM carts WHERE store_id = ?1", p![merchant.store]).await.unwrap();
    assert!(name == "checkout" && payload.contains("نورة"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_cart_reads_of_a_product_is_what_its_page_reads() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let basic = product_id(
        &merchant.product(json!({"sale_price": "80.00", "sku": "A-1", "weight_amount": "0.5", "weight_unit": "kg"})).await,
    );
    let multi = merchant
        .product(json!({"product_type": "multi", "options": [{"name": "size", "values": ["S", "M"]}],
            "variants": [{"option_values": ["S"], "qty": 2, "sku": "S-1", "regular_price": "50.00", "weight_amount": "1", "is_active": true, "has_unlimited_qty": false},
                         {"option_values": ["M"], "qty": 0, "has_unlimited_qty": true, "is_active": true}]}))
        .await;
    let mut lines = vec![(basic, None), (product_id(&multi), None)];
    for v in multi["variants"].as_array().unwrap() {
        lines.push((product_id(&multi), Some(v["id"].as_str().unwrap().parse().unwrap())));
    }
    let (c, scope, now) = (shop.app.db().conn(), merchant.scope(), shop.env.now());
    let mut single_reads = Vec::new();
    for (product, variant) in &lines {
        let product = catalog::find(c, &scope, *product).await.unwrap().unwrap();
        single_reads.push(catalog::line_availability(&product, *variant, now).unwrap());
    }
    assert_eq!(catalog::sellable(c, &scope, now, &lines).await.unwrap(), single_reads);
    assert_eq!(single_reads.len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_per_order_limits_say_the_stated_messages() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"min_qty": 2, "max_qty": 4})).await);
    let add = |quantity| AddItem { product, variant: None, quantity, fields: Vec::new() };
    let scope = &setup.scope;
    let few = carts::add_item(&shop.app, scope, Lang::Ar, None, add(1)).await.unwrap_err();
    assert_eq!(few.message().en, "Selected Qty less than minimum allowed qty per order");
    let many = carts::add_item(&shop.app, scope, Lang::Ar, None, add(5)).await.unwrap_err();
    assert_eq!(many.message().en, "Selected Qty greater than maximum allowed qty per order");
    for bad in [0, -3, i64::MAX] {
        assert!(carts::add_item(&shop.app, scope, Lang::Ar, None, add(bad)).await.is_err(), "{bad}");
    }
    let token = filled(&shop, &setup, &person(1), &[(product, None, 3)]).await;
    let expected = review(&shop, &setup, &token).await.expected();
    // The merchant lowers the limit while the shopper reviews the order.
    assert_eq!(merchant.put(&format!("/products/{product}"), json!({"max_qty": 2})).await.0, 200);
    let refused = shop.assert_unchanged(place(&shop, &setup, &token, expected)).await;
    let Err(PlaceError::Changed(changes)) = refused else { panic!("{refused:?}") };
    assert_eq!(changes[0].message(kernel::Currency::SAR).en, "Selected Qty greater than maximum allowed qty per order");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_01_steps_are_done_in_order_and_methods_are_evaluated() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({})).await);
    let scope = &setup.scope;
    let profile = stores::get_profile(shop.app.db().conn(), scope).await.unwrap();
    let add = AddItem { product, variant: None, quantity: 1, fields: Vec::new() };
    let token = carts::add_item(&shop.app, scope, Lang::En, None, add).await.unwrap().token.unwrap();
    let cart = || async { carts::find(shop.app.db().conn(), scope, &hash_token(&token)).await.unwrap().unwrap() };
    assert_eq!(review(&shop, &setup, &token).await.missing, Some(Step::Contact));
    let bad = ContactIn { name: " ".into(), mobile: "12".into(), email: "x".into() };
    assert!(matches!(carts::set_contact(&shop.app, scope, &profile, &cart().await, bad).await, Err(CartError::Fields(_))));
    let contact = ContactIn { name: "Sara".into(), mobile: "0512345678".into(), email: "Sara@Example.com".into() };
    carts::set_contact(&shop.app, scope, &profile, &cart().await, contact).await.unwrap();
    assert_eq!(review(&shop, &setup, &token).await.missing, Some(Step::ShippingAddress));
    // Store pickup needs no address.
    carts::set_shipping_method(&shop.app, scope, &cart().await, setup.pickup).await.unwrap();
    assert_eq!(review(&shop, &setup, &token).await.missing, Some(Step::Payment));
    carts::set_payment_method(&shop.app, scope, &cart().await, setup.cod, "").await.unwrap();
    let checkout_review = review(&shop, &setup, &token).await;
    assert_eq!(checkout_review.missing, None);
    // Cash is disabled for that method while the shopper reviews.
    let pickup = setup.pickup;
    assert_eq!(merchant.put(&format!("/shipping-methods/{pickup}"), json!({"is_cod_allowed": false})).await.0, 200);
    let refused = place(&shop, &setup, &token, checkout_review.expected()).await;
    assert!(matches!(refused, Err(PlaceError::Changed(c)) if c.contains(&Change::PaymentUnavailable)));
    assert!(matches!(place(&shop, &setup, "no such cart", checkout_review.expected()).await, Err(PlaceError::NoCart)));
    assert_eq!(merchant.put(&format!("/shipping-methods/{pickup}"), json!({"is_cod_allowed": true})).await.0, 200);
    let placed = place(&shop, &setup, &token, checkout_review.expected()).await.unwrap();
    let order = merchant.data(&format!("/orders/{}", placed.id)).await;
    assert_eq!((&order["address"], &order["email"]), (&Value::Null, &json!("sara@example.com")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_lines_share_the_stock_and_limits_of_their_product() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let field = json!({"field_label": {"ar": "نقش الاسم"}, "field_type": "text", "field_required": true});
    let product = product_id(&merchant.product(json!({"qty": 3, "dynamic_fields": [field]})).await);
    let scope = &setup.scope;
    let add = |quantity, text: &str| AddItem { product, variant: None, quantity, fields: vec![text.to_owned()] };
    assert!(matches!(carts::add_item(&shop.app, scope, Lang::Ar, None, add(1, "")).await, Err(CartError::Fields(_))));
    let token = carts::add_item(&shop.app, scope, Lang::Ar, None, add(2, "نورة")).await.unwrap().token.unwrap();
    let cart = carts::find(shop.app.db().conn(), scope, &hash_token(&token)).await.unwrap().unwrap();
    carts::add_item(&shop.app, scope, Lang::Ar, Some(&cart), add(2, "سارة")).await.unwrap();
    carts::add_item(&shop.app, scope, Lang::Ar, Some(&cart), add(1, "نورة")).await.unwrap();
    let checkout_review = review(&shop, &setup, &token).await;
    // 3 and 2 are requested of 3: nothing is left for the second line.
    assert_eq!(checkout_review.view.lines.iter().map(|l| (l.requested, l.quantity)).collect::<Vec<_>>(), [(3, 3), (2, 0)]);
    assert!(!checkout_review.can_place());
    let profile = stores::get_profile(shop.app.db().conn(), scope).await.unwrap();
    assert_eq!(carts::view(&shop.app, scope, &profile, &cart).await.unwrap().totals.total, 30_000);
    assert_eq!(carts::set_quantity(&shop.app, scope, &cart, 2, 0).await.unwrap(), 3);
    assert!(matches!(carts::set_quantity(&shop.app, scope, &cart, 9, 1).await, Err(CartError::NoSuchLine)));
    assert!(review(&shop, &setup, &token).await.view.can_checkout());
}
