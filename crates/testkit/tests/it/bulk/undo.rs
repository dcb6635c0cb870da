//! Undo of batches, field by field.

use kernel::Millis;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use serde_json::{Value, json};
use testkit::Merchant;

use super::{product, read, shop, text, up};

async fn bulk(m: &Merchant, ids: &[&Value], action: Value) -> String {
    let (status, body) = m.post("/products/bulk", json!({"items": ids, "action": action})).await;
    assert_eq!(status, 200, "{body}");
    text(&body["data"]["batch"]["id"]).to_owned()
}

async fn undo(m: &Merchant, id: &str) -> Value {
    let (status, body) = m.post(&format!("/batches/{id}/undo"), json!({})).await;
    assert_eq!(status, 200, "{body}");
    body["data"].clone()
}

/// GC-02: later changes are listed before the undo and kept by it, the rest is reverted; the undo can be undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_an_undo_keeps_what_was_changed_since_and_can_be_undone() {
    let (_shop, m) = shop().await;
    let (a, b) = (product(&m, 1, json!({"sale_price": "80.00"})).await, product(&m, 2, json!({})).await);
    let both = json!({"kind": "price", "field": "both", "by": "percent", "direction": "up", "value": "10"});
    let id = bulk(&m, &[&a["id"], &b["id"]], both).await;
    m.put(&format!("/products/{}", text(&a["id"])), json!({"regular_price": "150.00", "sku": "NEW"})).await;

    let preview = m.data(&format!("/batches/{id}/undo")).await;
    assert_eq!((&preview["returns"], &preview["keeps"]), (&json!(2), &json!(1)));
    let conflict = &preview["kept"][0]["kept"][0];
    assert_eq!(
        (&conflict["field"], &conflict["batch"], &conflict["now"]),
        (&json!("regular_price"), &json!(["110.00"]), &json!(["150.00"]))
    );

    let undone = undo(&m, &id).await;
    assert_eq!((&undone["status"], &undone["changed_count"], &undone["kept_count"]), (&json!("done"), &json!(2), &json!(1)));
    let a_now = read(&m, &a["id"]).await;
    assert_eq!(
        (&a_now["regular_price"], &a_now["sale_price"], &a_now["sku"]),
        (&json!("150.00"), &json!("80.00"), &json!("NEW"))
    );
    assert_eq!(read(&m, &b["id"]).await["regular_price"], "100.00");
    let notes = m.data(&format!("/batches/{}/notes", text(&undone["id"]))).await;
    assert_eq!((&notes[0]["outcome"], &notes[0]["kept"][0]["field"]), (&json!("kept"), &json!("regular_price")));

    let (status, body) = m.post(&format!("/batches/{id}/undo"), json!({})).await;
    assert_eq!((status, &body["code"]), (409, &json!("already_undone")));
    let redone = undo(&m, text(&undone["id"])).await;
    assert_eq!(redone["undoes"], "undo");
    let a_now = read(&m, &a["id"]).await;
    assert_eq!((&a_now["regular_price"], &a_now["sale_price"]), (&json!("150.00"), &json!("88.00")));
    assert_eq!(read(&m, &b["id"]).await["regular_price"], "110.00");
    let all = m.data("/batches").await;
    assert_eq!(all.as_array().unwrap().iter().map(|b| text(&b["kind"])).collect::<Vec<_>>(), ["undo", "undo", "bulk"]);
    assert_eq!(m.get(&format!("/batches?cursor={id}")).await.1["data"], json!([]));
}

