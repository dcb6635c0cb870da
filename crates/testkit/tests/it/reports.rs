//! Reports on sales and visits (DB-01).

use commerce::orders::Status;
use db::p;
use kernel::Millis;
use serde_json::{Value, json};
use site::visits;
use testkit::{Merchant, TestShop};

use crate::checkout::{buy, person, product_id, set_up_checkout};
use crate::visits::stay_signed_in;

/// Totals of the stored sales hours, and the same recomputed from the orders: in all, because refusals and returns are booked in
/// their own hour.
async fn kept_and_recomputed(shop: &TestShop, merchant: &Merchant) -> [(i64, i64, i64); 2] {
    let c = shop.app.db().conn();
    let stored = "SELECT CAST(SUM(orders) AS BIGINT), CAST(SUM(sales) AS BIGINT), CAST(SUM(first_orders) AS BIGINT) FROM sales_hours WHERE store_id = ?1";
    let recomputed = "SELECT CAST(SUM(CASE WHEN o.refused_at IS NULL THEN 1 ELSE 0 END) AS BIGINT), CAST(SUM(CASE WHEN o.refused_at IS NULL THEN o.total + \
                      (SELECT COALESCE(SUM(e.amount), 0) FROM order_entries e WHERE e.store_id = o.store_id AND e.order_id = o.id AND e.kind IN ('credit', 'reversal')) \
                      ELSE 0 END) AS BIGINT), CAST(SUM(CASE WHEN o.is_first_order AND o.refused_at IS NULL THEN 1 ELSE 0 END) AS BIGINT) \
                      FROM orders o WHERE o.store_id = ?1 AND o.status NOT IN ('DRFT', 'CNCL')";
    let none = |row: (Option<i64>, Option<i64>, Option<i64>)| (row.0.unwrap_or(0), row.1.unwrap_or(0), row.2.unwrap_or(0));
    [none(c.one(stored, p![merchant.store]).await.unwrap()), none(c.one(recomputed, p![merchant.store]).await.unwrap())]
}

/// DB-01: after every one of many random moves the sales hours equal the recomputed totals.
#[tokio::test(flavor = "multi_thread")]
async fn db_01_hours_of_sales_follow_every_move_of_an_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    stay_signed_in(&shop).await;
    let product = merchant.product(json!({"has_unlimited_qty": true, "regular_price": "12.50"})).await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let mut ids = Vec::new();
    for n in 0..12 {
        // Every third order is by a returning customer, under the same number.
        let placed = buy(&shop, &setup, &person(n % 8), &[(product_id(&product), None, 1 + i64::try_from(n % 3).unwrap())]).await;
        ids.push(placed.id);
        shop.advance(25 * Millis::MINUTE);
    }
    let [stored, recomputed] = kept_and_recomputed(&shop, &merchant).await;
    assert_eq!(stored, recomputed);
    assert_eq!((stored.0, stored.2), (12, 8));
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut moved = 0;
    for _ in 0..240 {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let id = ids[usize::try_from(seed % 12).unwrap()];
        let to = Status::ALL[usize::try_from((seed >> 8) % 13).unwrap()].code();
        let (status, body) = merchant.put(&format!("/orders/{id}/status"), json!({ "status": to })).await;
        assert!(matches!(status, 200 | 409 | 422), "{body}");
        if status == 200 {
            moved += 1;
            let [stored, recomputed] = kept_and_recomputed(&shop, &merchant).await;
            assert_eq!(stored, recomputed, "after a move to {to}");
        }
    }
    assert!(moved > 12, "{moved} moves");
}

/// A day of a report.
fn day<'a>(report: &'a Value, date: &str) -> &'a Value {
    report["daily"].as_array().unwrap().iter().find(|d| d["date"] == date).unwrap()
}

