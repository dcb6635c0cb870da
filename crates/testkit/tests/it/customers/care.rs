//! A customer by hand: fields, consents, the blocklist, notes, addresses, carts, activity.

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{encoded, names};
use crate::checkout::{Person, buy, filled, place, product_id, review, set_up_checkout};
use crate::storefront::{chosen, fields};
use commerce::orders::PlaceError;

async fn create(merchant: &Merchant, overrides: Value) -> Value {
    let mut body = json!({"name": "نورة الشمري", "mobile": "٠٥٥٥ ٠٠٠ ٠٠١"});
    body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    merchant.create("/customers", body).await
}

fn path(customer: &Value) -> String {
    format!("/customers/{}", customer["id"].as_str().unwrap())
}

/// CU-01: a customer by hand is found at once, in any form of the number, under the new name and the old one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_customer_is_written_by_hand_and_changed() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let group = me.create("/customer-groups", json!({"name": "جملة"})).await;
    let overrides = json!({"email": "Nora@Example.com", "tags": ["مهم", "مُهم", "جديد"], "group_ids": [group["id"]]});
    let customer = create(&me, overrides).await;
    assert_eq!(customer["mobile"], "+966555000001");
    assert_eq!(customer["email"], "nora@example.com");
    assert_eq!(customer["tags"], json!(["جديد", "مهم"]), "two spellings are one tag");
    assert_eq!(customer["groups"][0]["name"], "جملة");
    assert_eq!((&customer["orders_count"], &customer["average_order"]), (&json!(0), &Value::Null));
    assert_eq!(names(&me, "search=0555000001").await, ["نورة الشمري"]);

    let change = json!({"name": "نورة العنزي", "mobile": "+966 55 500 0002", "tags": ["جديد"], "group_ids": [], "version": 1});
    let (status, body) = me.put(&path(&customer), change.clone()).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!((&body["data"]["tags"], &body["data"]["groups"]), (&json!(["جديد"]), &json!([])));
    for (search, found) in [("العنزي", 1), ("الشمري", 1), ("0555000002", 1), ("0555000001", 0), ("nora@", 1)] {
        assert_eq!(names(&me, &format!("search={}", encoded(search))).await.len(), found, "{search}");
    }
    // Somebody else saved first: the refusal holds the current row.
    let (status, body) = shop.assert_unchanged(me.put(&path(&customer), change)).await;
    assert_eq!((status, &body["code"], &body["current"]["name"]), (409, &json!("stale_version"), &json!("نورة العنزي")));

    for (body, field) in [
        (json!({"name": "س", "mobile": "0555000002"}), "mobile"),
        (json!({"name": "س", "mobile": "12"}), "mobile"),
        (json!({"name": "س"}), "mobile"),
        (json!({"name": "", "mobile": "0555000009"}), "name"),
        (json!({"mobile": "0555000009"}), "name"),
        (json!({"name": "س", "email": "nowhere"}), "email"),
        (json!({"name": "س", "mobile": "0555000009", "language": "fr"}), "language"),
        (json!({"name": "س", "mobile": "0555000009", "tags": vec!["x"; 51]}), "tags"),
        (json!({"name": "س", "mobile": "0555000009", "group_ids": ["cgr_0000000000001"]}), "group_ids.0"),
    ] {
        let (status, answer) = shop.assert_unchanged(me.post("/customers", body.clone())).await;
        assert_eq!(status, 422, "{body}: {answer}");
        assert!(answer["errors"][field].is_array(), "{body}: {answer}");
    }
    // Another store's customer may have the same number.
    create(&shop.merchant().await, json!({"mobile": "0555000002"})).await;
    // An order under the number belongs to this customer, and their form can still be saved at the version it was opened at.
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({})).await);
    let before = me.data(&path(&customer)).await["version"].clone();
    let buyer = Person { name: "نورة".into(), mobile: "0555000002".into(), city: "الرياض" };
    buy(&shop, &setup, &buyer, &[(product, None, 1)]).await;
    let (status, body) = me.put(&path(&customer), json!({"language": "en", "version": before})).await;
    assert_eq!((status, &body["data"]["orders_count"], &body["data"]["language"]), (200, &json!(1), &json!("en")), "{body}");
}

