//! What rows of a sheet mean, and what a posting and its undo write.

use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{after, books, delivered, number, path, rows, set, settlement, sheet};
use crate::shipments::{go, ordered, ship};

const BOSTA: &str = include_str!("bosta.csv");
const ARABIC: &str = include_str!("arabic.csv");

/// Verdict, difference and state of each row.
fn verdicts(rows: &[Value]) -> Vec<(&str, &str, Option<&str>)> {
    rows.iter().map(|r| (r["verdict"].as_str().unwrap(), r["difference"].as_str().unwrap(), r["state"].as_str())).collect()
}

/// The store and sheet of `bosta.csv`: eight delivered orders, of which one is late, one on its way, one returned.
async fn bosta(shop: &TestShop) -> (Merchant, Value) {
    let m = delivered(shop, 9).await;
    set(shop, &m, "BST-0004", &format!("delivered_at = {}", shop.env.now().plus(-20 * Millis::DAY).0)).await;
    set(shop, &m, "BST-0005", "status = 'out_for_delivery', delivered_at = NULL").await;
    set(shop, &m, "BST-0007", "status = 'returned', delivered_at = NULL").await;
    let file = BOSTA.replace("{number}", &number(shop, &m, "BST-0008").await.to_string());
    let terms = json!({"total": "603.50", "agreed_fee": "25.00", "reference": "CC-77"});
    let draft = settlement(&m, "bosta.csv", file, terms).await;
    (m, draft)
}

/// OR-06, SP-04, courier cash: a sheet with every verdict; its sums prove its total; a dry run books nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_courier_cash_a_sheet_has_every_verdict() {
    let shop = TestShop::start().await;
    let (m, draft) = bosta(&shop).await;
    let before = books(&shop, &m).await;
    let checked = after(&shop, &m, &draft, "/check").await;
    assert_eq!((&checked["state"], books(&shop, &m).await == before), (&json!("draft"), true));
    let found = rows(&m, &draft).await;
    let expected = [
        ("paid", "0.00"),
        ("short", "20.00"),
        ("over", "10.00"),
        ("late", "0.00"),
        ("twice", "100.00"),
        ("not_ours", "0.00"),
        ("not_delivered", "0.00"),
        ("fee_too_high", "9.50"),
        ("returned_fee", "0.00"),
        ("paid", "0.00"),
    ];
    let pairs: Vec<(&str, &str)> = verdicts(&found).into_iter().map(|(verdict, difference, _)| (verdict, difference)).collect();
    assert_eq!(pairs, expected, "{found:#?}");
    assert_eq!((&found[3]["days"], &found[9]["remarks"]), (&json!(20), &json!(["by_reference"])));
    // The sum row of the sheet is no parcel.
    let proof = &checked["proof"];
    assert_eq!(
        (&proof["rows"], &proof["collected"], &proof["fees"], &proof["net"]),
        (&json!(10), &json!("845.00"), &json!("241.50"), &json!("603.50")),
        "{proof}"
    );
    assert_eq!(
        (&proof["net_difference"], &proof["total_difference"], &proof["is_proven"]),
        (&json!("0.00"), &json!("0.00"), &json!(true))
    );
    let (_, short) = m.get(&path(&draft, "/rows?filter[verdict]=short,over")).await;
    assert_eq!(short["data"].as_array().unwrap().len(), 2);
    // Another total has a difference.
    let (status, changed) = m.put(&path(&draft, ""), json!({"total": "600.00", "version": checked["version"]})).await;
    assert_eq!((status, &changed["data"]["proof"]["total_difference"]), (200, &json!("-3.50")), "{changed}");
    assert_eq!(changed["data"]["proof"]["is_proven"], json!(false));
    let (status, stale) = m.put(&path(&draft, ""), json!({"total": "603.50", "version": checked["version"]})).await;
    assert_eq!((status, &stale["current"]["total"]), (409, &json!("600.00")), "{stale}");
}

