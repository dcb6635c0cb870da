//! The lists of each step, their counts, a cart's page, deleting a cart.

use kernel::Millis;
use serde_json::{Value, json};
use testkit::TestShop;

use super::{HOUR, cart_id, ids, later, remaining};
use crate::checkout::{Person, buy, filled, person, product_id, set_up_checkout};
use crate::customers::encoded;
use crate::stock::row;

/// CA-01, CA-02, decisions §6: a cart is listed at its step once nobody has touched it for an hour, a placed order at once;
/// counts and values are those of the lists.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_01_abandoned_carts_show_the_step_they_reached() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"qty": 100, "regular_price": "25.50"})).await);
    for (n, step) in ["contact", "contact", "shipping_address", "shipping_method", "payment"].into_iter().enumerate() {
        let token = filled(&shop, &setup, &person(n), &[(product, None, 2)]).await;
        remaining(&shop, &setup, &token, step).await;
    }
    let shopper = shop.shopper(&me.slug);
    shopper.post("/cart", &[("product_id", &product.to_string()), ("quantity", "1")]).await;
    let placed = buy(&shop, &setup, &person(9), &[(product, None, 1)]).await;
    assert!(ids(&me, "filter[step]=contact").await.is_empty(), "nobody has left yet");
    let (_, orders) = me.get("/carts?filter[step]=checkout").await;
    assert_eq!(orders["data"][0]["order"]["number"], json!(placed.number), "{orders}");
    later(&shop, HOUR).await;
    let counts = me.data("/carts/counts").await;
    let answer: Vec<(&str, i64, &str)> = counts
        .as_array()
        .unwrap()
        .iter()
        .map(|c| (c["step"].as_str().unwrap(), c["count"].as_i64().unwrap(), c["amount"].as_str().unwrap()))
        .collect();
    assert_eq!(
        answer,
        [
            ("products", 1, "25.50"),
            ("contact", 2, "102.00"),
            ("shipping_address", 1, "51.00"),
            ("shipping_method", 1, "51.00"),
            ("payment", 1, "51.00"),
            ("checkout", 1, "25.50")
        ]
    );
    for (step, count, _) in answer {
        assert_eq!(i64::try_from(ids(&me, &format!("filter[step]={step}")).await.len()).unwrap(), count, "{step}");
    }
    let (_, none) = me.get("/carts?filter[step]=products").await;
    assert_eq!((&none["data"][0]["name"], &none["data"][0]["mobile"]), (&Value::Null, &Value::Null));
    // After 90 days they are listed no more.
    later(&shop, 90 * Millis::DAY).await;
    assert!(ids(&me, "filter[step]=contact").await.is_empty());
}

