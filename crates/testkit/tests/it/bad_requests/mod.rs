//! Invalid requests: each test walks every operation of the API document that it concerns, in Arabic and in English, and proves
//! that no row has changed.
//!
//! `bad_input` puts bad values into single fields; here the request as a whole is invalid.

mod amounts;
mod bodies;
mod headers;
mod references;
mod repeats;
mod texts;
mod versions;

use testkit::document::{Document, Operation, id_prefix, path_word};
use testkit::{Merchant, Reply, TestShop};

/// Latin words that Arabic messages keep.
const KEPT: &[&str] = &["JSON", "CSV", "csv", "jpg", "png", "gif", "webp", "multipart"];

/// A message is in the caller's language and in no other.
#[track_caller]
fn assert_language(language: &str, text: &str, at: &str) {
    let is_arabic = text.chars().any(|c| ('\u{620}'..='\u{64a}').contains(&c));
    let english = text.split(|c: char| !c.is_ascii_alphabetic()).find(|word| word.len() > 1 && !KEPT.contains(word));
    match language {
        "ar" => assert!(is_arabic && english.is_none(), "not Arabic: `{text}` {at}"),
        _ => assert!(!is_arabic && english.is_some(), "not English: `{text}` {at}"),
    }
}

/// Asserts a complete refusal: a message, a code, and fields by their dotted path.
#[track_caller]
fn assert_refused(reply: &Reply, statuses: &[u16], language: &str, at: &str) {
    let excerpt: String = reply.text().chars().take(400).collect();
    assert!(statuses.contains(&reply.status), "{at}: {} instead of {statuses:?}: {excerpt}", reply.status);
    let message = reply.json["message"].as_str().unwrap_or_else(|| panic!("{at}: no message: {excerpt}"));
    assert_language(language, message, at);
    assert!(reply.json["code"].is_string(), "{at}: {excerpt}");
    let errors = reply.json["errors"].as_object().unwrap_or_else(|| panic!("{at}: no errors: {excerpt}"));
    assert!(reply.json["code"] != "invalid" || !errors.is_empty(), "{at}: a 422 names its fields: {excerpt}");
    for text in errors.values().flat_map(|all| all.as_array().into_iter().flatten()) {
        assert_language(language, text.as_str().unwrap_or_default(), at);
    }
}

/// Calls that take a JSON body.
fn with_body(document: &Document) -> Vec<Operation> {
    document.operations().into_iter().filter(|op| op.body.is_some()).collect()
}

/// The path of an operation with ids of the merchant's own rows, where there are any.
async fn own_path(shop: &TestShop, merchant: &Merchant, op: &Operation) -> String {
    let mut path = op.path.clone();
    for (name, schema) in &op.path_params {
        let value = match id_prefix(schema) {
            Some("pym") if op.path.starts_with("/payment-methods/{id}/c") => gateway_method(merchant).await,
            Some(prefix) => own_id(shop, merchant, prefix).await,
            None if op.id.contains("preference") => "orders.columns".to_owned(),
            None => path_word(name).to_owned(),
        };
        path = path.replace(&format!("{{{name}}}"), &value);
    }
    path
}

/// The id of a method of a payment gateway with credentials; made if there is none.
async fn gateway_method(merchant: &Merchant) -> String {
    let methods = merchant.data("/payment-methods").await;
    if let Some(method) = methods.as_array().unwrap().iter().find(|m| m["provider"] == "PAYTABS_SA") {
        return method["id"].as_str().unwrap().to_owned();
    }
    let method = merchant.create("/payment-methods", serde_json::json!({"provider": "PAYTABS_SA"})).await;
    let path = format!("/payment-methods/{}", method["id"].as_str().unwrap());
    let values = serde_json::json!({"profile_id": "1", "server_key": "SERVERKEY-SERVERKEY"});
    assert_eq!(merchant.put(&format!("{path}/credentials"), serde_json::json!({"values": values})).await.0, 200);
    method["id"].as_str().unwrap().to_owned()
}

/// A remittance sheet of its own.
pub(super) async fn courier_sheet(merchant: &Merchant) -> serde_json::Value {
    let reply = merchant.upload("/courier-sheets", "file", "sheet.csv", "text/csv", "AWB,COD\nBR-1,99\n").await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.data()["id"].clone()
}

