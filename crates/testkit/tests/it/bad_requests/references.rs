//! Ids of another store's rows, in every field of a body that holds an id.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use testkit::document::{Document, id_prefix};
use testkit::{Merchant, TestShop};

use super::{assert_refused, languages, with_body};
use crate::checkout::{buy, person, product_id, set_up_checkout};

/// Paths of fields that hold an id: `variants.0.image_id`.
fn id_fields(document: &Document, schema: &Value, at: &str, depth: usize, out: &mut BTreeSet<String>) {
    let plain = document.without_null(schema);
    if id_prefix(&plain).is_some() {
        out.insert(at.to_owned());
    } else if depth < 5 {
        let join = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
        if document.kind(&plain) == "array" {
            id_fields(document, &plain["items"], &join("0"), depth + 1, out);
        }
        for (name, field, _) in document.fields(&plain) {
            id_fields(document, &field, &join(&name), depth + 1, out);
        }
    }
}

async fn picture(merchant: &Merchant) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(4, 4, image::Rgb([9, 9, 9])).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let reply = merchant.upload("/media", "media", "a.png", "image/png", bytes.into_inner()).await;
    reply.data()["id"].as_str().unwrap().to_owned()
}

fn multi(overrides: Value) -> Value {
    let mut variant = json!({"option_values": ["S"], "qty": 1});
    variant.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    json!({"product_type": "multi", "name": {"ar": "قميص"}, "regular_price": "5",
        "options": [{"name": "size", "values": ["S"]}], "variants": [variant]})
}

