//! Invoices, credit notes and packing slips: numbers, immutability, arithmetic, files (OR-08, decisions §5).

use kernel::Millis;
use office::documents::{self, Credit};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::checkout::{CheckoutSetup, buy, person, product_id, set, set_up_checkout};

async fn shop() -> (TestShop, Merchant, CheckoutSetup, kernel::ProductId) {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    set(&shop, &me, "vat_value", json!("15")).await;
    set(&shop, &me, "vat_number", json!("310122393500003")).await;
    let name = json!({"ar": "عطر العود", "en": "Oud perfume"});
    let product = product_id(&me.product(json!({"qty": 1000, "name": name, "regular_price": "115.00"})).await);
    (shop, me, setup, product)
}

async fn issue(me: &Merchant, order: kernel::OrderId) -> (u16, Value) {
    me.post(&format!("/orders/{order}/documents"), json!({"kind": "invoice"})).await
}

async fn page(me: &Merchant, path: &str) -> String {
    let reply = me.call("GET", path).send().await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    reply.text()
}

/// OR-08: an invoice repeats the order's content, with the QR code of Saudi stores; its sums are the order's own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_08_an_invoice_says_what_the_order_says() {
    let (shop, me, setup, product) = shop().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 3)]).await;
    assert_eq!(me.data(&format!("/orders/{}/documents", order.id)).await, json!([]));
    let path = format!("/orders/{}/documents", order.id);
    let keyed = async || me.call("POST", &path).header("idempotency-key", "once").json(&json!({"kind": "invoice"})).send().await;
    let (first, again) = (keyed().await, keyed().await);
    assert_eq!((first.status, again.status, &first.json), (201, 201, &again.json), "{}", first.text());
    let body = first.json;
    let document = &body["data"];
    let of_order = me.data(&format!("/orders/{}", order.id)).await;
    assert_eq!((&document["total"], &document["vat"]), (&of_order["total"], &of_order["vat"]));
    assert_eq!((&document["number"], &document["left"]), (&json!("INV-2027-00001"), &of_order["total"]));
    let html = page(&me, &format!("/documents/{}/file?format=html&lang=both", document["id"].as_str().unwrap())).await;
    for text in [
        "فاتورة ضريبية مبسطة",
        "Simplified tax invoice",
        "INV-2027-00001",
        "310122393500003",
        "عطر العود",
        "Oud perfume",
        "345.00",
        "45.00",
        "<svg",
    ] {
        assert!(html.contains(text), "{text}");
    }
    let reply = me.call("GET", &format!("/documents/{}/file?paper=roll80", document["id"].as_str().unwrap())).send().await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "application/pdf"));
    assert!(reply.bytes.starts_with(b"%PDF-"));
    // The order's history says so.
    let activity = me.data(&format!("/orders/{}/activity", order.id)).await;
    assert!(activity.as_array().unwrap().iter().any(|a| a["after"]["invoice"] == json!("INV-2027-00001")), "{activity}");
    // Once only.
    let (status, body) = shop.assert_unchanged(issue(&me, order.id)).await;
    assert_eq!((status, &body["code"], &body["current"]["id"]), (409, &json!("already_issued"), &document["id"]));
    for wrong in ["format=doc", "lang=fr", "paper=letter"] {
        let path = format!("/documents/{}/file?{wrong}", document["id"].as_str().unwrap());
        assert_eq!(me.get(&path).await.0, 422, "{wrong}");
    }
}

