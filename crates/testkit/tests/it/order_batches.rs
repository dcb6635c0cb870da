//! Batches over all orders that match (OR-01, OR-04).

use std::collections::BTreeMap;

use db::p;
use kernel::Millis;
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

async fn shop(orders: usize) -> (TestShop, Merchant) {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(3, orders).await;
    (shop, m)
}

pub(crate) async fn begin(m: &Merchant, query: &str, action: Value) -> String {
    let batch = m.create(&format!("/order-batches?{query}"), json!({ "action": action })).await;
    assert_eq!(batch["status"], "running", "{batch}");
    batch["id"].as_str().unwrap().to_owned()
}

pub(crate) async fn ended(shop: &TestShop, m: &Merchant, id: &str) -> Value {
    shop.drain().await;
    let batch = m.data(&format!("/order-batches/{id}")).await;
    assert_eq!(batch["done"], batch["total"], "{batch}");
    batch
}

pub(crate) async fn items(m: &Merchant, id: &str, query: &str) -> Vec<Value> {
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let (status, page) = m.get(&format!("/order-batches/{id}/items?per_page=20&{query}{cursor}")).await;
        assert_eq!(status, 200, "{page}");
        all.extend(page["data"].as_array().unwrap().iter().cloned());
        match page["meta"]["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return all,
        }
    }
}

async fn statuses(m: &Merchant) -> BTreeMap<String, String> {
    let all = m.data("/orders?per_page=100").await;
    let pair = |o: &Value| (o["id"].as_str().unwrap().to_owned(), o["status"].as_str().unwrap().to_owned());
    all.as_array().unwrap().iter().map(pair).collect()
}

/// How often each order was moved, from the journal.
async fn moves(shop: &TestShop, m: &Merchant) -> BTreeMap<i64, i64> {
    let sql = "SELECT subject_id, COUNT(*) FROM journal WHERE store_id = ?1 AND subject = 'order' AND action = 'update_status' \
               AND actor_kind = 'Merchant' GROUP BY subject_id";
    let rows: Vec<(i64, i64)> = shop.app.db().conn().all(sql, p![m.store]).await.unwrap();
    rows.into_iter().collect()
}

/// OR-01, OR-04: every order that matches is moved through its named transition; refusals state their reason in the caller's
/// language; orders that do not match are unchanged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_a_batch_reaches_every_matching_order_with_an_outcome_for_each() {
    let (shop, m) = shop(60).await;
    let before = statuses(&m).await;
    let preview = m.data("/order-batches/preview?filter[status]=PEND,PRCS,DLVR").await;
    let of = |code: &str| before.values().filter(|s| *s == code).count();
    assert_eq!(preview["total"], json!(of("PEND") + of("PRCS") + of("DLVR")));
    assert_eq!(preview["statuses"]["PEND"], json!(of("PEND")));
    assert!(of("PEND") > 0 && of("DLVR") > 0 && preview["is_too_many"] == json!(false), "{preview}");

    let id = begin(&m, "filter[status]=PEND,PRCS,DLVR&sort=-total&per_page=5", json!({"kind": "status", "status": "PRCS"})).await;
    let batch = ended(&shop, &m, &id).await;
    assert_eq!((&batch["status"], &batch["filter"]), (&json!("done"), &json!("filter[status]=PEND,PRCS,DLVR")));
    assert_eq!((&batch["changed_count"], &batch["failed_count"]), (&json!(of("PEND")), &json!(of("DLVR"))));
    assert_eq!(items(&m, &id, "filter[outcome]=same").await.len(), of("PRCS"));
    let refused = items(&m, &id, "filter[outcome]=failed").await;
    assert_eq!(refused.len(), of("DLVR"));
    assert!(refused.iter().all(|i| i["code"] == "illegal_transition" && i["number"].is_i64()));
    assert!(refused[0]["message"].as_str().unwrap().contains("قيد التجهيز"), "{}", refused[0]);
    let english = items(&m.in_english(), &id, "filter[outcome]=failed").await;
    assert!(english[0]["message"].as_str().unwrap().contains("Processing"), "{}", english[0]);

    let after = statuses(&m).await;
    for (order, was) in &before {
        let expected = if was == "PEND" { "PRCS" } else { was };
        assert_eq!(&after[order], expected, "{order}");
    }
    let counts = m.data("/orders/status-counts").await;
    for code in ["PEND", "PRCS", "DLVR"] {
        assert_eq!(counts[code], json!(after.values().filter(|s| *s == code).count()), "{code}");
    }
    assert!(moves(&shop, &m).await.values().all(|n| *n == 1));
    // There is no transition from PRCS back to PEND.
    assert_eq!((&batch["can_undo"], &batch["undoable_count"]), (&json!(false), &json!(0)));
    let (status, body) = shop.assert_unchanged(m.post(&format!("/order-batches/{id}/undo"), json!({}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("no_way_back")));
}

