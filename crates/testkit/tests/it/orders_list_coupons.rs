//! The orders list by coupon (OR-01, CP-01): filters in groups and alone, what they offer, files.

use db::p;
use kernel::{CouponId, OrderId};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::orders_list::{found, groups};

async fn coupon(m: &Merchant, code: &str) -> CouponId {
    let body = json!({"name": code, "code": code, "discount_type": "fixed", "discount_value": "5"});
    m.create("/coupons", body).await["id"].as_str().unwrap().parse().unwrap()
}

/// A sample store whose orders have no coupons.
async fn plain(shop: &TestShop, products: usize, orders: usize) -> Merchant {
    let m = shop.sample_merchant(products, orders).await;
    let store = m.store;
    let sql =
        "UPDATE orders SET coupon_id = NULL, coupon_code = NULL, coupon_segment = NULL, coupon_discount = 0 WHERE store_id = ?1";
    shop.app.db().tx(async move |c| c.exec(sql, p![store]).await).await.unwrap();
    m
}

/// Marks orders as bought with a coupon.
async fn bought(shop: &TestShop, m: &Merchant, orders: &[Value], coupon: CouponId, code: &'static str) {
    let store = m.store;
    for order in orders {
        let id: OrderId = order["id"].as_str().unwrap().parse().unwrap();
        let sql = "UPDATE orders SET coupon_id = ?3, coupon_code = ?4, coupon_segment = 'products_price', coupon_discount = 500 \
                   WHERE store_id = ?1 AND id = ?2";
        shop.app.db().tx(async move |c| c.exec(sql, p![store, id, coupon, code]).await).await.unwrap();
    }
}

/// Whether a condition holds for an order as the list shows it; `codes` are those of the ids.
fn satisfies(order: &Value, rule: &Value, codes: &[(String, &str)]) -> bool {
    let code = order["coupon_code"].as_str();
    let is = rule.as_array().unwrap()[2..].iter().any(|v| match v.as_str().unwrap() {
        "any" => code.is_some(),
        "none" => code.is_none(),
        id => codes.iter().any(|(known, of)| known == id && code == Some(of)),
    });
    is != (rule[1] == "is_not")
}

/// OR-01: for any coupon filter, the list contains the orders that satisfy it, each once, in every sort; deleted coupons can
/// still be filtered by, those of other stores cannot.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_orders_are_found_by_their_coupon() {
    let shop = TestShop::start().await;
    let m = plain(&shop, 6, 60).await;
    let all = found(&m, "sort=number").await;
    let (first, second, idle) = (coupon(&m, "EID10").await, coupon(&m, "عيد_٢٠").await, coupon(&m, "IDLE").await);
    assert!(found(&m, "filter[coupon]=any").await.is_empty());
    assert_eq!(found(&m, "filter[coupon]=none").await.len(), 60);
    bought(&shop, &m, &all[0..15], first, "EID10").await;
    bought(&shop, &m, &all[20..30], second, "عيد_٢٠").await;
    assert_eq!(m.delete(&format!("/coupons/{second}"), json!({})).await.0, 200);
    let all = found(&m, "sort=number").await;
    let (a, b) = (first.to_string(), second.to_string());
    let codes = [(a.clone(), "EID10"), (b.clone(), "عيد_٢٠")];
    let total = all[7]["total"].as_str().unwrap();
    for rules in [
        json!([["coupon", "is", a]]),
        json!([["coupon", "is", a, b]]),
        json!([["coupon", "is", idle.to_string()]]),
        json!([["coupon", "is_not", a]]),
        json!([["coupon", "is", "any"]]),
        json!([["coupon", "is", "none"]]),
        json!([["coupon", "is", "none", b]]),
        json!([["coupon", "is_not", "any"]]),
        json!([["coupon", "is_not", "none"]]),
        json!([["coupon", "is_not", "none", a]]),
        json!([["coupon", "is", "any"], ["coupon", "is_not", b]]),
    ] {
        for extra in [None, Some(json!(["total", "gte", total])), Some(json!(["status", "is", "DLVR", "PEND"]))] {
            let mut group = rules.as_array().unwrap().clone();
            group.extend(extra.clone());
            let is_in = |order: &Value| {
                let extra = match extra.as_ref().map(|r| r[0].as_str().unwrap()) {
                    None => true,
                    Some("total") => {
                        let amount = |text: &str| text.parse::<f64>().unwrap();
                        amount(order["total"].as_str().unwrap()) >= amount(total)
                    }
                    Some(_) => ["DLVR", "PEND"].contains(&order["status"].as_str().unwrap()),
                };
                extra && rules.as_array().unwrap().iter().all(|rule| satisfies(order, rule, &codes))
            };
            let expected: Vec<&Value> = all.iter().filter(|o| is_in(o)).map(|o| &o["number"]).collect();
            for sort in ["number", "-created_at", "total"] {
                let received = found(&m, &format!("{}&sort={sort}", groups(&json!([group])))).await;
                let mut numbers: Vec<&Value> = received.iter().map(|o| &o["number"]).collect();
                numbers.sort_by_key(|n| n.as_i64());
                assert_eq!(numbers, expected, "{group:?} {sort}");
            }
        }
    }
    // The same as a plain filter.
    assert_eq!(found(&m, &format!("filter[coupon]={a},none")).await.len(), 50);
    // The choices are the coupons that orders have, deleted ones as well.
    let offered = m.data("/orders/filter-choices").await["coupons"].clone();
    let mut known: Vec<&str> = offered.as_array().unwrap().iter().map(|c| c["code"].as_str().unwrap()).collect();
    known.sort_unstable();
    assert_eq!(known, ["EID10", "عيد_٢٠"], "{offered}");
    for (rule, caller) in [(json!(["coupon", "is", "EID10"]), &m), (json!(["coupon", "gte", a]), &m.in_english())] {
        let (status, body) = caller.get(&format!("/orders?{}", groups(&json!([[rule]])))).await;
        assert_eq!(status, 422, "{body}");
        assert!(body["errors"]["where.0.0"].is_array(), "{body}");
    }
    // Another store has no such orders, and gets no such choices.
    let neighbour = shop.merchant().await;
    assert!(found(&neighbour, &format!("filter[coupon]={a}")).await.is_empty());
    assert_eq!(neighbour.data("/orders/filter-choices").await["coupons"], json!([]));
}

