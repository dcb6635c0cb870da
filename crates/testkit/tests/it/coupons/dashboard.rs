//! Coupons in the dashboard: create, change, list, delete and restore.

use kernel::Millis;
use serde_json::{Value, json};
use testkit::TestShop;

use super::coupon;

fn codes(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|k| k["code"].as_str().unwrap()).collect()
}

/// CP-01: every field of the document is stored and shown; spellings of a code are one code; saving the same again changes
/// nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_coupon_is_made_and_changed() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({})).await;
    let body = json!({
        "name": "عرض العيد", "code": "عيد_١٠", "discount_type": "percentage", "discount_value": "12.5", "max_discount": "30",
        "discount_segment": "products_price", "discount_usability": "first_order", "usage_limit": 100, "min_amount": "50",
        "starts_at": "2026-01-01T00:00:00Z", "ends_at": "2099-01-01T00:00:00Z", "excludes_discounted": true,
        "scope": "products", "product_ids": [product["id"]],
    });
    let new_coupon = merchant.create("/coupons", body.clone()).await;
    for (field, value) in body.as_object().unwrap() {
        let shown = &new_coupon[field];
        match field.as_str() {
            "max_discount" | "min_amount" => {
                assert!(shown.as_str().unwrap().starts_with(value.as_str().unwrap()), "{field}: {shown}");
            }
            "starts_at" | "ends_at" => {
                assert!(shown.as_str().unwrap().starts_with(&value.as_str().unwrap()[..19]), "{field}: {shown}");
            }
            _ => assert_eq!(shown, value, "{field}"),
        }
    }
    assert_eq!(
        (&new_coupon["usage_count"], &new_coupon["discount_total"], &new_coupon["version"]),
        (&json!(0), &json!("0.00"), &json!(1))
    );
    let (status, answer) = shop
        .assert_unchanged(
            merchant.post("/coupons", json!({"name": "x", "code": "عيد10", "discount_type": "fixed", "discount_value": "1"})),
        )
        .await;
    assert_eq!((status, answer["errors"]["code"].is_array()), (422, true), "{answer}");
    let path = format!("/coupons/{}", new_coupon["id"].as_str().unwrap());
    let (status, _) = shop.assert_unchanged(merchant.put(&path, body)).await;
    assert_eq!(status, 200);
    let (_, changed) =
        merchant.put(&path, json!({"discount_type": "fixed", "discount_value": "7", "scope": "all", "version": 1})).await;
    let changed = &changed["data"];
    assert_eq!(
        (&changed["discount_value"], &changed["max_discount"], &changed["product_ids"]),
        (&json!("7.00"), &Value::Null, &json!([]))
    );
    let (status, stale) = shop.assert_unchanged(merchant.put(&path, json!({"name": "y", "version": 1}))).await;
    assert_eq!((status, &stale["current"]["version"]), (409, &json!(2)), "{stale}");
    for (bad, field) in [
        (json!({"code": "a b"}), "code"),
        (json!({"discount_value": "-1"}), "discount_value"),
        (json!({"discount_type": "percentage", "discount_value": "101"}), "discount_value"),
        (json!({"discount_type": "percentage"}), "discount_value"),
        (json!({"usage_limit": 0}), "usage_limit"),
        (json!({"ends_at": "2025-01-01T00:00:00Z"}), "ends_at"),
        (json!({"scope": "categories", "category_ids": ["cat_0000000000001"]}), "category_ids.0"),
        (json!({"scope": "products", "product_ids": []}), "product_ids"),
    ] {
        let (status, answer) = shop.assert_unchanged(merchant.put(&path, bad.clone())).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{bad}: {answer}");
    }
    let suggested = shop.assert_unchanged(merchant.data("/coupons/code")).await;
    coupon(&merchant, json!({"code": suggested["code"]})).await;
    let sql = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND subject = 'coupon'";
    let entries: i64 = shop.app.db().conn().one(sql, db::p![merchant.store]).await.unwrap();
    assert_eq!(entries, 3, "made, changed, and another made");
}

/// CP-01: of two coupons given one code concurrently, one gets it and the other is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_code_used_up_concurrently_is_reported() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for n in 0..5 {
        let first = coupon(&merchant, json!({"code": format!("FIRST{n}")})).await;
        let second = coupon(&merchant, json!({"code": format!("SECOND{n}")})).await;
        let give = async |k: &Value| {
            merchant.put(&format!("/coupons/{}", k["id"].as_str().unwrap()), json!({"code": format!("BOTH{n}")})).await
        };
        let (one, other) = tokio::join!(give(&first), give(&second));
        let refused = if one.0 == 200 { &other } else { &one };
        assert_eq!(one.0 + other.0, 200 + 422, "{one:?} {other:?}");
        assert!(refused.1["errors"]["code"].is_array(), "{refused:?}");
    }
}

