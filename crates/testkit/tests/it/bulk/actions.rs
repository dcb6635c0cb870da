//! One bulk action over chosen products and over all that match a query.

use serde_json::{Value, json};

use super::{empty, product, read, shop, text, up};

/// GC-02: each chosen product has its own result, products refused by a rule stay unchanged, and the changes are one batch.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_chosen_products_change_each_on_its_own() {
    let (_shop, m) = shop().await;
    let a = product(&m, 1, json!({})).await;
    let b = product(&m, 2, json!({"regular_price": "10.00", "sale_price": "9.50"})).await;
    let down =
        json!({"kind": "price", "field": "regular_price", "by": "amount", "direction": "down", "value": "1", "rounding": "half"});
    let removed = "prd_0000000000001";
    let (status, body) = m.post("/products/bulk", json!({"items": [a["id"], b["id"], removed], "action": down})).await;
    assert_eq!(status, 200, "{body}");
    let results = body["data"]["results"].as_array().unwrap();
    assert_eq!(results.iter().map(|r| r["is_ok"].as_bool().unwrap()).collect::<Vec<_>>(), [true, false, false]);
    assert_eq!(results[1]["message"], "سعر التخفيض يجب أن يكون أقل من السعر الأساسي.");
    assert_eq!(results[2]["code"], "not_found");
    let batch = &body["data"]["batch"];
    assert_eq!((&batch["kind"], &batch["changed_count"], &batch["can_undo"]), (&json!("bulk"), &json!(1), &json!(true)));
    assert_eq!(read(&m, &a["id"]).await["regular_price"], "99.00");
    assert_eq!(read(&m, &b["id"]).await["regular_price"], "10.00");
    let (_, again) = m.post("/products/bulk", json!({"items": [a["id"]], "action": {"kind": "publish"}})).await;
    assert_eq!(again["data"]["batch"], Value::Null, "nothing changed, so there is nothing to undo");
}

/// GC-02: every kind of action does what it says.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_every_action() {
    let (_shop, m) = shop().await;
    let (one, two) = (
        m.create("/categories", json!({"name": {"ar": "أول"}})).await["id"].clone(),
        m.create("/categories", json!({"name": {"ar": "ثان"}})).await["id"].clone(),
    );
    let a = product(&m, 1, json!({"tags": ["قديم"], "category_ids": [one]})).await;
    let run = async |action: Value| {
        let (status, body) = m.post("/products/bulk", json!({"items": [a["id"]], "action": action})).await;
        assert_eq!((status, &body["data"]["results"][0]["is_ok"]), (200, &json!(true)), "{body}");
        read(&m, &a["id"]).await
    };
    assert_eq!(run(json!({"kind": "stock", "change": "add", "qty": 5})).await["qty"], 15);
    assert_eq!(run(json!({"kind": "stock", "change": "take", "qty": 50})).await["qty"], 0);
    assert_eq!(run(json!({"kind": "stock", "change": "set", "qty": 7})).await["qty"], 7);
    assert_eq!(run(json!({"kind": "tags", "change": "add", "tags": ["عيد"]})).await["tags"], json!(["قديم", "عيد"]));
    assert_eq!(run(json!({"kind": "tags", "change": "remove", "tags": ["قديم"]})).await["tags"], json!(["عيد"]));
    assert_eq!(
        run(json!({"kind": "categories", "change": "add", "category_ids": [two]})).await["category_ids"],
        json!([one, two])
    );
    assert_eq!(run(json!({"kind": "categories", "change": "set", "category_ids": []})).await["category_ids"], json!([]));
    let p = run(json!({"kind": "sale", "value": "٢٥", "rounding": "ninety_nine"})).await;
    assert_eq!((&p["sale_price"], &p["price"]), (&json!("74.99"), &json!("74.99")));
    assert_eq!(run(json!({"kind": "end_sale"})).await["sale_price"], Value::Null);
    assert_eq!(run(json!({"kind": "unpublish"})).await["is_published"], false);
    assert_eq!(run(json!({"kind": "publish"})).await["is_published"], true);
    let p = run(json!({"kind": "archive"})).await;
    assert_eq!((&p["state"], p["archived_at"].is_string()), (&json!("archived"), true));
    assert_eq!(run(json!({"kind": "archive"})).await["archived_at"], p["archived_at"], "it is there since it came");
    assert_eq!(run(json!({"kind": "restore"})).await["state"], "published");
    let (_, body) = m.post("/products/bulk", json!({"items": [a["id"]], "action": {"kind": "delete"}})).await;
    assert_eq!(body["data"]["batch"]["kind"], "delete");
    assert_eq!(m.get(&format!("/products/{}", text(&a["id"]))).await.0, 404);
}

