//! One definition of sales (decisions §13): whatever happens to orders, every screen shows the same sums.

use db::p;
use kernel::{Millis, OrderId};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::checkout::{CheckoutSetup, Person, buy, filled, person, place, product_id, review, set, set_up_checkout};
use crate::coupons::{coupon, put};
use crate::visits::stay_signed_in;

/// Parses an amount of the API into minor units.
fn minor(amount: &Value) -> i64 {
    amount.as_str().unwrap().replace('.', "").parse().unwrap()
}

/// Asserts that home, report, its days, breakdown, best sellers, customers and the ledger agree.
async fn assert_agree(shop: &TestShop, merchant: &Merchant, at: &str) {
    let report = merchant.data("/reports/sales").await;
    let now = &report["now"];
    let [gross, discounts, returns, net, shipping, fees, vat, total] =
        ["gross", "discounts", "returns", "net", "shipping", "fees", "vat", "sales"].map(|k| minor(&now[k]));
    assert_eq!((net, total), (gross - discounts - returns, net + shipping + fees + vat), "{at}");
    for key in ["gross", "discounts", "returns", "net", "shipping", "fees", "vat", "sales", "received"] {
        let days: i64 = report["daily"].as_array().unwrap().iter().map(|d| minor(&d["now"][key])).sum();
        assert_eq!(days, minor(&now[key]), "{at}: days of {key}");
    }
    let home = merchant.data("/home-summary").await;
    assert_eq!((&home["now"]["sales"], &home["now"]["orders"]), (&now["sales"], &now["orders"]), "{at}: home");
    for key in ["gross", "discounts", "returns", "net", "shipping", "fees", "vat"] {
        assert_eq!(home["made_of"][key], now[key], "{at}: home's {key}");
    }
    let best = merchant.data("/reports/best-sellers?by=value").await;
    let best = best["products"].as_array().unwrap().clone();
    let sold = |key: &dyn Fn(&Value) -> i64| best.iter().map(key).sum::<i64>();
    assert_eq!(sold(&|p| minor(&p["sales"])), net, "{at}: best sellers");
    assert_eq!(sold(&|p| p["quantity"].as_i64().unwrap()), now["pieces"].as_i64().unwrap(), "{at}: pieces");
    let parts = merchant.data("/reports/sales/breakdown").await;
    for of in ["payments", "cities"] {
        let shares: i64 = parts[of].as_array().unwrap().iter().map(|s| minor(&s["sales"])).sum();
        assert_eq!(shares, total, "{at}: {of}");
    }
    let customers = merchant.data("/customers").await;
    let value: i64 = customers.as_array().unwrap().iter().map(|c| minor(&c["total_spent"])).sum();
    assert_eq!(value, total, "{at}: customers");
    let visits = merchant.data("/reports/visits").await;
    assert_eq!(visits["now"]["orders"], now["orders"], "{at}: orders beside the visits");
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM order_entries WHERE store_id = ?1 AND kind IN ('payment', 'payment_reversal', 'refund')";
    let received: i64 = shop.app.db().conn().one(sql, p![merchant.store]).await.unwrap();
    assert_eq!(minor(&now["received"]), received, "{at}: money received");
    crate::db_rules::assert_rules(shop, merchant).await;
}

