//! Every transaction locks rows in one order (docs/decisions/0026-lock-order.md), so that none deadlock: checked transition by
//! transition, and raced on PostgreSQL.

use commerce::carts::reservations;
use db::p;
use kernel::{Millis, OrderId};
use platform::stores;
use serde_json::{Value, json};
use testkit::{Locks, Merchant, TestShop};
use web::caller::hash_token;

use crate::checkout::{CheckoutSetup, buy, filled, person, place, product_id, review};
use crate::coupons::{coupon, put};
use crate::shipments::{by_courier, confirmed, go, lines, ship};

fn ok(label: &str, (code, body): (u16, Value)) -> Value {
    assert!((200..300).contains(&code), "{label}: {code} {body}");
    body["data"].clone()
}

/// A store with products of every stock kind, and the other rows that the tests need.
struct Walk {
    shop: TestShop,
    merchant: Merchant,
    setup: CheckoutSetup,
    goods: Vec<(kernel::ProductId, Option<kernel::VariantId>)>,
    locks: Locks,
    buyers: usize,
}

impl Walk {
    async fn start() -> Self {
        let shop = TestShop::start().await;
        let merchant = shop.merchant().await;
        let setup = by_courier(&shop, &merchant).await;
        let mut goods = Vec::new();
        for _ in 0..2 {
            goods.push((product_id(&merchant.product(json!({"qty": 500, "regular_price": "25"})).await), None));
        }
        let locks = Locks::watch(shop.app.db());
        Self { shop, merchant, setup, goods, locks, buyers: 0 }
    }

    /// A new order of two products, the later one first; by a new or a known customer.
    async fn order(&mut self) -> OrderId {
        self.buyers += 1;
        self.locks.next("checkout");
        let lines: Vec<_> = self.goods.iter().rev().map(|(p, v)| (*p, *v, 2)).collect();
        let order = buy(&self.shop, &self.setup, &person(self.buyers % 5), &lines).await.id;
        self.shop.advance(1_000);
        order
    }

    async fn put(&self, label: &str, path: &str, body: Value) -> Value {
        self.locks.next(label);
        ok(label, self.merchant.put(path, body).await)
    }

    async fn post(&self, label: &str, path: &str, body: Value) -> Value {
        self.locks.next(label);
        ok(label, self.merchant.post(path, body).await)
    }

    async fn status(&self, order: OrderId, to: &str) {
        self.put(&format!("the order to {to}"), &format!("/orders/{order}/status"), json!({"status": to})).await;
    }

    async fn ship(&self, order: OrderId, body: Value) -> Value {
        self.locks.next("a shipment is made");
        ship(&self.merchant, order, body).await
    }

    async fn go(&self, shipment: &Value, to: &str) {
        self.locks.next(&format!("a shipment to {to}"));
        go(&self.merchant, shipment, to).await;
    }

    async fn returned(&self, order: OrderId, of: &[(i64, i64)], refund: bool) {
        let reason = self.merchant.data("/return-reasons").await[0]["id"].clone();
        let lines: Vec<Value> = of
            .iter()
            .map(|(line, quantity)| json!({"line": line, "quantity": quantity, "reason_id": reason, "is_restocked": true}))
            .collect();
        let mut body = json!({ "lines": lines });
        if refund {
            body["refund"] = json!({});
        }
        self.post("goods come back", &format!("/orders/{order}/returns"), body).await;
    }

    async fn edit(&self, order: OrderId, items: Value) {
        let (preview, edit) = (format!("/orders/{order}/edit/preview"), format!("/orders/{order}/edit"));
        let total = self.merchant.post(&preview, json!({ "items": items })).await.1["data"]["after"]["total"].clone();
        self.put("an edit", &edit, json!({"items": items, "total": total})).await;
    }

    fn assert_in_order(&self) {
        let faults = self.locks.faults();
        assert!(faults.is_empty(), "{} inversions:\n{}", faults.len(), faults.join("\n"));
    }
}

