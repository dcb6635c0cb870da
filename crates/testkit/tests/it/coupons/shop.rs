//! Coupons in the storefront, without JavaScript.

use kernel::Millis;
use serde_json::{Value, json};
use testkit::{PageReply, Shopper, TestShop};

use super::{coupon, put};
use crate::checkout::{filled, person, product_id, set_up_checkout};
use crate::storefront::{chosen, fields};

const PERSON: [(&str, &str); 3] = [("name", "سارة العتيبي"), ("mobile", "0551234567"), ("email", "sara@example.com")];

pub(crate) async fn add(shopper: &Shopper, product: &Value) {
    let added = shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap()), ("quantity", "1")]).await;
    assert_eq!(added.status, 303, "{}", added.body);
}

/// Submits the checkout's form with filled-in fields.
async fn send(shopper: &Shopper, page: &PageReply, path: &str, extra: &[(&str, &str)]) -> PageReply {
    let (hidden, methods) = (page.hidden_fields(), chosen(page));
    let mut form = fields(&hidden, &PERSON);
    form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
    form.extend_from_slice(extra);
    shopper.post(path, &form).await
}

/// CP-01: a code is entered on the cart, appears by name in the totals, is carried to the order, and can be removed again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_code_is_typed_on_the_cart_and_taken_out() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({})).await;
    coupon(&merchant, json!({"min_amount": "150"})).await;
    let shopper = shop.shopper(&merchant.slug);
    assert_eq!(shopper.post("/cart/coupon", &[("coupon", "EID10")]).await.location(), "/cart#coupon", "no cart, no coupon");
    add(&shopper, &product).await;
    let cart = shopper.get("/cart").await;
    assert!(cart.body.contains("لديك كوبون خصم؟") && cart.body.contains("action=\"/cart/coupon\""), "{}", cart.body);
    for (code, answer) in [
        ("", "اكتب رمز الكوبون."),
        ("nothing", "رمز الكوبون غير صحيح"),
        ("eid10", "أضف منتجات بقيمة 50.00"),
        ("<b>\"x", "رمز الكوبون غير صحيح"),
    ] {
        let page = shopper.post("/cart/coupon", &[("coupon", code)]).await;
        assert_eq!(page.status, 422, "{code}");
        assert!(
            page.body.contains(answer) && page.body.contains("aria-invalid=\"true\"") && !page.body.contains("<b>"),
            "{code}: {}",
            page.body
        );
    }
    add(&shopper, &product).await;
    let page = shopper.submit("/cart/coupon", &[("coupon", " eid ١٠ ")]).await;
    assert!(
        page.body.contains("<bdi>EID-10</bdi>") && page.body.contains("20.00") && page.body.contains("180.00"),
        "{}",
        page.body
    );
    let page = shopper.submit("/cart/coupon", &[("coupon_off", "1")]).await;
    assert!(!page.body.contains("EID-10") && page.body.contains("200.00"), "{}", page.body);
    shopper.submit("/cart/coupon", &[("coupon", "EID-10")]).await;
    let checkout = shopper.get("/checkout").await;
    assert!(checkout.body.contains("<bdi>EID-10</bdi>") && checkout.body.contains("name=\"coupon_off\""), "{}", checkout.body);
    let placed = send(&shopper, &checkout, "/checkout", &[]).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    let page = shopper.get(placed.location()).await;
    assert!(page.body.contains("<bdi>EID-10</bdi>") && page.body.contains("180.00"), "{}", page.body);
    let order = merchant.data("/orders").await[0].clone();
    assert_eq!(order["total"], json!("180.00"));
}