/// The rows of an export of `kind`, without the header.
async fn file(merchant: &Merchant, kind: &str, columns: &[&str]) -> Vec<Vec<String>> {
    let query = if kind == "cart-exports" { "?filter[step]=checkout" } else { "" };
    let export =
        merchant.create(&format!("/{kind}{query}"), json!({"format": "csv", "columns": columns, "language": "en"})).await;
    assert_eq!(export["status"], "done", "{export}");
    let reply = merchant.call("GET", &format!("/{kind}/{}/file", export["id"].as_str().unwrap())).send().await;
    let text = String::from_utf8(reply.bytes).unwrap();
    text.split_terminator("\r\n").skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

const IN_FILES: [(&str, &str); 8] = [
    ("gross_sales", "gross"),
    ("sales_discounts", "discounts"),
    ("sales_returns", "returns"),
    ("net_sales", "net"),
    ("sales_shipping", "shipping"),
    ("sales_fees", "fees"),
    ("sales_vat", "vat"),
    ("total_sales", "sales"),
];

/// The exports of orders and customers add up to the report, and the recovery figures to the orders of reminded carts.
async fn assert_files_agree(merchant: &Merchant, at: &str) {
    let now = merchant.data("/reports/sales").await["now"].clone();
    let mut columns = vec!["number"];
    columns.extend(IN_FILES.map(|(column, _)| column));
    let orders = file(merchant, "order-exports", &columns).await;
    let cell = |row: &[String], n: usize| minor(&json!(row[n]));
    for (n, (column, key)) in IN_FILES.iter().enumerate() {
        let sum: i64 = orders.iter().map(|row| cell(row, n + 1)).sum();
        assert_eq!(sum, minor(&now[*key]), "{at}: the file's {column}");
    }
    let customers = file(merchant, "customer-exports", &["mobile", "total_spent"]).await;
    let value: i64 = customers.iter().map(|row| cell(row, 1)).sum();
    assert_eq!(value, minor(&now["sales"]), "{at}: the file of customers");
    // Every cart was reminded, and every order but the merchant's own came from one.
    let carts = file(merchant, "cart-exports", &["order", "restored"]).await;
    let of_carts = |row: &&Vec<String>| carts.iter().any(|cart| cart[0] == row[0]);
    let restored = carts.iter().filter(|cart| cart[1] == "Yes").count();
    let recovery = merchant.data("/carts/recovery").await["now"].clone();
    let amount: i64 = orders.iter().filter(of_carts).map(|row| cell(row, IN_FILES.len())).sum();
    assert_eq!((recovery["recovered"].as_u64(), minor(&recovery["amount"])), (Some(restored as u64), amount), "{at}: recovery");
}

struct TestRng(u64);

impl TestRng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

/// One random act of the merchant on an order; whether it was accepted.
async fn act(merchant: &Merchant, id: OrderId, rng: &mut TestRng, reason: &str) -> (String, bool) {
    let at = format!("/orders/{id}");
    let order = merchant.data(&at).await;
    let line = 1 + i64::try_from(rng.below(2)).unwrap();
    let (answer, (status, body)) = match rng.below(10) {
        0..4 => {
            let next = order["next_statuses"].as_array().unwrap().clone();
            let Some(to) = next.get(usize::try_from(rng.below(4)).unwrap()) else { return ("nothing".into(), false) };
            (format!("to {to}"), merchant.put(&format!("{at}/status"), json!({ "status": to })).await)
        }
        4 => ("paid".to_owned(), merchant.put(&format!("{at}/payment-status"), json!({"payment_status": "paid"})).await),
        5 => {
            let sent = json!({"lines": [{"line": line, "quantity": 1}], "with_shipping": rng.below(2) == 0, "with_fees": false});
            ("refund of a line".to_owned(), merchant.post(&format!("{at}/refunds"), sent).await)
        }
        6 => ("refund of an amount".to_owned(), merchant.post(&format!("{at}/refunds"), json!({"amount": "3.33"})).await),
        7 => {
            let refund = if rng.below(2) == 0 { json!({"with_shipping": true}) } else { Value::Null };
            let mut sent = json!({"lines": [{"line": line, "quantity": 1, "reason_id": reason, "is_restocked": true}]});
            if !refund.is_null() {
                sent["refund"] = refund;
            }
            ("return".to_owned(), merchant.post(&format!("{at}/returns"), sent).await)
        }
        8 => {
            let items = order["items"].as_array().unwrap().iter();
            let items: Vec<Value> =
                items.map(|i| json!({"line": i["line"], "quantity": i["quantity"].as_i64().unwrap() + 1})).collect();
            let (_, edit_preview) = merchant.post(&format!("{at}/edit/preview"), json!({ "items": items })).await;
            let sent = json!({"items": items, "total": edit_preview["data"]["after"]["total"]});
            ("edit".to_owned(), merchant.put(&format!("{at}/edit"), sent).await)
        }
        _ => {
            let sent = json!({"payment_status": "not_paid", "note": "خطأ"});
            ("not paid".to_owned(), merchant.put(&format!("{at}/payment-status"), sent).await)
        }
    };
    assert!(matches!(status, 200 | 201 | 409 | 422), "{answer}: {body}");
    (answer, status < 300)
}

/// An order of a shopper with a code, from a reminded cart.
async fn buy_with(
    shop: &TestShop,
    setup: &CheckoutSetup,
    person: &Person,
    lines: &[(kernel::ProductId, i64)],
    code: Option<&str>,
) -> OrderId {
    let lines: Vec<_> = lines.iter().map(|(id, quantity)| (*id, None, *quantity)).collect();
    let token = filled(shop, setup, person, &lines).await;
    if let Some(code) = code {
        put(shop, setup, &token, code).await;
    }
    let expected = review(shop, setup, &token).await.expected();
    place(shop, setup, &token, expected).await.unwrap().id
}

/// decisions §13: the sums of home, reports, best sellers, customers, visits, recovery, files and ledger agree after every act of
/// random lives, with coupons, discounts by hand, fees and a draft that was placed, with VAT in the prices and on top of them, over
/// several days.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn db_01_every_screen_tells_the_same_sales_over_random_lives() {
    let shop = TestShop::start().await;
    for (seed, is_included) in [(0x2545_f491_4f6c_dd1d_u64, true), (0x9e37_79b9_7f4a_7c15, false)] {
        let merchant = shop.merchant().await;
        stay_signed_in(&shop).await;
        let setup = set_up_checkout(&shop, &merchant).await;
        set(&shop, &merchant, "vat_value", json!("15")).await;
        set(&shop, &merchant, "prices_include_vat", json!(is_included)).await;
        let one = merchant.product(json!({"has_unlimited_qty": true, "regular_price": "33.33"})).await;
        let two = merchant.product(json!({"has_unlimited_qty": true, "regular_price": "19.99", "sale_price": "12.49"})).await;
        let fee = json!({"fixed_fees": "5.00", "ratio_fees": "2.50", "add_vat_to_payment_charges": true});
        assert_eq!(merchant.put(&format!("/payment-methods/{}", setup.cod), fee).await.0, 200);
        coupon(&merchant, json!({})).await;
        let reason = merchant.data("/return-reasons").await[0]["id"].as_str().unwrap().to_owned();
        let mut rng = TestRng(seed);
        let mut ids = Vec::new();
        for n in 0..7 {
            let lines = [(product_id(&one), 1 + n % 3), (product_id(&two), 2)];
            let code = (n % 2 == 0).then_some("EID-10");
            ids.push(buy_with(&shop, &setup, &person(usize::try_from(n % 5).unwrap()), &lines, code).await);
        }
        let store = merchant.store;
        let sql = "UPDATE carts SET reminder_status = 'reminded', reminded_at = active_at, last_reminded_at = active_at WHERE store_id = ?1";
        shop.app.db().tx(async move |c| c.exec(sql, p![store]).await).await.unwrap();
        // Created by the merchant, with a discount by hand; another draft waits and counts nowhere.
        let customer = merchant.create("/customers", json!({"name": "منى", "mobile": "0559990001"})).await;
        let body = json!({"customer_id": customer["id"], "shipping_method_id": setup.pickup.to_string(), "payment_method_id": setup.cod.to_string(),
            "items": [{"product_id": one["id"], "quantity": 2}, {"product_id": two["id"], "quantity": 1}], "discount": "7.77",
            "discount_reason": "خصم"});
        merchant.create("/orders/drafts", body.clone()).await;
        let draft = merchant.create("/orders/drafts", body).await;
        let at = format!("/orders/{}", draft["id"].as_str().unwrap());
        let (status, answer) = merchant.post(&format!("{at}/draft/place"), json!({"total": draft["saved_total"]})).await;
        assert_eq!(status, 200, "{answer}");
        ids.push(draft["id"].as_str().unwrap().parse().unwrap());
        assert_agree(&shop, &merchant, "placed").await;
        assert_files_agree(&merchant, "placed").await;
        let now = merchant.data("/reports/sales").await["now"].clone();
        assert!(minor(&now["discounts"]) > 777 && minor(&now["fees"]) > 0 && now["orders"] == json!(8), "{now}");
        let mut applied = 0;
        for n in 0..70 {
            let id = ids[usize::try_from(rng.below(8)).unwrap()];
            let (reply, is_taken) = act(&merchant, id, &mut rng, &reason).await;
            if is_taken {
                applied += 1;
                assert_agree(&shop, &merchant, &format!("{n}: {reply}, {is_included}")).await;
                if applied % 6 == 0 {
                    assert_files_agree(&merchant, &format!("{n}: {reply}, {is_included}")).await;
                }
            }
            shop.advance(3 * Millis::HOUR);
        }
        assert!(applied > 20, "{applied} acts were taken");
        assert_files_agree(&merchant, "at the end").await;
    }
}

