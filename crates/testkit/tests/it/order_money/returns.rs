//! Returns and refunds.

use db::Json;
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{assert_balanced, go, money, pay, reason};
use crate::checkout::{CheckoutSetup, buy, person, product_id, set, set_up_checkout};

async fn stock(merchant: &Merchant, id: kernel::ProductId) -> i64 {
    merchant.data(&format!("/products/{id}")).await["qty"].as_i64().unwrap()
}

/// A store with 15 % VAT on top and an order of 3 pieces at 33.33 and one book at 10.10 without VAT, paid.
async fn paid_order(shop: &TestShop, merchant: &Merchant) -> (CheckoutSetup, kernel::OrderId, [kernel::ProductId; 2]) {
    let setup = set_up_checkout(shop, merchant).await;
    set(shop, merchant, "vat_value", json!("15")).await;
    set(shop, merchant, "prices_include_vat", json!(false)).await;
    let shirt = product_id(&merchant.product(json!({"regular_price": "33.33"})).await);
    let book = json!({"name": {"ar": "كتاب"}, "regular_price": "10.10", "is_tax_free": true});
    let book = product_id(&merchant.product(book).await);
    let order = buy(shop, &setup, &person(1), &[(shirt, None, 3), (book, None, 1)]).await.id;
    pay(merchant, order).await;
    (setup, order, [shirt, book])
}

/// Decisions §5: refunds of a line add up to the line including VAT, the last piece takes the rounding rest; more than was paid
/// is refused with the amount.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_refunds_by_line_add_up_and_never_pass_what_was_paid() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let (_, order, _) = paid_order(&shop, &merchant).await;
    // 99.99 + 15.00 VAT, and 10.10.
    assert_eq!(money(&merchant, order).await, ["125.09", "0.00", "0.00", "0.00", "125.09"]);
    let path = format!("/orders/{order}/refunds");
    let preview =
        merchant.post(&format!("{path}/preview"), json!({"lines": [{"line": 1, "quantity": 1}]})).await.1["data"].clone();
    assert_eq!((&preview["amount"], &preview["vat"], &preview["is_possible"]), (&json!("38.33"), &json!("5.00"), &json!(true)));
    let one = merchant.create(&path, json!({"lines": [{"line": 1, "quantity": 1}], "note": "تلف"})).await;
    assert_eq!((&one["amount"], &one["vat"], &one["lines"][0]["quantity"]), (&json!("38.33"), &json!("5.00"), &json!(1)));
    assert_eq!(merchant.data(&format!("/orders/{order}")).await["payment_status"], json!("paid"));
    for (body, field) in [
        (json!({"lines": [{"line": 1, "quantity": 3}]}), "lines.0.quantity"),
        (json!({"lines": [{"line": 9, "quantity": 1}]}), "lines.0.line"),
        (json!({"lines": [{"line": 1, "quantity": 1}, {"line": 1, "quantity": 1}]}), "lines.1.line"),
        (json!({"lines": [{"line": 1, "quantity": 1}], "amount": "5"}), "amount"),
        (json!({}), "amount"),
        (json!({"amount": "86.77"}), "amount"),
        (json!({"with_shipping": true}), "lines"),
    ] {
        let (status, answer) = shop.assert_unchanged(merchant.post(&path, body.clone())).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{body}: {answer}");
    }
    let (_, reply) = merchant.post(&path, json!({"amount": "86.77"})).await;
    assert!(reply["errors"]["amount"][0].as_str().unwrap().contains("86.76"), "{reply}");
    merchant.create(&path, json!({"lines": [{"line": 1, "quantity": 2}, {"line": 2, "quantity": 1}]})).await;
    assert_eq!(money(&merchant, order).await, ["125.09", "125.09", "0.00", "0.00", "0.00"]);
    let view = merchant.data(&format!("/orders/{order}")).await;
    assert_eq!(view["payment_status"], json!("not_paid"));
    let all = merchant.data(&path).await;
    let vat: i64 =
        all.as_array().unwrap().iter().map(|r| r["vat"].as_str().unwrap().replace('.', "").parse::<i64>().unwrap()).sum();
    assert_eq!(vat, 1_500);
    assert_balanced(&shop, &merchant, "refunded").await;
}