/// OR-01: orders placed after the start are not touched, and an order that left the filter meanwhile is still processed in its
/// current state.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_the_orders_of_a_batch_are_fixed_at_its_start() {
    let (shop, m) = shop(12).await;
    let id = begin(&m, "", json!({"kind": "tags", "add": ["موسم"]})).await;
    let customer = m.data("/customers").await[0]["id"].clone();
    let late = json!({"customer_id": customer, "items": [{"name": "بند", "quantity": 1, "unit_price": "5"}]});
    let late = m.create("/orders/drafts", late).await;
    let batch = ended(&shop, &m, &id).await;
    assert_eq!((&batch["total"], &batch["changed_count"]), (&json!(12), &json!(12)));
    let tagged = m.data("/orders?filter[tag]=موسم&per_page=100").await;
    assert_eq!(tagged.as_array().unwrap().len(), 12);
    assert!(tagged.as_array().unwrap().iter().all(|o| o["id"] != late["id"]));
}

/// OR-01: tags and assignees are restored; later changes stay and are listed; the undo can be undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_tags_and_assignment_are_taken_back() {
    let (shop, m) = shop(9).await;
    let colleague = m.colleague(&shop, Role::OrderDesk).await;
    let all = m.data("/orders?per_page=100").await;
    let ids: Vec<Value> = all.as_array().unwrap().iter().map(|o| o["id"].clone()).collect();
    m.post("/orders/tagMany", json!({"items": ids[..4], "add": ["قديم"]})).await;
    let tags = async || {
        let all = m.data("/orders?per_page=100").await;
        all.as_array().unwrap().iter().map(|o| (o["id"].clone(), o["tags"].clone(), o["assignee"].clone())).collect::<Vec<_>>()
    };
    let was = tags().await;
    let id = begin(&m, "", json!({"kind": "tags", "add": ["جديد"], "remove": ["قديم"]})).await;
    let batch = ended(&shop, &m, &id).await;
    assert_eq!((&batch["changed_count"], &batch["can_undo"]), (&json!(9), &json!(true)));
    let is = tags().await;
    let (status, undo) = m.post(&format!("/order-batches/{id}/undo"), json!({})).await;
    assert_eq!((status, &undo["data"]["kind"]), (200, &json!("undo")), "{undo}");
    let undo = ended(&shop, &m, undo["data"]["id"].as_str().unwrap()).await;
    assert_eq!(tags().await, was);
    let (status, body) = m.post(&format!("/order-batches/{id}/undo"), json!({})).await;
    assert_eq!((status, &body["code"]), (409, &json!("already_undone")));
    let (_, redo) = m.post(&format!("/order-batches/{}/undo", undo["id"].as_str().unwrap()), json!({})).await;
    ended(&shop, &m, redo["data"]["id"].as_str().unwrap()).await;
    assert_eq!(tags().await, is);

    let id = begin(&m, "", json!({"kind": "assign", "assignee_id": colleague.user})).await;
    let batch = ended(&shop, &m, &id).await;
    assert_eq!((&batch["changed_count"], batch["assignee"].is_string()), (&json!(9), true));
    m.post("/orders/assignMany", json!({"items": [ids[0]], "assignee_id": m.user})).await;
    let (_, undo) = m.post(&format!("/order-batches/{id}/undo"), json!({})).await;
    let undo = ended(&shop, &m, undo["data"]["id"].as_str().unwrap()).await;
    assert_eq!((&undo["changed_count"], &undo["failed_count"]), (&json!(8), &json!(1)));
    let failures = items(&m, undo["id"].as_str().unwrap(), "filter[outcome]=failed").await;
    assert_eq!((&failures[0]["order_id"], &failures[0]["code"]), (&ids[0], &json!("changed_since")));
    assert_eq!(m.data(&format!("/orders?filter[assignee]={}", m.user)).await.as_array().unwrap().len(), 1);
}