/// L10: cash that is refused at the door counts as cancelled on the day of the refusal, in the reports and for its customer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l10_a_refused_cod_order_counts_as_cancelled() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    stay_signed_in(&shop).await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"has_unlimited_qty": true, "regular_price": "100.00"})).await;
    let order = buy(&shop, &setup, &person(1), &[(product_id(&product), None, 2)]).await;
    shop.advance(Millis::DAY);
    for to in ["PRCS", "RDYS", "SHPD", "RFSD"] {
        let (status, body) = merchant.put(&format!("/orders/{}/status", order.id), json!({"status": to})).await;
        assert_eq!(status, 200, "{body}");
    }
    let report = merchant.data("/reports/sales").await;
    let days: Vec<(i64, &Value)> = report["daily"].as_array().unwrap()[28..]
        .iter()
        .map(|d| (d["now"]["orders"].as_i64().unwrap(), &d["now"]["sales"]))
        .collect();
    assert_eq!(days, [(1, &json!("200.00")), (-1, &json!("-200.00"))]);
    let id = merchant.data("/customers").await[0]["id"].as_str().unwrap().to_owned();
    let customer = merchant.data(&format!("/customers/{id}")).await;
    assert_eq!((&customer["total_spent"], &customer["cancelled_count"]), (&json!("0.00"), &json!(1)));
    assert_agree(&shop, &merchant, "refused").await;
    // Its goods come back: nothing counts twice.
    assert_eq!(merchant.put(&format!("/orders/{}/status", order.id), json!({"status": "RTRN"})).await.0, 200);
    assert_agree(&shop, &merchant, "back").await;
    assert_eq!(merchant.data(&format!("/customers/{id}")).await["cancelled_count"], json!(1));
}

