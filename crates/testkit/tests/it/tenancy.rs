//! Permissions and tenant isolation: walks every operation of the API document, so that a new operation without its permission
//! fails here.

use std::collections::{BTreeMap, BTreeSet};

use db::{Json, p};
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::document::{Document, Operation, id_prefix, path_word};
use testkit::{Merchant, Reply, TestShop};

/// Operations that need no token; each has its own guard. This list may only shrink.
const OPEN: &[&str] = &[
    "ask_password_reset",
    "check_invitation",
    "check_reset_link",
    "continue_registration",
    "enter_demo",
    "enter_demo_by_post",
    "find_demo_status",
    "find_slug",
    "impersonate",
    "impersonate_by_post",
    "list_outbox",
    "login",
    "register_by_invitation",
    "register_store",
    "reset_password",
    "send_csrf_cookie",
    "send_mobile_otp",
    "validate_code",
];

/// Signing out always succeeds: without a session the caller is signed out already. This list may only shrink.
const ANSWERS_ANYBODY: &[&str] = &["logout"];

/// Operations about the user, not about a store: a token is enough. This list may only shrink.
const OF_THE_PERSON: &[&str] =
    &["accept_invitation", "change_password", "end_all_sessions", "end_session", "find_home", "list_sessions", "logout"];

/// Operations of a store that is still being set up. This list may only shrink.
const BEFORE_READY: &[&str] = &[
    "find_onboarding",
    "find_preference",
    "find_setting",
    "find_sync",
    "find_sync_by_post",
    "update_onboarding",
    "update_preference",
    "update_setting",
];

fn kind_of_id(op: &Operation) -> Option<String> {
    op.path_params.iter().find_map(|(_, schema)| id_prefix(schema).map(str::to_owned))
}

fn body_of(document: &Document, op: &Operation) -> Value {
    match op.id.as_str() {
        "update_order_status" => json!({"status": "PRCS"}),
        "update_shipment_status" => json!({"status": "shipped"}),
        "update_order_payment_status" => json!({"payment_status": "paid"}),
        "adjust_product_stock" => json!({"mode": "set", "qty": 1, "reason": "count"}),
        "transfer_product_stock" => {
            json!({"from_location_id": "loc_0000000000001", "to_location_id": "loc_0000000000002", "qty": 1})
        }
        "create_order_comment" => json!({"note": "ملاحظة"}),
        "update_order_comment" => json!({"note": "ملاحظة", "version": 1}),
        "create_order_batch" => json!({"action": {"kind": "tags", "add": ["وسم"]}}),
        _ => op.body.as_ref().map_or(Value::Null, |schema| document.sample(schema)),
    }
}

/// Sends an operation as a member; uploads contain a small file.
async fn send(document: &Document, op: &Operation, merchant: &Merchant, id: &str) -> Reply {
    let path = op.path_with(|name, schema| if id_prefix(schema).is_some() { id.to_owned() } else { path_word(name).into() });
    let call = merchant.call(&op.method, &path);
    if op.is_upload {
        call.file("media", "x.txt", "text/plain", "x").send().await
    } else {
        call.json(&body_of(document, op)).send().await
    }
}

fn some_id(op: &Operation) -> String {
    kind_of_id(op).map_or_else(String::new, |prefix| format!("{prefix}_0000000000001"))
}

#[tokio::test]
async fn gu_01_every_call_without_a_token_is_a_401() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let mut open = BTreeSet::new();
    for op in document.operations() {
        assert_eq!(op.is_open, OPEN.contains(&op.id.as_str()), "{}: the document and the list disagree", op.id);
        if op.is_open {
            open.insert(op.id.clone());
        }
        if op.is_open || ANSWERS_ANYBODY.contains(&op.id.as_str()) {
            continue;
        }
        let path = format!(
            "/dashboard/v1{}",
            op.path_with(|name, s| if id_prefix(s).is_some() { some_id(&op) } else { path_word(name).into() })
        );
        for token in ["", "wrong", "Bearer"] {
            let call = shop.call(&op.method, &path).json(&body_of(&document, &op));
            let call = if token.is_empty() { call } else { call.token(token) };
            let reply = call.send().await;
            assert_eq!((reply.status, reply.json["code"].as_str()), (401, Some("unauthenticated")), "{} {}", op.id, reply.text());
        }
        assert!(op.statuses.contains(&401), "{} does not document its 401", op.id);
    }
    assert_eq!(open.iter().map(String::as_str).collect::<Vec<_>>(), OPEN, "a call has gone: shorten the list");
}

