//! The link that restores a cart on another device.

use kernel::Millis;
use office::abandoned_carts::remind_due;
use serde_json::json;
use testkit::{Merchant, Shopper, TestShop};

use super::{HOUR, cart_id, ids, later, letters, path_in, plan};
use crate::checkout::{buy, filled, person, product_id, set_up_checkout};
use crate::coupons::shop::add;
use crate::coupons::{coupon, probing::counted};

/// The links that restore a cart: to the cart page, and to the checkout.
pub(crate) async fn links(me: &Merchant, id: &str) -> (String, String) {
    let page = me.data(&format!("/carts/{id}")).await;
    let path = |name: &str| path_in(page["links"][name].as_str().unwrap(), "/cart/restore/");
    (path("restore"), path("pay"))
}

/// Orders the cart's contents, with store pickup.
async fn check_out(shopper: &Shopper, mobile: &str) -> u16 {
    let contact = [("name", "غريب"), ("mobile", mobile), ("receive", "pickup")];
    let known = shopper.submit("/checkout/contact", &contact).await;
    let mut form = known.hidden_fields();
    form.extend(contact.map(|(k, v)| (k.to_owned(), v.to_owned())));
    let form: Vec<(&str, &str)> = form.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    shopper.post("/checkout", &form).await.status
}

/// CA-02: the link works on another device, changes nothing on GET, reveals nothing of the cart's owner, and an order placed from
/// it removes the cart from the list.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_02_a_link_restores_a_cart_on_another_device() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 9, "regular_price": "10", "name": {"ar": "عباءة سوداء"}})).await;
    let buyer = person(1);
    let token = filled(&shop, &setup, &buyer, &[(product_id(&goods), None, 2)]).await;
    let id = cart_id(&shop, &setup, &token).await.to_string();
    later(&shop, HOUR).await;
    let (restore, pay) = links(&me, &id).await;
    let stranger = shop.shopper(&me.slug);
    let page = shop.assert_unchanged(stranger.get(&restore)).await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("عباءة سوداء") && page.body.contains("متابعة من هذه السلة"), "{}", page.body);
    assert_eq!(page.headers["referrer-policy"], "no-referrer");
    let after = stranger.submit(&pay, &[]).await;
    assert!(after.body.contains("<form") && after.body.contains("عباءة سوداء"), "at the checkout: {}", after.body);
    for secret in [&buyer.name, &buyer.mobile[1..], "شارع العليا"] {
        assert!(!page.body.contains(secret) && !after.body.contains(secret), "{secret} is nobody's business");
    }
    // Restoring it twice doubles nothing.
    assert_eq!(stranger.post(&restore, &[]).await.location(), "/cart");
    assert!(stranger.get("/cart").await.body.contains("value=\"2\""));
    assert_eq!(check_out(&stranger, "0599998888").await, 303);
    assert!(ids(&me, "filter[step]=payment").await.is_empty(), "it came to an order elsewhere");
    let cart = me.data(&format!("/carts/{id}")).await;
    assert_eq!((&cart["links"], &cart["order"]["number"]), (&json!(null), &json!(1001)), "{cart}");
    assert_eq!(stranger.get(&restore).await.status, 410);
}

/// CA-02: the visitor's own lines stay, with a notice; an expired, altered or foreign link opens nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_02_a_restored_cart_joins_the_visitors_own() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 9, "regular_price": "10", "name": {"ar": "عباءة سوداء"}})).await;
    let other = me.product(json!({"qty": 9, "regular_price": "10", "name": {"ar": "حقيبة يد"}})).await;
    let token = filled(&shop, &setup, &person(1), &[(product_id(&goods), None, 2)]).await;
    let id = cart_id(&shop, &setup, &token).await.to_string();
    let (restore, _) = links(&me, &id).await;
    let visitor = shop.shopper(&me.slug);
    visitor.post("/cart", &[("product_id", other["id"].as_str().unwrap()), ("quantity", "1")]).await;
    let page = visitor.submit(&restore, &[]).await;
    for text in ["عباءة سوداء", "حقيبة يد", "أضفنا سلتك السابقة إلى ما اخترته هنا"]
    {
        assert!(page.body.contains(text), "{text}: {}", page.body);
    }
    let fresh = shop.shopper(&me.slug);
    let neighbour = shop.merchant().await;
    for bad in [
        format!("{restore}x"),
        restore.replace("-c-", "-p-"),
        "/cart/restore/crt_0000000000001-c-1-x".into(),
        "/cart/restore/x".into(),
    ] {
        assert_eq!(shop.assert_unchanged(fresh.get(&bad)).await.status, 410, "{bad}");
        assert_eq!(shop.assert_unchanged(fresh.post(&bad, &[])).await.status, 410, "{bad}");
    }
    assert_eq!(shop.assert_unchanged(shop.shopper(&neighbour.slug).get(&restore)).await.status, 410);
    assert_eq!(shop.assert_unchanged(fresh.post_from(&restore, &[], "http://evil.example")).await.status, 403);
    later(&shop, 14 * Millis::DAY + HOUR).await;
    assert_eq!(fresh.get(&restore).await.status, 410);
}

