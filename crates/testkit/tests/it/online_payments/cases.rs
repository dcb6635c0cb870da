//! What is never booked by itself, and how a member closes it.

use commerce::orders::online_payments::RecordedEffect;
use db::p;
use gateways::payments::{Transaction, TransactionKind, TransactionStatus};
use kernel::Currency;
use serde_json::{Value, json};

use super::{charge, paid, scene};

/// PY-03, decisions §8: another amount, currency, account or mode is a case, and never "paid".
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_lie_about_the_amount_is_a_case() {
    let s = scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    let changed = |id: &str, change: &dyn Fn(&mut Transaction)| {
        let mut t = paid(&attempt, id);
        change(&mut t);
        t
    };
    for (n, (t, kind)) in [
        (changed("1", &|t| t.amount.minor = 100), "amount_differs"),
        (changed("2", &|t| t.amount.currency = Currency::EGP), "currency_differs"),
        (changed("3", &|t| t.account = "1".to_owned()), "account_differs"),
        (changed("4", &|t| t.is_live = Some(false)), "test_payment"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(s.record(&t).await.effect, RecordedEffect::Nothing);
        assert!(s.record(&t).await.cases.is_empty(), "once");
        assert_eq!(s.case_kinds(order).await[0], kind);
        assert_eq!(s.cases(order).await.len(), n + 1);
    }
    assert_eq!(s.money(order).await, ["PEND", "not_paid", "0.00", "0.00", "100.00", "0.00"]);
    assert_eq!(s.payments(order).await["attempts"][0]["state"], json!("waiting"));
    // The gateway, asked, tells the truth.
    s.record(&paid(&attempt, "1")).await;
    assert_eq!(s.money(order).await[..3], ["PAID", "paid", "100.00"]);

    let open = s.me.data("/payment-cases").await;
    assert_eq!(open.as_array().unwrap().len(), 4);
    let path = format!("/payment-cases/{}/close", open[0]["id"].as_str().unwrap());
    let (status, body) = s.shop.assert_unchanged(s.me.post(&path, json!({"note": " "}))).await;
    assert_eq!(status, 422, "{body}");
    let (status, body) = s.me.post(&path, json!({"note": "كلّمت البوابة"})).await;
    assert_eq!((status, &body["data"]["note"]), (200, &json!("كلّمت البوابة")), "{body}");
    assert!(body["data"]["closed_at"].is_string() && body["data"]["closed_by"] != json!(""), "{body}");
    let (status, body) = s.shop.assert_unchanged(s.me.post(&path, json!({"note": "again"}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("already_closed")));
    assert_eq!(s.me.data("/payment-cases").await.as_array().unwrap().len(), 3);
    let stranger = s.shop.merchant().await;
    assert_eq!(stranger.post(&path, json!({"note": "x"})).await.0, 404);
    assert_eq!(stranger.data("/payment-cases").await, json!([]));
}

/// PY-03: a payment of a cancelled order stays in the ledger as a case, and moves the order nowhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_payment_after_cancelling_is_money_and_a_case() {
    let s = scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    assert_eq!(s.me.put(&format!("/orders/{order}/status"), json!({"status": "CNCL"})).await.0, 200);
    let before = s.stock().await;
    assert_eq!(s.record(&paid(&attempt, "1")).await.effect, RecordedEffect::Paid);
    assert_eq!(s.money(order).await, ["CNCL", "not_paid", "100.00", "0.00", "0.00", "100.00"]);
    assert_eq!((s.case_kinds(order).await, s.stock().await), (vec!["paid_after_end".to_owned()], before));
    // It is refunded like any other.
    let (status, body) = s.me.post(&format!("/orders/{order}/refunds"), json!({"amount": "100.00"})).await;
    assert_eq!(status, 201, "{body}");
    assert_eq!(s.money(order).await, ["CNCL", "not_paid", "100.00", "100.00", "0.00", "0.00"]);
}

/// PY-03: marked as paid by hand, and paid then: both stand in the ledger.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_payment_after_marking_by_hand_is_paid_twice() {
    let s = scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    assert_eq!(s.me.put(&format!("/orders/{order}/payment-status"), json!({"payment_status": "paid"})).await.0, 200);
    s.record(&paid(&attempt, "1")).await;
    assert_eq!(s.money(order).await[1..], ["paid", "200.00", "0.00", "0.00", "100.00"]);
    assert_eq!(s.case_kinds(order).await, ["paid_twice"]);
}