/// CA-01: search folds names and reads a phone in any form; filters and sorts do what they say; pages follow each other without a
/// gap.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_01_carts_are_searched_filtered_and_paged() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"qty": 1_000, "regular_price": "10"})).await);
    let mut carts = Vec::new();
    for (n, (name, quantity)) in [("أحمد الغامدي", 1), ("هدى", 7), ("Ahmed Ali", 3), ("نورة", 5)].into_iter().enumerate()
    {
        let buyer = Person { name: name.into(), mobile: format!("055111000{n}"), city: "الرياض" };
        let token = filled(&shop, &setup, &buyer, &[(product, None, quantity)]).await;
        carts.push(remaining(&shop, &setup, &token, "payment").await.to_string());
        later(&shop, Millis::DAY).await;
    }
    let at = "filter[step]=payment";
    let newest: Vec<String> = carts.iter().rev().cloned().collect();
    assert_eq!(ids(&me, at).await, newest);
    assert_eq!(ids(&me, &format!("{at}&sort=active_at")).await, carts);
    assert_eq!(ids(&me, &format!("{at}&sort=-amount")).await, [&carts[1], &carts[3], &carts[2], &carts[0]].map(Clone::clone));
    for search in ["احمد", "الغامدى", "٠٥٥١١١٠٠٠٠", "+966 55 111 0000", "00966551110000"] {
        assert_eq!(ids(&me, &format!("{at}&search={}", encoded(search))).await, [carts[0].clone()], "{search}");
    }
    assert!(ids(&me, &format!("{at}&search={}", encoded("لا أحد"))).await.is_empty());
    assert_eq!(ids(&me, &format!("{at}&filter[age]=day")).await, Vec::<String>::new());
    assert_eq!(ids(&me, &format!("{at}&filter[age]=week")).await, newest);
    assert_eq!(
        ids(&me, &format!("{at}&filter[amount][gte]=30&filter[amount][lte]=50")).await,
        [newest[0].clone(), newest[1].clone()]
    );
    assert_eq!(ids(&me, &format!("{at}&filter[reminder]=reminded")).await, Vec::<String>::new());
    assert_eq!(ids(&me, &format!("{at}&filter[reminder]=none")).await, newest);
    // By cursor, two at a time, in both orders.
    for sort in ["active_at", "-amount"] {
        let unpaged = ids(&me, &format!("{at}&sort={sort}")).await;
        let (_, first) = me.get(&format!("/carts?{at}&sort={sort}&per_page=2")).await;
        assert_eq!(first["meta"]["total"], json!(4));
        let cursor = first["meta"]["next_cursor"].as_str().unwrap();
        assert_eq!(ids(&me, &format!("{at}&sort={sort}&per_page=2&page=2&cursor={cursor}")).await, unpaged[2..]);
    }
    // The default is the first step at which the shopper can be contacted.
    assert_eq!(ids(&me, "/carts?").await, ids(&me, "/carts?filter[step]=contact").await);
    for bad in [
        "filter[step]=lost",
        "filter[step]=payment&filter[age]=old",
        "filter[step]=payment&filter[amount][gt]=1",
        "filter[step]=payment&filter[amount][gte]=x",
        "filter[step]=payment&filter[reminder]=x",
        "filter[step]=payment&sort=name",
        "filter[step]=payment&cursor=x",
    ] {
        assert_eq!(me.get(&format!("/carts?{bad}")).await.0, 422, "{bad}");
    }
    // Another store sees nothing of them.
    let neighbour = shop.merchant().await;
    assert!(ids(&neighbour, at).await.is_empty() && neighbour.get(&format!("/carts/{}", carts[0])).await.0 == 404);
}