/// OR-05, OR-06, courier cash: posting books the payments that orders still owe and keeps what was paid out and the fees per
/// shipment; it happens once, a second sheet of the same rows is `twice`, and the undo restores shipments and ledger exactly.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_courier_cash_is_posted_once_and_undone_exactly() {
    let shop = TestShop::start().await;
    let (m, draft) = bosta(&shop).await;
    let before = books(&shop, &m).await;
    let posted = after(&shop, &m, &draft, "/post").await;
    assert_eq!((&posted["state"], &sheet(&m, &draft).await["status"]), (&json!("posted"), &json!("done")));
    // Paid 100, short 80, over 100 of 110, late 100, fee too high 100, by reference 100; not the parcel that is on its way.
    assert_eq!(posted["proof"]["booked"], json!("580.00"), "{posted}");
    let now = books(&shop, &m).await;
    assert!(now.iter().any(|row| row.starts_with("(\"BST-0002\", 8000, 2300, Some(")), "{now:#?}");
    assert!(now.iter().any(|row| row.starts_with("(\"BST-0005\", 10000, 2300, Some(")), "{now:#?}");
    assert!(now.iter().any(|row| row.starts_with("(\"BST-0007\", 0, 2300, Some(")), "{now:#?}");
    assert_eq!(now.iter().filter(|row| row.contains("\"paid\", 10000, 1304)")).count(), 5, "{now:#?}");

    let (status, again) = m.post(&path(&draft, "/post"), Value::Null).await;
    assert_eq!((status, &again["code"]), (409, &json!("illegal_transition")), "{again}");
    let (status, late) = m.put(&path(&draft, ""), json!({"courier": "Aramex"})).await;
    assert_eq!((status, &late["code"]), (409, &json!("settlement_posted")), "{late}");
    let second = settlement(&m, "again.csv", BOSTA.replace("{number}", "0"), json!({})).await;
    assert_eq!((&second["agreed_fee"], &second["late_after_days"]), (&json!("25.00"), &json!(14)), "the terms are kept");
    after(&shop, &m, &second, "/check").await;
    let found = rows(&m, &second).await;
    let pairs: Vec<&str> = verdicts(&found).into_iter().map(|v| v.0).collect();
    assert_eq!(
        pairs,
        ["twice", "over", "twice", "twice", "twice", "not_ours", "twice", "twice", "twice", "not_ours"],
        "{found:#?}"
    );

    // The one that was paid in part is still with the courier, and nobody else's is missing but the ninth order's.
    let cash = m.data("/courier-cash").await;
    assert_eq!(
        (&cash["couriers"][0]["short"]["amount"], &cash["total"]["amount"]),
        (&json!("20.00"), &json!("120.00")),
        "{cash}"
    );
    let undone = after(&shop, &m, &draft, "/undo").await;
    assert_eq!((&undone["state"], &undone["proof"]["booked"]), (&json!("undone"), &json!("0.00")), "{undone}");
    assert_eq!(books(&shop, &m).await, before);
    let (status, twice) = m.post(&path(&draft, "/undo"), Value::Null).await;
    assert_eq!((status, &twice["code"]), (409, &json!("illegal_transition")), "{twice}");
}

/// OR-05, courier cash: money that the merchant recorded by hand is not recorded again; what was refunded since stays, and the row says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_courier_cash_recorded_by_hand_is_not_booked_again() {
    let shop = TestShop::start().await;
    let m = delivered(&shop, 3).await;
    let file = ARABIC.replace("{number}", &number(&shop, &m, "BST-0002").await.to_string());
    let orders = m.data("/orders?sort=number").await;
    let id = |waybill_number: i64| {
        let order = orders.as_array().unwrap().iter().find(|o| o["number"] == waybill_number).unwrap();
        order["id"].as_str().unwrap().to_owned()
    };
    let by_hand = id(number(&shop, &m, "BST-0001").await);
    assert_eq!(m.data("/courier-cash").await["total"]["shipments"], json!(3));
    m.create(&format!("/orders/{by_hand}/payments"), json!({})).await;
    // Money recorded by hand is not with the courier any more.
    assert_eq!(m.data("/courier-cash").await["total"]["shipments"], json!(2));
    let draft = settlement(&m, "كشف.csv", file, json!({"courier": "بوسطة"})).await;
    let checked = sheet(&m, &draft).await;
    assert_eq!(checked["status"], json!("mapping"), "{checked}");
    let posted = after(&shop, &m, &draft, "/post").await;
    assert_eq!(posted["proof"]["booked"], json!("100.00"), "{posted}");
    let found = rows(&m, &draft).await;
    assert_eq!(verdicts(&found), [("paid", "0.00", Some("posted")), ("paid", "0.00", Some("posted"))], "{found:#?}");
    assert_eq!((&found[0]["fee"], &found[0]["booked"], &found[1]["booked"]), (&json!("23.00"), &json!("0.00"), &json!("100.00")));
    assert_eq!(found[0]["remarks"], json!(["other_courier"]));
    // The third row says its amount in words.
    let (_, failed) =
        m.get(&format!("/courier-sheets/{}/rows?filter[outcome]=failed", draft["sheet_id"].as_str().unwrap())).await;
    assert_eq!(failed["data"][0]["errors"][0]["column"], json!("المبلغ المحصّل"), "{failed}");

    let refunded = id(number(&shop, &m, "BST-0002").await);
    m.create(&format!("/orders/{refunded}/refunds"), json!({"amount": "50.00"})).await;
    let undone = after(&shop, &m, &draft, "/undo").await;
    assert_eq!((&undone["state"], &undone["proof"]["booked"]), (&json!("undone"), &json!("100.00")), "{undone}");
    let states: Vec<Value> = rows(&m, &draft).await.iter().map(|row| row["state"].clone()).collect();
    assert_eq!(states, [json!("undone"), json!("kept")]);
    assert_eq!(m.data(&format!("/orders/{by_hand}")).await["money"]["owed"], json!("0.00"));
}