/// CU-01: consents per channel are stored with source and time, and every change is journalled.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_consents_notes_and_addresses_are_kept_and_journalled() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let customer = create(&me, json!({})).await;
    let at = path(&customer);
    assert_eq!(customer["consents"].as_array().unwrap().len(), 4);
    assert!(customer["consents"].as_array().unwrap().iter().all(|c| c["is_granted"].is_null()));
    for (is_granted, source) in [(true, "phone"), (false, "message")] {
        shop.advance(1000);
        let consent = json!({"channel": "whatsapp", "is_granted": is_granted, "source": source});
        let (status, body) = me.put(&format!("{at}/consents"), consent).await;
        assert_eq!(status, 200, "{body}");
        let stored_consent = &body["data"]["consents"][1];
        assert_eq!(
            (&stored_consent["channel"], &stored_consent["is_granted"], &stored_consent["source"]),
            (&json!("whatsapp"), &json!(is_granted), &json!(source))
        );
        assert_eq!(stored_consent["at"], json!(shop.env.now().rfc3339()));
    }
    let wrong = json!({"channel": "fax", "is_granted": true, "source": "phone"});
    assert_eq!(shop.assert_unchanged(me.put(&format!("{at}/consents"), wrong)).await.0, 422);

    let note = me.create(&format!("{at}/notes"), json!({"text": "  تفضّل الاتصال مساءً\nوبعد التسع  "})).await;
    assert_eq!(note["text"], "تفضّل الاتصال مساءً\nوبعد التسع");
    assert!(!note["author"].as_str().unwrap().is_empty());
    assert_eq!(shop.assert_unchanged(me.post(&format!("{at}/notes"), json!({"text": " "}))).await.0, 422);
    assert_eq!(me.data(&format!("{at}/notes")).await.as_array().unwrap().len(), 1);
    let removed = format!("{at}/notes/{}", note["id"].as_str().unwrap());
    assert_eq!(me.delete(&removed, json!({})).await.0, 200);
    assert_eq!(shop.assert_unchanged(me.delete(&removed, json!({}))).await.0, 404);

    let short = json!({"city": "الرياض", "short_address": "rrrd ٢٩٢٩", "geo_location": {"lat": "24.7", "lng": "46.7"}});
    let address = me.create(&format!("{at}/addresses"), short.clone()).await;
    assert_eq!((&address["name"], &address["mobile"]), (&customer["name"], &customer["mobile"]));
    assert_eq!((&address["short_address"], &address["geo_location"]["lat"]), (&json!("RRRD2929"), &json!("24.7")));
    assert_eq!(me.data(&at).await["city"], "الرياض", "the list knows where they live");
    for (body, field) in [(short, "street"), (json!({"city": "الرياض", "short_address": "RRR2929"}), "short_address")] {
        let (status, answer) = shop.assert_unchanged(me.post(&format!("{at}/addresses"), body)).await;
        assert_eq!(status, 422, "{answer}");
        assert!(answer["errors"][field].is_array(), "{answer}");
    }
    let own_path = format!("{at}/addresses/{}", address["id"].as_str().unwrap());
    let (status, body) = me.put(&own_path, json!({"city": "جدة", "street": "التحلية"})).await;
    assert_eq!((status, &body["data"]["city"], &body["data"]["id"]), (200, &json!("جدة"), &address["id"]), "{body}");
    let other = create(&me, json!({"mobile": "0555000009"})).await;
    let elsewhere = format!("{}/addresses/{}", path(&other), address["id"].as_str().unwrap());
    assert_eq!(shop.assert_unchanged(me.put(&elsewhere, json!({"city": "جدة", "street": "ش"}))).await.0, 404);
    assert_eq!(me.delete(&own_path, json!({})).await.0, 200);
    assert_eq!(me.data(&at).await["addresses"], json!([]));

    let (_, all) = me.get(&format!("{at}/activity")).await;
    let events = all["data"].as_array().unwrap();
    let summary: Vec<(&str, Option<&str>)> = events
        .iter()
        .map(|e| (e["action"].as_str().unwrap(), e["after"].as_object().and_then(|a| a.keys().next()).map(String::as_str)))
        .collect();
    let expected = [
        ("update", Some("address")),
        ("update", Some("address")),
        ("update", Some("address")),
        ("update", Some("note")),
        ("comment", None),
        ("update", Some("consent")),
        ("update", Some("consent")),
        ("create", Some("name")),
    ];
    assert_eq!(summary, expected, "{all}");
    assert_eq!((&events[5]["before"]["is_granted"], &events[5]["after"]["is_granted"]), (&json!(true), &json!(false)));
    assert_eq!(events[0]["actor"]["type"], "Merchant");
    let (_, page) = me.get(&format!("{at}/activity?per_page=3&page=2")).await;
    assert_eq!(page["data"][0], events[3], "{page}");
    let cursor = page["meta"]["next_cursor"].as_str().unwrap();
    assert_eq!(me.get(&format!("{at}/activity?per_page=3&cursor={cursor}")).await.1["data"][0], events[6]);
}

