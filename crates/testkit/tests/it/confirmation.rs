//! The call queue: who calls whom, the outcome of a call, and what other callers see of it.

use kernel::{Millis, ProductId};
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::checkout::{CheckoutSetup, buy, person, product_id, set_up_checkout};

struct Desk {
    shop: TestShop,
    merchant: Merchant,
    setup: CheckoutSetup,
    product: ProductId,
}

async fn desk() -> Desk {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 1000})).await);
    Desk { shop, merchant, setup, product }
}

impl Desk {
    /// A cash order of the `n`th person; its id.
    async fn order(&self, n: usize) -> String {
        let placed = buy(&self.shop, &self.setup, &person(n), &[(self.product, None, 1)]).await;
        self.shop.advance(1_000);
        placed.id.to_string()
    }
}

/// Advances the clock and signs the merchant in again.
pub(crate) async fn later(shop: &TestShop, merchant: &mut Merchant, ms: i64) {
    shop.advance(ms);
    let sent = json!({"identifier": merchant.email, "password": merchant.password});
    let reply = shop.call("POST", "/dashboard/v1/login").json(&sent).send().await;
    reply.data()["access_token"].as_str().unwrap().clone_into(&mut merchant.token);
}

async fn next(merchant: &Merchant) -> Value {
    next_but(merchant, &[]).await
}

async fn next_but(merchant: &Merchant, passed: &[&str]) -> Value {
    let (status, body) = merchant.post("/confirmations/next", json!({ "passed": passed })).await;
    assert_eq!(status, 200, "{body}");
    body["data"].clone()
}

async fn report_outcome(merchant: &Merchant, order: &str, desk: &Value, outcome: Value) -> (u16, Value) {
    let mut body = outcome;
    body["fence"] = desk["fence"].clone();
    merchant.post(&format!("/confirmations/{order}/outcome"), body).await
}

fn first_of(desk: &Value) -> &str {
    desk["orders"][0]["id"].as_str().unwrap()
}

async fn due(merchant: &Merchant) -> i64 {
    merchant.data("/confirmations/counts").await["due"].as_i64().unwrap()
}

/// OR-07: the call card shows the shopper's own text (an engraving) with the order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_the_call_card_says_what_the_shopper_wrote() {
    let d = desk().await;
    let order: kernel::OrderId = d.order(1).await.parse().unwrap();
    let store = d.merchant.store;
    let fields = r#"[{"label":{"ar":"نقش الاسم","en":"Engraving"},"value":"نورة"}]"#;
    let sql = "UPDATE order_items SET fields = ?3 WHERE store_id = ?1 AND order_id = ?2";
    d.shop.app.db().tx(async move |c| c.exec(sql, db::p![store, order, fields]).await).await.unwrap();
    let view = next(&d.merchant).await;
    let shown = &view["orders"][0]["items"][0]["fields"][0];
    assert_eq!((&shown["label"]["en"], &shown["value"]), (&json!("Engraving"), &json!("نورة")), "{view}");
}

