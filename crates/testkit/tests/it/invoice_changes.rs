//! Documents that follow the ledger of their order: refunds, returns, edits and cancellation of invoiced orders (OR-08), and
//! payment states besides "paid" and "not paid" (OR-05).

use kernel::OrderId;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::checkout::{buy, person, product_id, set, set_up_checkout};

async fn shop() -> (TestShop, Merchant, crate::checkout::CheckoutSetup, kernel::ProductId) {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    set(&shop, &me, "vat_value", json!("15")).await;
    let product = product_id(&me.product(json!({"qty": 1000, "regular_price": "115.00"})).await);
    (shop, me, setup, product)
}

async fn put(me: &Merchant, order: OrderId, child: &str, body: Value) -> Value {
    let (status, answer) = me.put(&format!("/orders/{order}/{child}"), body).await;
    assert_eq!(status, 200, "{child}: {answer}");
    answer["data"].clone()
}

async fn edit(me: &Merchant, order: OrderId, mut body: Value) {
    let (status, edit_preview) = me.post(&format!("/orders/{order}/edit/preview"), body.clone()).await;
    assert_eq!(status, 200, "{edit_preview}");
    body["total"] = edit_preview["data"]["after"]["total"].clone();
    body["version"] = edit_preview["data"]["version"].clone();
    put(me, order, "edit", body).await;
}

fn minor(amount: &Value) -> i64 {
    amount.as_str().unwrap().replace('.', "").parse().unwrap()
}

/// The documents of an order as kind, total and VAT; asserts that their sum is what the ledger charges.
async fn documents(shop: &TestShop, me: &Merchant, order: OrderId) -> Vec<(String, String, String)> {
    shop.drain().await;
    let rows = me.data(&format!("/orders/{order}/documents")).await;
    let rows = rows.as_array().unwrap();
    let sum = |field: &str| -> i64 {
        rows.iter().map(|r| if r["kind"] == "invoice" { minor(&r[field]) } else { -minor(&r[field]) }).sum()
    };
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT), CAST(COALESCE(SUM(vat), 0) AS BIGINT) FROM order_entries \
               WHERE store_id = ?1 AND order_id = ?2 AND kind IN ('charge', 'adjustment', 'credit', 'reversal')";
    let charged: (i64, i64) = shop.app.db().conn().one(sql, db::p![me.store, order]).await.unwrap();
    if !rows.is_empty() {
        assert_eq!((sum("total"), sum("vat")), charged, "{rows:?}");
    }
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    rows.iter().map(|r| (text(&r["kind"]), text(&r["total"]), text(&r["vat"]))).collect()
}

fn as_texts(documents: &[(String, String, String)]) -> Vec<(&str, &str, &str)> {
    documents.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect()
}

/// OR-08: every refund of an invoiced order gets its credit note, with its lines and its VAT, once, and is linked to it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_08_a_refund_of_an_invoiced_order_gets_its_credit_note() {
    let (shop, me, setup, product) = shop().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 3)]).await.id;
    put(&me, order, "payment-status", json!({"payment_status": "paid"})).await;
    assert_eq!(as_texts(&documents(&shop, &me, order).await), [("invoice", "345.00", "45.00")]);
    let refunds = format!("/orders/{order}/refunds");
    let one = me.create(&refunds, json!({"lines": [{"line": 1, "quantity": 1}], "note": "بيننا فقط"})).await;
    me.create(&refunds, json!({"amount": "30"})).await;
    let all = documents(&shop, &me, order).await;
    assert_eq!(
        as_texts(&all),
        [("invoice", "345.00", "45.00"), ("credit_note", "115.00", "15.00"), ("credit_note", "30.00", "3.91")]
    );
    let rows = me.data(&format!("/orders/{order}/documents")).await;
    assert_eq!((&rows[1]["number"], &rows[1]["refund_id"]), (&json!("CN-2027-00001"), &one["id"]));
    let note = me.data(&format!("/documents/{}", rows[1]["id"].as_str().unwrap())).await;
    assert_eq!((&note["lines"][0]["line"], &note["lines"][0]["quantity"]), (&json!(1), &json!(1)));
    // Internal texts are not printed on a tax document.
    assert_eq!(note["reason"], json!("استرداد للعميل"));
    // The job run again, by anyone: nothing more.
    let (scope, app) = (me.scope(), shop.app.clone());
    let job = commerce::orders::InvoiceDueJob { store: scope.store(), order };
    for _ in 0..3 {
        let (env, job, store) = (app.env().clone(), job.clone(), scope.store());
        let work = async move |c: db::Conn<'_>| -> db::Result<()> {
            jobs::enqueue(c, &env, &job, jobs::Enqueue::for_store(store)).await?;
            Ok(())
        };
        app.db().tx(work).await.unwrap();
    }
    assert_eq!(documents(&shop, &me, order).await, all);
    // The rest: what is left of the invoice, to the last minor unit of VAT.
    me.create(&refunds, json!({"amount": "200"})).await;
    let all = documents(&shop, &me, order).await;
    assert_eq!(as_texts(&all)[3], ("credit_note", "200.00", "26.09"));
    let order = me.data(&format!("/orders/{order}")).await;
    assert_eq!((&order["payment_status"], &order["money"]["state"]), (&json!("not_paid"), &json!("refunded")));
}