/// GC-02: a deleted product is restored with its variants, pictures and categories, whether it was deleted alone or in bulk.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_deleted_products_come_back_whole() {
    let (_shop, m) = shop().await;
    let category = m.create("/categories", json!({"name": {"ar": "ملابس"}})).await["id"].clone();
    let shirt = json!({
        "product_type": "multi", "category_ids": [category],
        "options": [{"name": "size", "values": ["S", "M"]}],
        "variants": [{"option_values": ["S"], "qty": 2}, {"option_values": ["M"], "qty": 3, "regular_price": "80.00"}],
    });
    let a = product(&m, 1, shirt).await;
    let b = product(&m, 2, json!({})).await;
    let (_, body) = m.delete(&format!("/products/{}", text(&a["id"])), json!({})).await;
    let single = text(&body["data"]["batch_id"]).to_owned();
    assert_eq!(m.data(&format!("/batches/{single}")).await["name"]["ar"], "صنف 1");
    let (_, body) = m.delete("/products/deleteMany", json!({"items": [b["id"]]})).await;
    let many = text(&body["data"]["batch"]["id"]).to_owned();
    undo(&m, &single).await;
    undo(&m, &many).await;
    let mut restored = read(&m, &a["id"]).await;
    for key in ["version", "updated_at"] {
        restored[key] = a[key].clone();
    }
    assert_eq!(restored, a);
    assert_eq!(read(&m, &b["id"]).await["state"], "published");
    let counts = m.data("/products/state-counts").await;
    // Undoing the undo deletes it again, unless it was changed since.
    let undos = m.data("/batches").await;
    m.put(&format!("/products/{}", text(&b["id"])), json!({"sku": "KEEP"})).await;
    let redo = undo(&m, text(&undos[0]["id"])).await;
    assert_eq!((&redo["changed_count"], &redo["kept_count"]), (&json!(0), &json!(1)));
    assert_eq!(m.data("/products/state-counts").await, counts);
}

/// GC-02: a batch can be undone for 30 days.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_a_batch_can_be_undone_for_thirty_days() {
    let (shop, m) = shop().await;
    let a = product(&m, 1, json!({})).await;
    let id = bulk(&m, &[&a["id"]], up("10")).await;
    let sign_in = json!({"identifier": m.email, "password": m.password});
    shop.advance(30 * Millis::DAY);
    let (_, session) = m.post("/login", sign_in).await;
    let m = Merchant { token: text(&session["data"]["access_token"]).to_owned(), ..m };
    assert_eq!(m.data(&format!("/batches/{id}")).await["can_undo"], false);
    let (status, body) = m.post(&format!("/batches/{id}/undo"), json!({})).await;
    assert_eq!((status, &body["code"]), (409, &json!("undo_expired")));
    assert_eq!(read(&m, &a["id"]).await["regular_price"], "110.00");
}

/// GC-02: where reverted and kept fields together would break a rule, the product stays as it is and the reason is given.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_an_undo_makes_no_product_that_its_form_would_refuse() {
    let (_shop, m) = shop().await;
    let a = product(&m, 1, json!({})).await;
    let id = bulk(&m, &[&a["id"]], up("50")).await;
    m.put(&format!("/products/{}", text(&a["id"])), json!({"sale_price": "120.00"})).await;
    let undone = undo(&m, &id).await;
    assert_eq!((&undone["changed_count"], &undone["kept_count"]), (&json!(0), &json!(1)));
    let notes = m.data(&format!("/batches/{}/notes", text(&undone["id"]))).await;
    assert_eq!(notes[0]["message"], "سعر التخفيض يجب أن يكون أقل من السعر الأساسي.");
    assert_eq!(read(&m, &a["id"]).await["regular_price"], "150.00");
}

#[derive(Debug, Clone)]
enum Edit {
    Bulk(u8),
    Later(usize, u8),
}

fn field(n: u8) -> (&'static str, Value) {
    match n % 4 {
        0 => ("sku", json!(format!("S{n}"))),
        1 => ("qty", json!(i64::from(n))),
        2 => ("is_tax_free", json!(n % 8 == 2)),
        _ => ("min_qty", json!(i64::from(n % 5) + 1)),
    }
}