/// OR-04: a move is undone where the transition exists and the order still has the status; after thirty days it is not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_04_a_move_goes_back_where_the_table_has_the_way() {
    let (shop, m) = shop(40).await;
    begin(&m, "filter[status]=PEND", json!({"kind": "status", "status": "PRCS"})).await;
    shop.drain().await;
    let n = m.data("/orders/status-counts").await["PRCS"].as_i64().unwrap();
    assert!(n > 1);
    let id = begin(&m, "filter[status]=PRCS", json!({"kind": "status", "status": "RDYS"})).await;
    let batch = ended(&shop, &m, &id).await;
    assert_eq!((&batch["changed_count"], &batch["undoable_count"]), (&json!(n), &json!(n)));
    let moved = items(&m, &id, "").await;
    let on = moved[0]["order_id"].as_str().unwrap();
    assert_eq!(m.put(&format!("/orders/{on}/status"), json!({"status": "CNCL"})).await.0, 200);
    let (_, undo) = m.post(&format!("/order-batches/{id}/undo"), json!({})).await;
    let undo = ended(&shop, &m, undo["data"]["id"].as_str().unwrap()).await;
    assert_eq!((&undo["changed_count"], &undo["failed_count"]), (&json!(n - 1), &json!(1)));
    assert_eq!(m.data("/orders/status-counts").await["PRCS"], json!(n - 1));
    assert_eq!(m.data(&format!("/orders/{on}")).await["status"], "CNCL");

    let id = begin(&m, "", json!({"kind": "tags", "add": ["قديم"]})).await;
    ended(&shop, &m, &id).await;
    shop.advance(30 * Millis::DAY);
    let sign_in = json!({"identifier": m.email, "password": m.password});
    let (_, session) = m.post("/login", sign_in).await;
    let m = Merchant { token: session["data"]["access_token"].as_str().unwrap().to_owned(), ..m };
    let (status, body) = m.post(&format!("/order-batches/{id}/undo"), json!({})).await;
    assert_eq!((status, &body["code"]), (409, &json!("undo_expired")));
}

/// OR-01: after a crash the next worker resumes where the work stopped: two concurrent workers and a second run move no order
/// twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_a_crashed_batch_resumes_and_moves_nothing_twice() {
    let (shop, m) = shop(80).await;
    let pending = m.data("/orders/status-counts").await["PEND"].as_i64().unwrap();
    assert!(pending > 4);
    let id = begin(&m, "filter[status]=PEND", json!({"kind": "status", "status": "PRCS"})).await;
    let raw: kernel::OrderBatchId = id.parse().unwrap();
    // The state left by a worker that died between two orders: the first is moved but not recorded.
    let store = m.store;
    let first = items(&m, &id, "").await[0]["order_id"].as_str().unwrap().to_owned();
    assert_eq!(m.put(&format!("/orders/{first}/status"), json!({"status": "PRCS"})).await.0, 200);
    let sql = "UPDATE batch_items SET outcome = 'changed' WHERE store_id = ?1 AND batch_id = ?2 AND position = 1";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, raw]).await).await.unwrap();
    // The same job is queued twice: both run concurrently.
    let sql = "INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, created_at) \
               SELECT id + 1, kind, store_id, payload, 'queued', run_at, 0, 0, created_at FROM jobs WHERE kind = 'change_orders' AND store_id = ?1";
    shop.app.db().tx(async move |c| c.exec(sql, p![store]).await).await.unwrap();
    tokio::join!(shop.drain(), shop.drain());
    let batch = ended(&shop, &m, &id).await;
    assert_eq!((&batch["status"], &batch["changed_count"]), (&json!("done"), &json!(pending)));
    let moved = moves(&shop, &m).await;
    assert_eq!(i64::try_from(moved.len()).unwrap(), pending);
    assert!(moved.values().all(|n| *n == 1), "{moved:?}");
}