/// OR-04: a confirmation moves the order by its named transition, a refusal returns its stock, and both are in its activity.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_desk_a_call_moves_the_order() {
    let d = desk().await;
    let (yes, no) = (d.order(1).await, d.order(2).await);
    assert_eq!(d.merchant.data("/sync").await["counters"]["confirmations"], json!(2));
    let next_call = next(&d.merchant).await;
    assert_eq!((first_of(&next_call), &next_call["mobile"]), (yes.as_str(), &json!("+966510000001")));
    assert_eq!(next_call["orders"][0]["items"][0]["quantity"], json!(1));
    let link = next_call["orders"][0]["whatsapp_url"].as_str().unwrap();
    assert!(link.starts_with("https://wa.me/966510000001?text=%D9%85"), "{link}");
    let (status, answer) = report_outcome(&d.merchant, &yes, &next_call, json!({"outcome": "confirmed"})).await;
    assert_eq!(
        (status, &answer["data"]["state"], &answer["data"]["undo_seconds"]),
        (200, &json!("confirmed"), &json!(0)),
        "{answer}"
    );
    assert_eq!(d.merchant.data(&format!("/orders/{yes}")).await["status"], json!("PRCS"));

    let next_call = next(&d.merchant).await;
    assert_eq!(first_of(&next_call), no);
    let (status, body) = d
        .shop
        .assert_unchanged(report_outcome(&d.merchant, &no, &next_call, json!({"outcome": "cancelled", "note": "  "})))
        .await;
    assert_eq!((status, body["errors"]["note"].is_array()), (422, true), "{body}");
    let (status, _) = report_outcome(&d.merchant, &no, &next_call, json!({"outcome": "cancelled", "note": "لم يعد يريده"})).await;
    assert_eq!(status, 200);
    let order = d.merchant.data(&format!("/orders/{no}")).await;
    assert_eq!((&order["status"], &order["items"][0]["is_stock_taken"]), (&json!("CNCL"), &json!(false)));
    let activity = d.merchant.data(&format!("/orders/{no}/activity")).await;
    let last = activity.as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["action"], &last["note"]), (&json!("update_status"), &json!("لم يعد يريده")));
    assert_eq!(d.merchant.data(&format!("/products/{}", d.product)).await["qty"], json!(999));
    assert!(next(&d.merchant).await.is_null());

    let report = d.merchant.data("/confirmations/report").await;
    let row = &report["people"][0];
    assert_eq!(
        (&row["called"], &row["calls"], &row["confirmed"], &row["cancelled"]),
        (&json!(2), &json!(2), &json!(1), &json!(1)),
        "{report}"
    );
}

/// OR-01: a customer is leased to one caller; two orders of a number are called together.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_desk_two_people_never_call_one_customer() {
    let d = desk().await;
    let a = d.order(1).await;
    let b = d.order(2).await;
    let again = d.order(1).await;
    let other = d.merchant.colleague(&d.shop, Role::OrderDesk).await;
    let (mine, theirs) = tokio::join!(next(&d.merchant), next(&other));
    assert_ne!(mine["mobile"], theirs["mobile"]);
    let (of_one, of_two) = if mine["mobile"] == json!("+966510000001") { (&mine, &theirs) } else { (&theirs, &mine) };
    let ids: Vec<&str> = of_one["orders"].as_array().unwrap().iter().map(|o| o["id"].as_str().unwrap()).collect();
    assert_eq!((ids, first_of(of_two)), (vec![a.as_str(), again.as_str()], b.as_str()));
    // Claiming again returns the same customer, not another one; a third caller gets none.
    assert_eq!(next(&d.merchant).await["mobile"], mine["mobile"]);
    let third = d.merchant.colleague(&d.shop, Role::OrderDesk).await;
    assert!(next(&third).await.is_null());
    // A new order of a number under lease goes to its caller.
    let late = d.order(2).await;
    assert!(next(&third).await.is_null());
    let holder = if of_two["mobile"] == mine["mobile"] { &d.merchant } else { &other };
    let next_call = next(holder).await;
    assert!(next_call["orders"].as_array().unwrap().iter().any(|o| o["id"] == json!(late)), "{next_call}");
}