/// OR-08: an edit of an invoiced order credits the invoice and issues another; cancelling credits that one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_08_an_edit_of_an_invoiced_order_replaces_its_invoice() {
    let (shop, me, setup, product) = shop().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 2)]).await.id;
    put(&me, order, "payment-status", json!({"payment_status": "paid"})).await;
    documents(&shop, &me, order).await;
    edit(&me, order, json!({"items": [{"line": 1, "quantity": 3}]})).await;
    let all = documents(&shop, &me, order).await;
    assert_eq!(
        as_texts(&all),
        [("invoice", "230.00", "30.00"), ("credit_note", "230.00", "30.00"), ("invoice", "345.00", "45.00")]
    );
    // Paid with a balance owed: shown beside the status, in the list and in the order.
    let row = me.data("/orders").await[0].clone();
    for view in [&row, &me.data(&format!("/orders/{order}")).await] {
        assert_eq!(
            (&view["payment_status"], &view["money"]["state"], &view["money"]["owed"]),
            (&json!("paid"), &json!("owes"), &json!("115.00"))
        );
    }
    edit(&me, order, json!({"items": [{"line": 1, "quantity": 1}], "discount": "15"})).await;
    assert_eq!(
        as_texts(&documents(&shop, &me, order).await)[3..],
        [("credit_note", "345.00", "45.00"), ("invoice", "100.00", "13.04")]
    );
    // Other goods for the same money: the document lists the new goods.
    let other = product_id(&me.product(json!({"qty": 9, "regular_price": "115.00", "name": {"ar": "آخر"}})).await);
    edit(&me, order, json!({"items": [{"product_id": other, "quantity": 1}]})).await;
    assert_eq!(documents(&shop, &me, order).await.len(), 7);
    // A changed address alone issues no document.
    edit(&me, order, json!({"address": {"name": "نورة", "mobile": "0551112233", "city": "جدة", "street": "التحلية"}})).await;
    assert_eq!(documents(&shop, &me, order).await.len(), 7);
    put(&me, order, "status", json!({"status": "CNCL"})).await;
    assert_eq!(as_texts(&documents(&shop, &me, order).await)[7..], [("credit_note", "100.00", "13.04")]);
    assert_eq!(me.data(&format!("/orders/{order}")).await["money"]["state"], json!("overpaid"));
}

/// OR-08: an unpaid return is credited by its pieces; an order that was never invoiced gets no credit note, and its later invoice
/// claims what is charged then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_08_returns_are_credited_and_what_was_never_invoiced_is_not() {
    let (shop, me, setup, product) = shop().await;
    let reason = me.data("/return-reasons").await[0]["id"].as_str().unwrap().to_owned();
    let order = buy(&shop, &setup, &person(1), &[(product, None, 3)]).await.id;
    for status in ["PRCS", "RDYS", "SHPD"] {
        put(&me, order, "status", json!({"status": status})).await;
    }
    assert_eq!(documents(&shop, &me, order).await.len(), 1);
    let return_body = json!({"lines": [{"line": 1, "quantity": 1, "reason_id": reason, "is_restocked": true}]});
    me.create(&format!("/orders/{order}/returns"), return_body).await;
    assert_eq!(
        as_texts(&documents(&shop, &me, order).await),
        [("invoice", "345.00", "45.00"), ("credit_note", "115.00", "15.00")]
    );
    put(&me, order, "status", json!({"status": "RTRN"})).await;
    assert_eq!(as_texts(&documents(&shop, &me, order).await)[2..], [("credit_note", "230.00", "30.00")]);

    set(&shop, &me, "invoice_when", json!("manual")).await;
    let order = buy(&shop, &setup, &person(2), &[(product, None, 2)]).await.id;
    put(&me, order, "payment-status", json!({"payment_status": "paid"})).await;
    me.create(&format!("/orders/{order}/refunds"), json!({"lines": [{"line": 1, "quantity": 1}]})).await;
    assert!(documents(&shop, &me, order).await.is_empty());
    me.create(&format!("/orders/{order}/documents"), json!({"kind": "invoice"})).await;
    assert_eq!(as_texts(&documents(&shop, &me, order).await), [("invoice", "115.00", "15.00")]);
    me.create(&format!("/orders/{order}/refunds"), json!({"lines": [{"line": 1, "quantity": 1}]})).await;
    assert_eq!(documents(&shop, &me, order).await.len(), 2);

    let order = buy(&shop, &setup, &person(3), &[(product, None, 1)]).await.id;
    put(&me, order, "payment-status", json!({"payment_status": "paid"})).await;
    me.create(&format!("/orders/{order}/refunds"), json!({"amount": "115"})).await;
    let path = format!("/orders/{order}/documents");
    let (status, body) = shop.assert_unchanged(me.post(&path, json!({"kind": "invoice"}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("nothing_charged")), "{body}");
}

/// OR-08: what somebody credited by hand is not credited again by a refund of the same money.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_08_money_credited_by_hand_is_not_credited_twice() {
    let (shop, me, setup, product) = shop().await;
    let order = buy(&shop, &setup, &person(1), &[(product, None, 2)]).await.id;
    put(&me, order, "payment-status", json!({"payment_status": "paid"})).await;
    documents(&shop, &me, order).await;
    let invoice = me.data(&format!("/orders/{order}/documents")).await[0]["id"].as_str().unwrap().to_owned();
    me.create(&format!("/documents/{invoice}/credit"), json!({"reason": "تلف", "lines": [{"line": 1, "quantity": 1}]})).await;
    me.create(&format!("/orders/{order}/refunds"), json!({"lines": [{"line": 1, "quantity": 1}]})).await;
    let all = documents(&shop, &me, order).await;
    assert_eq!(as_texts(&all), [("invoice", "230.00", "30.00"), ("credit_note", "115.00", "15.00")]);
    me.create(&format!("/orders/{order}/refunds"), json!({"amount": "15"})).await;
    assert_eq!(as_texts(&documents(&shop, &me, order).await)[2..], [("credit_note", "15.00", "1.96")]);
}