/// OR-01: a batch is cancelled midway; a store runs one at a time; empty, oversized and invalid ones are refused and change
/// nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_a_batch_is_stopped_and_refused() {
    let (shop, m) = shop(6).await;
    let tags = json!({"kind": "tags", "add": ["وسم"]});
    let id = begin(&m, "", tags.clone()).await;
    let (status, body) = shop.assert_unchanged(m.post("/order-batches", json!({ "action": tags }))).await;
    assert_eq!((status, &body["code"]), (409, &json!("batch_at_work")));
    let (status, body) = m.post(&format!("/order-batches/{id}/cancel"), json!({})).await;
    assert_eq!((status, &body["data"]["status"]), (200, &json!("cancelled")), "{body}");
    shop.drain().await;
    let batch = m.data(&format!("/order-batches/{id}")).await;
    assert_eq!((&batch["done"], &batch["total"], &batch["can_undo"]), (&json!(0), &json!(6), &json!(false)));
    assert_eq!(items(&m, &id, "filter[outcome]=pending").await.len(), 6);
    assert_eq!(m.data("/orders?filter[tag]=وسم").await, json!([]));
    let (status, body) = shop.assert_unchanged(m.post(&format!("/order-batches/{id}/cancel"), json!({}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("illegal_transition")));

    let (status, body) = shop.assert_unchanged(m.post("/order-batches?search=لاأحدهنا", json!({ "action": tags }))).await;
    assert_eq!((status, &body["code"]), (409, &json!("nothing_matches")));
    for (query, action, field) in [
        ("", json!({"kind": "status"}), "action.status"),
        ("", json!({"kind": "status", "status": "PRCS", "restock": true}), "action.restock"),
        ("", json!({"kind": "ship", "courier_name": "س".repeat(61)}), "action.courier_name"),
        ("", json!({"kind": "ship", "note": "س".repeat(301)}), "action.note"),
        ("", json!({"kind": "tags"}), "action.add"),
        ("", json!({"kind": "tags", "add": ["a,b"]}), "action.add.0"),
        ("", json!({"kind": "assign", "assignee_id": kernel::UserId::from_raw(7).to_string()}), "action.assignee_id"),
        ("filter[colour]=red", json!({"kind": "tags", "add": ["x"]}), "filter[colour]"),
    ] {
        let (status, body) = shop.assert_unchanged(m.post(&format!("/order-batches?{query}"), json!({ "action": action }))).await;
        assert_eq!((status, body["errors"][field].is_array()), (422, true), "{action}: {body}");
    }
    let reader = m.colleague(&shop, Role::ReadOnly).await;
    assert_eq!(reader.data("/order-batches").await.as_array().unwrap().len(), 1);
    assert_eq!(shop.assert_unchanged(reader.post("/order-batches", json!({ "action": tags }))).await.0, 403);
    // The batch appears in the audit log with its effects.
    let audit = m.data("/access-control/audit").await;
    assert!(audit.as_array().unwrap().iter().any(|a| a["subject"] == "order_batch" && a["id"] == json!(id)), "{audit}");
}

/// OR-01: a batch over too many orders is refused before anything is written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_a_batch_over_too_many_orders_is_refused() {
    let (shop, m) = shop(1).await;
    let store = m.store;
    // Copies of the sample order, ten thousand of them.
    let columns = "status, payment_status, customer_id, was_guest_order, sender_name, mobile, email, language, currency, subtotal, discount, vat, shipping_fees, \
                   payment_fees, total, vat_rate, is_vat_included, customer_currency, total_in_customer_currency, items_count, address, city, country, \
                   shipping_method_id, shipping_provider, shipping_name, payment_method_id, payment_provider, payment_name, note, is_first_order, \
                   updated_at, version, seq";
    let sql = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) \
         INSERT INTO orders (store_id, id, number, access_hash, created_at, {columns}) \
         SELECT o.store_id, o.id + n.i, o.number + n.i, CAST(n.i AS TEXT), o.created_at + n.i, {columns} FROM n CROSS JOIN \
         (SELECT * FROM orders WHERE store_id = ?1 LIMIT 1) o"
    );
    shop.app.db().tx(async move |c| c.exec(&sql, p![store]).await).await.unwrap();
    let preview = m.data("/order-batches/preview").await;
    assert_eq!((&preview["total"], &preview["is_too_many"], &preview["most"]), (&json!(10_000), &json!(true), &json!(10_000)));
    let act = json!({"action": {"kind": "tags", "add": ["x"]}});
    let (status, body) = shop.assert_unchanged(m.post("/order-batches", act)).await;
    assert_eq!((status, &body["code"]), (409, &json!("too_many")));
    assert!(body["message"].as_str().unwrap().contains("10,000"), "{body}");
}

/// OR-01: when the undo period ends, the results of each order are deleted; the action, its author and its counts stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_the_rows_of_a_batch_are_stored_while_it_is_undoable() {
    let (shop, m) = shop(5).await;
    let id = begin(&m, "", json!({"kind": "tags", "add": ["موسم"]})).await;
    ended(&shop, &m, &id).await;
    shop.advance(29 * Millis::DAY);
    shop.worker.tick().await.unwrap();
    let remaining = "SELECT COUNT(*) FROM batch_items WHERE store_id = ?1";
    assert_eq!(shop.app.db().conn().one::<i64>(remaining, p![m.store]).await.unwrap(), 5);
    shop.advance(Millis::DAY + 2 * Millis::HOUR);
    shop.worker.tick().await.unwrap();
    assert_eq!(shop.app.db().conn().one::<i64>(remaining, p![m.store]).await.unwrap(), 0);
    let (_, session) = m.post("/login", json!({"identifier": m.email, "password": m.password})).await;
    let m = Merchant { token: session["data"]["access_token"].as_str().unwrap().to_owned(), ..m };
    let batch = m.data(&format!("/order-batches/{id}")).await;
    assert_eq!((&batch["changed_count"], &batch["can_undo"], &batch["total"]), (&json!(5), &json!(false), &json!(5)));
    assert!(items(&m, &id, "").await.is_empty());
    assert_eq!(m.post(&format!("/order-batches/{id}/undo"), json!({})).await.1["code"], "undo_expired");
}