/// OR-01: an expired lease goes to the next caller, and the late outcome of the first is fenced off.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_desk_an_expired_lease_is_claimed_and_fenced() {
    let d = desk().await;
    let order = d.order(1).await;
    let other = d.merchant.colleague(&d.shop, Role::OrderDesk).await;
    let mine = next(&d.merchant).await;
    let path = format!("/confirmations/{order}/hold");
    d.shop.advance(2 * Millis::MINUTE);
    assert_eq!(d.merchant.post(&path, json!({"fence": mine["fence"]})).await.0, 200);
    d.shop.advance(2 * Millis::MINUTE);
    assert!(next(&other).await.is_null(), "a renewed hold stands");
    let (status, body) = other.post(&format!("/confirmations/{order}/take"), json!({})).await;
    assert_eq!((status, &body["code"]), (409, &json!("held_by_other")), "{body}");
    assert!(body["message"].as_str().unwrap().contains("يتصل بهذا العميل"));

    // Expired, but claimed by nobody else: the outcome is accepted.
    d.shop.advance(5 * Millis::MINUTE);
    assert_eq!(d.merchant.post(&path, json!({"fence": mine["fence"]})).await.0, 200);
    d.shop.advance(5 * Millis::MINUTE);
    let theirs = next(&other).await;
    assert_eq!(first_of(&theirs), order);
    for (call, body) in [("hold", json!({})), ("outcome", json!({"outcome": "confirmed"}))] {
        let mut body = body;
        body["fence"] = mine["fence"].clone();
        let (status, body) = d.shop.assert_unchanged(d.merchant.post(&format!("/confirmations/{order}/{call}"), body)).await;
        assert_eq!((status, &body["code"]), (409, &json!("held_by_other")), "{call} {body}");
    }
    // A takeover is reported, and the previous caller learns of it at the next renewal.
    let (status, claimed) = d.merchant.post(&format!("/confirmations/{order}/take"), json!({"takes_over": true})).await;
    assert_eq!(status, 200, "{claimed}");
    let (status, body) = other.post(&path, json!({"fence": theirs["fence"]})).await;
    assert_eq!((status, &body["code"]), (409, &json!("held_by_other")), "{body}");
    assert_eq!(report_outcome(&d.merchant, &order, &claimed["data"], json!({"outcome": "confirmed"})).await.0, 200);
}

/// OR-04: an order that is cancelled during the call is already decided; nothing is applied twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_desk_an_order_cancelled_meanwhile_is_told() {
    let d = desk().await;
    let order = d.order(1).await;
    let next_call = next(&d.merchant).await;
    assert_eq!(d.merchant.put(&format!("/orders/{order}/status"), json!({"status": "CNCL"})).await.0, 200);
    for outcome in
        [json!({"outcome": "confirmed"}), json!({"outcome": "no_answer"}), json!({"outcome": "cancelled", "note": "x"})]
    {
        let (status, body) = d.shop.assert_unchanged(report_outcome(&d.merchant, &order, &next_call, outcome)).await;
        assert_eq!((status, &body["code"]), (409, &json!("already_decided")), "{body}");
        assert!(body["message"].as_str().unwrap().contains("تم إلغاء"));
    }
    assert_eq!(d.merchant.data(&format!("/products/{}", d.product)).await["qty"], json!(1000));
    assert!(next(&d.merchant).await.is_null());
    // Of many concurrent outcomes one is applied: the order moves once.
    let order = d.order(2).await;
    let next_call = next(&d.merchant).await;
    let words = (0..6).map(|n| {
        let outcome = if n % 2 == 0 { json!({"outcome": "confirmed"}) } else { json!({"outcome": "cancelled", "note": "x"}) };
        report_outcome(&d.merchant, &order, &next_call, outcome)
    });
    let answers = futures_util::future::join_all(words).await;
    assert_eq!(answers.iter().filter(|(status, _)| *status == 200).count(), 1, "{answers:?}");
    assert!(answers.iter().all(|(status, _)| matches!(status, 200 | 409)));
    let calls = d.merchant.data(&format!("/orders/{order}/trust")).await["calls"].as_array().unwrap().len();
    assert_eq!(calls, 1);
}