/// OR-08: whatever changes later, a print of an issued document stays as it was, byte for byte.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_08_an_issued_document_never_changes() {
    let (shop, me, setup, product) = shop().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await;
    let id = issue(&me, order.id).await.1["data"]["id"].as_str().unwrap().to_owned();
    let before = page(&me, &format!("/documents/{id}/file?format=html&lang=both&paper=a5")).await;
    let pdf = me.call("GET", &format!("/documents/{id}/file?lang=both&paper=a5")).send().await.bytes;
    for (code, value) in [
        ("store_name", json!("متجر آخر")),
        ("legal_name", json!("شركة أخرى")),
        ("vat_number", json!("311122393500003")),
        ("vat_value", json!("5")),
        ("store_address", json!({"ar": "جدة"})),
        ("document_footer", json!({"ar": "جديد"})),
    ] {
        let (status, body) = me.put(&format!("/settings/{code}"), json!({"value": value})).await;
        assert_eq!(status, 200, "{body}");
    }
    let product = me.data(&format!("/products/{product}")).await;
    let changed = json!({"name": {"ar": "اسم جديد"}, "regular_price": "1.00", "version": product["version"]});
    assert_eq!(me.put(&format!("/products/{}", product["id"].as_str().unwrap()), changed).await.0, 200);
    assert_eq!(me.put(&format!("/orders/{}/status", order.id), json!({"status": "CNCL"})).await.0, 200);
    assert_eq!(page(&me, &format!("/documents/{id}/file?format=html&lang=both&paper=a5")).await, before);
    assert_eq!(me.call("GET", &format!("/documents/{id}/file?lang=both&paper=a5")).send().await.bytes, pdf);
}

/// OR-08: concurrent invoices get every number once, without gaps, on both engines; a refusal uses none.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_08_numbers_have_no_gaps_and_no_doubles() {
    let (shop, me, setup, product) = shop().await;
    let mut orders = Vec::new();
    for n in 0..12 {
        orders.push(buy(&shop, &setup, &person(n), &[(product, None, 1)]).await.id);
    }
    let cancelled = buy(&shop, &setup, &person(20), &[(product, None, 1)]).await.id;
    assert_eq!(me.put(&format!("/orders/{cancelled}/status"), json!({"status": "CNCL"})).await.0, 200);
    let scope = me.scope();
    // Each order twice, and the cancelled one between them, concurrently.
    let mut work = Vec::new();
    for order in orders.iter().chain(&orders).copied().chain([cancelled; 4]) {
        let (app, scope) = (shop.app.clone(), scope.clone());
        work.push(tokio::spawn(async move { documents::issue_invoice(&app, &scope, order).await.is_ok() }));
    }
    let mut issued = 0;
    for one in work {
        issued += usize::from(one.await.unwrap());
    }
    assert_eq!(issued, 12, "each order once");
    let sql = "SELECT number FROM documents WHERE store_id = ?1 AND kind = 'invoice' ORDER BY number";
    let numbers: Vec<i64> = shop.app.db().conn().all(sql, db::p![me.store]).await.unwrap();
    assert_eq!(numbers, (1..=12).collect::<Vec<i64>>());
}

/// OR-08: the year of a number is that of the store's own clock, and each year begins at 1.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_08_a_year_begins_at_the_stores_own_midnight() {
    let (shop, me, setup, product) = shop().await;
    let first = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    let second = buy(&shop, &setup, &person(2), &[(product, None, 1)]).await.id;
    let third = buy(&shop, &setup, &person(3), &[(product, None, 1)]).await.id;
    let number = async |order| {
        let id = documents::issue_invoice(&shop.app, &me.scope(), order).await.unwrap();
        let sql = "SELECT year, number FROM documents WHERE store_id = ?1 AND id = ?2";
        let found: (i64, i64) = shop.app.db().conn().one(sql, db::p![me.store, id]).await.unwrap();
        found
    };
    assert_eq!(number(first).await, (2027, 1));
    // 2027-12-31T20:59:59Z is a second before midnight in Riyadh.
    let eve = Millis::parse("2027-12-31T20:59:59Z").unwrap();
    shop.advance(eve.0 - shop.app.env().now().0);
    assert_eq!(number(second).await, (2027, 2));
    shop.advance(2_000);
    assert_eq!(number(third).await, (2028, 1));
}