/// OR-01: where orders have more coupons than the choices list, "any" still finds them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_any_of_many_coupons_is_found() {
    let shop = TestShop::start().await;
    let m = plain(&shop, 4, 30).await;
    let all = found(&m, "sort=number").await;
    for (n, order) in all.iter().take(20).enumerate() {
        let id = CouponId::from_raw(1_000 + i64::try_from(n).unwrap());
        bought(&shop, &m, std::slice::from_ref(order), id, "X").await;
    }
    for sort in ["-created_at", "number", "-total"] {
        assert_eq!(found(&m, &format!("filter[coupon]=any&sort={sort}")).await.len(), 20, "{sort}");
    }
    assert_eq!(found(&m, "filter[coupon]=none").await.len(), 10);
    let offered = m.data("/orders/filter-choices").await["coupons"].clone();
    assert_eq!((offered.as_array().unwrap().len(), &offered[0]["id"]), (20, &json!(CouponId::from_raw(1_019))), "newest first");
}

/// OR-01: a file of orders contains the coupon and its discount.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_01_a_file_of_orders_says_the_coupon() {
    let shop = TestShop::start().await;
    let m = plain(&shop, 3, 8).await;
    let all = found(&m, "sort=number").await;
    let id = coupon(&m, "EID10").await;
    bought(&shop, &m, &all[0..3], id, "EID10").await;
    let columns = json!(["number", "coupon", "coupon_discount"]);
    let body = json!({"format": "csv", "columns": columns, "language": "ar"});
    let (status, answer) = m.post("/order-exports?sort=number&filter[coupon]=any", body).await;
    assert_eq!(status, 201, "{answer}");
    let path = format!("/order-exports/{}/file", answer["data"]["id"].as_str().unwrap());
    let text = String::from_utf8(m.call("GET", &path).send().await.bytes).unwrap();
    let lines: Vec<&str> = text.trim_start_matches('\u{FEFF}').split_terminator("\r\n").collect();
    let row = |n: usize| format!("{},EID10,5.00", all[n]["number"]);
    assert_eq!(lines, ["رقم الطلب,الكوبون,خصم الكوبون", &row(0), &row(1), &row(2)]);
}
