//! The spreadsheet view: reading and writing cells.

use serde_json::{Value, json};

use super::{empty, product, read, shop, text};

/// PR-01: products with their variants, only the requested columns, page by page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_01_the_sheet_is_read_in_parts_and_columns() {
    let (_shop, m) = shop().await;
    empty(&m).await;
    for n in 0..5 {
        product(&m, n, json!({})).await;
    }
    let page = m.data("/products/sheet?columns=sku,regular_price&limit=3").await;
    assert_eq!((page["rows"].as_array().unwrap().len(), &page["total"]), (3, &json!(5)));
    assert_eq!(page["rows"][0]["cells"], json!({"sku": "B-4", "regular_price": "100.00"}));
    let cursor = text(&page["next_cursor"]);
    let rest = m.data(&format!("/products/sheet?columns=sku&limit=3&cursor={cursor}")).await;
    assert_eq!((rest["rows"].as_array().unwrap().len(), &rest["next_cursor"]), (2, &Value::Null));
    for bad in ["columns=price", "limit=501", "ids=x", "cursor=x", "filter[colour]=red"] {
        assert_eq!(m.get(&format!("/products/sheet?{bad}")).await.0, 422, "{bad}");
    }
    let one = text(&page["rows"][1]["id"]).to_owned();
    assert_eq!(m.data(&format!("/products/sheet?ids={one}&columns=qty")).await["rows"][0]["cells"], json!({"qty": 10}));
}

/// PR-02, GC-02: each row has its own result and its messages by cell; a stale row is answered with its current values.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_cells_are_written_row_by_row() {
    let (_shop, m) = shop().await;
    let shirt = json!({
        "product_type": "multi",
        "options": [{"name": "size", "values": ["S", "M"]}],
        "variants": [{"option_values": ["S"], "qty": 2, "sku": "S-S"}, {"option_values": ["M"], "qty": 3}],
    });
    let (a, b, c) = (product(&m, 1, json!({})).await, product(&m, 2, shirt).await, product(&m, 3, json!({})).await);
    m.put(&format!("/products/{}", text(&c["id"])), json!({"qty": 1})).await;
    let (small, medium) = (&b["variants"][0]["id"], &b["variants"][1]["id"]);
    let row = |p: &Value, cells: Value, variants: Value| json!({"id": p["id"], "version": p["version"], "cells": cells, "variants": variants});
    let rows = json!([
        row(&a, json!({"regular_price": "١٢٣٫٥", "sale_price": "200"}), json!([])),
        row(&b, json!({"name": {"ar": "قميص"}}), json!([{"id": medium, "cells": {"qty": 9, "regular_price": "55"}}])),
        row(&c, json!({"qty": 5}), json!([])),
    ]);
    let (status, body) = m.send("PATCH", "/products/sheet", &json!({ "rows": rows })).await;
    assert_eq!(status, 200, "{body}");
    let results = &body["data"]["results"];
    assert_eq!(results[0]["errors"]["sale_price"][0], "سعر التخفيض يجب أن يكون أقل من السعر الأساسي.");
    assert_eq!((&results[1]["is_ok"], &results[1]["row"]["variants"][1]["cells"]["qty"]), (&json!(true), &json!(9)));
    assert_eq!((&results[2]["code"], &results[2]["row"]["cells"]["qty"]), (&json!("stale_version"), &json!(1)));
    let b_now = read(&m, &b["id"]).await;
    assert_eq!((&b_now["variants"][0]["sku"], &b_now["variants"][0]["id"]), (&json!("S-S"), small));
    assert_eq!((&b_now["variants"][1]["qty"], &b_now["variants"][1]["regular_price"]), (&json!(9), &json!("55.00")));
    assert_eq!(read(&m, &a["id"]).await, a, "a row with a fault is left as it is");

    // A fault of a variant is named by the variant's id, and the next save joins the batch.
    let batch = &body["data"]["batch_id"];
    let bad = json!({"id": b["id"], "version": b_now["version"], "variants": [{"id": small, "cells": {"qty": -1}}]});
    let good = row(&a, json!({"regular_price": "١٢٣٫٥"}), json!([]));
    let (_, body) = m.send("PATCH", "/products/sheet", &json!({"batch_id": batch, "rows": [bad, good]})).await;
    assert!(body["data"]["results"][0]["errors"][format!("variants.{}.qty", text(small))].is_array(), "{body}");
    assert_eq!((&body["data"]["results"][1]["is_ok"], &body["data"]["batch_id"]), (&json!(true), batch));
    let view = m.data(&format!("/batches/{}", text(batch))).await;
    assert_eq!((&view["kind"], &view["changed_count"]), (&json!("sheet"), &json!(2)));
    m.post(&format!("/batches/{}/undo", text(batch)), json!({})).await;
    assert_eq!(read(&m, &a["id"]).await["regular_price"], "100.00");
    assert_eq!(read(&m, &b["id"]).await["variants"][1]["qty"], 3);
}

/// VA-02: an invalid sheet is refused as a whole and changes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn va_02_what_is_no_sheet_is_refused() {
    let (shop, m) = shop().await;
    let a = product(&m, 1, json!({})).await;
    let row = json!({"id": a["id"], "version": a["version"], "cells": {"qty": 1}});
    shop.assert_unchanged(async {
        for (body, field) in [
            (json!({"rows": []}), "rows"),
            (json!({"rows": [row, row]}), "rows.1.id"),
            (json!({"rows": [row], "batch_id": "bat_0000000000001"}), "batch_id"),
        ] {
            let (status, answer) = m.send("PATCH", "/products/sheet", &body).await;
            assert_eq!(status, 422, "{answer}");
            assert!(answer["errors"][field].is_array(), "{field}: {answer}");
        }
        for cells in [json!({"product_type": "multi"}), json!({"qty": "x"}), json!({"qty": -1})] {
            let row = json!({"id": a["id"], "version": a["version"], "cells": cells});
            let (_, answer) = m.send("PATCH", "/products/sheet", &json!({"rows": [row]})).await;
            assert_eq!(answer["data"]["results"][0]["is_ok"], false, "{answer}");
        }
    })
    .await;
}