/// OR-08: credit notes credit lines, an amount, or all; never more than is left, also concurrently.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_08_credit_notes_never_exceed_the_invoice() {
    let (shop, me, setup, product) = shop().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 3)]).await.id;
    let invoice = issue(&me, order).await.1["data"]["id"].as_str().unwrap().to_owned();
    let path = format!("/documents/{invoice}/credit");
    for (bad, at) in [
        (json!({"reason": ""}), "reason"),
        (json!({"reason": "س", "lines": []}), "lines"),
        (json!({"reason": "س", "lines": [{"line": 9, "quantity": 1}]}), "lines.0.line"),
        (json!({"reason": "س", "lines": [{"line": 1, "quantity": 4}]}), "lines.0.quantity"),
        (json!({"reason": "س", "lines": [{"line": 1, "quantity": 0}]}), "lines.0.quantity"),
        (json!({"reason": "س", "lines": [{"line": 1, "quantity": 1}, {"line": 1, "quantity": 1}]}), "lines.1.line"),
        (json!({"reason": "س", "lines": [{"line": 1, "amount": "345.01"}]}), "lines.0.amount"),
        (json!({"reason": "س", "amount": "345.01"}), "amount"),
        (json!({"reason": "س", "amount": "1.001"}), "amount"),
        (json!({"reason": "س", "amount": "1", "lines": [{"line": 1, "quantity": 1}]}), "amount"),
    ] {
        let (status, body) = shop.assert_unchanged(me.post(&path, bad.clone())).await;
        assert!(status == 422 && body["errors"][at].is_array(), "{bad}: {body}");
    }
    let note = me.create(&path, json!({"reason": "المقاس غير مناسب", "lines": [{"line": 1, "quantity": 1}]})).await;
    assert_eq!((&note["number"], &note["total"], &note["vat"]), (&json!("CN-2027-00001"), &json!("115.00"), &json!("15.00")));
    let html = page(&me, &format!("/documents/{}/file?format=html", note["id"].as_str().unwrap())).await;
    assert!(html.contains("إشعار دائن") && html.contains("INV-2027-00001") && html.contains("المقاس غير مناسب"));
    let note = me.create(&path, json!({"reason": "خصم", "amount": "30.00"})).await;
    assert_eq!(note["total"], json!("30.00"));
    let view = me.data(&format!("/documents/{invoice}")).await;
    assert_eq!((&view["left"], &view["lines"][0]["quantity_left"]), (&json!("200.00"), &json!(2)));
    // Eight requests for all that is left; one succeeds.
    let id: kernel::DocumentId = invoice.parse().unwrap();
    let mut work = Vec::new();
    for _ in 0..8 {
        let (app, scope, env) = (shop.app.clone(), me.scope(), shop.app.env().clone());
        work.push(tokio::spawn(async move {
            app.db().tx(async move |c| documents::credit(c, &env, &scope, id, &Credit::Whole, "إلغاء").await).await.is_ok()
        }));
    }
    let mut done = 0;
    for one in work {
        done += usize::from(one.await.unwrap());
    }
    assert_eq!(done, 1);
    let rows = me.data(&format!("/orders/{order}/documents")).await;
    let numbers: Vec<&str> = rows.as_array().unwrap().iter().map(|r| r["number"].as_str().unwrap()).collect();
    assert_eq!(numbers, ["INV-2027-00001", "CN-2027-00001", "CN-2027-00002", "CN-2027-00003"]);
    assert_eq!((&rows[0]["left"], &rows[3]["total"]), (&json!("0.00"), &json!("200.00")));
    let (status, body) = shop.assert_unchanged(me.post(&path, json!({"reason": "مرة أخرى"}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("nothing_left")));
    // A fully credited order may be invoiced again.
    let (status, body) = issue(&me, order).await;
    assert_eq!((status, &body["data"]["number"]), (201, &json!("INV-2027-00002")));
}