/// OR-01: an unanswered call is retried within the store's hours, three times; then it is set aside. The last outcome can be
/// undone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_desk_no_answer_comes_back_and_can_be_undone() {
    let mut d = desk().await;
    let order = d.order(1).await;
    let path = format!("/confirmations/{order}/undo");
    let next_call = next(&d.merchant).await;
    let (_, answer) = report_outcome(&d.merchant, &order, &next_call, json!({"outcome": "no_answer"})).await;
    assert_eq!((&answer["data"]["attempts"], due(&d.merchant).await), (&json!(1), 0), "{answer}");
    let call = answer["data"]["call_id"].clone();
    // Another caller's outcome cannot be undone.
    let other = d.merchant.colleague(&d.shop, Role::OrderDesk).await;
    assert_eq!(other.post(&path, json!({"call_id": call})).await.1["code"], json!("undo_expired"));
    d.shop.advance(20_000);
    let (status, body) = d.merchant.post(&path, json!({"call_id": call})).await;
    assert_eq!((status, &body["data"]["orders"][0]["attempts"]), (200, &json!(0)), "{body}");
    assert_eq!(due(&d.merchant).await, 1);
    assert_eq!(d.merchant.post(&path, json!({"call_id": call})).await.0, 409);
    assert_eq!(d.merchant.data("/confirmations/report").await["people"], json!([]));

    for attempt in 1..=3 {
        let next_call = next(&d.merchant).await;
        assert_eq!(first_of(&next_call), order, "{attempt}");
        let (_, reply) = report_outcome(&d.merchant, &order, &next_call, json!({"outcome": "no_answer"})).await;
        assert_eq!(reply["data"]["attempts"], json!(attempt));
        if attempt < 3 {
            assert!(next(&d.merchant).await.is_null());
            later(&d.shop, &mut d.merchant, if attempt == 1 { 3 * Millis::HOUR } else { 24 * Millis::HOUR }).await;
        } else {
            assert_eq!((&reply["data"]["state"], &reply["data"]["due_at"]), (&json!("unreachable"), &Value::Null));
            d.shop.advance(31_000);
            let (status, body) = d.merchant.post(&path, json!({"call_id": reply["data"]["call_id"]})).await;
            assert_eq!((status, &body["code"]), (409, &json!("undo_expired")));
        }
    }
    let rows = d.merchant.data("/confirmations?state=unreachable").await;
    assert_eq!((rows.as_array().unwrap().len(), &rows[0]["id"]), (1, &json!(order)));
    assert_eq!(d.merchant.post(&format!("/confirmations/{order}/requeue"), json!({})).await.0, 200);
    assert_eq!((due(&d.merchant).await, d.merchant.data("/confirmations/counts").await["unreachable"].clone()), (1, json!(0)));
}

/// OR-01: a postponed call waits for its day; a wrong number leaves the queue.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_desk_postponed_and_wrong_numbers() {
    let mut d = desk().await;
    let (put_off, wrong) = (d.order(1).await, d.order(2).await);
    let next_call = next(&d.merchant).await;
    for until in [json!("2027-01-15"), json!("2027-04-01"), json!("tomorrow"), Value::Null] {
        let (status, body) = d
            .shop
            .assert_unchanged(report_outcome(&d.merchant, &put_off, &next_call, json!({"outcome": "postponed", "until": until})))
            .await;
        assert_eq!((status, body["errors"]["until"].is_array()), (422, true), "{body}");
    }
    let (status, body) =
        report_outcome(&d.merchant, &put_off, &next_call, json!({"outcome": "no_answer", "until": "2027-01-17"})).await;
    assert_eq!((status, body["errors"]["until"].is_array()), (422, true));
    let (_, answer) =
        report_outcome(&d.merchant, &put_off, &next_call, json!({"outcome": "postponed", "until": "2027-01-17"})).await;
    assert_eq!(answer["data"]["due_at"], json!("2027-01-17T06:00:00Z"), "nine in the morning of Riyadh");
    let next_call = next(&d.merchant).await;
    assert_eq!(first_of(&next_call), wrong);
    report_outcome(&d.merchant, &wrong, &next_call, json!({"outcome": "wrong_number"})).await;
    assert!(next(&d.merchant).await.is_null());
    let counts = d.merchant.data("/confirmations/counts").await;
    assert_eq!((&counts["waiting"], &counts["due"], &counts["wrong_number"]), (&json!(1), &json!(0), &json!(1)));
    let trust = d.merchant.data(&format!("/orders/{wrong}/trust")).await;
    assert!(trust["score"]["reasons"].as_array().unwrap().iter().any(|r| r["code"] == json!("wrong_number")), "{trust}");
    later(&d.shop, &mut d.merchant, 2 * Millis::DAY).await;
    assert_eq!(first_of(&next(&d.merchant).await), put_off);
}