/// OR-05: concurrent refunds of one order never exceed what was paid.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_refunds_at_once_never_pass_what_was_paid() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let (_, order, _) = paid_order(&shop, &merchant).await;
    let all: Vec<_> = (0..10)
        .map(|_| {
            let (merchant, path) = (merchant.clone(), format!("/orders/{order}/refunds"));
            tokio::spawn(async move { merchant.post(&path, json!({"amount": "50"})).await })
        })
        .collect();
    let mut accepted = 0;
    for one in all {
        let (status, body) = one.await.unwrap();
        assert!([201, 409, 422].contains(&status), "{body}");
        accepted += i32::from(status == 201);
    }
    assert!((1..=2).contains(&accepted), "{accepted}");
    assert_eq!(money(&merchant, order).await[1], format!("{}.00", accepted * 50));
    assert_balanced(&shop, &merchant, "at once").await;
}

/// Decisions §5: a partial return restocks the chosen location and refunds its share; with the last piece the order is returned.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_04_goods_come_back_in_parts_and_the_last_part_ends_the_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let (_, order, [shirt, book]) = paid_order(&shop, &merchant).await;
    let reason_id = reason(&merchant).await;
    let path = format!("/orders/{order}/returns");
    let line = |line: i64, quantity: i64, restock: bool| json!({"line": line, "quantity": quantity, "reason_id": reason_id, "is_restocked": restock});
    let (status, body) = shop.assert_unchanged(merchant.post(&path, json!({"lines": [line(1, 1, true)]}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("illegal_transition")), "nothing has left the store yet");
    go(&merchant, order, &["PRCS", "RDYS", "SHPD", "DLVR"]).await;
    let branch = merchant.create("/stock-locations", json!({"name": {"ar": "الفرع"}})).await["id"].as_str().unwrap().to_owned();
    for (body, field) in [
        (json!({"lines": []}), "lines"),
        (json!({"lines": [line(1, 4, true)]}), "lines.0.quantity"),
        (json!({"lines": [line(1, 0, true)]}), "lines.0.quantity"),
        (json!({"lines": [line(7, 1, true)]}), "lines.0.line"),
        (
            json!({"lines": [{"line": 1, "quantity": 1, "reason_id": "rsn_0000000000001", "is_restocked": true}]}),
            "lines.0.reason_id",
        ),
        (json!({"lines": [line(1, 1, true)], "location_id": "loc_0000000000001"}), "location_id"),
    ] {
        let (status, answer) = shop.assert_unchanged(merchant.post(&path, body.clone())).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{body}: {answer}");
    }
    let before = stock(&merchant, shirt).await;
    // The preview shows the amounts and changes nothing.
    let ask = format!("{path}/preview");
    let pieces = |line: i64, quantity: i64| json!({"line": line, "quantity": quantity});
    let (status, reply) =
        shop.assert_unchanged(merchant.post(&ask, json!({"lines": [pieces(1, 2)], "refund": {"with_shipping": true}}))).await;
    assert_eq!((status, &reply["data"]), (200, &json!({"amount": "76.66", "vat": "10.00", "not_owed": "0.00"})), "{reply}");
    let (_, entries) = merchant.post(&ask, json!({"lines": [pieces(1, 2)]})).await;
    assert_eq!(entries["data"]["amount"], json!("0.00"), "nothing is paid back unless it is wanted: {entries}");
    for (body, field) in [
        (json!({"lines": [pieces(1, 4)]}), "lines.0.quantity"),
        (json!({"lines": [pieces(7, 1)]}), "lines.0.line"),
        (json!({"lines": [pieces(1, 1), pieces(1, 1)]}), "lines.1.line"),
        (json!({"lines": (0..101).map(|n| pieces(n, 1)).collect::<Vec<_>>()}), "lines"),
    ] {
        let (status, answer) = shop.assert_unchanged(merchant.post(&ask, body.clone())).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{body}: {answer}");
    }
    let first_return =
        merchant.create(&path, json!({"lines": [line(1, 2, true)], "location_id": branch, "refund": {}, "note": "مقاس"})).await;
    assert_eq!((&first_return["items_count"], &first_return["lines"][0]["is_restocked"]), (&json!(2), &json!(true)));
    assert_eq!(stock(&merchant, shirt).await, before + 2);
    let places = merchant.data(&format!("/products/{shirt}/stock")).await.to_string();
    assert!(places.contains(&branch), "{places}");
    let view = merchant.data(&format!("/orders/{order}")).await;
    let first = &view["items"][0];
    assert_eq!((&view["status"], &first["returned"], &first["refunded"]), (&json!("DLVR"), &json!(2), &json!(2)));
    assert_eq!(view["items"][1]["refunded"], json!(0));
    assert_eq!(money(&merchant, order).await, ["125.09", "76.66", "0.00", "0.00", "48.43"]);
    // A damaged piece is not restocked; with the last piece the order is returned.
    let (before, books) = (stock(&merchant, shirt).await, stock(&merchant, book).await);
    merchant.create(&path, json!({"lines": [line(1, 1, false), line(2, 1, true)], "refund": {"with_shipping": true}})).await;
    assert_eq!((stock(&merchant, shirt).await, stock(&merchant, book).await), (before, books + 1));
    let view = merchant.data(&format!("/orders/{order}")).await;
    assert_eq!((&view["status"], &view["payment_status"]), (&json!("RTRN"), &json!("not_paid")));
    assert_eq!(money(&merchant, order).await, ["125.09", "125.09", "0.00", "0.00", "0.00"]);
    let customer = merchant.data(&format!("/customers/{}", view["customer"]["id"].as_str().unwrap())).await;
    assert_eq!(customer["total_spent"], json!("0.00"));
    assert_eq!(merchant.data("/orders/status-counts").await["RTRN"], json!(1));
    let (status, _) = shop.assert_unchanged(merchant.post(&path, json!({"lines": [line(1, 1, true)]}))).await;
    assert_eq!(status, 409);
    assert_balanced(&shop, &merchant, "returned").await;
}

