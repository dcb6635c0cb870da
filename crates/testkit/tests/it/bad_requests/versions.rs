//! Stale versions.

use serde_json::json;
use testkit::document::Document;
use testkit::{Merchant, TestShop};

use super::{assert_refused, languages, own_path, with_body};

/// The path of a new draft of the merchant's.
async fn draft_path(me: &Merchant) -> String {
    let customer = me.data("/customers").await[0]["id"].clone();
    let body = json!({"customer_id": customer, "items": [{"name": "بند", "quantity": 1, "unit_price": "5"}]});
    format!("/orders/{}/draft", me.create("/orders/drafts", body).await["id"].as_str().unwrap())
}

/// GC-01: every call that takes a `version` refuses a stale one, and answers with the current row.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_01_a_stale_version_is_a_409_with_the_row_as_it_is() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let me = shop.sample_merchant(3, 3).await;
    let mut walked = 0;
    for op in with_body(&document) {
        let fields = document.fields(op.body.as_ref().unwrap());
        if !fields.iter().any(|(name, ..)| name == "version") || op.method != "PUT" || op.id == "update_cart_reminder_plan" {
            continue;
        }
        let path = if op.id == "update_order_draft" { draft_path(&me).await } else { own_path(&shop, &me, &op).await };
        // An order's shopper link is signed with a secret that the first read creates.
        if path.starts_with("/orders/") {
            me.data(&path.split('/').take(3).collect::<Vec<_>>().join("/")).await;
        }
        if op.id == "update_courier_account" {
            let (status, body) = me.put(&path, json!({"fields": {"api_key": "a-key-of-the-courier-1234"}})).await;
            assert_eq!(status, 200, "{body}");
        }
        let mut body = match op.id.as_str() {
            "update_order_status" => json!({"status": "CNCL"}),
            "update_shipment_status" => json!({"status": "shipped"}),
            "update_order_payment_status" => json!({"payment_status": "paid"}),
            "update_cod_rules" => json!({"rules": [], "otherwise": "ship"}),
            "update_confirmation_settings" => {
                json!({"calls_from": "09:30", "calls_until": "21:00", "first_retry_hours": 3, "second_retry_hours": 20})
            }
            "update_order_draft" => json!({"items": []}),
            "update_order_comment" => json!({"note": "نص"}),
            _ => json!({}),
        };
        for (i, (version, status)) in [
            (json!(0), 409),
            (json!(-1), 409),
            (json!(999_999), 409),
            (json!(i64::MAX), 409),
            (json!(1.5), 422),
            (json!("1"), 422),
            (json!(u64::MAX), 422),
            (json!([1]), 422),
        ]
        .into_iter()
        .enumerate()
        {
            let caller = &languages(&me)[i % 2];
            body["version"] = version.clone();
            let reply = shop.assert_unchanged(caller.call(&op.method, &path).json(&body).send()).await;
            let at = format!("{} version {version}", op.id);
            assert_refused(&reply, &[status], caller.language, &at);
            if status == 409 {
                assert_eq!(reply.json["code"], "stale_version", "{at}: {}", reply.text());
                // A singleton of a store has no id in its path.
                if let Some(id) = path.split('/').nth(2).filter(|part| part.contains('_')) {
                    assert_eq!(reply.json["current"]["id"], id, "{at}: {}", reply.text());
                }
                assert!(reply.json["current"]["version"].is_i64(), "{at}: {}", reply.text());
            } else {
                assert!(reply.json["errors"]["version"].is_array(), "{at}: {}", reply.text());
            }
        }
        walked += 1;
    }
    assert!(walked >= 6, "{walked} calls take a version");
}