/// OR-01: skipping releases a customer to others; orders placed at night wait for the morning.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_desk_skipping_a_customer_and_calling_hours() {
    let mut d = desk().await;
    let (a, b) = (d.order(1).await, d.order(2).await);
    assert_eq!(first_of(&next(&d.merchant).await), a);
    assert_eq!(first_of(&next_but(&d.merchant, &["+966510000001"]).await), b);
    assert!(next_but(&d.merchant, &["+966510000001", "+966510000002"]).await.is_null());
    let other = d.merchant.colleague(&d.shop, Role::OrderDesk).await;
    assert_eq!(first_of(&next(&other).await), a);
    let (_, body) = other.post("/confirmations/release", json!({})).await;
    assert_eq!(body["data"]["due"], json!(2));
    later(&d.shop, &mut d.merchant, 12 * Millis::HOUR).await;
    d.order(3).await;
    assert_eq!((due(&d.merchant).await, d.merchant.data("/confirmations/counts").await["waiting"].clone()), (2, json!(3)));
    let (status, body) = d
        .merchant
        .put(
            "/confirmations/settings",
            json!({"calls_from": "١٠:٠٠", "calls_until": "22:30", "first_retry_hours": 1, "second_retry_hours": 24}),
        )
        .await;
    assert_eq!((status, &body["data"]["calls_from"]), (200, &json!("10:00")), "{body}");
    let bad = json!({"calls_from": "22:00", "calls_until": "9:00", "first_retry_hours": 0, "second_retry_hours": 24});
    assert_eq!(d.shop.assert_unchanged(d.merchant.put("/confirmations/settings", bad)).await.0, 422);
    for bad in ["from=2027-13-01", "to=x", "from=2027-01-15&to=2027-01-01", "from=2026-01-01"] {
        assert_eq!(d.merchant.get(&format!("/confirmations/report?{bad}")).await.0, 422, "{bad}");
    }
    assert_eq!(d.merchant.get("/confirmations?state=confirmed").await.0, 422);
}

/// OR-01, decision 0038: a fully paid cash order counts as confirmed; a partial payment does not, and a reversed payment returns
/// it to the queue.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_desk_a_paid_order_leaves_the_call_queue() {
    let d = desk().await;
    let (first, second) = (d.order(1).await, d.order(2).await);
    let state = async |order: &str| d.merchant.data(&format!("/orders/{order}/trust")).await["state"].clone();
    let pay = async |amount: &str| d.merchant.create(&format!("/orders/{first}/payments"), json!({"amount": amount})).await;
    let next_call = next(&d.merchant).await;
    assert_eq!(first_of(&next_call), first);
    pay("1.00").await;
    assert_eq!((due(&d.merchant).await, state(&first).await), (2, json!("waiting")));
    let owed = d.merchant.data(&format!("/orders/{first}")).await["money"]["owed"].as_str().unwrap().to_owned();
    pay(&owed).await;
    assert_eq!((due(&d.merchant).await, state(&first).await), (1, json!("paid")));
    assert_eq!(
        d.merchant.data(&format!("/orders/{first}")).await["status"],
        json!("PEND"),
        "what is done with it is the merchant's"
    );
    assert_eq!(d.merchant.data(&format!("/orders/{first}/shipments")).await["waits_for_confirmation"], json!(false));
    // The caller who held its lease is told.
    let (status, body) =
        d.shop.assert_unchanged(report_outcome(&d.merchant, &first, &next_call, json!({"outcome": "no_answer"}))).await;
    assert_eq!(status, 409, "{body}");
    let (status, body) = d
        .merchant
        .put(&format!("/orders/{first}/payment-status"), json!({"payment_status": "not_paid", "note": "سُجّل خطأ"}))
        .await;
    assert_eq!((status, due(&d.merchant).await, state(&first).await), (200, 2, json!("waiting")), "{body}");
    // Marked as paid by hand counts as paid as well.
    let (status, body) = d.merchant.put(&format!("/orders/{second}/payment-status"), json!({"payment_status": "paid"})).await;
    assert_eq!((status, due(&d.merchant).await, state(&second).await), (200, 1, json!("paid")), "{body}");
}

