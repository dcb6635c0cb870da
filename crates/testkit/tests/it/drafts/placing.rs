//! Placing a draft: expired reservations, and customers on the blocklist.

use commerce::carts::reservations;
use kernel::Millis;
use platform::stores;
use serde_json::json;
use web::caller::hash_token;

use super::{Desk, at, problems};
use crate::checkout::{buy, filled, person, product_id};
use crate::confirmation::later;

impl Desk {
    /// A product whose last piece is under an expired reservation that no sweep has released yet.
    async fn held_and_over(&mut self) -> serde_json::Value {
        let goods = self.merchant.product(json!({"qty": 1})).await;
        let token = filled(&self.shop, &self.setup, &person(9), &[(product_id(&goods), None, 1)]).await;
        let c = self.shop.app.db().conn();
        let profile = stores::get_profile(c, &self.setup.scope).await.unwrap();
        let cart = commerce::carts::find(c, &self.setup.scope, &hash_token(&token)).await.unwrap().unwrap();
        let outcome = reservations::reserve(&self.shop.app, &self.setup.scope, &profile, &cart, "203.0.113.7").await.unwrap();
        assert!(matches!(outcome, reservations::ReservationOutcome::Full(_)));
        later(&self.shop, &mut self.merchant, 16 * Millis::MINUTE).await;
        goods
    }
}

/// OR-03, decisions §6: a sale never waits for the sweep: a draft is placed, moved by its status, and an order edited, with
/// pieces under expired reservations.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_expired_holds_do_not_block_placing_a_draft() {
    let mut d = Desk::start().await;
    let goods = d.held_and_over().await;
    let draft = d.draft(json!([{"product_id": goods["id"], "quantity": 1}])).await;
    assert_eq!(problems(&draft), [], "what is over bars nobody");
    let (code, body) = d.place(&draft, false).await;
    assert_eq!(code, 200, "{body}");
    assert_eq!(d.stock(&goods).await, 0);

    let goods = d.held_and_over().await;
    let draft = d.draft(json!([{"product_id": goods["id"], "quantity": 1}])).await;
    let (code, body) = d.merchant.put(&format!("{}/status", at(&draft)), json!({"status": "PEND"})).await;
    assert_eq!(code, 200, "{body}");

    let goods = d.held_and_over().await;
    let items = json!([{"line": 1, "quantity": 1}, {"product_id": goods["id"], "quantity": 1}]);
    let (_, edit_preview) = d.merchant.post(&format!("{}/edit/preview", at(&draft)), json!({ "items": items })).await;
    let sent = json!({"items": items, "total": edit_preview["data"]["after"]["total"]});
    let (code, body) = d.merchant.put(&format!("{}/edit", at(&draft)), sent).await;
    assert_eq!(code, 200, "{body}");
    assert_eq!(d.stock(&goods).await, 0);
    // An active reservation still blocks it.
    let goods = d.merchant.product(json!({"qty": 1})).await;
    let token = filled(&d.shop, &d.setup, &person(8), &[(product_id(&goods), None, 1)]).await;
    let c = d.shop.app.db().conn();
    let profile = stores::get_profile(c, &d.setup.scope).await.unwrap();
    let cart = commerce::carts::find(c, &d.setup.scope, &hash_token(&token)).await.unwrap().unwrap();
    reservations::reserve(&d.shop.app, &d.setup.scope, &profile, &cart, "203.0.113.7").await.unwrap();
    let draft = d.draft(json!([{"product_id": goods["id"], "quantity": 1}])).await;
    let (code, _) = d.shop.assert_unchanged(d.place(&draft, false)).await;
    assert_eq!(code, 422);
}

/// OR-03, CU-01: placing a draft of a blocked customer requires confirmation; once confirmed it is placed, and its activity says
/// so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_03_a_draft_of_a_blocked_customer_is_asked_about() {
    let d = Desk::start().await;
    let goods = d.merchant.product(json!({"qty": 5})).await;
    let draft = d.draft(json!([{"product_id": goods["id"], "quantity": 1}])).await;
    let (code, _) = d.merchant.post(&format!("/customers/{}/block", d.customer), json!({"reason": "رفض شحنتين"})).await;
    assert_eq!(code, 200);
    let (code, body) = d.shop.assert_unchanged(d.place(&draft, false)).await;
    assert_eq!((code, &body["code"]), (409, &json!("customer_blocked")), "{body}");
    let path = format!("{}/status", at(&draft));
    let (code, body) = d.shop.assert_unchanged(d.merchant.put(&path, json!({"status": "PEND"}))).await;
    assert_eq!((code, &body["code"]), (409, &json!("customer_blocked")), "{body}");
    let sent = json!({"total": draft["preview"]["total"], "version": draft["version"], "despite_block": true});
    let (code, body) = d.merchant.post(&format!("{}/draft/place", at(&draft)), sent).await;
    assert_eq!((code, &body["data"]["status"]), (200, &json!("PEND")), "{body}");
    let log = d.merchant.data(&format!("{}/activity", at(&draft))).await;
    assert_eq!(log.as_array().unwrap().last().unwrap()["after"]["despite_block"], json!(true), "{log}");
}

/// OR-01, OR-03: a search for a code sorts orders by when they were placed, a former draft by its placing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_a_search_for_a_code_knows_when_a_draft_was_placed() {
    let d = Desk::start().await;
    let shirt = d.merchant.product(json!({"sku": "LATE-1", "qty": 9})).await;
    let draft = d.draft(json!([{"product_id": shirt["id"], "quantity": 1}])).await;
    d.shop.advance(60_000);
    let bought = buy(&d.shop, &d.setup, &person(1), &[(product_id(&shirt), None, 1)]).await.number;
    let found = async |query: &str| -> Vec<i64> {
        let orders = d.merchant.data(&format!("/orders?{query}")).await;
        orders.as_array().unwrap().iter().map(|o| o["number"].as_i64().unwrap()).collect()
    };
    let drafted = draft["number"].as_i64().unwrap();
    assert_eq!(found("search=late").await, [bought, drafted]);
    d.shop.advance(60_000);
    let (status, placed) = d.place(&draft, false).await;
    assert_eq!(status, 200, "{placed}");
    for query in ["search=late", "search=late&filter[created_at]=today", "filter[sku]=LATE-1", "search=late&filter[status]=PEND"]
    {
        assert_eq!(found(query).await, [drafted, bought], "{query}");
    }
    let sql = "SELECT COUNT(*) FROM order_items i JOIN orders o ON o.store_id = i.store_id AND o.id = i.order_id \
               WHERE i.store_id = ?1 AND i.placed_at <> o.created_at";
    let n: i64 = d.shop.app.db().conn().one(sql, db::p![d.merchant.store]).await.unwrap();
    assert_eq!(n, 0, "lines stand at the time of their orders");
}