#[tokio::test]
async fn gu_02_a_strangers_token_opens_no_store() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let (owner, stranger) = (shop.merchant().await, shop.merchant().await);
    let intruder = Merchant { store: owner.store, ..stranger.clone() };
    shop.assert_unchanged(async {
        for op in document.operations().iter().filter(|op| !op.is_open && !OF_THE_PERSON.contains(&op.id.as_str())) {
            let reply = send(&document, op, &intruder, &some_id(op)).await;
            assert_eq!((reply.status, reply.json["code"].as_str()), (403, Some("forbidden")), "{} {}", op.id, reply.text());
            // A missing or malformed store id reveals no more.
            let path = op.path_with(|name, s| if id_prefix(s).is_some() { some_id(op) } else { path_word(name).into() });
            for store in [None, Some("str_0000000000000"), Some("7"), Some("' OR 1=1 --")] {
                let call =
                    shop.call(&op.method, &format!("/dashboard/v1{path}")).token(&stranger.token).json(&body_of(&document, op));
                let reply = store.into_iter().fold(call, testkit::Call::store).send().await;
                assert_eq!(reply.status, 403, "{} with store {store:?}: {}", op.id, reply.text());
            }
        }
    })
    .await;
}

#[tokio::test]
async fn gu_11_a_member_without_the_ability_is_refused() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let owner = shop.merchant().await;
    let powerless = owner.colleague(&shop, Role::ReadOnly).await;
    let (store, user) = (owner.store, powerless.user);
    let none: Vec<Value> = Vec::new();
    let sql = "UPDATE memberships SET abilities = ?3 WHERE store_id = ?1 AND user_id = ?2";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, user, Json(none.clone())]).await).await.unwrap();
    shop.assert_unchanged(async {
        for op in document.operations().iter().filter(|op| !op.is_open && !OF_THE_PERSON.contains(&op.id.as_str())) {
            let reply = send(&document, op, &powerless, &some_id(op)).await;
            assert_eq!(reply.status, 403, "{} {}", op.id, reply.text());
        }
    })
    .await;
}

/// What a read-only account may call: Auth and ACL, and what is its own (decisions §2).
const OF_CLIENTS: &[&str] = &[
    "find_access",
    "find_onboarding",
    "find_preference",
    "find_sync",
    "find_sync_by_post",
    "follow_changes",
    "list_audit",
    "list_changes",
    "list_page_templates",
    "update_preference",
];

/// GU-04, GU-11: an account of the role `client` reads Auth and ACL only, even where its membership is an owner's.
#[tokio::test]
async fn gu_11_a_client_account_reads_auth_and_acl_only() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let owner = shop.merchant().await;
    let client = owner.colleague(&shop, Role::Owner).await;
    let user = client.user;
    shop.app.db().tx(async move |c| c.exec("UPDATE users SET role = 'client' WHERE id = ?1", p![user]).await).await.unwrap();
    let home = client.data("/home").await;
    assert_eq!(home["user_data"]["role"], "client");
    assert_eq!(
        home["user_data"]["ability"],
        json!([{"action": "read", "subject": "Auth"}, {"action": "read", "subject": "ACL"}])
    );
    let mut reached = BTreeSet::new();
    for op in document.operations().iter().filter(|op| !op.is_open && !OF_THE_PERSON.contains(&op.id.as_str())) {
        let reply = if op.id == "follow_changes" {
            let call = client.call("GET", "/changes/stream");
            let answer = tokio::time::timeout(std::time::Duration::from_millis(300), call.send()).await;
            // An opened stream does not end; a refusal comes at once.
            match answer {
                Ok(reply) => reply.status,
                Err(_) => 200,
            }
        } else {
            send(&document, op, &client, &some_id(op)).await.status
        };
        if reply != 403 {
            reached.insert(op.id.clone());
        }
    }
    assert_eq!(reached.iter().map(String::as_str).collect::<Vec<_>>(), OF_CLIENTS);
    let view = client.data("/access-control").await;
    assert!(view["members"].as_array().unwrap().iter().all(|m| m["is_self"] == true || m["email"] == Value::Null), "{view}");
    assert_eq!(client.put("/settings/dashboard_layout_skin", json!({"value": "dark"})).await.0, 200, "its own skin");
}