/// GC-02: random edits, a sheet batch among them, then its undo: fields that the batch did not touch are as they were,
/// fields that were edited later keep that edit, and the others are as before the batch.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_random_edits_then_an_undo() {
    let (_shop, m) = shop().await;
    let strategy = prop::collection::vec(
        prop_oneof![(0..40_u8).prop_map(Edit::Bulk), (0..2_usize, 0..40_u8).prop_map(|(p, n)| Edit::Later(p, n))],
        1..9,
    );
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for round in 0..12 {
        let edits = strategy.new_tree(&mut runner).unwrap().current();
        let products = [product(&m, round * 2, json!({})).await, product(&m, round * 2 + 1, json!({})).await];
        let mut before: Vec<Option<Value>> = vec![None, None];
        let mut batch: Option<String> = None;
        let mut expected_writes: Vec<Vec<(&str, Value)>> = vec![Vec::new(), Vec::new()];
        for edit in &edits {
            match edit {
                Edit::Bulk(n) if batch.is_none() => {
                    let mut rows = Vec::new();
                    for (i, p) in products.iter().enumerate() {
                        let now = read(&m, &p["id"]).await;
                        let (key, value) = field(n.wrapping_add(u8::try_from(i).unwrap()));
                        rows.push(json!({"id": p["id"], "version": now["version"], "cells": {key: value}}));
                        before[i] = Some(now);
                    }
                    let (status, body) = m.send("PATCH", "/products/sheet", &json!({ "rows": rows })).await;
                    assert_eq!(status, 200, "{body}");
                    batch = body["data"]["batch_id"].as_str().map(str::to_owned);
                    for (i, p) in products.iter().enumerate() {
                        let (old, now) = (before[i].clone().unwrap(), read(&m, &p["id"]).await);
                        let keys = ["sku", "qty", "is_tax_free", "min_qty"];
                        expected_writes[i] =
                            keys.into_iter().filter(|k| old[*k] != now[*k]).map(|k| (k, now[k].clone())).collect();
                    }
                }
                Edit::Bulk(_) => {}
                Edit::Later(p, n) => {
                    let (key, value) = field(*n);
                    m.put(&format!("/products/{}", text(&products[*p]["id"])), json!({ key: value })).await;
                }
            }
        }
        let Some(batch) = batch else { continue };
        let now = [read(&m, &products[0]["id"]).await, read(&m, &products[1]["id"]).await];
        undo(&m, &batch).await;
        for i in 0..2 {
            let after = read(&m, &products[i]["id"]).await;
            for key in ["sku", "qty", "is_tax_free", "min_qty", "regular_price", "name"] {
                let of_batch = expected_writes[i].iter().find(|(k, _)| *k == key).map(|(_, v)| v);
                let expected = match of_batch {
                    Some(value) if now[i][key] == *value => &before[i].as_ref().unwrap()[key],
                    _ => &now[i][key],
                };
                assert_eq!(&after[key], expected, "{key} of {edits:?}");
            }
        }
    }
}

/// GC-02: a small undo is complete when the call answers, also when a worker takes its job in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_a_small_undo_is_complete_though_a_worker_takes_a_part() {
    let (shop, m) = shop().await;
    let one = product(&m, 1, json!({})).await;
    let mut id = bulk(&m, &[&one["id"]], up("10")).await;
    // Each undo is undone by the next.
    for turn in 0..60 {
        let is_over = std::sync::atomic::AtomicBool::new(false);
        let worker = async {
            while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                shop.drain().await;
                tokio::task::yield_now().await;
            }
        };
        let call = async {
            let undone = undo(&m, &id).await;
            is_over.store(true, std::sync::atomic::Ordering::Relaxed);
            undone
        };
        let ((), undone) = tokio::join!(worker, call);
        assert_eq!((&undone["status"], &undone["changed_count"]), (&json!("done"), &json!(1)), "turn {turn}");
        id = text(&undone["id"]).to_owned();
    }
}