/// GU-02: an id of another store's row is refused in every field of a body, like the id of a row that does not exist.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::too_many_lines, reason = "a table: every field that takes an id")]
async fn gu_02_another_stores_id_is_refused_in_every_field_that_takes_one() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let (mine, theirs) = (shop.sample_merchant(2, 2).await, shop.merchant().await);
    let product = theirs.product(multi(json!({}))).await;
    let category = theirs.create("/categories", json!({"name": {"ar": "غريب"}})).await["id"].as_str().unwrap().to_owned();
    let (media, their_product) = (picture(&theirs).await, product["id"].as_str().unwrap().to_owned());
    let variant = product["variants"][0]["id"].clone();
    let own = mine.product(multi(json!({}))).await;
    let (own_product, own_variant) = (own["id"].as_str().unwrap().to_owned(), own["variants"][0]["id"].clone());
    let at = |merchant: &Merchant| kernel::StockLocationId::from_raw(merchant.store.raw()).to_string();
    let second_place = mine.create("/stock-locations", json!({"name": {"ar": "الفرع"}})).await["id"].as_str().unwrap().to_owned();
    let (my_place, their_place) = (at(&mine), at(&theirs));
    let own_category = mine.create("/categories", json!({"name": {"ar": "لي"}})).await["id"].as_str().unwrap().to_owned();
    let group = theirs.create("/customer-groups", json!({"name": "جملة"})).await["id"].as_str().unwrap().to_owned();
    let own_customer = mine.data("/customers").await[0]["id"].as_str().unwrap().to_owned();
    let one_customer = format!("/customers/{own_customer}");
    let merging = format!("{one_customer}/merge");
    let joining = |customer: &str, group: &str| json!({"items": [customer], "action": {"kind": "group", "change": "add", "group_id": group}});
    let own_group = mine.create("/customer-groups", json!({"name": "جملة"})).await["id"].as_str().unwrap().to_owned();
    let (my_till, their_till) =
        (crate::checkout::set_up_checkout(&shop, &mine).await, crate::checkout::set_up_checkout(&shop, &theirs).await);
    let goods = crate::checkout::product_id(&mine.product(json!({"qty": 5})).await);
    let filled = crate::checkout::filled(&shop, &my_till, &crate::checkout::person(1), &[(goods, None, 1)]).await;
    let of_cart = format!("/carts/{}/order", crate::carts::cart_id(&shop, &my_till, &filled).await);
    let (my_payment, their_payment, their_shipping) =
        (my_till.cod.to_string(), their_till.cod.to_string(), their_till.pickup.to_string());
    let cart_order = |payment: &str, shipping: Value| json!({"payment_method_id": payment, "shipping_method_id": shipping, "total": "1", "version": 1});
    let reminding = json!({"items": ["crt_0000000000001"], "channel": "sms", "body": {"ar": "{{cart_link}}"}});
    let basic = |overrides: Value| {
        let mut body = json!({"name": {"ar": "قميص"}, "regular_price": "5"});
        body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
        body
    };
    let place = |id: &str, parent: Value| json!({"items": [{"id": id, "parent_id": parent, "display_order": 1}]});
    let into = |category: &str| json!({"kind": "categories", "change": "add", "category_ids": [category]});
    let row = |id: &str, variants: Value| json!({"id": id, "version": 1, "variants": variants});
    let (adjusting, carrying) =
        (format!("/products/{own_product}/stock/adjust"), format!("/products/{own_product}/stock/transfer"));
    let sorting = format!("/categories/{own_category}/products/order");
    mine.send("PUT", &format!("/categories/{own_category}"), &json!({"product_order": "manual"})).await;
    let adjusted = |variant: &Value, place: &str| json!({"variant_id": variant, "location_id": place, "mode": "add", "qty": 1, "reason": "correction"});
    let carried = |variant: &Value, from: &str, to: &str| json!({"variant_id": variant, "from_location_id": from, "to_location_id": to, "qty": 1});
    let (one_product, one_category) = (format!("/products/{own_product}"), format!("/categories/{own_category}"));
    let setup = set_up_checkout(&shop, &mine).await;
    let goods = product_id(&mine.product(json!({})).await);
    let (ordered, sent) = (
        buy(&shop, &setup, &person(1), &[(goods, None, 2)]).await.id,
        buy(&shop, &setup, &person(2), &[(goods, None, 2)]).await.id,
    );
    for status in ["PRCS", "RDYS", "SHPD"] {
        assert_eq!(mine.put(&format!("/orders/{sent}/status"), json!({"status": status})).await.0, 200);
    }
    assert_eq!(mine.post(&format!("/orders/{sent}/payments"), json!({"amount": "5"})).await.0, 201);
    let refunding = format!("/orders/{sent}/online-refunds");
    let of_theirs = json!({"transaction_id": "ptx_0000000000001", "amount": "1"});
    let reason_of = async |merchant: &Merchant| merchant.data("/return-reasons").await[0]["id"].as_str().unwrap().to_owned();
    let (my_reason, their_reason) = (reason_of(&mine).await, reason_of(&theirs).await);
    let return_body = |reason: &str, place: &str| json!({"lines": [{"line": 1, "quantity": 1, "reason_id": reason, "is_restocked": true}], "location_id": place});
    let return_preview = format!("/orders/{sent}/returns/preview");
    let through = |mut body: Value| {
        body["refund"] = json!({"transaction_id": "ptx_0000000000001"});
        body
    };
    let with = |product: &str, variant: Value| json!({"items": [{"product_id": product, "variant_id": variant, "quantity": 1}]});
    let undoing = format!("/confirmations/{ordered}/undo");
    let (editing, edit_preview, returning) =
        (format!("/orders/{ordered}/edit"), format!("/orders/{ordered}/edit/preview"), format!("/orders/{sent}/returns"));
    let buyer = mine.create("/customers", json!({"name": "ريم", "mobile": "0559990002"})).await["id"].clone();
    let drafted = |key: &str, value: Value, product: &Value, variant: Value| {
        let mut body = json!({"customer_id": buyer, "items": [{"product_id": product, "variant_id": variant, "quantity": 1}]});
        if !key.is_empty() {
            body[key] = value;
        }
        body
    };
    let draft = mine.create("/orders/drafts", drafted("", Value::Null, &json!(goods), Value::Null)).await;
    let draft_path = format!("/orders/{}/draft", draft["id"].as_str().unwrap());
    let draft_preview = format!("{draft_path}/preview");
    let draft_cases: Vec<(&str, &str, Value, &str)> = [
        ("create_order_draft", "/orders/drafts"),
        ("preview_order_draft", "/orders/drafts/preview"),
        ("update_order_draft", draft_path.as_str()),
        ("preview_order_draft_changes", draft_preview.as_str()),
    ]
    .into_iter()
    .flat_map(|(call, path)| {
        let own = json!(own_product);
        [
            (call, path, drafted("customer_id", json!("cus_0000000000001"), &own, own_variant.clone()), "customer_id"),
            (call, path, drafted("", Value::Null, &json!(their_product), Value::Null), "items.0.product_id"),
            (call, path, drafted("", Value::Null, &own, variant.clone()), "items.0.variant_id"),
            (
                call,
                path,
                drafted("shipping_method_id", json!("shm_0000000000001"), &own, own_variant.clone()),
                "shipping_method_id",
            ),
            (
                call,
                path,
                drafted("payment_method_id", json!("pym_0000000000001"), &own, own_variant.clone()),
                "payment_method_id",
            ),
        ]
    })
    .collect();
    let shipping = format!("/orders/{ordered}/shipments");
    let bookable = crate::courier_pickups::bookable(&shop, &mine).await;
    let pickup = |field: &str, id: &str| {
        let mut body = bookable.clone();
        body[field] = if field == "shipments" { json!([id]) } else { json!(id) };
        body
    };
    let (fetching, mut fetched) = crate::return_parcels::fetchable(&shop, &mine).await;
    fetched["warehouse"] = json!(their_place);
    let one_shipment = format!("/shipments/{}", crate::shipments::some(&shop, &mine).await);
    let couponed = |overrides: Value| {
        let mut body = json!({"name": "عيد", "code": "EID10", "discount_type": "percentage", "discount_value": "10"});
        body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
        body
    };
    let one_coupon =
        format!("/coupons/{}", mine.create("/coupons", couponed(json!({"code": "MINE"}))).await["id"].as_str().unwrap());
    let their_coupon = theirs.create("/coupons", couponed(json!({"code": "THEIRS"}))).await["id"].clone();
    let offer = json!({"ar": "{{cart_link}} {{coupon_code}}"});
    let offering =
        json!({"items": ["crt_0000000000001"], "channel": "sms", "body": offer.clone(), "coupon_id": their_coupon.clone()});
    let offering_to_all = json!({"channel": "sms", "body": offer.clone(), "coupon_id": their_coupon.clone()});
    let message = json!({"delay_minutes": 60, "channel": "sms", "body": offer, "coupon_id": their_coupon});
    let offering_plan = json!({"is_active": false, "quiet_from": 0, "quiet_to": 0, "cap": 1, "cap_days": 7,
        "messages": [message], "version": 0});
    let one_menu = format!("/menus/{}", mine.data("/menus").await[0]["id"].as_str().unwrap());
    let linked = |link: Value| {
        let mut body = json!({"title": {"ar": "رابط"}, "link_type": "CUSTOM", "url": "/"});
        body.as_object_mut().unwrap().extend(link.as_object().unwrap().clone());
        body
    };
    let linked_below = |link: Value| json!({"links": [linked(json!({"links": [linked(link)]}))]});
    let to_theirs = json!({"link_type": "PRODUCT", "entity_id": their_product});
    let (their_sheet, my_settlement) = (super::courier_sheet(&theirs).await, super::own_id(&shop, &mine, "stl").await);
    let one_settlement = format!("/courier-settlements/{my_settlement}");
    let remittance = json!({"sheet_id": their_sheet, "courier": "Bosta", "remitted_on": "2026-11-29"});
    // The operation, its path, a body that is valid but for the id, the field, and the statuses that refuse it.
    let cases: Vec<(&str, &str, Value, &str)> = vec![
        ("create_coupon", "/coupons", couponed(json!({"scope": "products", "product_ids": [their_product]})), "product_ids.0"),
        ("create_coupon", "/coupons", couponed(json!({"scope": "categories", "category_ids": [category]})), "category_ids.0"),
        ("update_coupon", &one_coupon, json!({"scope": "products", "product_ids": [their_product]}), "product_ids.0"),
        ("update_coupon", &one_coupon, json!({"scope": "categories", "category_ids": [category]}), "category_ids.0"),
        ("create_courier_settlement", "/courier-settlements", remittance, "sheet_id"),
        ("update_courier_settlement", &one_settlement, json!({"sheet_id": their_sheet}), "sheet_id"),
        ("delete_coupons", "/coupons/deleteMany", json!({"items": ["cou_0000000000001"]}), "items.0"),
        ("delete_redirects", "/redirects/deleteMany", json!({"items": ["rdr_0000000000001"]}), "items.0"),
        ("restore_redirects", "/redirects/restoreMany", json!({"items": ["rdr_0000000000001"]}), "items.0"),
        ("create_product", "/products", basic(json!({"category_ids": [category]})), "category_ids.0"),
        ("create_product", "/products", basic(json!({"image_ids": [media]})), "image_ids.0"),
        ("create_product", "/products", basic(json!({"related_ids": [their_product]})), "related_ids.0"),
        ("create_product", "/products", multi(json!({"image_id": media})), "variants.0.image_id"),
        ("create_product", "/products", multi(json!({"id": variant})), "variants.0.id"),
        ("update_product", &one_product, json!({"category_ids": [category]}), "category_ids.0"),
        ("update_product", &one_product, json!({"image_ids": [media]}), "image_ids.0"),
        ("update_product", &one_product, json!({"related_ids": [their_product]}), "related_ids.0"),
        (
            "update_product",
            &one_product,
            json!({"variants": [{"option_values": ["S"], "image_id": media}]}),
            "variants.0.image_id",
        ),
        ("update_product", &one_product, json!({"variants": [{"option_values": ["S"], "id": variant}]}), "variants.0.id"),
        ("create_category", "/categories", json!({"name": {"ar": "فرع"}, "parent_id": category}), "parent_id"),
        ("create_category", "/categories", json!({"name": {"ar": "فرع"}, "image_id": media}), "image_id"),
        ("update_menu", &one_menu, json!({"links": [linked(to_theirs.clone())]}), "links.0.entity_id"),
        ("update_menu", &one_menu, json!({"links": [linked(json!({"image_id": media}))]}), "links.0.image_id"),
        ("update_menu", &one_menu, linked_below(to_theirs), "links.0.links.0.entity_id"),
        ("update_menu", &one_menu, linked_below(json!({"image_id": media})), "links.0.links.0.image_id"),
        ("update_category", &one_category, json!({"parent_id": category}), "parent_id"),
        ("update_category", &one_category, json!({"image_id": media}), "image_id"),
        ("sort_categories", "/categories/sorting", place(&category, Value::Null), "items.0.id"),
        ("sort_categories", "/categories/sorting", place(&own_category, json!(category)), "items.0.parent_id"),
        ("delete_media", "/media/deleteOne", json!({"id": media}), "id"),
        ("delete_products", "/products/deleteMany", json!({"items": [their_product]}), "items.0"),
        ("publish_products", "/products/publishMany", json!({"items": [their_product], "is_published": false}), "items.0"),
        ("delete_categories", "/categories/deleteMany", json!({"items": [category]}), "items.0"),
        ("edit_products", "/products/bulk", json!({"items": [their_product], "action": {"kind": "publish"}}), "items.0"),
        ("edit_products", "/products/bulk", json!({"items": [own_product], "action": into(&category)}), "action.category_ids.0"),
        (
            "preview_products_edit",
            "/products/bulk/preview",
            json!({"items": [their_product], "action": {"kind": "publish"}}),
            "items.0",
        ),
        (
            "preview_products_edit",
            "/products/bulk/preview",
            json!({"items": [own_product], "action": into(&category)}),
            "action.category_ids.0",
        ),
        ("write_sheet", "/products/sheet", json!({"rows": [row(&their_product, json!([]))]}), "rows.0.id"),
        (
            "write_sheet",
            "/products/sheet",
            json!({"rows": [row(&own_product, json!([{"id": variant, "cells": {"qty": 1}}]))]}),
            "rows.0.variants.0.id",
        ),
        (
            "write_sheet",
            "/products/sheet",
            json!({"batch_id": "bat_0000000000001", "rows": [row(&own_product, json!([]))]}),
            "batch_id",
        ),
        ("adjust_product_stock", &adjusting, adjusted(&variant, &my_place), "variant_id"),
        ("adjust_product_stock", &adjusting, adjusted(&own_variant, &their_place), "location_id"),
        ("transfer_product_stock", &carrying, carried(&variant, &my_place, &second_place), "variant_id"),
        ("transfer_product_stock", &carrying, carried(&own_variant, &their_place, &my_place), "from_location_id"),
        ("transfer_product_stock", &carrying, carried(&own_variant, &my_place, &their_place), "to_location_id"),
        ("sort_stock_locations", "/stock-locations/sorting", json!({"items": [their_place]}), "items.0"),
        ("create_product_export", "/product-exports", json!({"format": "csv", "items": [their_product]}), "items.0"),
        ("create_customer", "/customers", json!({"name": "منى", "mobile": "0559990001", "group_ids": [group]}), "group_ids.0"),
        ("update_customer", &one_customer, json!({"group_ids": [group]}), "group_ids.0"),
        ("merge_customers", &merging, json!({"other_id": "cus_0000000000001", "version": 1, "other_version": 1}), "other_id"),
        ("edit_customers", "/customers/bulk", joining("cus_0000000000001", &own_group), "items.0"),
        ("edit_customers", "/customers/bulk", joining(&own_customer, &group), "action.group_id"),
        (
            "create_customer_batch",
            "/customer-batches",
            json!({"action": {"kind": "group", "change": "add", "group_id": group}}),
            "action.group_id",
        ),
        ("delete_many_media", "/media/deleteMany", json!({"items": [media]}), "items.0"),
        ("move_category_products", &sorting, json!({"items": [their_product]}), "items.0"),
        ("move_category_products", &sorting, json!({"items": [own_product], "after": their_product}), "after"),
        ("retry_many_dead_jobs", "/jobs/dead/retryMany", json!({"items": ["job_0000000000001"]}), "items.0"),
        ("discard_many_dead_jobs", "/jobs/dead/deleteMany", json!({"items": ["job_0000000000001"]}), "items.0"),
        ("create_order_online_refund", &refunding, of_theirs, "transaction_id"),
        ("create_order_return", &returning, return_body(&their_reason, &my_place), "lines.0.reason_id"),
        ("create_order_return", &returning, return_body(&my_reason, &their_place), "location_id"),
        ("create_order_return", &returning, through(return_body(&my_reason, &my_place)), "refund.transaction_id"),
        (
            "preview_order_return",
            &return_preview,
            through(json!({"lines": [{"line": 1, "quantity": 1}]})),
            "refund.transaction_id",
        ),
        ("preview_order_edit", &edit_preview, with(&their_product, Value::Null), "items.0.product_id"),
        ("preview_order_edit", &edit_preview, with(&own_product, variant.clone()), "items.0.variant_id"),
        ("edit_order", &editing, with(&their_product, Value::Null), "items.0.product_id"),
        ("edit_order", &editing, with(&own_product, variant.clone()), "items.0.variant_id"),
        (
            "update_many_order_statuses",
            "/orders/statusMany",
            json!({"items": ["ord_0000000000001"], "status": "CNCL"}),
            "items.0",
        ),
        ("print_documents", "/documents/print", json!({"orders": ["ord_0000000000001"], "kind": "packing_slip"}), "orders.0"),
        ("create_shipment", &shipping, json!({"waybill": {"warehouse": their_place}}), "waybill.warehouse"),
        ("update_shipment", &one_shipment, json!({"waybill": {"warehouse": their_place}}), "waybill.warehouse"),
        ("create_return_parcel", &fetching, fetched, "warehouse"),
        ("create_courier_pickup", "/couriers/BOSTA/pickups", pickup("warehouse", &their_place), "warehouse"),
        ("create_courier_pickup", "/couriers/BOSTA/pickups", pickup("shipments", "shp_0000000000001"), "shipments.0"),
        ("ship_many_orders", "/orders/shipMany", json!({"items": ["ord_0000000000001"]}), "items.0"),
        ("tag_many_orders", "/orders/tagMany", json!({"items": ["ord_0000000000001"], "add": ["وسم"]}), "items.0"),
        ("assign_many_orders", "/orders/assignMany", json!({"items": ["ord_0000000000001"], "assignee_id": null}), "items.0"),
        (
            "assign_many_orders",
            "/orders/assignMany",
            json!({"items": ["ord_0000000000001"], "assignee_id": "usr_0000000000001"}),
            "assignee_id",
        ),
        ("create_customer_export", "/customer-exports", json!({"format": "csv", "items": ["cus_0000000000001"]}), "items.0"),
        ("create_order_export", "/order-exports", json!({"format": "csv", "items": ["ord_0000000000001"]}), "items.0"),
        ("create_cart_export", "/cart-exports", json!({"format": "csv", "items": ["crt_0000000000001"]}), "items.0"),
        ("remind_carts", "/carts/remind", reminding, "items.0"),
        ("remind_carts", "/carts/remind", offering, "coupon_id"),
        ("create_cart_batch", "/cart-batches", offering_to_all, "coupon_id"),
        ("update_cart_reminder_plan", "/cart-reminder-plan", offering_plan, "messages.0.coupon_id"),
        ("create_cart_order", &of_cart, cart_order(&their_payment, Value::Null), "payment_method_id"),
        ("create_cart_order", &of_cart, cart_order(&my_payment, json!(their_shipping)), "shipping_method_id"),
        (
            "add_sections",
            "/themes/one/index",
            json!({"sections": [{"section": "rich_text", "before": "sec_0000000000001"}]}),
            "sections.0.before",
        ),
        ("sort_sections", "/themes/one/sorting", json!({"section_id": "sec_0000000000001", "items": []}), "section_id"),
        ("order_payment_methods", "/payment-methods/order", json!({"items": ["pym_0000000000001"]}), "items.0"),
        ("sort_order_views", "/order-views/sorting", json!({"items": ["viw_0000000000001"]}), "items.0"),
        (
            "create_order_batch",
            "/order-batches",
            json!({"action": {"kind": "assign", "assignee_id": "usr_0000000000001"}}),
            "action.assignee_id",
        ),
        ("undo_confirmation_outcome", &undoing, json!({"call_id": "cal_0000000000001"}), "call_id"),
    ];
    let cases: Vec<_> = cases.into_iter().chain(draft_cases).collect();
    let mut fields: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for op in with_body(&document) {
        let mut all = BTreeSet::new();
        id_fields(&document, op.body.as_ref().unwrap(), "", 0, &mut all);
        // A registration belongs to no store yet: its secret token identifies it (AU-02).
        if !all.is_empty() && op.id != "continue_registration" {
            fields.insert(op.id, all);
        }
    }
    let mut proven: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (call, _, _, field) in &cases {
        proven.entry((*call).to_owned()).or_default().insert((*field).to_owned());
    }
    assert_eq!(proven, fields, "a body that takes an id needs its line above");
    let operations = with_body(&document);
    for (call, path, body, field) in cases {
        let op = operations.iter().find(|op| op.id == call).unwrap();
        for caller in languages(&mine) {
            let at = format!("{call} {field}");
            if (call, field) == ("create_product", "variants.0.id") {
                // A new product's variants get new ids, whatever was sent; the other store's row is unchanged.
                let created = caller.create(path, body.clone()).await;
                assert_ne!(created["variants"][0]["id"], variant, "{at}");
                assert_eq!(theirs.data(&format!("/products/{their_product}")).await, product, "{at}");
                continue;
            }
            let reply = shop.assert_unchanged(caller.call(&op.method, path).json(&body).send()).await;
            if reply.status == 200 {
                let result = &reply.json["data"]["results"][0];
                assert_eq!(
                    (&result["is_ok"], result["code"].as_str()),
                    (&json!(false), Some("not_found")),
                    "{at}: {}",
                    reply.text()
                );
                super::assert_language(caller.language, result["message"].as_str().unwrap(), &at);
            } else {
                assert_refused(&reply, &[422, 404], caller.language, &at);
                assert!(reply.status == 404 || reply.json["errors"][field].is_array(), "{at}: {}", reply.text());
            }
        }
    }
    for code in ["logo", "favicon"] {
        for caller in languages(&mine) {
            let reply = shop
                .assert_unchanged(caller.call("PUT", &format!("/settings/{code}")).json(&json!({"value": media})).send())
                .await;
            assert_refused(&reply, &[422], caller.language, code);
            assert!(reply.json["errors"]["value"].is_array(), "{code}: {}", reply.text());
        }
    }
}