/// Personal rows that a member writes with read access alone.
const OF_THE_READER: &[&str] = &[
    "close_preview",
    "create_order_view",
    "delete_order_view",
    "open_preview",
    "read_mentions",
    "read_order_mentions",
    "restore_order_view",
    "sort_order_views",
    "stay_in_preview",
    "update_order_view",
];

/// POSTs that only read.
const READS_BY_POST: &[&str] = &["find_sync_by_post", "preview_cod_rules", "preview_customer_segment"];

#[tokio::test]
async fn gu_11_who_may_only_read_changes_nothing() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let owner = shop.merchant().await;
    let reader = owner.colleague(&shop, Role::ReadOnly).await;
    shop.assert_unchanged(async {
        for op in document.operations() {
            let is_own = OF_THE_PERSON.contains(&op.id.as_str())
                || op.id == "update_preference"
                || OF_THE_READER.contains(&op.id.as_str())
                || READS_BY_POST.contains(&op.id.as_str());
            if op.is_open || is_own || op.method == "GET" {
                continue;
            }
            let reply = send(&document, &op, &reader, &some_id(&op)).await;
            assert_eq!(reply.status, 403, "{} {}", op.id, reply.text());
        }
    })
    .await;
}

#[tokio::test]
async fn gu_05_a_store_being_set_up_opens_only_what_sets_it_up() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let owner = shop.unready_merchant_in("SA", "SAR").await;
    let mut open = BTreeSet::new();
    let mut operations = document.operations();
    // Its success completes onboarding.
    operations.sort_by_key(|op| op.id == "update_onboarding");
    for op in operations.iter().filter(|op| !op.is_open && !OF_THE_PERSON.contains(&op.id.as_str())) {
        let reply = send(&document, op, &owner, &some_id(op)).await;
        if reply.status != 310 {
            open.insert(op.id.clone());
        }
    }
    assert_eq!(open.iter().map(String::as_str).collect::<Vec<_>>(), BEFORE_READY);
}