/// DB-09: checkouts, moves by hand, shipments, returns, edits and payments lock their rows in order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn db_09_an_orders_life_keeps_the_order_of_locks() {
    let mut w = Walk::start().await;
    // In partial shipments, through every shipment status.
    let order = w.order().await;
    w.post("force", &format!("/orders/{order}/shipments"), json!({"lines": lines(&[(1, 1)]), "without_confirmation": true}))
        .await;
    let parts = w.merchant.data(&format!("/orders/{order}/shipments")).await;
    let first = parts["shipments"][0].clone();
    w.go(&first, "shipped").await;
    let second = w.ship(order, json!({})).await;
    for to in ["shipped", "out_for_delivery", "refused", "returned"] {
        w.go(&second, to).await;
    }
    w.go(&first, "delivered").await;
    w.returned(order, &[(1, 1)], false).await;
    // A corrected waybill, a payment, an edit with shipments, a cancellation with one that waits.
    let order = w.order().await;
    confirmed(&w.merchant, order).await;
    let one = w.ship(order, json!({"lines": lines(&[(1, 1)])})).await;
    let path = format!("/shipments/{}", one["id"].as_str().unwrap());
    w.put("a waybill", &path, json!({"waybill": {"cod_amount": "5"}})).await;
    w.edit(order, json!([{"line": 1, "quantity": 3}, {"line": 2, "quantity": 1}])).await;
    w.edit(order, json!([{"line": 1, "quantity": 1}, {"line": 2, "quantity": 1}])).await;
    w.post("a payment", &format!("/orders/{order}/payments"), json!({"amount": "10"})).await;
    w.go(&one, "cancelled").await;
    w.ship(order, json!({})).await;
    w.status(order, "CNCL").await;
    // Moved by hand with its shipments, and fully returned.
    for refund in [false, true] {
        let order = w.order().await;
        w.status(order, "PRCS").await;
        if refund {
            w.put("paid", &format!("/orders/{order}/payment-status"), json!({"payment_status": "paid"})).await;
        }
        w.ship(order, json!({})).await;
        for to in ["SHPD", "ODLV"] {
            w.status(order, to).await;
        }
        if refund {
            w.status(order, "DLVR").await;
            w.post("a refund", &format!("/orders/{order}/refunds"), json!({"amount": "3"})).await;
            w.returned(order, &[(1, 2), (2, 2)], true).await;
        } else {
            w.status(order, "RFSD").await;
            w.status(order, "RTRN").await;
        }
    }
    // Coupons: used, changed in both directions, kept with another amount, removed, released.
    for code in ["AAA", "BBB"] {
        w.locks.next("a coupon");
        coupon(&w.merchant, json!({"code": code, "discount_usability": "one_time"})).await;
    }
    let lines: Vec<_> = w.goods.iter().rev().map(|(p, v)| (*p, *v, 2)).collect();
    let token = filled(&w.shop, &w.setup, &person(40), &lines).await;
    put(&w.shop, &w.setup, &token, "aaa").await;
    let expected = review(&w.shop, &w.setup, &token).await.expected();
    w.locks.next("a checkout with a coupon");
    let order = place(&w.shop, &w.setup, &token, expected).await.unwrap().id;
    for sent in [
        json!({"coupon_code": "BBB"}),
        json!({"coupon_code": "AAA"}),
        json!({"items": [{"line": 1, "quantity": 1}, {"line": 2, "quantity": 3}]}),
        json!({"coupon_code": ""}),
        json!({"coupon_code": "BBB"}),
    ] {
        let (preview, edit) = (format!("/orders/{order}/edit/preview"), format!("/orders/{order}/edit"));
        let mut sent = sent;
        sent["total"] = w.merchant.post(&preview, sent.clone()).await.1["data"]["after"]["total"].clone();
        w.put("an edit of a coupon", &edit, sent).await;
    }
    w.status(order, "CNCL").await;
    assert!(w.locks.lock_count("coupons") > 7);
    // Tags and assignee, comments, documents.
    let order = w.order().await;
    w.post("a remark", &format!("/orders/{order}/comments"), json!({"note": "اتصلت"})).await;
    w.post("tags", "/orders/tagMany", json!({"items": [order.to_string()], "add": ["مهم"]})).await;
    let comment = w.post("a comment", &format!("/orders/{order}/comments"), json!({"note": "راجع"})).await["comment"].clone();
    let at = format!("/order-comments/{}", comment["id"].as_str().unwrap());
    w.put("a comment worded anew", &at, json!({"note": "راجعته", "version": comment["version"]})).await;
    w.locks.next("a comment taken back");
    let version = comment["version"].as_i64().unwrap() + 1;
    ok("taken back", w.merchant.delete(&at, json!({ "version": version })).await);
    let address = json!({"name": "هند", "mobile": "0551234567", "city": "الرياض", "street": "12"});
    w.put("an address", &format!("/orders/{order}/address"), json!({ "address": address })).await;
    w.post("a link for it", &format!("/orders/{order}/address/link"), json!({})).await;
    w.post("an address as it is", &format!("/orders/{order}/address/accept"), json!({})).await;
    w.status(order, "PAID").await;
    w.locks.next("papers and other jobs");
    w.shop.drain().await;
    assert!(
        w.locks.lock_count("document_counters") > 0
            && w.locks.lock_count("sales_hours") > 0
            && w.locks.lock_count("customers") > 0
    );
    w.assert_in_order();
}

