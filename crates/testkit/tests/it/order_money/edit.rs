//! Editing an order: previewed, then applied as previewed.

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{assert_balanced, go, kinds, money, pay};
use crate::checkout::{buy, person, product_id, set, set_up_checkout};

async fn stock(merchant: &Merchant, id: kernel::ProductId) -> i64 {
    merchant.data(&format!("/products/{id}")).await["qty"].as_i64().unwrap()
}

async fn preview(merchant: &Merchant, id: kernel::OrderId, body: &Value) -> Value {
    let (status, answer) = merchant.post(&format!("/orders/{id}/edit/preview"), body.clone()).await;
    assert_eq!(status, 200, "{answer}");
    answer["data"].clone()
}

/// Previews an edit and applies it as it was previewed.
async fn edit(merchant: &Merchant, id: kernel::OrderId, mut body: Value) -> Value {
    let checkout_review = preview(merchant, id, &body).await;
    body["total"] = checkout_review["after"]["total"].clone();
    body["version"] = checkout_review["version"].clone();
    let (status, answer) = merchant.put(&format!("/orders/{id}/edit"), body).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["data"]["total"], checkout_review["after"]["total"], "what is applied is what was previewed");
    answer["data"].clone()
}

/// Decisions §5: lines, quantities, prices, fees, discount and address, with stock movements and the difference to collect.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_an_edit_is_previewed_line_by_line_and_applied_exactly_so() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    set(&shop, &merchant, "vat_value", json!("15")).await;
    set(&shop, &merchant, "prices_include_vat", json!(false)).await;
    let shirt = product_id(&merchant.product(json!({"regular_price": "33.33"})).await);
    let book = json!({"name": {"ar": "كتاب"}, "regular_price": "10.10", "is_tax_free": true});
    let book = product_id(&merchant.product(book).await);
    let order = buy(&shop, &setup, &person(1), &[(shirt, None, 3)]).await.id;
    pay(&merchant, order).await;
    // An empty edit changes nothing; applying it writes nothing.
    let same = preview(&merchant, order, &json!({})).await;
    assert_eq!((&same["is_changed"], &same["difference"]), (&json!(false), &json!("0.00")));
    let version = same["version"].clone();
    let (status, _) = shop.assert_unchanged(merchant.put(&format!("/orders/{order}/edit"), json!({"total": "114.99"}))).await;
    assert_eq!(status, 200);

    let body = json!({
        "items": [
            {"line": 1, "quantity": 2, "unit_price": "30.00", "reason": "عيب بسيط"},
            {"product_id": book, "quantity": 4},
        ],
        "shipping_fees": "10", "discount": "5.40",
        "address": {"name": "نورة", "mobile": "0551112233", "city": "جدة", "street": "التحلية"},
        "note": "طلب العميل", "version": version,
    });
    let checkout_review = shop.assert_unchanged(preview(&merchant, order, &body)).await;
    // 60.00 + 40.40 - 5.40 + VAT 15 % of 56.77 and of 10 + 10.
    assert_eq!(
        (
            &checkout_review["before"]["total"],
            &checkout_review["after"]["subtotal"],
            &checkout_review["after"]["vat"],
            &checkout_review["after"]["total"]
        ),
        (&json!("114.99"), &json!("100.40"), &json!("10.02"), &json!("115.02"))
    );
    assert_eq!(
        (&checkout_review["difference"], &checkout_review["owed"], &checkout_review["overpaid"]),
        (&json!("0.03"), &json!("0.03"), &json!("0.00"))
    );
    let lines = checkout_review["lines"].as_array().unwrap();
    assert_eq!(
        (&lines[0]["kind"], &lines[0]["stock"], &lines[0]["before"]["quantity"]),
        (&json!("changed"), &json!(-1), &json!(3))
    );
    assert_eq!((&lines[1]["kind"], &lines[1]["stock"], &lines[1]["before"]), (&json!("added"), &json!(4), &Value::Null));
    assert_eq!(checkout_review["is_address_changed"], json!(true));
    let after = edit(&merchant, order, body).await;
    assert_eq!((stock(&merchant, shirt).await, stock(&merchant, book).await), (8, 6));
    assert_eq!((&after["address"]["city"], &after["items_count"], &after["city"]), (&json!("جدة"), &json!(6), &json!("جدة")));
    assert_eq!(money(&merchant, order).await, ["114.99", "0.00", "0.03", "0.00", "114.99"]);
    assert_eq!(after["payment_status"], json!("paid"), "a payment is taken back by hand or by a refund alone");
    assert_eq!(kinds(&merchant, order).await.last().unwrap(), &("adjustment".to_owned(), "0.03".to_owned()));
    let activity = merchant.data(&format!("/orders/{order}/activity")).await;
    let answer = activity.as_array().unwrap().last().unwrap();
    assert_eq!((&answer["action"], &answer["note"]), (&json!("update"), &json!("طلب العميل")));
    assert_eq!(answer["after"]["items"][0]["reason"], json!("عيب بسيط"));
    assert_eq!((&answer["before"]["total"], &answer["after"]["total"]), (&json!("114.99"), &json!("115.02")));
    let customer = merchant.data(&format!("/customers/{}", after["customer"]["id"].as_str().unwrap())).await;
    assert_eq!(customer["total_spent"], json!("115.02"));
    // A line is removed: its stock is returned, and the overpayment becomes refundable.
    let after = edit(&merchant, order, json!({"items": [{"line": 2, "quantity": 4}], "discount": "0"})).await;
    assert_eq!((after["items"].as_array().unwrap().len(), stock(&merchant, shirt).await), (1, 10));
    assert_eq!(money(&merchant, order).await, ["114.99", "0.00", "0.00", "63.09", "114.99"]);
    merchant.create(&format!("/orders/{order}/refunds"), json!({"amount": "63.09"})).await;
    assert_eq!(money(&merchant, order).await, ["114.99", "63.09", "0.00", "0.00", "51.90"]);
    assert_balanced(&shop, &merchant, "edited").await;
}

