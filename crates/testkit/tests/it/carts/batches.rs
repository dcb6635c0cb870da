//! Reminders of all carts that match, in the background: recipients, cancellation, and that they have no undo.

use kernel::Millis;
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{HOUR, cart_id, ids, later, letters, remaining};
use crate::checkout::{CheckoutSetup, Person, filled, person, product_id, set_up_checkout};

fn text(overrides: Value) -> Value {
    let mut body = json!({"channel": "sms", "body": {"ar": "عُد إلى سلتك {{cart_link}}"}});
    body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    body
}

struct Scene {
    shop: TestShop,
    me: Merchant,
    setup: CheckoutSetup,
    product: kernel::ProductId,
}

async fn scene() -> Scene {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"qty": 1_000, "regular_price": "10"})).await);
    Scene { shop, me, setup, product }
}

impl Scene {
    /// A cart that was abandoned at the payment step.
    async fn leave(&self, person: &Person, quantity: i64) -> String {
        let token = filled(&self.shop, &self.setup, person, &[(self.product, None, quantity)]).await;
        remaining(&self.shop, &self.setup, &token, "payment").await.to_string()
    }

    async fn after(&self, batch: &Value) -> Value {
        self.shop.drain().await;
        self.me.data(&format!("/cart-batches/{}", batch["id"].as_str().unwrap())).await
    }

    async fn sent_to(&self, person: &Person) -> usize {
        letters(&self.shop, &format!("+966{}", &person.mobile[1..])).await.len()
    }
}

fn counts(batch: &Value) -> [i64; 4] {
    ["total", "done", "changed_count", "failed_count"].map(|key| batch[key].as_i64().unwrap())
}

const AT: &str = "filter[step]=payment";

/// CA-03: every matching cart is processed once in the background although the reminder makes it leave the filter, and no other;
/// of two carts of one person one is reminded; opted-out shoppers are listed with the reason; there is no undo.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_all_that_match_are_reminded_once_in_the_background() {
    let s = scene().await;
    let people: Vec<Person> = (1..=4).map(person).collect();
    for buyer in &people {
        s.leave(buyer, 5).await;
    }
    let (small, again) = (s.leave(&person(5), 1).await, s.leave(&people[0], 6).await);
    later(&s.shop, 2 * HOUR).await;
    let customer = s.me.data(&format!("/customers?search={}", people[3].mobile)).await[0]["id"].clone();
    if let Some(id) = customer.as_str() {
        let refusal = json!({"items": [id], "action": {"kind": "block", "change": "add", "reason": "احتيال"}});
        assert_eq!(s.me.post("/customers/bulk", refusal).await.0, 200);
    }
    let query = format!("{AT}&filter[amount][gte]=40&filter[reminder]=none&sort=amount&page=2");
    let batch = s.me.create(&format!("/cart-batches?{query}"), text(json!({}))).await;
    assert_eq!((&batch["status"], counts(&batch)), (&json!("running"), [5, 0, 0, 0]));
    assert_eq!(batch["query"], json!(format!("{AT}&filter[amount][gte]=40&filter[reminder]=none")));
    // A second batch is refused while one runs.
    let (status, body) = s.me.post(&format!("/cart-batches?{AT}"), text(json!({}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("cart_batch_at_work")), "{body}");
    let batch = s.after(&batch).await;
    let blocked = i64::from(customer.is_string());
    assert_eq!((&batch["status"], counts(&batch)), (&json!("done"), [5, 5, 4 - blocked, 1 + blocked]));
    for buyer in &people[..3] {
        assert_eq!(s.sent_to(buyer).await, 1, "{}", buyer.mobile);
    }
    assert_eq!(ids(&s.me, &format!("{AT}&filter[reminder]=none&filter[amount][lte]=30")).await, [small]);
    let notes = s.me.data(&format!("/cart-batches/{}/notes", batch["id"].as_str().unwrap())).await;
    let notes = notes.as_array().unwrap();
    assert_eq!(notes.len(), usize::try_from(1 + blocked).unwrap());
    assert!(notes.iter().any(|note| note["name"] == json!(people[0].name) && note["message"] != json!("")), "{notes:?}");
    assert!(ids(&s.me, AT).await.contains(&again));
    // It is in the journal of each cart under its own name, and cannot be undone.
    let sql = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND batch_id IS NOT NULL AND subject = 'cart' AND actor_kind = 'Merchant'";
    let reminded: i64 = s.shop.app.db().conn().one(sql, db::p![s.me.store]).await.unwrap();
    assert_eq!(reminded, 4 - blocked);
    assert_eq!((&batch["can_undo"], &batch["undoable_count"]), (&json!(false), &json!(0)));
    assert_eq!(s.me.data("/cart-batches").await.as_array().unwrap().len(), 1);
}