/// The id of a row of the merchant's store, else one that does not exist.
async fn own_id(shop: &TestShop, merchant: &Merchant, prefix: &str) -> String {
    let table = match prefix {
        "prd" => "products",
        "cat" => "categories",
        "ord" => "orders",
        "cus" => "customers",
        "crt" => "carts",
        "cgr" => "customer_groups",
        "seg" => "customer_segments",
        "cou" => "coupons",
        "adr" => "customer_addresses",
        "shm" => "shipping_methods",
        "pym" => "payment_methods",
        "loc" => "stock_locations",
        "viw" => "order_views",
        "ocm" => "order_comments",
        "obt" => "batches",
        "rsn" => "return_reasons",
        "bnk" => "bank_accounts",
        "rcp" => "order_receipts",
        "pcs" => "payment_cases",
        "shp" => "shipments",
        "stl" => "courier_settlements",
        "cpk" => "courier_pickups",
        "rtp" => "return_parcels",
        "pag" => "content_pages",
        "mnu" => "menus",
        "rdr" => "address_redirects",
        "mis" => "missed_addresses",
        "sec" => "theme_sections",
        _ => return format!("{prefix}_0000000000001"),
    };
    if prefix == "viw" && merchant.data("/order-views").await.as_array().is_some_and(Vec::is_empty) {
        merchant.create("/order-views", serde_json::json!({"name": "عرض", "content": {}})).await;
    }
    if prefix == "seg" && merchant.data("/customer-segments").await.as_array().is_some_and(Vec::is_empty) {
        let rules = serde_json::json!([[{"field": "orders", "op": "gte", "values": ["1"]}]]);
        merchant.create("/customer-segments", serde_json::json!({"name": "مشترون", "groups": rules})).await;
    }
    if prefix == "cou" && merchant.data("/coupons").await.as_array().is_some_and(Vec::is_empty) {
        let coupon = serde_json::json!({"name": "عيد", "code": "EID10", "discount_type": "percentage", "discount_value": "10"});
        merchant.create("/coupons", coupon).await;
    }
    if prefix == "rdr" && merchant.data("/redirects").await.as_array().is_some_and(Vec::is_empty) {
        merchant.create("/redirects", serde_json::json!({"address": "/old-shirt", "target": "/collections"})).await;
    }
    let written = "SELECT COUNT(*) FROM order_comments WHERE store_id = ?1";
    if prefix == "ocm" && shop.app.db().conn().one::<i64>(written, db::p![merchant.store]).await.unwrap() == 0 {
        let order = Box::pin(own_id(shop, merchant, "ord")).await;
        merchant.create(&format!("/orders/{order}/comments"), serde_json::json!({"note": "تعليق"})).await;
    }
    if prefix == "bnk" && merchant.data("/bank-accounts").await.as_array().is_some_and(Vec::is_empty) {
        let account = serde_json::json!({"bank_name": "بنك", "beneficiary_name": "متجر", "account_number": "1"});
        merchant.create("/bank-accounts", account).await;
    }
    if prefix == "rcp" {
        let (sql, store) = (
            "INSERT INTO order_receipts (store_id, id, order_id, status, content_type, size_bytes, stored, sha256, reason, decided_by, sent_at) \
             SELECT store_id, 7, MIN(id), 'waiting', 'image/jpeg', 1, 'x.jpg', '', '', '', 0 FROM orders WHERE store_id = ?1 GROUP BY store_id \
             ON CONFLICT DO NOTHING",
            merchant.store,
        );
        shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
    }
    if prefix == "pcs" {
        crate::online_payments::some_case(shop, merchant).await;
    }
    if prefix == "stl" && merchant.data("/courier-settlements").await.as_array().is_some_and(Vec::is_empty) {
        let (sheet, day) = (courier_sheet(merchant).await, "2026-11-29");
        merchant
            .create("/courier-settlements", serde_json::json!({"sheet_id": sheet, "courier": "Bosta", "remitted_on": day}))
            .await;
    }
    if prefix == "cpk" {
        crate::courier_pickups::some(shop, merchant).await;
    }
    if prefix == "rtp" {
        crate::return_parcels::some(shop, merchant).await;
    }
    if prefix == "shp" {
        crate::shipments::some(shop, merchant).await;
    }
    let of = if prefix == "obt" { " AND area = 'order'" } else { "" };
    let sql = format!("SELECT id FROM {table} WHERE store_id = ?1{of} ORDER BY id LIMIT 1");
    let id: Option<kernel::ProductId> = shop.app.db().conn().opt(&sql, db::p![merchant.store]).await.unwrap();
    id.map_or_else(|| format!("{prefix}_0000000000001"), |id| id.to_string().replace("prd_", &format!("{prefix}_")))
}

/// Both languages of a merchant.
fn languages(merchant: &Merchant) -> [Merchant; 2] {
    [merchant.clone(), merchant.in_english()]
}