/// CP-01: on the checkout the coupon field is part of the form: typed values stay, a code that was not applied yet is not
/// ignored, and one that becomes invalid is reported before the order is placed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_code_on_the_checkout_keeps_the_form_and_is_always_applied() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({})).await;
    let new_coupon = coupon(&merchant, json!({"discount_usability": "first_order"})).await;
    let shopper = shop.shopper(&merchant.slug);
    add(&shopper, &product).await;
    let page = shopper.get("/checkout").await;
    // An invalid code: the page says so and keeps the contact fields.
    let wrong = send(&shopper, &page, "/checkout/coupon", &[("coupon", "EID11")]).await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.body.contains("سارة العتيبي") && wrong.body.contains("«EID11»"), "{}", wrong.body);
    // Enter in the field sends the form to the order: the code is applied first, and the sum is shown before it is confirmed.
    let answer_page = send(&shopper, &wrong, "/checkout", &[("coupon", "eid10")]).await;
    assert_eq!((answer_page.status, answer_page.location()), (303, "/checkout#sum"), "{}", answer_page.body);
    assert!(merchant.data("/orders").await.as_array().unwrap().is_empty());
    let page = shopper.get("/checkout").await;
    assert!(page.body.contains("90.00") && page.body.contains("<bdi>EID-10</bdi>"), "{}", page.body);
    // Switched off meanwhile: reported with the new total, for which the order is then placed.
    let path = format!("/coupons/{}", new_coupon["id"].as_str().unwrap());
    merchant.put(&path, json!({"is_active": false})).await;
    let answer = send(&shopper, &page, "/checkout", &[]).await;
    assert_eq!(answer.status, 409, "{}", answer.body);
    assert!(answer.body.contains("تعذّر تطبيق الكوبون «eid10»") && answer.body.contains("100.00"), "{}", answer.body);
    merchant.put(&path, json!({"is_active": true})).await;
    let page = shopper.get("/checkout").await;
    let placed = send(&shopper, &page, "/checkout", &[]).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    // The same person again: reported as soon as they are identified.
    let again = shop.shopper(&merchant.slug);
    add(&again, &product).await;
    assert_eq!(again.post("/cart/coupon", &[("coupon", "EID10")]).await.status, 303, "nobody knows who it is yet");
    let page = again.get("/checkout").await;
    let reply = send(&again, &page, "/checkout", &[]).await;
    assert_eq!(reply.status, 409, "{}", reply.body);
    assert!(reply.body.contains("هذا الكوبون للطلب الأول فقط"), "{}", reply.body);
    let placed = send(&again, &reply, "/checkout", &[]).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    let orders = merchant.data("/orders?sort=number").await;
    let totals: Vec<&Value> = orders.as_array().unwrap().iter().map(|o| &o["total"]).collect();
    assert_eq!(totals, [&json!("90.00"), &json!("100.00")]);
}

/// CP-01: a code that was refused is named, its field is empty again, and the order is placed without it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_refused_code_does_not_hold_up_the_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({})).await;
    let shopper = shop.shopper(&merchant.slug);
    add(&shopper, &product).await;
    let page = shopper.get("/checkout").await;
    let wrong = send(&shopper, &page, "/checkout", &[("coupon", "EID11")]).await;
    assert_eq!(wrong.status, 422, "{}", wrong.body);
    assert!(wrong.body.contains("«EID11»") && wrong.body.contains("name=\"coupon\" value=\"\""), "{}", wrong.body);
    let placed = send(&shopper, &wrong, "/checkout", &[("coupon", "")]).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    assert!(placed.location().contains("/orders/"), "{}", placed.location());
    let orders = merchant.data("/orders").await;
    assert_eq!((&orders[0]["total"], &orders[0]["coupon_code"]), (&json!("100.00"), &Value::Null), "{orders}");
}