/// CA-03: a cancelled batch stops; a job that runs twice sends no reminder twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_reminders_of_all_are_stopped_and_never_doubled() {
    let s = scene().await;
    let people: Vec<Person> = (11..=13).map(person).collect();
    for buyer in &people {
        s.leave(buyer, 2).await;
    }
    later(&s.shop, 2 * HOUR).await;
    let batch = s.me.create(&format!("/cart-batches?{AT}"), text(json!({}))).await;
    let path = format!("/cart-batches/{}", batch["id"].as_str().unwrap());
    assert_eq!(s.me.post(&format!("{path}/cancel"), json!({})).await.0, 200);
    let batch = s.after(&batch).await;
    assert_eq!((&batch["status"], counts(&batch)), (&json!("cancelled"), [3, 0, 0, 0]));
    assert_eq!(s.me.post(&format!("{path}/cancel"), json!({})).await.1["code"], "illegal_transition");
    assert_eq!(s.sent_to(&people[0]).await, 0);
    // The job is enqueued twice, as after a crash.
    let batch = s.me.create(&format!("/cart-batches?{AT}"), text(json!({}))).await;
    let store = s.me.store;
    let sql = "INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, created_at) \
               SELECT id + 1, kind, store_id, payload, 'queued', run_at, 0, 0, created_at FROM jobs WHERE kind = 'remind_all_carts' AND status = 'queued' AND store_id = ?1";
    s.shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
    assert_eq!(counts(&s.after(&batch).await), [3, 3, 3, 0]);
    for buyer in &people {
        assert_eq!(s.sent_to(buyer).await, 1, "{}", buyer.mobile);
    }
}

/// CA-03: an invalid reminder is refused before the batch begins, and other stores and roles have no access.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_03_reminders_of_all_are_refused_where_they_cannot_be_sent() {
    let s = scene().await;
    let token = filled(&s.shop, &s.setup, &person(21), &[(s.product, None, 1)]).await;
    cart_id(&s.shop, &s.setup, &token).await;
    for step in ["products", "checkout", "lost"] {
        let (status, body) = s.me.post(&format!("/cart-batches?filter[step]={step}"), text(json!({}))).await;
        assert_eq!((status, body["errors"]["filter[step]"].is_array()), (422, true), "{step}: {body}");
    }
    let (_, body) = s.me.post(&format!("/cart-batches?{AT}"), text(json!({"body": {"ar": "بلا رابط"}}))).await;
    assert!(body["errors"]["body.ar"].is_array(), "{body}");
    // No cart was abandoned there for an hour.
    let (status, body) = s.me.post(&format!("/cart-batches?{AT}"), text(json!({}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("nothing_matches")), "{body}");
    s.leave(&person(22), 1).await;
    later(&s.shop, 2 * HOUR).await;
    let batch = s.me.create(&format!("/cart-batches?{AT}"), text(json!({}))).await;
    let path = format!("/cart-batches/{}", batch["id"].as_str().unwrap());
    let neighbour = s.shop.merchant().await;
    assert_eq!((neighbour.get(&path).await.0, neighbour.post(&format!("{path}/cancel"), json!({})).await.0), (404, 404));
    let desk = s.me.colleague(&s.shop, Role::CatalogueEditor).await;
    assert_eq!(desk.post(&format!("/cart-batches?{AT}"), text(json!({}))).await.0, 403);
    later(&s.shop, Millis::MINUTE).await;
    assert_eq!(counts(&s.after(&batch).await), [2, 2, 2, 0]);
}