/// DB-09: drafts, the call queue, carts, reservations and merged customers do as well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn db_09_drafts_desk_carts_and_merges_keep_the_order_of_locks() {
    let mut w = Walk::start().await;
    let customer = w.post("a customer", "/customers", json!({"name": "هند", "mobile": "0551234567"})).await;
    let lines: Vec<Value> =
        w.goods.iter().rev().map(|(product, _)| json!({"product_id": product.to_string(), "quantity": 1})).collect();
    w.locks.next("a coupon");
    coupon(&w.merchant, json!({"code": "AAA"})).await;
    let body = json!({"customer_id": customer["id"], "items": lines, "shipping_method_id": w.setup.pickup.to_string(), "coupon_code": "AAA",
        "payment_method_id": w.setup.cod.to_string(), "address": {"name": "هند", "mobile": "0551234567", "city": "الرياض", "street": "العليا"}});
    for mode in ["placed", "moved", "deleted"] {
        let draft = w.post("a draft", "/orders/drafts", body.clone()).await;
        let at = format!("/orders/{}", draft["id"].as_str().unwrap());
        let mut extra = body.clone();
        extra["note"] = json!("اتصل قبل التوصيل");
        let draft = w.put("a draft is changed", &format!("{at}/draft"), extra).await;
        match mode {
            "placed" => {
                let sent = json!({"total": draft["preview"]["total"], "version": draft["version"]});
                w.post("a draft is placed", &format!("{at}/draft/place"), sent).await;
            }
            "moved" => drop(w.put("a draft is moved", &format!("{at}/status"), json!({"status": "PEND"})).await),
            _ => {
                w.locks.next("a draft is deleted");
                ok("deleted", w.merchant.delete(&format!("{at}/draft"), json!({})).await);
            }
        }
    }
    assert!(w.locks.lock_count("coupons") > 1);
    // The call queue: an unanswered call, a confirmation, a refusal.
    for outcome in ["no_answer", "confirmed", "cancelled"] {
        let order = w.order().await;
        let desk = w.post("a caller", &format!("/confirmations/{order}/take"), json!({})).await;
        let answer = json!({"fence": desk["fence"], "outcome": outcome, "note": "قال"});
        w.post(&format!("a call: {outcome}"), &format!("/confirmations/{order}/outcome"), answer).await;
    }
    // A checkout reserves stock, the reservation expires, and the merchant places the order.
    w.locks.next("a hold");
    let goods: Vec<_> = w.goods.iter().rev().map(|(p, v)| (*p, *v, 1)).collect();
    let token = filled(&w.shop, &w.setup, &person(8), &goods).await;
    let profile = stores::get_profile(w.shop.app.db().conn(), &w.setup.scope).await.unwrap();
    let cart = commerce::carts::find(w.shop.app.db().conn(), &w.setup.scope, &hash_token(&token)).await.unwrap().unwrap();
    reservations::reserve(&w.shop.app, &w.setup.scope, &profile, &cart, "203.0.113.7").await.unwrap();
    w.shop.advance(16 * Millis::MINUTE);
    assert_eq!(reservations::expire(&w.shop.app, &w.setup.scope).await.unwrap(), 1);
    let at = format!("/carts/{}/order", cart.id);
    let view = w.merchant.data(&at).await;
    let sent = json!({"payment_method_id": w.setup.cod.to_string(), "shipping_method_id": w.setup.pickup.to_string(),
        "total": view["total"], "version": view["version"]});
    w.post("an order of a cart", &at, sent).await;
    // Two records of one person, each with orders.
    let (first, second) = (w.order().await, w.order().await);
    let of =
        async |order: OrderId| w.merchant.data(&format!("/orders/{order}")).await["customer"]["id"].as_str().unwrap().to_owned();
    let (survivor, merged) = (of(second).await, of(first).await);
    let preview = w.merchant.data(&format!("/customers/{survivor}/merge/{merged}")).await;
    let sent = json!({"other_id": merged, "version": preview["kept"]["version"], "other_version": preview["gone"]["version"]});
    w.post("a merge", &format!("/customers/{survivor}/merge"), sent).await;
    // Batches over all customers and orders, and their undos: each chunk is processed from the newest to the oldest.
    let tagged = json!({"action": {"kind": "tags", "change": "add", "tags": ["عيد"]}});
    let act = w.post("a tag for all customers", "/customer-batches", tagged).await;
    w.shop.drain().await;
    w.post("the tag is taken back", &format!("/customer-batches/{}/undo", act["id"].as_str().unwrap()), json!({})).await;
    w.shop.drain().await;
    let dearer =
        json!({"action": {"kind": "price", "field": "regular_price", "by": "percent", "direction": "up", "value": "10"}});
    let act = w.post("other prices for all products", "/products/bulk", dearer).await;
    w.shop.drain().await;
    let id = act["batch"]["id"].as_str().unwrap().to_owned();
    w.post("the prices are taken back", &format!("/batches/{id}/undo"), json!({})).await;
    w.shop.drain().await;
    assert!(w.locks.lock_count("confirmation_leases") > 0 && w.locks.lock_count("carts") > 0);
    w.assert_in_order();
}