/// CA-02: a cart's page shows its lines at current prices and its shopper; deleting it releases its reservations.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_02_a_carts_page_and_taking_it_away() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 9, "regular_price": "10"})).await;
    let removed = me.product(json!({"qty": 5, "regular_price": "20"})).await;
    buy(&shop, &setup, &person(1), &[(product_id(&goods), None, 1)]).await;
    let token = filled(&shop, &setup, &person(1), &[(product_id(&goods), None, 3), (product_id(&removed), None, 1)]).await;
    let id = cart_id(&shop, &setup, &token).await;
    let profile = platform::stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let cart =
        commerce::carts::find(shop.app.db().conn(), &setup.scope, &web::caller::hash_token(&token)).await.unwrap().unwrap();
    commerce::carts::reservations::reserve(&shop.app, &setup.scope, &profile, &cart, "203.0.113.7").await.unwrap();
    assert_eq!(row(&shop, &me, &goods).await, (8, 0, 3));
    let inactive = json!({"is_published": false, "version": removed["version"]});
    assert_eq!(me.put(&format!("/products/{}", removed["id"].as_str().unwrap()), inactive).await.0, 200);
    let page = me.data(&format!("/carts/{id}")).await;
    let lines: Vec<(&str, i64, i64, &str)> = page["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|l| {
            (
                l["state"].as_str().unwrap(),
                l["quantity"].as_i64().unwrap(),
                l["available"].as_i64().unwrap(),
                l["line_total"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(lines, [("ok", 3, 3, "30.00"), ("unavailable", 1, 0, "0.00")], "{page}");
    assert_eq!(
        (&page["total"], &page["customer"]["orders_count"], &page["step"]),
        (&json!("30.00"), &json!(1), &json!("payment"))
    );
    assert!(page["links"]["restore"].as_str().unwrap().contains("/cart/restore/crt_"), "{page}");

    let neighbour = shop.merchant().await;
    assert_eq!(shop.assert_unchanged(neighbour.delete(&format!("/carts/{id}"), Value::Null)).await.0, 404);
    assert_eq!(me.delete(&format!("/carts/{id}"), Value::Null).await.0, 204);
    assert_eq!(row(&shop, &me, &goods).await, (8, 0, 0), "what it held is free");
    assert_eq!((me.get(&format!("/carts/{id}")).await.0, me.delete(&format!("/carts/{id}"), Value::Null).await.0), (404, 404));
    // A cart that became an order cannot be deleted.
    let ordered = ids(&me, "filter[step]=checkout").await[0].clone();
    let (status, body) = shop.assert_unchanged(me.delete(&format!("/carts/{ordered}"), Value::Null)).await;
    assert_eq!((status, &body["code"]), (409, &json!("cart_ordered")), "{body}");
}

/// CA-02: a cart's page shows the total that its shopper saw: with the coupon, and with the fees of the methods chosen.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_02_a_carts_page_shows_the_total_that_the_shopper_saw() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"qty": 9, "regular_price": "100"})).await);
    let method = json!({"provider": "CUSTOM", "name": {"ar": "مندوب"}, "fixed_cost": "20.00", "is_cod_allowed": true});
    let courier = me.create("/shipping-methods", method).await["id"].as_str().unwrap().parse().unwrap();
    let setup = crate::checkout::CheckoutSetup { pickup: courier, ..setup };
    me.create("/coupons", json!({"name": "عيد", "code": "EID10", "discount_type": "percentage", "discount_value": "10"})).await;
    let token = filled(&shop, &setup, &person(1), &[(product, None, 2)]).await;
    let c = shop.app.db().conn();
    let cart = commerce::carts::find(c, &setup.scope, &web::caller::hash_token(&token)).await.unwrap().unwrap();
    commerce::carts::set_coupon(&shop.app, &setup.scope, &cart, commerce::carts::read_code("eid10")).await.unwrap();
    let checkout_review = crate::checkout::review(&shop, &setup, &token).await;
    let page = me.data(&format!("/carts/{}", cart.id)).await;
    let sums = ["subtotal", "discount", "coupon", "shipping_fees", "payment_fees", "vat", "total"].map(|key| page[key].clone());
    assert_eq!(json!(sums), json!(["200.00", "20.00", "EID10", "20.00", "0.00", "0.00", "200.00"]), "{page}");
    assert_eq!(checkout_review.totals.total, 20_000);
}

/// CA-01, CA-03: a cart is deleted together with a reminder that is written concurrently.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_01_a_cart_is_deleted_while_it_is_reminded() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"qty": 9})).await);
    let token = filled(&shop, &setup, &person(1), &[(product, None, 1)]).await;
    let (cart, store, id) = (cart_id(&shop, &setup, &token).await, me.store, shop.env.id::<kernel::id::CartReminder>());
    // As a reminder is sent: the cart's row is locked, then the reminder is written.
    let sending = shop.app.db().tx(async move |c| {
        c.exec("UPDATE carts SET reminders_done = 1 WHERE store_id = ?1 AND id = ?2", db::p![store, cart]).await?;
        let sql = "INSERT INTO cart_reminders (store_id, id, cart_id, n, channel, mobile, recipient, status, reason, message_id, created_at) \
                   VALUES (?1, ?2, ?3, 1, 'sms', '', '', 'stopped', '', NULL, 0)";
        c.exec(sql, db::p![store, id, cart]).await?;
        // SQLite runs writes one after the other, on its own thread: only PostgreSQL runs both concurrently.
        if tokio::runtime::Handle::try_current().is_ok() {
            tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        }
        Ok::<_, db::Error>(())
    });
    let deleting = async {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        me.delete(&format!("/carts/{cart}"), Value::Null).await
    };
    let (sent, (status, body)) = tokio::join!(sending, deleting);
    sent.unwrap();
    assert_eq!(status, 204, "{body}");
    assert_eq!(me.get("/cart-reminders").await.1["meta"]["total"], json!(0));
}
