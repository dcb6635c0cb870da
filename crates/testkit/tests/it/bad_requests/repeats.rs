//! Repeated POSTs and idempotency keys.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::document::Document;
use testkit::{Call, Merchant, TestShop};

use super::{assert_refused, languages, own_id};
use crate::checkout::{buy, person, product_id, set_up_checkout};

/// Uploads are identified by their content, and answers with a secret are not stored.
const WITHOUT_KEYS: &[&str] = &[
    "create_courier_sheet",
    "create_customer_import",
    "create_import",
    "create_invitation",
    "open_preview",
    "register_by_invitation",
    "register_store",
    "upload_theme",
];

/// An order has one invoice, and a store one running batch: a second is refused whatever the key and the body (`invoices`,
/// `order_batches`, `carts::batches`). A customer has one personal file at a time (`customers::personal_file`), and a piece is in one
/// return parcel (`return_parcels::life`).
const ONCE: &[&str] = &[
    "issue_order_document",
    "create_cart_batch",
    "create_cart_order",
    "create_order_batch",
    "create_person_export",
    "create_return_parcel",
];

fn call(merchant: &Merchant, path: &str, key: &str, body: &Value) -> Call {
    merchant.call("POST", path).header("idempotency-key", key).json(body)
}

/// Calls of courier cash and of pickups that create, in a store with cash to claim and a parcel to fetch.
async fn courier_cash(shop: &TestShop, me: &Merchant) -> [(&'static str, &'static str, Value, Value); 3] {
    let pickup = crate::courier_pickups::bookable(shop, me).await;
    let mut other_pickup = pickup.clone();
    other_pickup["slot"] = json!("morning");
    crate::courier_cash::with_a_courier(shop, me).await;
    let sheets = [super::courier_sheet(me).await, super::courier_sheet(me).await];
    let [first, second] = sheets.map(|sheet| json!({"sheet_id": sheet, "courier": "Bosta", "remitted_on": "2026-11-29"}));
    [
        ("create_courier_settlement", "/courier-settlements", first, second),
        ("create_courier_pickup", "/couriers/BOSTA/pickups", pickup, other_pickup),
        ("create_courier_claim", "/courier-claims", json!({"format": "csv"}), json!({"format": "xlsx"})),
    ]
}