/// OR-01: another store's orders are not found.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_desk_another_store_sees_nothing() {
    let d = desk().await;
    let order = d.order(1).await;
    let stranger = d.shop.merchant().await;
    assert!(next(&stranger).await.is_null());
    for (call, body) in [
        ("take", json!({})),
        ("hold", json!({"fence": 1})),
        ("outcome", json!({"fence": 1, "outcome": "confirmed"})),
        ("undo", json!({"call_id": "cal_0000000000001"})),
        ("requeue", json!({})),
    ] {
        let path = format!("/confirmations/{order}/{call}");
        assert_eq!(d.shop.assert_unchanged(stranger.post(&path, body)).await.0, 404, "{call}");
    }
    assert_eq!(stranger.get(&format!("/orders/{order}/trust")).await.0, 404);
    let reader = d.merchant.colleague(&d.shop, Role::ReadOnly).await;
    assert_eq!(reader.post("/confirmations/next", json!({})).await.0, 403);
    assert_eq!(reader.get("/confirmations").await.0, 200);
}

/// OR-01: concurrent callers each claim a different customer, and none is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_desk_concurrent_callers_each_claim_another_customer() {
    let d = desk().await;
    let mut team = Vec::new();
    for n in 1..=6 {
        d.order(n).await;
        team.push(d.merchant.colleague(&d.shop, Role::OrderDesk).await);
    }
    for _ in 0..4 {
        let received = futures_util::future::join_all(team.iter().map(next)).await;
        let mut mobiles: Vec<&str> = received.iter().map(|desk| desk["mobile"].as_str().unwrap()).collect();
        mobiles.sort_unstable();
        mobiles.dedup();
        assert_eq!(mobiles.len(), 6, "{mobiles:?}");
        for one in &team {
            assert_eq!(one.post("/confirmations/release", json!({})).await.0, 200);
        }
    }
}

/// OR-01: undoing a call leases its customer again, and releases the one that was claimed since.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_desk_taking_a_call_back_holds_that_customer_alone() {
    let d = desk().await;
    let (a, b) = (d.order(1).await, d.order(2).await);
    let next_call = next(&d.merchant).await;
    let (_, answer) = report_outcome(&d.merchant, &a, &next_call, json!({"outcome": "no_answer"})).await;
    assert_eq!(first_of(&next(&d.merchant).await), b);
    let body = json!({"call_id": answer["data"]["call_id"]});
    let (status, undone) = d.merchant.post(&format!("/confirmations/{a}/undo"), body).await;
    assert_eq!((status, first_of(&undone["data"])), (200, a.as_str()), "{undone}");
    assert_eq!(
        report_outcome(&d.merchant, &a, &undone["data"], json!({"outcome": "no_answer"})).await.0,
        200,
        "the fence of the answer counts"
    );
    let other = d.merchant.colleague(&d.shop, Role::OrderDesk).await;
    assert_eq!(first_of(&next(&other).await), b);
}

/// OR-01: of two concurrent changes of the calling hours the second gets the current ones.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_desk_stale_calling_hours_are_refused() {
    let d = desk().await;
    let path = "/confirmations/settings";
    let view = d.merchant.data(path).await;
    assert_eq!(view["version"], json!(1), "{view}");
    let hours = |from: &str, version: i64| json!({"calls_from": from, "calls_until": "21:00", "first_retry_hours": 3, "second_retry_hours": 20, "version": version});
    let (status, body) = d.merchant.put(path, hours("10:00", 1)).await;
    assert_eq!((status, &body["data"]["version"]), (200, &json!(2)), "{body}");
    let (status, body) = d.shop.assert_unchanged(d.merchant.put(path, hours("11:00", 1))).await;
    assert_eq!(
        (status, &body["code"], &body["current"]["calls_from"]),
        (409, &json!("stale_version"), &json!("10:00")),
        "{body}"
    );
    let (first, second) = tokio::join!(d.merchant.put(path, hours("08:00", 2)), d.merchant.put(path, hours("07:00", 2)));
    let mut both = [first.0, second.0];
    both.sort_unstable();
    assert_eq!(both, [200, 409]);
    // Without a version the last write wins; the same hours again are no new version.
    let mut plain = hours("10:30", 0);
    plain.as_object_mut().unwrap().remove("version");
    assert_eq!(d.merchant.put(path, plain.clone()).await.1["data"]["version"], json!(4));
    assert_eq!(d.merchant.put(path, plain).await.1["data"]["version"], json!(4));
}