/// Ids of a store's rows by prefix; files of exports and imports by the path of their operations.
async fn rows(shop: &TestShop, merchant: &Merchant) -> BTreeMap<&'static str, String> {
    let media = {
        let reply = merchant.upload("/media", "media", "a.png", "image/png", tiny_png()).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json["data"]["id"].as_str().unwrap().to_owned()
    };
    let file = "Handle,Title,Option1 Name,Option1 Value,Variant Price\na,قميص,Title,Default Title,10.00\n";
    let import = merchant.upload("/product-imports", "file", "products.csv", "text/csv", file).await;
    let mut out = BTreeMap::from([("med", media)]);
    if import.status == 201 {
        out.insert("imp", import.json["data"]["id"].as_str().unwrap().to_owned());
    }
    let people =
        merchant.upload("/customer-imports", "file", "customers.csv", "text/csv", "Name,Mobile\nسارة,0551110009\n").await;
    if people.status == 201 {
        out.insert("/customer-imports", people.json["data"]["id"].as_str().unwrap().to_owned());
    }
    let remitted = merchant.upload("/courier-sheets", "file", "sheet.csv", "text/csv", "AWB,COD\nTN-1,99\n").await;
    if remitted.status == 201 {
        let sheet = remitted.json["data"]["id"].as_str().unwrap().to_owned();
        let settlement = json!({"sheet_id": sheet, "courier": "Bosta", "remitted_on": "2026-11-29"});
        out.insert("stl", merchant.create("/courier-settlements", settlement).await["id"].as_str().unwrap().to_owned());
        out.insert("/courier-sheets", sheet);
    }
    for (prefix, table) in [
        ("prd", "products"),
        ("cat", "categories"),
        ("cus", "customers"),
        ("ord", "orders"),
        ("shm", "shipping_methods"),
        ("rsn", "return_reasons"),
        ("crt", "carts"),
        ("pag", "content_pages"),
        ("mnu", "menus"),
        ("sec", "theme_sections"),
    ] {
        let sql = format!("SELECT id FROM {table} WHERE store_id = ?1 ORDER BY id LIMIT 1");
        let id: kernel::ProductId = shop.app.db().conn().one(&sql, p![merchant.store]).await.unwrap();
        out.insert(prefix, id.to_string().replace("prd_", &format!("{prefix}_")));
    }
    // A dead job of the store.
    let (id, store, now) = (shop.env.id::<kernel::id::Job>(), merchant.store, shop.env.now());
    let sql = "INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, created_at) VALUES (?1, 'gone', ?2, '{}', 'dead', ?3, 8, 8, ?3)";
    shop.app.db().tx(async move |c| c.exec(sql, p![id, store, now]).await).await.unwrap();
    out.insert("job", id.to_string());
    out.insert("pcl", crate::answers::planted::plant_call(shop, store).await.to_string());
    let invited =
        merchant.create("/access-control/invitations", json!({"contact": "team@example.com", "role": "order_desk"})).await;
    out.insert("inv", invited["invitation"]["id"].as_str().unwrap().to_owned());
    let group = merchant.create("/customer-groups", json!({"name": "جملة"})).await;
    out.insert("cgr", group["id"].as_str().unwrap().to_owned());
    let rules = json!([[{"field": "orders", "op": "gte", "values": ["1"]}]]);
    let segment = merchant.create("/customer-segments", json!({"name": "مشترون", "groups": rules})).await;
    out.insert("seg", segment["id"].as_str().unwrap().to_owned());
    let coupon = json!({"name": "عيد", "code": "EID10", "discount_type": "percentage", "discount_value": "10"});
    out.insert("cou", merchant.create("/coupons", coupon).await["id"].as_str().unwrap().to_owned());
    let tagging = json!({"action": {"kind": "tags", "change": "add", "tags": ["وسم"]}});
    out.insert("cba", merchant.create("/customer-batches", tagging).await["id"].as_str().unwrap().to_owned());
    let reminded = shop.env.id::<kernel::id::CartBatch>();
    let detail =
        json!({"message": {"delay_minutes": 60, "channel": "sms", "body": {"ar": "{{cart_link}}"}}, "query": ""}).to_string();
    let sql = "INSERT INTO batches (store_id, id, area, kind, status, detail, actor_name, total, done, changed, failed, kept, undoable, reached, undos, \
               created_at, updated_at) VALUES (?1, ?2, 'cart', 'remind', 'running', ?3, '', 1, 0, 0, 0, 0, 0, '', 0, ?4, ?4)";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, reminded, detail.clone(), now]).await).await.unwrap();
    out.insert("cbt", reminded.to_string());
    let redirect = merchant.create("/redirects", json!({"address": "/old-shirt", "target": "/collections"})).await;
    out.insert("rdr", redirect["id"].as_str().unwrap().to_owned());
    let missed = shop.env.id::<kernel::id::MissedAddress>();
    let sql = "INSERT INTO missed_addresses (store_id, id, address, address_key, hits, referrer, first_seen_at, last_seen_at, is_ignored) \
               VALUES (?1, ?2, '/lost', '/lost', 1, '', ?3, ?3, FALSE)";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, missed, now]).await).await.unwrap();
    out.insert("mis", missed.to_string());
    out.insert("usr", merchant.user.to_string());
    out.insert("loc", kernel::StockLocationId::from_raw(merchant.store.raw()).to_string());
    let (_, edit) = merchant
        .post("/products/bulk", json!({"items": [out["prd"]], "action": {"kind": "tags", "change": "add", "tags": ["وسم"]}}))
        .await;
    let open =
        merchant.data("/orders?filter[status]=PEND,PAID,PRCS,RDYS,SHPD,ODLV,RDYP,SDLV,DLVR,RFSD,RTRN").await[0]["id"].clone();
    let invoice = merchant.create(&format!("/orders/{}/documents", open.as_str().unwrap()), json!({"kind": "invoice"})).await;
    out.insert("shp", crate::shipments::some(shop, merchant).await);
    out.insert("rtp", crate::return_parcels::some(shop, merchant).await);
    out.insert("cpk", crate::courier_pickups::some(shop, merchant).await);
    out.insert("doc", invoice["id"].as_str().unwrap().to_owned());
    // Export files of all kinds share one id prefix; each is found by its own operations.
    let cart = json!([out["crt"]]);
    crate::courier_cash::with_a_courier(shop, merchant).await;
    for path in ["/product-exports", "/order-exports", "/customer-exports", "/cart-exports", "/courier-claims"] {
        let items = if path == "/cart-exports" { cart.clone() } else { json!([]) };
        let sent = if path == "/courier-claims" { json!({"format": "csv"}) } else { json!({"format": "csv", "items": items}) };
        let export = merchant.create(path, sent).await;
        out.insert(path, export["id"].as_str().unwrap().to_owned());
    }
    let comment = merchant.create(&format!("/orders/{}/comments", out["ord"]), json!({"note": "تعليق"})).await;
    out.insert("ocm", comment["comment"]["id"].as_str().unwrap().to_owned());
    let act = merchant.create("/order-batches", json!({"action": {"kind": "tags", "add": ["وسم"]}})).await;
    out.insert("obt", act["id"].as_str().unwrap().to_owned());
    let view = merchant.create("/order-views", json!({"name": "عرض", "content": {}})).await;
    merchant.create(&format!("/customers/{}/data-export", out["cus"]), json!({})).await;
    out.insert("viw", view["id"].as_str().unwrap().to_owned());
    let gateway = merchant.create("/payment-methods", json!({"provider": "PAYTABS_SA"})).await["id"].as_str().unwrap().to_owned();
    let keys = json!({"values": {"profile_id": "1", "server_key": "SERVERKEY-SERVERKEY"}});
    assert_eq!(merchant.put(&format!("/payment-methods/{gateway}/credentials"), keys).await.0, 200);
    out.insert("pym", gateway);
    let iban = json!({"bank_name": "بنك", "beneficiary_name": "متجر", "iban": "SA0380000000608010167519"});
    out.insert("bnk", merchant.create("/bank-accounts", iban).await["id"].as_str().unwrap().to_owned());
    out.insert("pcs", crate::online_payments::some_case(shop, merchant).await);
    out.insert("bat", edit["data"]["batch"]["id"].as_str().unwrap().to_owned());
    out
}