/// GC, decisions §4: every POST that creates does so once for an idempotency key, sequentially and concurrently; a key reused
/// with another body is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::too_many_lines, reason = "a table: every call that creates")]
async fn gc_a_repeated_post_creates_once_in_every_call_that_creates() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let me = shop.sample_merchant(2, 2).await;
    let order = own_id(&shop, &me, "ord").await;
    let comments = format!("/orders/{order}/comments");
    let copies = format!("/products/{}/duplicate", own_id(&shop, &me, "prd").await);
    let open = me.data("/orders?filter[status]=PEND,PAID,PRCS,RDYS,SHPD,ODLV,RDYP,SDLV,DLVR,RFSD,RTRN").await[0]["id"].clone();
    let invoice = me.create(&format!("/orders/{}/documents", open.as_str().unwrap()), json!({"kind": "invoice"})).await;
    let credits = format!("/documents/{}/credit", invoice["id"].as_str().unwrap());
    let customer = me.data("/customers").await[0]["id"].as_str().unwrap().to_owned();
    let (notes, addresses) = (format!("/customers/{customer}/notes"), format!("/customers/{customer}/addresses"));
    let setup = set_up_checkout(&shop, &me).await;
    let goods = product_id(&me.product(json!({})).await);
    let sold = buy(&shop, &setup, &person(1), &[(goods, None, 10)]).await.id;
    for status in ["PRCS", "RDYS", "SHPD"] {
        assert_eq!(me.put(&format!("/orders/{sold}/status"), json!({"status": status})).await.0, 200);
    }
    assert_eq!(me.post(&format!("/orders/{sold}/payments"), json!({"amount": "500"})).await.0, 201);
    let reason_id = me.data("/return-reasons").await[0]["id"].clone();
    let came_back =
        |quantity: i64| json!({"lines": [{"line": 1, "quantity": quantity, "reason_id": reason_id, "is_restocked": true}]});
    let of_sold = |child: &str| format!("/orders/{sold}/{child}");
    let parcels = of_sold("shipments");
    let (payments, refunds, returns) = (of_sold("payments"), of_sold("refunds"), of_sold("returns"));
    let duplicates = of_sold("duplicate");
    let drafted = |quantity: i64| json!({"customer_id": customer, "items": [{"product_id": goods, "quantity": quantity}]});
    let tagging = |tag: &str| json!({"action": {"kind": "tags", "change": "add", "tags": [tag]}});
    let of_orders = |n: &str| json!({"name": "مشترون", "groups": [[{"field": "orders", "op": "gte", "values": [n]}]]});
    let redirect = |old: &str| json!({"address": old, "target": "/collections"});
    let coupon = |code: &str| json!({"name": "عيد", "code": code, "discount_type": "fixed", "discount_value": "5"});
    let gateway = super::gateway_method(&me).await;
    let (online_refunds, charge) = crate::online_payments::some_paid_order(&shop, &me, &setup, &gateway).await;
    let refunded = |amount: &str| json!({"transaction_id": charge, "amount": amount});
    let table: Vec<(&str, &str, Value, Value)> = vec![
        ("create_order_draft", "/orders/drafts", drafted(1), drafted(2)),
        ("duplicate_order", &duplicates, json!({}), json!({"again": true})),
        (
            "create_customer",
            "/customers",
            json!({"name": "منى", "mobile": "0559990001"}),
            json!({"name": "منى", "mobile": "0559990002"}),
        ),
        ("create_customer_group", "/customer-groups", json!({"name": "جملة"}), json!({"name": "تجزئة"})),
        ("create_customer_segment", "/customer-segments", of_orders("1"), of_orders("2")),
        ("create_coupon", "/coupons", coupon("AAA"), coupon("BBB")),
        ("create_page", "/pages", json!({"title": {"ar": "قصتنا"}}), json!({"title": {"ar": "فريقنا"}})),
        ("create_redirect", "/redirects", redirect("/old-one"), redirect("/old-two")),
        (
            "add_sections",
            "/themes/one/index",
            json!({"sections": [{"section": "rich_text"}]}),
            json!({"sections": [{"section": "hero"}]}),
        ),
        ("create_customer_batch", "/customer-batches", tagging("عيد"), tagging("صيف")),
        ("create_customer_note", &notes, json!({"text": "تم"}), json!({"text": "لم يتم"})),
        (
            "create_customer_address",
            &addresses,
            json!({"city": "أبها", "street": "الأول"}),
            json!({"city": "أبها", "street": "الثاني"}),
        ),
        ("create_order_payment", &payments, json!({"amount": "1"}), json!({"amount": "2"})),
        ("create_order_refund", &refunds, json!({"amount": "1"}), json!({"amount": "2"})),
        ("create_order_online_refund", &online_refunds, refunded("1"), refunded("2")),
        ("create_order_return", &returns, came_back(1), came_back(2)),
        (
            "create_shipment",
            &parcels,
            json!({"lines": [{"line": 1, "quantity": 1}]}),
            json!({"lines": [{"line": 1, "quantity": 2}]}),
        ),
        ("create_return_reason", "/return-reasons", json!({"name": {"ar": "تأخر"}}), json!({"name": {"ar": "غيره"}})),
        (
            "create_bank_account",
            "/bank-accounts",
            json!({"bank_name": "بنك", "beneficiary_name": "متجر", "account_number": "1"}),
            json!({"bank_name": "بنك", "beneficiary_name": "متجر", "account_number": "2"}),
        ),
        ("create_payment_method", "/payment-methods", json!({"provider": "PAYMOB"}), json!({"provider": "PAYTABS_SA"})),
        ("duplicate_product", &copies, json!({}), json!({"again": true})),
        (
            "create_product",
            "/products",
            json!({"name": {"ar": "عطر"}, "regular_price": "5"}),
            json!({"name": {"ar": "ب"}, "regular_price": "5"}),
        ),
        ("create_category", "/categories", json!({"name": {"ar": "عطور"}}), json!({"name": {"ar": "ب"}})),
        (
            "create_shipping_method",
            "/shipping-methods",
            json!({"provider": "CUSTOM", "name": {"ar": "مندوب"}, "fixed_cost": "5"}),
            json!({"provider": "CUSTOM", "name": {"ar": "مندوب"}, "fixed_cost": "6"}),
        ),
        ("create_stock_location", "/stock-locations", json!({"name": {"ar": "الفرع"}}), json!({"name": {"ar": "فرع آخر"}})),
        ("create_cart_export", "/cart-exports?filter[step]=checkout", json!({"format": "csv"}), json!({"format": "xlsx"})),
        ("create_customer_export", "/customer-exports", json!({"format": "csv"}), json!({"format": "xlsx"})),
        ("create_order_export", "/order-exports", json!({"format": "csv"}), json!({"format": "xlsx"})),
        ("create_order_view", "/order-views", json!({"name": "عاجلة", "content": {}}), json!({"name": "مدفوعة", "content": {}})),
        ("create_product_export", "/product-exports", json!({"format": "csv"}), json!({"format": "xlsx"})),
        ("create_order_comment", &comments, json!({"note": "تم"}), json!({"note": "لم يتم"})),
        ("credit_document", &credits, json!({"reason": "خصم", "amount": "1.00"}), json!({"reason": "خصم", "amount": "2.00"})),
    ];
    let table: Vec<_> = table.into_iter().chain(courier_cash(&shop, &me).await).collect();
    let creates: BTreeSet<String> = document
        .operations()
        .into_iter()
        .filter(|op| {
            op.method == "POST"
                && op.statuses.contains(&201)
                && !WITHOUT_KEYS.contains(&op.id.as_str())
                && !ONCE.contains(&op.id.as_str())
        })
        .map(|op| op.id)
        .collect();
    let listed: BTreeSet<String> = table.iter().map(|(id, ..)| (*id).to_owned()).collect();
    assert_eq!(listed, creates, "a call that creates needs its line above");
    for (id, path, body, other) in table {
        let first = call(&me, path, id, &body).send().await;
        assert_eq!(first.status, 201, "{id}: {}", first.text());
        for caller in languages(&me) {
            let again = shop.assert_unchanged(call(&caller, path, id, &body).send()).await;
            assert_eq!((again.status, &again.json), (201, &first.json), "{id}");
            assert_eq!(again.header("idempotency-replayed"), "true", "{id}");
            let reply = shop.assert_unchanged(call(&caller, path, id, &other).send()).await;
            assert_refused(&reply, &[422], caller.language, id);
            assert_eq!(reply.json["code"], "idempotency_key_reused", "{id}");
        }
        let key = format!("{id}-at-once");
        let all: Vec<_> = (0..8).map(|_| tokio::spawn(call(&me, path, &key, &other).send())).collect();
        let mut results = BTreeSet::new();
        for one in all {
            let reply = one.await.unwrap();
            if reply.status == 201 {
                results.insert(reply.json["data"].to_string());
            } else {
                assert_eq!(
                    (reply.status, reply.json["code"].as_str()),
                    (409, Some("idempotency_key_busy")),
                    "{id}: {}",
                    reply.text()
                );
            }
        }
        assert_eq!(results.len(), 1, "{id}");
    }
    // Two of everything: one for the first body and one for the other.
    let (_, activity) = me.get(&format!("/orders/{order}/activity")).await;
    let count = |body: &Value, is_one: fn(&Value) -> bool| body["data"].as_array().unwrap().iter().filter(|e| is_one(e)).count();
    assert_eq!(count(&activity, |e| e["action"] == "comment"), 2, "{activity}");
    let (_, methods) = me.get("/shipping-methods").await;
    assert_eq!(count(&methods, |m| m["name"]["ar"] == "مندوب"), 2, "{methods}");
}