/// OR-04: marking an order as returned after a partial return returns only the rest, and an unpaid one owes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_04_the_rest_of_an_order_is_returned_once() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({})).await);
    let order = buy(&shop, &setup, &person(1), &[(product, None, 5)]).await.id;
    go(&merchant, order, &["PRCS", "RDYS", "SHPD"]).await;
    let line = json!({"line": 1, "quantity": 2, "reason_id": reason(&merchant).await, "is_restocked": true});
    let owed = |m: [String; 5]| m[2].replace('.', "").parse::<i64>().unwrap();
    let before = owed(money(&merchant, order).await);
    // Nothing was paid: nothing is refunded, and returned goods are not owed.
    merchant.create(&format!("/orders/{order}/returns"), json!({"lines": [line], "refund": {}})).await;
    assert_eq!(merchant.data(&format!("/orders/{order}/refunds")).await, json!([]));
    assert_eq!(before - owed(money(&merchant, order).await), before * 2 / 5);
    assert_eq!(stock(&merchant, product).await, 7);
    let (status, body) = merchant.put(&format!("/orders/{order}/status"), json!({"status": "RTRN", "restock": true})).await;
    assert_eq!((status, stock(&merchant, product).await), (200, 10), "{body}");
    assert_eq!(money(&merchant, order).await, ["0.00", "0.00", "0.00", "0.00", "0.00"]);
    let returns = merchant.data(&format!("/orders/{order}/returns")).await;
    let counts: Vec<&Value> = returns.as_array().unwrap().iter().map(|r| &r["items_count"]).collect();
    assert_eq!(counts, [&json!(3), &json!(2)]);
    assert_balanced(&shop, &merchant, "marked").await;
}

/// The list of return reasons is the merchant's; a return keeps the text it was made with.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_04_reasons_are_the_merchants_own() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let (_, order, _) = paid_order(&shop, &merchant).await;
    go(&merchant, order, &["PRCS", "RDYS", "SHPD"]).await;
    assert_eq!(merchant.data("/return-reasons").await.as_array().unwrap().len(), 6);
    let reason = merchant.create("/return-reasons", json!({"name": {"ar": "تأخر التوصيل", "en": "Came too late"}})).await;
    let id = reason["id"].as_str().unwrap();
    for (body, field) in [(json!({"name": {"ar": "", "en": ""}}), "name"), (json!({"display_order": -1}), "display_order")] {
        let (status, answer) = shop.assert_unchanged(merchant.put(&format!("/return-reasons/{id}"), body)).await;
        assert_eq!((status, answer["errors"].to_string().contains(field)), (422, true), "{answer}");
    }
    let line = json!({"line": 1, "quantity": 1, "reason_id": id, "is_restocked": false});
    merchant.create(&format!("/orders/{order}/returns"), json!({"lines": [line]})).await;
    assert_eq!(merchant.put(&format!("/return-reasons/{id}"), json!({"is_active": false, "version": 1})).await.0, 200);
    let (status, _) = shop.assert_unchanged(merchant.post(&format!("/orders/{order}/returns"), json!({"lines": [line]}))).await;
    assert_eq!(status, 422, "a reason that is switched off is not offered");
    assert_eq!(merchant.delete(&format!("/return-reasons/{id}"), Value::Null).await.0, 200);
    assert_eq!(merchant.delete(&format!("/return-reasons/{id}"), Value::Null).await.0, 404);
    let returns = merchant.data(&format!("/orders/{order}/returns")).await;
    assert_eq!(returns[0]["lines"][0]["reason"]["en"], json!("Came too late"));
}