/// OR-08: the invoice is issued automatically when the order is paid or shipped, whichever is first, and once; by hand if so set.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_08_an_invoice_is_issued_when_the_store_wants_it() {
    let (shop, me, setup, product) = shop().await;
    let count = async |order| me.data(&format!("/orders/{order}/documents")).await.as_array().unwrap().len();
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    for (status, expected) in [("PRCS", 0), ("RDYS", 0), ("SHPD", 1), ("DLVR", 1)] {
        assert_eq!(me.put(&format!("/orders/{order}/status"), json!({"status": status})).await.0, 200);
        shop.drain().await;
        assert_eq!(count(order).await, expected, "{status}");
    }
    let paid = json!({"payment_status": "paid"});
    assert_eq!(me.put(&format!("/orders/{order}/payment-status"), paid.clone()).await.0, 200);
    shop.drain().await;
    assert_eq!(count(order).await, 1);
    for (label, expected) in [("shipped", 0), ("manual", 0), ("paid", 1)] {
        set(&shop, &me, "invoice_when", json!(label)).await;
        let order = buy(&shop, &setup, &person(2), &[(product, None, 1)]).await.id;
        assert_eq!(me.put(&format!("/orders/{order}/payment-status"), paid.clone()).await.0, 200);
        shop.drain().await;
        assert_eq!(count(order).await, expected, "{label}");
    }
}

/// OR-08: one file for many orders; missing invoices are issued, orders without are counted, more than 200 are refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_08_many_orders_are_printed_in_one_file() {
    let (shop, me, setup, product) = shop().await;
    let mut ids = Vec::new();
    for n in 0..3 {
        ids.push(buy(&shop, &setup, &person(n), &[(product, None, 1)]).await.id);
    }
    assert_eq!(me.put(&format!("/orders/{}/status", ids[2]), json!({"status": "CNCL"})).await.0, 200);
    let print = async |kind: &str, orders: Value| {
        me.call("POST", "/documents/print").json(&json!({"orders": orders, "kind": kind, "paper": "a5"})).send().await
    };
    let reply = print("credit_note", json!(ids)).await;
    assert_eq!((reply.status, &reply.json["code"]), (409, &json!("nothing_to_print")));
    let reply = print("invoice", json!(ids)).await;
    assert_eq!((reply.status, reply.header("x-left-out")), (200, "1"), "{}", reply.text());
    assert_eq!(reply.bytes.windows(12).filter(|w| w == b"/Type /Page\n").count(), 2);
    assert!(shop.assert_unchanged(print("invoice", json!(ids))).await.status == 200, "a second print issues nothing");
    assert_eq!(print("packing_slip", json!(ids)).await.header("x-left-out"), "0");
    let slip = page(&me, &format!("/orders/{}/packing-slip?format=html", ids[0])).await;
    assert!(slip.contains("عطر العود") && !slip.contains("115.00"), "{slip}");
    let many: Vec<String> = (0..201).map(|n| format!("ord_{n:013}")).collect();
    let reply = shop.assert_unchanged(print("invoice", json!(many))).await;
    assert!(reply.status == 422 && reply.json["errors"]["orders"].is_array(), "{}", reply.text());
    assert_eq!(print("invoice", json!([])).await.status, 422);
}