/// CP-01: the list with its filters by state and kind, search, sorts and pages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_coupons_are_found() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let at = |ms: i64| shop.app.env().now().plus(ms).rfc3339();
    let day = Millis::DAY;
    for (code, name, overrides) in [
        ("ACTIVE", "عرض الصيف", json!({"ends_at": at(2 * day)})),
        ("LATER", "عرض الشتاء", json!({"starts_at": at(day), "discount_usability": "one_time"})),
        ("ENDED", "قديم", json!({"starts_at": at(-2 * day), "ends_at": at(-day)})),
        ("OFF-1", "موقوف", json!({"is_active": false, "discount_type": "fixed", "discount_value": "5"})),
        ("FREE", "شحن", json!({"discount_segment": "shipping_fees"})),
    ] {
        let mut body = overrides;
        body["code"] = json!(code);
        body["name"] = json!(name);
        coupon(&merchant, body).await;
        shop.advance(1_000);
    }
    let list = async |query: &str| merchant.data(&format!("/coupons?{query}")).await;
    assert_eq!(codes(&list("").await), ["FREE", "OFF-1", "ENDED", "LATER", "ACTIVE"]);
    for (query, found) in [
        ("filter[state]=active", vec!["FREE", "ACTIVE"]),
        ("filter[state]=scheduled,ended", vec!["ENDED", "LATER"]),
        ("filter[state]=off", vec!["OFF-1"]),
        ("filter[state]=used_up", vec![]),
        ("filter[discount_type]=fixed", vec!["OFF-1"]),
        ("filter[discount_segment]=shipping_fees", vec!["FREE"]),
        ("filter[discount_usability]=one_time", vec!["LATER"]),
        ("search=off1", vec!["OFF-1"]),
        ("search=عرض", vec!["LATER", "ACTIVE"]),
        ("search=عرض الشت", vec!["LATER"]),
        ("sort=code", vec!["ACTIVE", "ENDED", "FREE", "LATER", "OFF-1"]),
        ("sort=ends_at&per_page=2", vec!["ENDED", "ACTIVE"]),
        ("sort=-usage_count&per_page=1", vec!["FREE"]),
    ] {
        assert_eq!(codes(&list(query).await), found, "{query}");
    }
    let first = merchant.get("/coupons?per_page=2&sort=ends_at").await.1;
    let cursor = first["meta"]["next_cursor"].as_str().unwrap();
    let rest = list(&format!("per_page=10&sort=ends_at&cursor={cursor}")).await;
    assert_eq!(rest.as_array().unwrap().len(), 3);
    for bad in ["filter[state]=x", "filter[other]=1", "sort=total", "filter[state][gte]=active"] {
        assert_eq!(merchant.get(&format!("/coupons?{bad}")).await.0, 422, "{bad}");
    }
}

/// CP-01: a deleted coupon frees its code and can be restored as long as no other took it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cp_01_a_coupon_is_deleted_and_brought_back() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let (a, b) = (coupon(&merchant, json!({})).await, coupon(&merchant, json!({"code": "BBB"})).await);
    let path = |k: &Value| format!("/coupons/{}", k["id"].as_str().unwrap());
    assert_eq!(merchant.delete(&path(&a), Value::Null).await.0, 200);
    assert_eq!(merchant.get(&path(&a)).await.0, 404);
    assert_eq!(merchant.post(&format!("{}/restore", path(&a)), json!({})).await.0, 200);
    assert_eq!(merchant.data(&path(&a)).await["code"], json!("EID-10"));
    let (_, answer) = merchant.delete("/coupons/deleteMany", json!({"items": [a["id"], b["id"], a["id"]]})).await;
    let results = answer["data"]["results"].as_array().unwrap().iter().map(|r| r["is_ok"].clone()).collect::<Vec<_>>();
    assert_eq!(results, [json!(true), json!(true), json!(false)], "{answer}");
    coupon(&merchant, json!({"code": "eid10"})).await;
    let (status, answer) = shop.assert_unchanged(merchant.post(&format!("{}/restore", path(&a)), json!({}))).await;
    assert_eq!((status, answer["errors"]["code"].is_array()), (422, true), "{answer}");
}