/// CP-01: guessing codes is rate-limited: after thirty misses an address must wait, and a valid code resets the count.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_guessing_codes_is_limited() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({})).await;
    coupon(&merchant, json!({})).await;
    let at = |ms: i64| shop.app.env().now().plus(ms).rfc3339();
    let overrides = json!({"code": "OVER", "starts_at": at(-2 * Millis::DAY), "ends_at": at(-Millis::DAY)});
    coupon(&merchant, overrides).await;
    let shopper = shop.shopper(&merchant.slug);
    add(&shopper, &product).await;
    let guess = async |code: &str| shopper.post("/cart/coupon", &[("coupon", code)]).await;
    for _ in 0..20 {
        assert_eq!(guess("WRONG").await.status, 422);
    }
    assert_eq!(guess("EID10").await.status, 303);
    for n in 0..30 {
        assert_eq!(guess("WRONG").await.status, 422, "{n}");
    }
    let barred = guess("EID10").await;
    assert_eq!(barred.status, 429);
    assert!(barred.body.contains("محاولات كثيرة. حاول مرة أخرى"), "{}", barred.body);
    shop.advance(16 * Millis::MINUTE);
    assert_eq!(guess("EID10").await.status, 303);
    // An expired code was given out at some time: it is no guess.
    for n in 0..31 {
        let answer = guess("OVER").await;
        assert!(answer.status == 422 && answer.body.contains("انتهت مدة هذا الكوبون"), "{n}: {}", answer.body);
    }
}

/// CA-02, CP-01: links are rate-limited like typed codes, and do not replace a valid code in a cart by an invalid one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_02_codes_are_not_guessed_with_links() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({})).await);
    coupon(&merchant, json!({})).await;
    let token = filled(&shop, &setup, &person(1), &[(goods, None, 1)]).await;
    put(&shop, &setup, &token, "EID10").await;
    let cart = crate::carts::cart_id(&shop, &setup, &token).await.to_string();
    let (restore, _) = crate::carts::restore::links(&merchant, &cart).await;
    let other = shop.shopper(&merchant.slug);
    let wrong = format!("{restore}?coupon=WRONG");
    let page = other.submit(&wrong, &[]).await;
    assert!(page.body.contains("<bdi>EID-10</bdi>") && page.body.contains("90.00"), "{}", page.body);
    for n in 0..30 {
        assert_eq!(other.get(&wrong).await.status, 200, "{n}");
    }
    assert_eq!(other.post("/cart/coupon", &[("coupon", "EID10")]).await.status, 429);
}

/// CA-02, decisions §6: a link that restores a cart restores its coupon, or the one that the link names.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_02_a_restored_cart_brings_its_coupon() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({})).await);
    coupon(&merchant, json!({})).await;
    coupon(&merchant, json!({"code": "عودة", "discount_value": "30"})).await;
    let token = filled(&shop, &setup, &person(1), &[(goods, None, 1)]).await;
    put(&shop, &setup, &token, "EID10").await;
    let cart = crate::carts::cart_id(&shop, &setup, &token).await.to_string();
    let (restore, _) = crate::carts::restore::links(&merchant, &cart).await;
    let page = shop.shopper(&merchant.slug).submit(&restore, &[]).await;
    assert!(page.body.contains("<bdi>EID-10</bdi>") && page.body.contains("90.00"), "{}", page.body);
    let other = shop.shopper(&merchant.slug);
    let named = format!("{restore}?coupon=%D8%B9%D9%88%D8%AF%D8%A9");
    let answer_page = other.get(&named).await;
    assert!(answer_page.body.contains("<bdi>عودة</bdi>") && answer_page.body.contains("?coupon=%D8%B9"), "{}", answer_page.body);
    let page = other.submit(&named, &[]).await;
    assert!(page.body.contains("<bdi>عودة</bdi>") && page.body.contains("70.00"), "{}", page.body);
}