/// An invalid edit is refused at its field and changes nothing: missing stock, prices without a reason, unknown lines; an order
/// that is ready, or a total that differs from the preview.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_an_edit_that_cannot_be_changes_nothing() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let shirt = product_id(&merchant.product(json!({"qty": 5, "max_qty": 4})).await);
    let removed = product_id(&merchant.product(json!({"name": {"ar": "نفد"}, "qty": 1})).await);
    let order = buy(&shop, &setup, &person(1), &[(shirt, None, 2)]).await.id;
    let path = format!("/orders/{order}/edit/preview");
    for (body, field) in [
        (json!({"items": []}), "items"),
        (json!({"items": [{"line": 9, "quantity": 1}]}), "items.0.line"),
        (json!({"items": [{"line": 1, "quantity": 1}, {"line": 1, "quantity": 1}]}), "items.1.line"),
        (json!({"items": [{"quantity": 1}]}), "items.0.product_id"),
        (json!({"items": [{"product_id": "prd_0000000000001", "quantity": 1}]}), "items.0.product_id"),
        (json!({"items": [{"line": 1, "quantity": 0}]}), "items.0.quantity"),
        (json!({"items": [{"line": 1, "quantity": 5}]}), "items.0.quantity"),
        (json!({"items": [{"line": 1, "quantity": 2}, {"product_id": removed, "quantity": 2}]}), "items.1.quantity"),
        (json!({"items": [{"line": 1, "quantity": 2, "unit_price": "1"}]}), "items.0.reason"),
        (json!({"items": [{"line": 1, "quantity": 2, "unit_price": "-1"}]}), "items.0.unit_price"),
        (json!({"shipping_fees": "1.001"}), "shipping_fees"),
        (json!({"discount": "200.01"}), "discount"),
        (json!({"address": {"city": ""}}), "address.city"),
    ] {
        let (status, answer) = shop.assert_unchanged(merchant.post(&path, body.clone())).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{body}: {answer}");
    }
    let put = format!("/orders/{order}/edit");
    let (status, answer) = shop.assert_unchanged(merchant.put(&put, json!({"shipping_fees": "5"}))).await;
    assert_eq!((status, answer["errors"]["total"].is_array()), (422, true), "{answer}");
    let (status, answer) = shop.assert_unchanged(merchant.put(&put, json!({"shipping_fees": "5", "total": "204.00"}))).await;
    assert_eq!((status, &answer["code"], &answer["current"]["after"]["total"]), (409, &json!("edit_changed"), &json!("205.00")));
    // Somebody else saved first: the refusal holds the current order.
    let version = merchant.data(&format!("/orders/{order}")).await["version"].clone();
    edit(&merchant, order, json!({"shipping_fees": "7"})).await;
    let late = json!({"shipping_fees": "5", "total": "205.00", "version": version});
    let (status, answer) = shop.assert_unchanged(merchant.put(&put, late)).await;
    assert_eq!((status, &answer["code"], &answer["current"]["shipping_fees"]), (409, &json!("stale_version"), &json!("7.00")));
    go(&merchant, order, &["PRCS", "RDYS"]).await;
    let (status, answer) = shop.assert_unchanged(merchant.post(&path, json!({}))).await;
    assert_eq!((status, &answer["code"]), (409, &json!("not_editable")));
    assert_balanced(&shop, &merchant, "refused").await;
}