/// CA-02, CA-04: a cart that was ordered as part of another one cannot be ordered again, and is not among the customer's open
/// carts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_a_recovered_cart_is_no_second_order() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 9, "regular_price": "10"})).await;
    let token = filled(&shop, &setup, &person(1), &[(product_id(&goods), None, 2)]).await;
    let id = cart_id(&shop, &setup, &token).await.to_string();
    let customer = me.create("/customers", json!({"name": "سارة", "mobile": person(1).mobile})).await;
    let customer_path = format!("/customers/{}/carts", customer["id"].as_str().unwrap());
    assert_eq!(me.data(&customer_path).await.as_array().unwrap().len(), 1);
    later(&shop, HOUR).await;
    let (restore, _) = links(&me, &id).await;
    let view = me.data(&format!("/carts/{id}/order")).await;
    let stranger = shop.shopper(&me.slug);
    assert_eq!(stranger.post(&restore, &[]).await.status, 303);
    assert_eq!(check_out(&stranger, "0599998888").await, 303);
    let order = me.data(&format!("/carts/{id}")).await["order"]["id"].clone();
    let body = json!({"payment_method_id": setup.cod.to_string(), "total": view["total"], "version": view["version"]});
    for (status, answer) in [
        shop.assert_unchanged(me.get(&format!("/carts/{id}/order"))).await,
        shop.assert_unchanged(me.post(&format!("/carts/{id}/order"), body)).await,
    ] {
        assert_eq!((status, &answer["code"], &answer["current"]["order_id"]), (409, &json!("cart_ordered"), &order), "{answer}");
    }
    assert!(me.data(&customer_path).await.as_array().unwrap().is_empty());
}

/// CA-02, CA-03: opening a reminder's link ends the reminders of that cart, and its page says why.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_opening_the_restore_link_ends_the_reminder_sequence() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 9, "regular_price": "10"})).await;
    assert_eq!(me.put("/cart-reminder-plan", plan(json!({}))).await.0, 200);
    let mut carts = Vec::new();
    for n in 1..3 {
        let token = filled(&shop, &setup, &person(n), &[(product_id(&goods), None, 2)]).await;
        carts.push(cart_id(&shop, &setup, &token).await.to_string());
    }
    later(&shop, HOUR).await;
    remind_due(&shop.app).await.unwrap();
    let number = |n: usize| format!("+966{}", &person(n).mobile[1..]);
    let first = letters(&shop, &number(1)).await;
    assert_eq!(first.len(), 1);
    let browser = shop.shopper(&me.slug);
    for _ in 0..2 {
        assert_eq!(browser.post(&path_in(&first[0], "/cart/restore/"), &[]).await.status, 303);
    }
    later(&shop, 25 * HOUR).await;
    remind_due(&shop.app).await.unwrap();
    assert_eq!((letters(&shop, &number(1)).await.len(), letters(&shop, &number(2)).await.len()), (1, 2));
    let page = me.data(&format!("/carts/{}", carts[0])).await;
    assert_eq!((&page["reminder"]["status"], &page["reminders"][0]["reason"]), (&json!("stopped"), &json!("returned")), "{page}");
    assert_eq!(page["reminders"].as_array().unwrap().len(), 2, "told once: {page}");
}