fn tiny_png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(4, 4, image::Rgb([200, 40, 40])).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[tokio::test]
async fn gu_02_another_stores_row_is_a_404_and_stays_as_it_was() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let owner = shop.sample_merchant(4, 3).await;
    let ids = rows(&shop, &owner).await;
    let neighbour = shop.merchant().await;
    let mut walked = BTreeSet::new();
    for op in document.operations().iter().filter(|op| !op.is_open && !OF_THE_PERSON.contains(&op.id.as_str())) {
        let Some(prefix) = kind_of_id(op) else { continue };
        let own_file = ids.iter().find(|(key, _)| key.starts_with('/') && op.path.starts_with(**key)).map(|(_, id)| id);
        let id = own_file
            .or_else(|| ids.get(prefix.as_str()))
            .unwrap_or_else(|| panic!("{}: the test makes no row of kind {prefix}", op.id));
        // A file of an order is found by both its ids, and a draft is an order of one status: `products::files`, `transfers` and
        // `drafts` test their isolation.
        if op.method == "GET" && !["read_order_file", "read_order_receipt_file", "find_order_draft"].contains(&op.id.as_str()) {
            let own = send(&document, op, &owner, id).await;
            assert_ne!(own.status, 404, "{}: its own store sees it: {}", op.id, own.text());
        }
        let reply = shop.assert_unchanged(send(&document, op, &neighbour, id)).await;
        assert_eq!((reply.status, reply.json["code"].as_str()), (404, Some("not_found")), "{} {}", op.id, reply.text());
        walked.insert(op.id.clone());
    }
    assert!(walked.len() > 15, "{walked:?}");
}