/// CP-01: the refusal of a first-order code reveals that a number has ordered here: it is given for a few numbers, and then for
/// none, whether they have ordered or not; another valid code does not reset that, and the order continues without the code.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_first_order_code_does_not_reveal_who_has_ordered() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 90})).await;
    let goods = product_id(&product);
    let mobiles: Vec<String> = (0..9).map(|n| person(n).mobile).collect();
    for n in 0..8 {
        crate::checkout::buy(&shop, &setup, &person(n), &[(goods, None, 1)]).await;
    }
    coupon(&merchant, json!({"discount_usability": "first_order"})).await;
    coupon(&merchant, json!({"code": "ANY", "name": "آخر"})).await;
    let refused = "هذا الكوبون للطلب الأول فقط";
    let barred = "محاولات كثيرة بهذا الرمز";
    let with = |mobile: &str| vec![("name".to_owned(), "سارة العتيبي".to_owned()), ("mobile".to_owned(), mobile.to_owned())];
    let save = async |shopper: &Shopper, mobile: &str| {
        let page = shopper.get("/checkout").await;
        let (hidden, mut form) = (page.hidden_fields(), with(mobile));
        form.extend(hidden);
        let form: Vec<(&str, &str)> = form.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        shopper.submit("/checkout/contact", &form).await
    };
    // New customers and accepted codes count nothing, however often the page is viewed.
    let shopper = shop.shopper(&merchant.slug);
    add(&shopper, &product).await;
    assert_eq!(shopper.post("/cart/coupon", &[("coupon", "EID10")]).await.status, 303);
    for _ in 0..7 {
        let page = save(&shopper, &mobiles[8]).await;
        assert!(!page.body.contains(refused) && page.body.contains("90.00"), "{}", page.body);
    }
    for mobile in &mobiles[..5] {
        let page = save(&shopper, mobile).await;
        assert!(page.body.contains(refused), "{mobile}: {}", page.body);
    }
    // Another valid code does not reset the limit.
    shopper.post("/cart/coupon", &[("coupon", "ANY")]).await;
    shopper.post("/cart/coupon", &[("coupon_off", "1")]).await;
    shopper.post("/checkout/contact", &[("name", "سارة"), ("mobile", &mobiles[0])]).await;
    let reply = shopper.post("/cart/coupon", &[("coupon", "EID10")]).await;
    assert_eq!(reply.status, 429, "{}", reply.body);
    assert!(reply.body.contains(barred) && !reply.body.contains(refused), "{}", reply.body);

    // A cart that carries the code on to further numbers: both answers are the same, whoever it is, and the code is removed.
    let other = shop.shopper(&merchant.slug);
    add(&other, &product).await;
    assert_eq!(other.post("/cart/coupon", &[("coupon", "EID10")]).await.status, 303);
    for mobile in &mobiles[1..6] {
        assert!(save(&other, mobile).await.body.contains(refused), "{mobile}");
    }
    for mobile in [&mobiles[6], &mobiles[8]] {
        other.post("/cart/coupon", &[("coupon_off", "1")]).await;
        other.post("/checkout/contact", &[("name", "سارة"), ("mobile", "")]).await;
        let page = other.get("/checkout").await;
        let form = [("name", "سارة العتيبي"), ("mobile", mobile.as_str()), ("coupon", "EID10")];
        let hidden = page.hidden_fields();
        let mut all = fields(&hidden, &form);
        let methods = chosen(&page);
        all.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
        let answer = other.post("/checkout", &all).await;
        assert_eq!(answer.status, 429, "{mobile}: {}", answer.body);
        assert!(answer.body.contains(barred) && !answer.body.contains(refused), "{mobile}: {}", answer.body);
    }
    // Without the code the order is placed.
    let page = other.get("/checkout").await;
    assert!(page.body.contains("100.00") && !page.body.contains("90.00"), "{}", page.body);
    let placed = send(&other, &page, "/checkout", &[]).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    // A quarter of an hour later it is checked again.
    shop.advance(16 * Millis::MINUTE);
    let third = shop.shopper(&merchant.slug);
    add(&third, &product).await;
    third.post("/cart/coupon", &[("coupon", "EID10")]).await;
    assert!(save(&third, &mobiles[2]).await.body.contains(refused));
}