/// CA-02, DB-09: two carts that were restored from each other and are ordered concurrently wait for each other without a
/// deadlock: each becomes an order, and no transaction is retried.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn db_09_two_carts_restored_from_each_other_are_ordered_at_once() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 9, "regular_price": "10"})).await;
    let shoppers = [(shop.shopper(&me.slug), "0551110001"), (shop.shopper(&me.slug), "0551110002")];
    let known = |mobile| [("name", "غريب"), ("mobile", mobile), ("receive", "pickup")];
    for (shopper, mobile) in &shoppers {
        shopper.post("/cart", &[("product_id", goods["id"].as_str().unwrap()), ("quantity", "1")]).await;
        shopper.submit("/checkout/contact", &known(*mobile)).await;
    }
    later(&shop, HOUR).await;
    let sql = "SELECT id FROM carts WHERE store_id = ?1 ORDER BY id";
    let carts: Vec<kernel::CartId> = shop.app.db().conn().all(sql, db::p![me.store]).await.unwrap();
    assert_eq!(carts.len(), 2);
    for ((shopper, _), of) in shoppers.iter().zip(carts.iter().rev()) {
        assert_eq!(shopper.post(&links(&me, &of.to_string()).await.0, &[]).await.status, 303);
    }
    let mut forms = Vec::new();
    for (shopper, mobile) in &shoppers {
        let page = shopper.submit("/checkout/contact", &known(*mobile)).await;
        let mut form = page.hidden_fields();
        form.extend(known(*mobile).map(|(k, v)| (k.to_owned(), v.to_owned())));
        forms.push(form);
    }
    // Each transaction holds its own row by now, and is about to lock the other's.
    let slow = |s: &db::Statement<'_>| {
        if s.sql.starts_with("UPDATE carts SET recovered_order_id") {
            std::thread::sleep(std::time::Duration::from_millis(400));
        }
        Ok(())
    };
    shop.app.db().watch(Some(std::sync::Arc::new(slow)));
    let before = shop.app.db().replays();
    let place = async |n: usize| {
        let form: Vec<(&str, &str)> = forms[n].iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        shoppers[n].0.post("/checkout", &form).await
    };
    let (one, two) = tokio::join!(place(0), place(1));
    shop.app.db().watch(None);
    assert_eq!((one.status, two.status), (303, 303), "{} {}", one.body, two.body);
    assert_ne!(one.location(), two.location());
    assert_eq!(shop.app.db().replays(), before, "they waited in a ring");
    assert_eq!(me.get("/orders").await.1["meta"]["total"], json!(2));
}

/// CA-02, CP-01: the code of a restored cart does not reveal who has ordered before: in a cart with a number it is checked and
/// rate-limited like a typed one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_02_a_restore_link_does_not_bypass_coupon_limits() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 90})).await;
    let known = person(1);
    buy(&shop, &setup, &known, &[(product_id(&goods), None, 1)]).await;
    coupon(&me, json!({"discount_usability": "first_order"})).await;
    let token = filled(&shop, &setup, &person(2), &[(product_id(&goods), None, 1)]).await;
    let cart =
        commerce::carts::find(shop.app.db().conn(), &setup.scope, &web::caller::hash_token(&token)).await.unwrap().unwrap();
    commerce::carts::set_coupon(&shop.app, &setup.scope, &cart, commerce::carts::read_code("EID10")).await.unwrap();
    later(&shop, HOUR).await;
    let (restore, _) = links(&me, &cart.id.to_string()).await;
    // Without a number there is nobody to check: the code is restored with the cart.
    let nobody = shop.shopper(&me.slug);
    nobody.submit(&restore, &[]).await;
    let brought = nobody.get("/cart").await;
    assert!(brought.body.contains("EID-10"), "{}", brought.body);
    assert_eq!(counted(&shop).await, 0);
    let asking = shop.shopper(&me.slug);
    add(&asking, &goods).await;
    asking.post("/checkout/contact", &[("name", known.name.as_str()), ("mobile", known.mobile.as_str())]).await;
    asking.submit(&restore, &[]).await;
    assert_eq!(counted(&shop).await, 1);
}