/// An upgrade recomputes the sales of older stores: the backfill equals what each transaction would have written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn db_01_sales_of_older_stores_are_recomputed() {
    let shop = TestShop::start().await;
    let merchant = shop.sample_merchant(8, 120).await;
    stay_signed_in(&shop).await;
    let before = merchant.data("/reports/sales").await;
    assert_ne!(before["now"]["gross"], json!("0.00"));
    let store = merchant.store;
    shop.app
        .db()
        .tx(async move |c| {
            for sql in [
                "DELETE FROM sales_hours WHERE store_id = ?1",
                "DELETE FROM order_sales WHERE store_id = ?1",
                "DELETE FROM order_sale_lines WHERE store_id = ?1",
            ] {
                c.exec(sql, p![store]).await?;
            }
            c.exec("INSERT INTO sales_recounts (store_id, after_order) VALUES (?1, 0)", p![store]).await
        })
        .await
        .unwrap();
    // While the backfill runs, home and report say so.
    assert_eq!(merchant.data("/reports/sales").await["is_counting"], json!(true));
    assert_eq!(merchant.data("/home-summary").await["is_counting"], json!(true));
    shop.advance(Millis::MINUTE);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    let after = merchant.data("/reports/sales").await;
    assert_eq!((&after["now"], &after["is_counting"]), (&before["now"], &json!(false)));
    assert_eq!(merchant.data("/home-summary").await["is_counting"], json!(false));
    crate::db_rules::assert_rules(&shop, &merchant).await;
}

/// DB-01: neither a draft nor a cancelled order completes "first order" in the checklist, and drafts are in no list of the newest
/// orders.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn db_01_drafts_and_cancelled_orders_are_no_first_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"has_unlimited_qty": true})).await;
    let has_order = async || {
        let list = merchant.data("/setup-checklist").await;
        let items = list["items"].as_array().unwrap().clone();
        items.iter().find(|i| i["code"] == "first_order").unwrap()["is_done"].clone()
    };
    let customer = merchant.create("/customers", json!({"name": "منى", "mobile": "0559990001"})).await;
    let body = json!({"customer_id": customer["id"], "items": [{"product_id": product["id"], "quantity": 1}]});
    merchant.create("/orders/drafts", body).await;
    assert_eq!((merchant.data("/home-summary").await["latest_orders"].clone(), has_order().await), (json!([]), json!(false)));
    let order = buy(&shop, &setup, &person(1), &[(product_id(&product), None, 1)]).await;
    assert_eq!(
        (merchant.data("/home-summary").await["latest_orders"].as_array().unwrap().len(), has_order().await),
        (1, json!(true))
    );
    assert_eq!(merchant.put(&format!("/orders/{}/status", order.id), json!({"status": "CNCL"})).await.0, 200);
    assert_eq!(has_order().await, json!(false));
}