/// PY-03: what belongs to no attempt is a case of the store, once; what moved no money is nothing. When the attempt is found later, it
/// is booked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_an_unknown_payment_is_a_case_of_the_store() {
    let s = scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    let mut t = paid(&attempt, "77");
    (t.reference, t.provider_reference) = ("1001-pos".to_owned(), "cash desk".to_owned());
    for effect in [RecordedEffect::Unknown, RecordedEffect::Unknown] {
        assert_eq!(s.record(&t).await.effect, effect);
    }
    let mut declined = charge(&attempt, "78", TransactionStatus::Declined);
    (declined.reference, declined.provider_reference) = (String::new(), String::new());
    assert_eq!(s.record(&declined).await.effect, RecordedEffect::Unknown);
    let open = s.me.data("/payment-cases").await;
    assert_eq!(
        (open.as_array().unwrap().len(), &open[0]["kind"], &open[0]["order_id"]),
        (1, &json!("unknown_payment"), &json!(null))
    );
    let stored = "SELECT COUNT(*) FROM payment_transactions WHERE store_id = ?1";
    assert_eq!(s.shop.app.db().conn().one::<i64>(stored, p![s.me.store]).await.unwrap(), 1);
    assert_eq!(s.record(&paid(&attempt, "77")).await.effect, RecordedEffect::Paid);
    assert_eq!(s.money(order).await[..3], ["PAID", "paid", "100.00"]);
    assert_eq!(s.case_kinds(order).await, ["unknown_payment"]);
}

/// PY-03: the list of the store is paged, with the payment of each case and its order where there is one; what waits is counted for the
/// menu and the home page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_open_cases_are_listed_in_pages_with_their_orders() {
    let s = scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    let number = s.view(order).await["number"].clone();
    let counted = async || {
        let (home, sync) = (s.me.data("/home-summary").await, s.me.data("/sync").await);
        assert_eq!(home["payment_cases"], sync["counters"]["payment_cases"]);
        home["payment_cases"].clone()
    };
    assert_eq!(counted().await, 0);
    for n in 0..3 {
        let mut t = paid(&attempt, &format!("lie-{n}"));
        t.amount.minor = 100 + n;
        s.record(&t).await;
    }
    let mut unknown = paid(&attempt, "77");
    (unknown.reference, unknown.provider_reference) = ("pos".to_owned(), "cash desk".to_owned());
    s.record(&unknown).await;
    assert_eq!(counted().await, 4);

    let (status, first) = s.me.get("/payment-cases?per_page=2").await;
    assert_eq!((status, &first["meta"]["total"]), (200, &json!(4)), "{first}");
    let rows = first["data"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    let of_nobody = &rows[0];
    assert_eq!((&of_nobody["kind"], &of_nobody["order_id"]), (&json!("unknown_payment"), &json!(null)));
    assert_eq!((&of_nobody["order_number"], &of_nobody["provider_id"]), (&json!(null), &json!("77")), "{of_nobody}");
    assert_eq!((&of_nobody["means"], &of_nobody["scheme"]), (&json!("card"), &json!("Visa")));
    assert_eq!((&of_nobody["last_four"], &of_nobody["provider"]), (&json!("4242"), &json!("PAYMOB")));
    assert_eq!((&rows[1]["order_id"], &rows[1]["order_number"]), (&json!(order), &number), "{}", rows[1]);
    let cursor = first["meta"]["next_cursor"].as_str().unwrap();
    let (_, second) = s.me.get(&format!("/payment-cases?per_page=2&cursor={cursor}")).await;
    let amounts = |list: &Value| {
        list["data"].as_array().unwrap().iter().map(|row| row["amount"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!((amounts(&second), &second["meta"]["next_cursor"]), (vec!["1.01".to_owned(), "1.00".to_owned()], &json!(null)));
    assert_eq!(s.me.get("/payment-cases?per_page=2&page=2").await.1["data"], second["data"], "by page number");
    assert_eq!(s.me.get("/payment-cases?sort=amount").await.0, 422);
    let path = format!("/payment-cases/{}/close", of_nobody["id"].as_str().unwrap());
    assert_eq!(s.me.post(&path, json!({"note": "من نقطة البيع"})).await.0, 200);
    assert_eq!((counted().await, s.me.get("/payment-cases").await.1["meta"]["total"].clone()), (json!(3), json!(3)));
    let stranger = s.shop.merchant().await;
    assert_eq!(stranger.get("/payment-cases").await.1["data"], json!([]));
    assert_eq!(stranger.data("/sync").await["counters"]["payment_cases"], 0);
}

/// PY-03: the shopper's bank takes a payment back: owed again, and a case.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_chargeback_is_booked_once() {
    let s = scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    s.record(&paid(&attempt, "1")).await;
    let mut t = super::refund(&attempt, "c", "1", 10_000);
    (t.kind, t.reference) = (TransactionKind::Chargeback, String::new());
    t.provider_reference = "another".to_owned();
    assert_eq!(s.record(&t).await.effect, RecordedEffect::ChargedBack);
    assert_eq!(s.record(&t).await.effect, RecordedEffect::Nothing);
    assert_eq!(s.money(order).await, ["PAID", "not_paid", "0.00", "0.00", "100.00", "0.00"]);
    assert_eq!(s.case_kinds(order).await, ["chargeback"]);
}