#[tokio::test]
async fn gu_02_bulk_calls_and_references_reach_no_other_store() {
    let shop = TestShop::start().await;
    let owner = shop.sample_merchant(4, 3).await;
    let ids = rows(&shop, &owner).await;
    let neighbour = shop.merchant().await;
    let items = |prefix: &str| json!([ids[prefix]]);
    shop.assert_unchanged(async {
        for (method, path, body) in [
            ("DELETE", "/products/deleteMany", json!({"items": items("prd")})),
            ("POST", "/products/publishMany", json!({"items": items("prd"), "is_published": false})),
            ("POST", "/products/bulk", json!({"items": items("prd"), "action": {"kind": "delete"}})),
            ("PATCH", "/products/sheet", json!({"rows": [{"id": ids["prd"], "version": 1, "cells": {"qty": 1}}]})),
            ("DELETE", "/categories/deleteMany", json!({"items": items("cat")})),
            ("DELETE", "/coupons/deleteMany", json!({"items": items("cou")})),
            ("DELETE", "/redirects/deleteMany", json!({"items": items("rdr")})),
            ("POST", "/redirects/restoreMany", json!({"items": items("rdr")})),
            (
                "POST",
                "/customers/bulk",
                json!({"items": items("cus"), "action": {"kind": "tags", "change": "add", "tags": ["وسم"]}}),
            ),
            ("POST", "/orders/statusMany", json!({"items": items("ord"), "status": "PRCS"})),
            ("POST", "/orders/tagMany", json!({"items": items("ord"), "add": ["وسم"]})),
            ("POST", "/orders/assignMany", json!({"items": items("ord"), "assignee_id": neighbour.user.to_string()})),
        ] {
            let (status, answer) = neighbour.send(method, path, &body).await;
            assert_eq!(status, 200, "{path}: {answer}");
            assert_eq!(answer["data"]["results"][0]["is_ok"], false, "{path}: {answer}");
        }
        let product = |overrides: Value| {
            let mut body = json!({"product_type": "basic", "name": {"ar": "قميص"}, "regular_price": "5.00", "qty": 1, "is_active": true, "is_published": true});
            body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
            body
        };
        for (path, body, field) in [
            ("/products", product(json!({"category_ids": [ids["cat"]]})), "category_ids"),
            ("/products", product(json!({"image_ids": [ids["med"]]})), "image_ids"),
            ("/categories", json!({"name": {"ar": "فرع"}, "parent_id": ids["cat"]}), "parent_id"),
        ] {
            let (status, answer) = neighbour.post(path, body).await;
            assert_eq!(status, 422, "{path} {field}: {answer}");
            assert!(answer["errors"].as_object().unwrap().keys().any(|k| k.starts_with(field)), "{path} {field}: {answer}");
        }
        let (status, answer) = neighbour.put("/settings/logo", json!({"value": ids["med"]})).await;
        assert_eq!(status, 422, "{answer}");
    })
    .await;
    for path in ["/products", "/customers", "/orders"] {
        let (status, list) = neighbour.get(path).await;
        assert_eq!((status, list["meta"]["total"].as_i64()), (200, Some(0)), "{path}: {list}");
    }
}