/// CU-01: a blocked number or e-mail address cannot place an order, gets a polite message, and can order again once unblocked;
/// only the staff sees the reason.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_blocked_number_or_address_cannot_check_out() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"page_link": "shirt", "qty": 50})).await);
    let customer = create(&me, json!({"email": "sara@example.com"})).await;
    let at = path(&customer);
    assert_eq!(shop.assert_unchanged(me.post(&format!("{at}/block"), json!({"reason": " "}))).await.0, 422);
    let (status, body) = me.post(&format!("{at}/block"), json!({"reason": "رفض ثلاث شحنات"})).await;
    assert_eq!((status, &body["data"]["block"]["reason"]), (200, &json!("رفض ثلاث شحنات")), "{body}");
    assert_eq!((names(&me, "filter[blocked]=yes").await.len(), names(&me, "filter[blocked]=no").await.len()), (1, 0));

    let buyer = Person { name: "نورة".into(), mobile: "0555000001".into(), city: "الرياض" };
    let token = filled(&shop, &setup, &buyer, &[(product, None, 1)]).await;
    let checkout_review = review(&shop, &setup, &token).await.expected();
    let refused = shop.assert_unchanged(place(&shop, &setup, &token, checkout_review)).await;
    assert!(matches!(refused, Err(PlaceError::Blocked)), "{refused:?}");

    // On the store's pages, with another number and the blocked e-mail address.
    let shopper = shop.shopper(&me.slug);
    let page = shopper.get("/products/shirt").await;
    shopper.post("/cart", &fields(&page.hidden_fields(), &[("quantity", "1")])).await;
    let checkout = shopper.get("/checkout").await;
    let (hidden, methods) = (checkout.hidden_fields(), chosen(&checkout));
    let mut form = fields(&hidden, &[("name", "سارة"), ("mobile", "0555111222"), ("email", "Sara@example.com")]);
    form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
    let refused = shopper.post("/checkout", &form).await;
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("نعتذر، لا يمكننا استقبال طلبات بهذه البيانات"), "{}", refused.body);
    assert!(!refused.body.contains("رفض ثلاث شحنات"));
    assert_eq!(me.get("/orders").await.1["meta"]["total"], json!(0));

    let (status, body) = me.post(&format!("{at}/unblock"), json!({})).await;
    assert_eq!((status, &body["data"]["block"]), (200, &Value::Null), "{body}");
    let checkout_review = review(&shop, &setup, &token).await.expected();
    place(&shop, &setup, &token, checkout_review).await.unwrap();
    let (_, events) = me.get(&format!("{at}/activity")).await;
    assert_eq!(
        (&events["data"][0]["after"]["is_blocked"], &events["data"][1]["after"]["is_blocked"]),
        (&json!(false), &json!(true))
    );
    // Unblocking twice journals one event.
    shop.assert_unchanged(me.post(&format!("{at}/unblock"), json!({}))).await;
}

/// CU-01: the open carts of a customer's number are shown on their page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_open_carts_stand_on_the_customers_page() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"regular_price": "25.00", "qty": 50})).await);
    let customer = create(&me, json!({})).await;
    let buyer = Person { name: "نورة".into(), mobile: "0555000001".into(), city: "الرياض" };
    filled(&shop, &setup, &buyer, &[(product, None, 3)]).await;
    buy(&shop, &setup, &buyer, &[(product, None, 1)]).await;
    let stranger = Person { name: "هند".into(), mobile: "0555000077".into(), city: "الرياض" };
    filled(&shop, &setup, &stranger, &[(product, None, 1)]).await;
    let carts = me.data(&format!("{}/carts", path(&customer))).await;
    assert_eq!(carts.as_array().unwrap().len(), 1, "{carts}");
    assert_eq!(
        (&carts[0]["items_count"], &carts[0]["amount"], &carts[0]["step"]),
        (&json!(3), &json!("75.00"), &json!("payment"))
    );
}