/// DB-09: on PostgreSQL, checkouts, shipments, moves by hand, returns and cancellations of one store run concurrently without a
/// deadlock: no transaction is retried.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn db_09_no_two_transactions_deadlock() {
    let mut w = Walk::start().await;
    w.shop.app.db().watch(None);
    let mut work = Vec::new();
    for _ in 0..24 {
        let order = w.order().await;
        confirmed(&w.merchant, order).await;
        work.push(order);
    }
    let mut carts = Vec::new();
    let goods: Vec<_> = w.goods.iter().rev().map(|(p, v)| (*p, *v, 1)).collect();
    for n in 0..24 {
        let token = filled(&w.shop, &w.setup, &person(n % 5), &goods).await;
        let expected = review(&w.shop, &w.setup, &token).await.expected();
        carts.push((token, expected));
    }
    let before = w.shop.app.db().replays();
    let shops = futures_util::future::join_all(carts.iter().map(|(token, expected)| place(&w.shop, &w.setup, token, *expected)));
    let (merchant, reason) = (&w.merchant, w.merchant.data("/return-reasons").await[0]["id"].clone());
    let ships = futures_util::future::join_all(work.iter().enumerate().map(|(n, order)| {
        let reason = reason.clone();
        async move {
            let shipment = ship(merchant, *order, json!({})).await;
            let at = format!("/shipments/{}/status", shipment["id"].as_str().unwrap());
            let status = format!("/orders/{order}/status");
            match n % 4 {
                0 => assert_eq!(merchant.put(&status, json!({"status": "CNCL"})).await.0, 200),
                1 => {
                    for to in ["shipped", "delivered"] {
                        assert_eq!(merchant.put(&at, json!({ "status": to })).await.0, 200);
                    }
                }
                2 => {
                    for to in ["SHPD", "DLVR"] {
                        assert_eq!(merchant.put(&status, json!({ "status": to })).await.0, 200);
                    }
                }
                _ => {
                    assert_eq!(merchant.put(&status, json!({"status": "SHPD"})).await.0, 200);
                    let lines: Vec<Value> = [1, 2]
                        .iter()
                        .map(|line| json!({"line": line, "quantity": 2, "reason_id": reason, "is_restocked": true}))
                        .collect();
                    let (code, body) = merchant.post(&format!("/orders/{order}/returns"), json!({ "lines": lines })).await;
                    assert_eq!(code, 201, "{body}");
                }
            }
        }
    }));
    let (placed, _) = tokio::join!(shops, ships);
    assert!(placed.iter().all(Result::is_ok), "{placed:?}");
    assert_eq!(w.shop.app.db().replays(), before, "transactions that waited in a ring");
    // Each stored count equals the number of rows.
    let sql = "SELECT COUNT(*) FROM status_counts s WHERE s.store_id = ?1 AND s.subject = 'order' \
               AND s.n <> (SELECT COUNT(*) FROM orders o WHERE o.store_id = s.store_id AND o.status = s.status)";
    assert_eq!(w.shop.app.db().conn().one::<i64>(sql, p![w.merchant.store]).await.unwrap(), 0);
}