/// OR-08: before a store has said who sells and whether it charges VAT, no invoice is issued; the waiting ones are issued then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_08_the_first_invoice_waits_for_the_stores_details() {
    let (shop, me, setup, product) = shop().await;
    let store = me.store;
    let sql = "DELETE FROM store_settings WHERE store_id = ?1 AND code IN ('vat_registration', 'vat_number')";
    shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
    let count = async |order| me.data(&format!("/orders/{order}/documents")).await.as_array().unwrap().len();
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    let other = buy(&shop, &setup, &person(2), &[(product, None, 1)]).await.id;
    let waiting = buy(&shop, &setup, &person(3), &[(product, None, 1)]).await.id;
    for status in ["PRCS", "RDYS", "SHPD"] {
        assert_eq!(me.put(&format!("/orders/{order}/status"), json!({"status": status})).await.0, 200);
    }
    assert_eq!(me.put(&format!("/orders/{other}/payment-status"), json!({"payment_status": "paid"})).await.0, 200);
    shop.drain().await;
    assert_eq!((count(order).await, count(other).await), (0, 0));
    let (status, body) = shop.assert_unchanged(issue(&me, order)).await;
    assert_eq!((status, &body["code"]), (409, &json!("invoice_details_missing")), "{body}");
    let (status, body) = shop.assert_unchanged(me.post("/documents/print", json!({"orders": [order], "kind": "invoice"}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("invoice_details_missing")), "{body}");
    let details = me.data("/invoice-details").await;
    assert_eq!(
        (&details["vat_registration"], &details["holds_invoices"], &details["default_vat_value"]),
        (&Value::Null, &json!(true), &json!("15"))
    );
    // A registered store has a number, in the form of its country.
    let mut answers =
        json!({"vat_registration": "registered", "vat_value": "15", "vat_number": "123", "legal_name": " ", "store_address": {}});
    let (status, body) = shop.assert_unchanged(me.put("/invoice-details", answers.clone())).await;
    let fields: Vec<&str> = body["errors"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!((status, fields), (422, vec!["legal_name", "store_address", "vat_number"]), "{body}");
    answers["vat_registration"] = json!("not_registered");
    answers["legal_name"] = json!("مؤسسة سارة");
    answers["store_address"] = json!({"ar": "الرياض، حي العليا"});
    let (status, body) = me.put("/invoice-details", answers).await;
    assert_eq!(
        (status, &body["data"]["holds_invoices"], &body["data"]["vat_value"]),
        (200, &json!(false), &json!("0")),
        "{body}"
    );
    shop.drain().await;
    assert_eq!((count(order).await, count(other).await, count(waiting).await), (1, 1, 0));
    let html = async |order| {
        let documents = me.data(&format!("/orders/{order}/documents")).await;
        page(&me, &format!("/documents/{}/file?format=html&lang=en", documents[0]["id"].as_str().unwrap())).await
    };
    // Orders placed earlier with VAT show it; orders placed from now on have none, and the invoice states the reason.
    let later = buy(&shop, &setup, &person(4), &[(product, None, 1)]).await.id;
    assert_eq!(me.put(&format!("/orders/{later}/payment-status"), json!({"payment_status": "paid"})).await.0, 200);
    shop.drain().await;
    let (shipped, paid) = (html(order).await, html(later).await);
    assert!(paid.contains("not registered for VAT") && paid.contains("مؤسسة سارة") && !paid.contains("VAT number"), "{paid}");
    let due = |html: &str| html.split("Amount due").nth(1).unwrap().split("</div>").next().unwrap().contains("115.00");
    assert!(due(&shipped) && !due(&paid), "{shipped}");
    // Saved again it issues nothing, and nothing is issued twice.
    shop.drain().await;
    assert_eq!((count(order).await, count(other).await), (1, 1));
}

/// OR-08: a credited invoice is not issued again automatically; an order with a total of zero has one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_08_nothing_is_invoiced_twice_by_itself() {
    let (shop, me, setup, product) = shop().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    let invoice = issue(&me, order).await.1["data"]["id"].as_str().unwrap().to_owned();
    me.create(&format!("/documents/{invoice}/credit"), json!({"reason": "خطأ"})).await;
    for status in ["PRCS", "RDYS", "SHPD", "RTRN"] {
        assert_eq!(me.put(&format!("/orders/{order}/status"), json!({"status": status})).await.0, 200);
    }
    shop.drain().await;
    let kinds = |all: &Value| all.as_array().unwrap().iter().filter(|d| d["kind"] == "invoice").count();
    assert_eq!(kinds(&me.data(&format!("/orders/{order}/documents")).await), 1);
    // By hand it may be issued.
    let free = product_id(&me.product(json!({"regular_price": "0", "qty": 5})).await);
    let gift = buy(&shop, &setup, &person(2), &[(free, None, 1)]).await.id;
    let first = issue(&me, gift).await.0;
    let again = issue(&me, gift).await.0;
    assert_eq!((first, again), (201, 409));
}