/// Refunded pieces of a line cannot be removed from the order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_refunded_pieces_cannot_be_edited_away() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let shirt = product_id(&merchant.product(json!({})).await);
    let order = buy(&shop, &setup, &person(1), &[(shirt, None, 3)]).await.id;
    pay(&merchant, order).await;
    merchant.create(&format!("/orders/{order}/refunds"), json!({"lines": [{"line": 1, "quantity": 2}]})).await;
    let path = format!("/orders/{order}/edit/preview");
    for body in [json!({"items": [{"line": 1, "quantity": 1}]}), json!({"items": [{"product_id": shirt, "quantity": 5}]})] {
        let (status, answer) = shop.assert_unchanged(merchant.post(&path, body.clone())).await;
        assert_eq!((status, &answer["code"]), (409, &json!("below_refunded")), "{body}: {answer}");
    }
    // The removed piece is the one that was not refunded.
    let (status, answer) = shop.assert_unchanged(merchant.post(&path, json!({"discount": "150"}))).await;
    assert_eq!((status, answer["errors"]["discount"].is_array()), (422, true), "{answer}");
    // Another price would be charged, or credited, for those two as well; the same price sent explicitly is no change.
    for price in ["120.00", "80.00"] {
        let line = json!({"line": 1, "quantity": 3, "unit_price": price, "reason": "زاد السعر"});
        let (status, answer) = shop.assert_unchanged(merchant.post(&path, json!({"items": [line]}))).await;
        assert_eq!((status, answer["errors"]["items.0.unit_price"].is_array()), (422, true), "{answer}");
    }
    edit(&merchant, order, json!({"items": [{"line": 1, "quantity": 5, "unit_price": "100"}]})).await;
    assert_eq!(money(&merchant, order).await, ["300.00", "200.00", "200.00", "0.00", "100.00"]);
    assert_balanced(&shop, &merchant, "kept").await;
}

/// Concurrent edits of one order while shoppers buy: each piece of stock is sold once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_02_edits_at_once_take_no_piece_twice() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let shirt = product_id(&merchant.product(json!({"qty": 6})).await);
    let mut orders = Vec::new();
    for n in 0..3 {
        orders.push(buy(&shop, &setup, &person(n), &[(shirt, None, 1)]).await.id);
    }
    let all: Vec<_> = orders
        .iter()
        .flat_map(|id| [*id, *id])
        .map(|id| {
            let merchant = merchant.clone();
            tokio::spawn(async move {
                let body = json!({"items": [{"line": 1, "quantity": 3}], "total": "300.00", "version": 1});
                merchant.put(&format!("/orders/{id}/edit"), body).await
            })
        })
        .collect();
    let mut accepted = 0;
    for one in all {
        let (status, body) = one.await.unwrap();
        assert!([200, 409, 422].contains(&status), "{body}");
        accepted += i64::from(status == 200);
    }
    assert_eq!((accepted, stock(&merchant, shirt).await), (1, 1));
    assert_balanced(&shop, &merchant, "at once").await;
}