/// VA-02: missing input of an action is reported by field, in the caller's language, and changes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn va_02_an_action_that_is_not_one_is_refused() {
    let (shop, m) = shop().await;
    let a = product(&m, 1, json!({})).await;
    let theirs = shop.merchant().await.create("/categories", json!({"name": {"ar": "غريب"}})).await["id"].clone();
    let english = m.in_english();
    let price = |overrides: Value| {
        let mut body = up("10");
        body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
        body
    };
    shop.assert_unchanged(async {
        for (action, field) in [
            (json!({"kind": "price"}), "action.field"),
            (price(json!({"value": "1001"})), "action.value"),
            (price(json!({"value": "-5"})), "action.value"),
            (price(json!({"value": "x"})), "action.value"),
            (price(json!({"value": "101", "direction": "down"})), "action.value"),
            (price(json!({"by": "amount", "value": "1.234"})), "action.value"),
            (json!({"kind": "stock", "change": "remove", "qty": 1}), "action.change"),
            (json!({"kind": "stock", "change": "set", "qty": -1}), "action.qty"),
            (json!({"kind": "tags", "change": "add", "tags": []}), "action.tags"),
            (json!({"kind": "categories", "change": "take", "category_ids": []}), "action.change"),
            (json!({"kind": "categories", "change": "add", "category_ids": [theirs]}), "action.category_ids.0"),
        ] {
            for caller in [&m, &english] {
                for path in ["/products/bulk", "/products/bulk/preview"] {
                    let (status, body) = caller.post(path, json!({"items": [a["id"]], "action": action})).await;
                    assert_eq!(status, 422, "{path} {action}: {body}");
                    assert!(body["errors"][field].is_array(), "{field}: {body}");
                }
            }
        }
        let many: Vec<&Value> = std::iter::repeat_n(&a["id"], 101).collect();
        assert_eq!(m.post("/products/bulk", json!({"items": many, "action": up("1")})).await.0, 422);
        assert_eq!(m.post("/products/bulk?filter[colour]=red", json!({"action": up("1")})).await.0, 422);
    })
    .await;
}

/// GC-02: all matching products are previewed, then changed in the background, each once, although the change makes it leave the
/// filter.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_everything_that_matches_changes_once() {
    let (shop, m) = shop().await;
    empty(&m).await;
    for n in 0..60 {
        product(&m, n, json!({"regular_price": if n < 55 { "100.00" } else { "500.00" }})).await;
    }
    let path = "?filter[price][lte]=100";
    let (status, preview) = m.post(&format!("/products/bulk/preview{path}"), json!({"action": up("10")})).await;
    assert_eq!(status, 200, "{preview}");
    let preview = &preview["data"];
    assert_eq!((&preview["total"], &preview["changes"], &preview["refused"]), (&json!(55), &json!(55), &json!(0)));
    assert_eq!(preview["rows"].as_array().unwrap().len(), 10);
    let change = &preview["rows"][0]["changes"][0];
    assert_eq!(
        (&change["field"], &change["before"], &change["after"]),
        (&json!("regular_price"), &json!(["100.00"]), &json!(["110.00"]))
    );

    let (status, body) = m.post(&format!("/products/bulk{path}"), json!({"action": up("10")})).await;
    assert_eq!(status, 200, "{body}");
    let batch = body["data"]["batch"].clone();
    assert_eq!((&batch["status"], &batch["total"]), (&json!("running"), &json!(55)));
    let id = text(&batch["id"]);
    assert_eq!(m.post(&format!("/batches/{id}/undo"), json!({})).await.1["code"], "batch_at_work");
    shop.drain().await;
    let finished = m.data(&format!("/batches/{id}")).await;
    assert_eq!((&finished["status"], &finished["done"], &finished["changed_count"]), (&json!("done"), &json!(55), &json!(55)));
    let remaining = m.get("/products?filter[price][lte]=100").await.1;
    assert_eq!(remaining["meta"]["total"], 0);
    let changed = m.get("/products?filter[price][lte]=110").await.1;
    assert_eq!(changed["meta"]["total"], 55, "no product was met twice");

    let items = m.get(&format!("/batches/{id}/items?per_page=50")).await.1;
    assert_eq!((items["data"].as_array().unwrap().len(), &items["meta"]["total"]), (50, &json!(55)));
    let next = items["meta"]["next_cursor"].as_str().unwrap();
    let rest = m.data(&format!("/batches/{id}/items?per_page=50&cursor={next}")).await;
    assert_eq!(rest.as_array().unwrap().len(), 5);
    assert_eq!(rest[0]["changes"][0]["after"], json!(["110.00"]));

    // The large undo is a background job too, and is applied once however often the job runs.
    let (_, undo) = m.post(&format!("/batches/{id}/undo"), json!({})).await;
    shop.drain().await;
    shop.drain().await;
    let undo = m.data(&format!("/batches/{}", text(&undo["data"]["id"]))).await;
    assert_eq!((&undo["status"], &undo["changed_count"], &undo["kept_count"]), (&json!("done"), &json!(55), &json!(0)));
    assert_eq!(m.get("/products?filter[price][lte]=100").await.1["meta"]["total"], 55);
}