/// OR-06, SP-04, courier cash: a delivered parcel's cash ages with its courier, is found by its waybill, and stands in the claim file,
/// which is a sheet again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_courier_cash_ages_and_is_claimed() {
    let shop = TestShop::start().await;
    let (m, _, order) = ordered(&shop).await;
    let shipment = ship(&m, order, json!({"waybill": {"courier_name": "سمسا", "tracking_no": "sm-٤٤7"}})).await;
    for to in ["shipped", "delivered"] {
        assert_eq!(m.data("/courier-cash").await["total"]["shipments"], json!(0));
        go(&m, &shipment, to).await;
    }
    let expected = shipment["cod_amount"].clone();
    for (days, bucket) in [(7, "0_7"), (8, "8_14"), (15, "15_30"), (31, "over_30")] {
        let waybill = shipment["tracking_no"].as_str().unwrap();
        set(&shop, &m, waybill, &format!("delivered_at = {}", shop.env.now().plus(-days * Millis::DAY).0)).await;
        let cash = m.data("/courier-cash").await;
        let buckets = cash["couriers"][0]["buckets"].as_array().unwrap();
        for one in buckets {
            let amount = if one["bucket"] == bucket { expected.clone() } else { json!("0.00") };
            assert_eq!(one["amount"], amount, "{days} {cash}");
        }
        let found = m.data(&format!("/courier-cash/shipments?filter[bucket]={bucket}&search=sm447")).await;
        assert_eq!((found.as_array().unwrap().len(), &found[0]["missing"]), (1, &expected), "{found}");
    }
    for none in ["filter[bucket]=0_7", "search=SM9", "filter[courier]=x", "filter[is_short]=true"] {
        assert_eq!(m.data(&format!("/courier-cash/shipments?{none}")).await, json!([]), "{none}");
    }
    assert_eq!(m.get("/courier-cash/shipments?filter[bucket]=x").await.0, 422);
    let claim = m.create("/courier-claims?filter[bucket]=over_30", json!({"format": "xlsx", "language": "en"})).await;
    assert_eq!((&claim["status"], &claim["done"]), (&json!("done"), &json!(1)), "{claim}");
    let file = m.call("GET", &format!("/courier-claims/{}/file", claim["id"].as_str().unwrap())).send().await;
    assert_eq!(file.status, 200);
    let reply = m.upload("/courier-sheets", "file", "claim.xlsx", "application/octet-stream", file.bytes).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let columns = reply.data()["columns"].clone();
    assert_eq!((&columns[1]["field"], &columns[1]["samples"][0]), (&json!("waybill"), &shipment["tracking_no"]), "{columns}");
    let (status, empty) = m.post("/courier-claims?filter[bucket]=0_7", json!({"format": "xlsx"})).await;
    assert_eq!((status, &empty["code"]), (409, &json!("nothing_to_export")), "{empty}");
}