/// OR-05: partial return of a partially paid order: the rest is settled, and only the excess payment is refunded.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_a_part_comes_back_of_what_was_paid_in_part() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"regular_price": "33.33"})).await);
    let order = buy(&shop, &setup, &person(1), &[(product, None, 3)]).await.id;
    let total = money(&merchant, order).await[2].clone();
    assert_eq!(total, "99.99");
    merchant.create(&format!("/orders/{order}/payments"), json!({"amount": "40.00"})).await;
    go(&merchant, order, &["PRCS", "RDYS", "SHPD", "DLVR"]).await;
    let line = json!({"line": 1, "quantity": 2, "reason_id": reason(&merchant).await, "is_restocked": true});
    let request = json!({"lines": [{"line": 1, "quantity": 2}], "refund": {}});
    let answer = merchant.post(&format!("/orders/{order}/returns/preview"), request).await.1["data"].clone();
    assert_eq!((&answer["amount"], &answer["not_owed"]), (&json!("6.67"), &json!("59.99")), "{answer}");
    merchant.create(&format!("/orders/{order}/returns"), json!({"lines": [line], "refund": {}})).await;
    // Paid, refunded, owed, overpaid, refundable.
    assert_eq!(money(&merchant, order).await, ["40.00", "6.67", "0.00", "0.00", "33.33"]);
    assert_eq!(merchant.data(&format!("/orders/{order}")).await["payment_status"], "paid");
    assert_balanced(&shop, &merchant, "part").await;
}

/// OR-05: a refund needs more than the ability to update orders: with that alone goods can be returned, but nothing refunded.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_a_refund_needs_the_ability_to_manage_orders() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let (_, order, _) = paid_order(&shop, &merchant).await;
    go(&merchant, order, &["PRCS", "RDYS", "SHPD", "DLVR"]).await;
    let clerk = merchant.colleague(&shop, Role::ReadOnly).await;
    let can = json!([{"action": "read", "subject": "all"}, {"action": "update", "subject": "Order"}]);
    let (store, user) = (merchant.store, clerk.user);
    let sql = "UPDATE memberships SET abilities = ?3 WHERE store_id = ?1 AND user_id = ?2";
    shop.app.db().tx(async move |c| c.exec(sql, db::p![store, user, Json(&can)]).await).await.unwrap();
    let path = format!("/orders/{order}/refunds");
    let (status, body) = shop.assert_unchanged(clerk.post(&path, json!({"amount": "5"}))).await;
    assert_eq!(status, 403, "{body}");
    // Nor as part of a return.
    let reason_id = reason(&merchant).await;
    let line = json!([{"line": 1, "quantity": 1, "reason_id": reason_id, "is_restocked": true}]);
    let back = format!("/orders/{order}/returns");
    let (status, body) = shop.assert_unchanged(clerk.post(&back, json!({"lines": line, "refund": {}}))).await;
    assert_eq!(status, 403, "{body}");
    let (status, body) = clerk.post(&back, json!({"lines": line})).await;
    assert_eq!(status, 201, "{body}");
    // The ability to manage orders allows it, reading orders does not.
    let desk = merchant.colleague(&shop, Role::OrderDesk).await;
    assert_eq!(desk.post(&path, json!({"amount": "5"})).await.0, 201);
    let reader = merchant.colleague(&shop, Role::ReadOnly).await;
    assert_eq!(reader.post(&path, json!({"amount": "5"})).await.0, 403);
    assert_balanced(&shop, &merchant, "one refund").await;
}