/// GC-02: a cancelled batch keeps the changes made so far, which can be undone; the rest is unchanged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_background_work_can_be_stopped() {
    let (shop, m) = shop().await;
    empty(&m).await;
    let a = product(&m, 1, json!({})).await;
    let (_, body) = m.post("/products/bulk", json!({"action": up("10")})).await;
    let id = text(&body["data"]["batch"]["id"]).to_owned();
    assert_eq!(m.post(&format!("/batches/{id}/cancel"), json!({})).await.1["data"]["status"], "cancelled");
    assert_eq!(m.post(&format!("/batches/{id}/cancel"), json!({})).await.0, 409);
    shop.drain().await;
    assert_eq!(read(&m, &a["id"]).await["regular_price"], "100.00");
    assert_eq!(m.post(&format!("/batches/{id}/undo"), json!({})).await.1["code"], "nothing_written");
}

/// GC-02: many products are archived and restored in one call, and either can be undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_the_archive_takes_many_and_gives_them_back() {
    let (shop, m) = shop().await;
    for n in 1..=3 {
        product(&m, n, json!({})).await;
    }
    let page = async || m.get("/products?filter[state]=published").await.1["meta"]["total"].as_i64().unwrap();
    let archived = async || m.get("/products?filter[state]=archived").await.1["meta"]["total"].as_i64().unwrap();
    let run = async |query: &str, kind: &str| {
        let (status, body) = m.post(&format!("/products/bulk{query}"), json!({"action": {"kind": kind}})).await;
        assert_eq!(status, 200, "{body}");
        shop.drain().await;
        m.data(&format!("/batches/{}", text(&body["data"]["batch"]["id"]))).await
    };
    let put_away = run("", "archive").await;
    assert_eq!((&put_away["status"], &put_away["changed_count"]), (&json!("done"), &json!(3)));
    assert_eq!((page().await, archived().await), (0, 3));
    let items = m.get(&format!("/batches/{}/items", text(&put_away["id"]))).await.1;
    assert_eq!(items["data"][0]["changes"][0]["field"], "archived_at", "{items}");
    let undo = async |batch: &Value| {
        assert_eq!(m.post(&format!("/batches/{}/undo", text(&batch["id"])), Value::Null).await.0, 200);
        shop.drain().await;
    };
    undo(&put_away).await;
    assert_eq!((page().await, archived().await), (3, 0));
    run("", "archive").await;
    let taken_out = run("?filter[state]=archived", "restore").await;
    assert_eq!((&taken_out["changed_count"], page().await, archived().await), (&json!(3), 3, 0));
    undo(&taken_out).await;
    assert_eq!((page().await, archived().await), (0, 3));
}

/// GC-02, PR-04: the interpretation of a search is fixed when a batch over it begins. Products that match only by a typo
/// correction are not included once the exact matches are gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_deleting_matches_does_not_widen_a_running_batch() {
    let (shop, m) = shop().await;
    empty(&m).await;
    let unaffected = product(&m, 99, json!({"name": {"ar": "قميس أزرق"}})).await;
    for n in 0..12 {
        product(&m, n, json!({"name": {"ar": format!("قميص {n}")}})).await;
    }
    shop.drain().await;
    let search = crate::customers::encoded("قميص");
    let (status, body) = m.post(&format!("/products/bulk?search={search}"), json!({"action": {"kind": "delete"}})).await;
    assert_eq!((status, &body["data"]["batch"]["total"]), (200, &json!(12)), "{body}");
    shop.drain().await;
    let (_, remaining) = m.get("/products").await;
    let remaining: Vec<&Value> = remaining["data"].as_array().unwrap().iter().map(|p| &p["id"]).collect();
    assert_eq!(remaining, [&unaffected["id"]]);
    // A search without exact matches still includes typo corrections, for the batch as for the list.
    let (_, body) = m.post(&format!("/products/bulk?search={search}"), json!({"action": {"kind": "unpublish"}})).await;
    assert_eq!(body["data"]["batch"]["total"], json!(1), "{body}");
    shop.drain().await;
    assert_eq!(read(&m, &unaffected["id"]).await["is_published"], false);
}