/// DB-01: sales of a period by day, in the store's days, beside the period before.
#[tokio::test(flavor = "multi_thread")]
async fn db_01_a_report_sums_days_and_what_they_are_made_of() {
    let shop = TestShop::start().await;
    let (merchant, stranger) = (shop.merchant().await, shop.merchant().await);
    stay_signed_in(&shop).await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let goods = |price: &'static str| json!({"has_unlimited_qty": true, "regular_price": price});
    let (cheap, dear) = (merchant.product(goods("10.00")).await, merchant.product(goods("99.99")).await);
    // The store opens on 2027-01-15 at 11:00 in Riyadh; two people buy on it, one of them again on the next day.
    buy(&shop, &setup, &person(1), &[(product_id(&cheap), None, 3)]).await;
    buy(&shop, &setup, &person(2), &[(product_id(&dear), None, 1)]).await;
    for address in ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"] {
        let (day, at) = (visits::Calendar::for_timezone("Asia/Riyadh").day(shop.env.now()), shop.env.now());
        shop.visits.see(visits::View { store: merchant.store, day, at, address, agent: b"Mozilla/5.0 Firefox" });
    }
    visits::flush(&shop.app, &shop.visits).await.unwrap();
    shop.advance(14 * Millis::HOUR);
    let removed = buy(&shop, &setup, &person(3), &[(product_id(&dear), None, 2)]).await;
    buy(&shop, &setup, &person(1), &[(product_id(&cheap), None, 1)]).await;
    assert_eq!(merchant.put(&format!("/orders/{}/status", removed.id), json!({"status": "CNCL"})).await.0, 200);

    let report = merchant.data("/reports/sales?from=2027-01-16&to=2027-01-16").await;
    let zero = "0.00";
    assert_eq!(
        report["now"],
        json!({"orders": 1, "pieces": 1, "gross": "10.00", "discounts": zero, "returns": zero, "net": "10.00", "shipping": zero, "fees": zero,
            "vat": zero, "sales": "10.00", "average": "10.00", "received": zero, "first_orders": 0, "visitors": 0})
    );
    let before = ["orders", "sales", "average", "first_orders", "visitors", "net"].map(|k| report["before"][k].clone());
    assert_eq!(json!(before), json!([2, "129.99", "65.00", 2, 4, "129.99"]));
    let report = merchant.data("/reports/sales").await;
    assert_eq!((report["from"].as_str(), report["to"].as_str()), (Some("2026-12-18"), Some("2027-01-16")));
    assert_eq!(report["daily"].as_array().unwrap().len(), 30);
    assert_eq!(day(&report, "2027-01-15")["now"]["sales"], "129.99");
    assert_eq!(day(&report, "2027-01-16")["now"]["orders"], 1);
    assert_eq!((report["now"]["orders"].as_i64(), report["now"]["first_orders"].as_i64()), (Some(3), Some(2)));

    let parts = merchant.data("/reports/sales/breakdown").await;
    assert_eq!(
        parts["statuses"],
        json!([{"status": "PEND", "orders": 3, "total": "139.99"}, {"status": "CNCL", "orders": 1, "total": "199.98"}])
    );
    assert_eq!(parts["payments"], json!([{"provider": "COD", "orders": 3, "sales": "139.99"}]));
    assert_eq!(parts["cities"].as_array().unwrap().iter().map(|c| c["orders"].as_i64().unwrap()).sum::<i64>(), 3);
    assert_eq!((parts["other_cities"].as_i64(), parts["is_too_large"].as_bool()), (Some(0), Some(false)));

    let best = merchant.data("/reports/best-sellers?by=quantity").await;
    let named = |best: &Value| -> Vec<(String, i64, String)> {
        let rows = best["products"].as_array().unwrap().iter();
        rows.map(|r| (r["id"].as_str().unwrap().into(), r["quantity"].as_i64().unwrap(), r["sales"].as_str().unwrap().into()))
            .collect()
    };
    let id = |product: &Value| product["id"].as_str().unwrap().to_owned();
    assert_eq!(named(&best), [(id(&cheap), 4, "40.00".into()), (id(&dear), 1, "99.99".into())]);
    let by_value = merchant.data("/reports/best-sellers?by=value").await;
    assert_eq!(named(&by_value).first().unwrap().0, id(&dear));

    let traffic = merchant.data("/reports/visits?from=2027-01-15&to=2027-01-16").await;
    assert_eq!(traffic["now"], json!({"visitors": 4, "views": 4, "orders": 3}));
    assert_eq!(traffic["by_hour"].as_array().unwrap().len(), 24);
    assert_eq!(traffic["by_hour"][11], json!({"visitors": 4, "views": 4, "orders": 2}));
    assert_eq!(traffic["by_hour"][1]["orders"], 1);

    for path in ["/reports/sales", "/reports/visits"] {
        assert_eq!(stranger.data(path).await["now"]["orders"], 0, "{path}");
    }
    assert_eq!(stranger.data("/reports/best-sellers").await["products"], json!([]));
    assert_eq!(stranger.data("/reports/sales/breakdown").await["statuses"], json!([]));
}

/// DB-01: an invalid period is refused in the caller's language, by its field.
#[tokio::test(flavor = "multi_thread")]
async fn db_01_a_report_refuses_what_is_no_period() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for call in ["/reports/sales", "/reports/sales/breakdown", "/reports/best-sellers", "/reports/visits"] {
        for (query, field) in [
            ("from=2027-01-16", "from"),
            ("from=soon", "from"),
            ("to=2027-13-01", "to"),
            ("from=2027-01-10&to=2027-01-09", "to"),
            ("from=2026-01-01&to=2027-01-15", "from"),
        ] {
            let (status, body) = merchant.get(&format!("{call}?{query}")).await;
            assert_eq!(status, 422, "{call}?{query}: {body}");
            let message = body["errors"][field][0].as_str().unwrap_or_else(|| panic!("{call}?{query}: {body}"));
            assert!(message.chars().any(|c| ('\u{600}'..'\u{700}').contains(&c)), "{message}");
        }
    }
    assert_eq!(merchant.get("/reports/best-sellers?by=luck").await.0, 422);
    let (_, body) = merchant.in_english().get("/reports/sales?from=soon").await;
    assert_eq!(body["errors"]["from"][0], "Enter the date as 2027-01-31.");
}
