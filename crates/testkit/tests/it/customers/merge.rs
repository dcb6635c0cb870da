//! Two records of one person become one, and nothing of either is lost.

use db::p;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::lists::kept_and_counted;
use super::{encoded, names};
use crate::checkout::{Person, buy, filled, place, product_id, review, set_up_checkout};
use commerce::orders::PlaceError;
use customers::{self, Channel};

fn person(name: &str, mobile: &str) -> Person {
    Person { name: name.into(), mobile: mobile.into(), city: "الرياض" }
}

async fn id_of(me: &Merchant, search: &str) -> String {
    let (_, found) = me.get(&format!("/customers?search={}", encoded(search))).await;
    assert_eq!(found["data"].as_array().unwrap().len(), 1, "{search}: {found}");
    found["data"][0]["id"].as_str().unwrap().to_owned()
}

async fn merge(me: &Merchant, survivor: &str, merged: &str) -> (u16, Value) {
    let preview = me.data(&format!("/customers/{survivor}/merge/{merged}")).await;
    let body = json!({"other_id": merged, "version": preview["kept"]["version"], "other_version": preview["gone"]["version"]});
    me.post(&format!("/customers/{survivor}/merge"), body).await
}

/// CU-01: what the preview says is what the merge makes; orders, addresses, notes, tags, groups and carts move, the stricter
/// consent and the block win, the other number stays a contact of theirs, and the merged record's id redirects to the surviving
/// one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_two_records_become_one_and_nothing_is_lost() {
    let shop = TestShop::start().await;
    let me = shop.merchant_in("KW", "KWD").await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"regular_price": "1.255", "qty": 100})).await);
    for (name, mobile, times) in [("فهد العنزي", "+96551234567", 3), ("فهد ع", "+96559876543", 2)] {
        for n in 0..times {
            buy(&shop, &setup, &person(name, mobile), &[(product, None, n + 1)]).await;
            shop.advance(1000);
        }
    }
    let (survivor, merged_id) = (id_of(&me, "51234567").await, id_of(&me, "59876543").await);
    let group = me.create("/customer-groups", json!({"name": "جملة"})).await["id"].clone();
    let (customer_path, other) = (format!("/customers/{survivor}"), format!("/customers/{merged_id}"));
    assert_eq!(me.put(&customer_path, json!({"tags": ["مهم"], "email": "fahad@example.com"})).await.0, 200);
    let overrides = json!({"tags": ["مُهِمّ", "vip"], "group_ids": [group], "email": "f@work.example"});
    assert_eq!(me.put(&other, overrides).await.0, 200);
    for (at, channel, is_granted) in [
        (&customer_path, "sms", false),
        (&other, "sms", true),
        (&customer_path, "email", true),
        (&other, "email", false),
        (&other, "calls", true),
    ] {
        shop.advance(1000);
        let consent = json!({"channel": channel, "is_granted": is_granted, "source": "phone"});
        assert_eq!(me.put(&format!("{at}/consents"), consent).await.0, 200);
    }
    me.create(&format!("{other}/notes"), json!({"text": "يفضّل المساء"})).await;
    for (at, street, name) in [(&customer_path, "السالمية", "فهد"), (&other, "السالمية", "فهد"), (&other, "حولي", "فهد")]
    {
        let address = json!({"name": name, "mobile": "+96551234567", "city": "الكويت", "street": street});
        me.create(&format!("{at}/addresses"), address).await;
    }
    assert_eq!(me.post(&format!("{other}/block"), json!({"reason": "رفض شحنتين"})).await.0, 200);
    filled(&shop, &setup, &person("فهد ع", "+96559876543"), &[(product, None, 1)]).await;

    let preview = shop.assert_unchanged(me.data(&format!("{customer_path}/merge/{merged_id}"))).await;
    assert_eq!(preview["moves"], json!({"orders": 2, "addresses": 2, "notes": 1, "carts": 1}), "{preview}");
    assert_eq!(preview["refusal"], Value::Null);
    let (status, body) = merge(&me, &survivor, &merged_id).await;
    assert_eq!(status, 200, "{body}");
    let now = &body["data"];
    for field in [
        "name",
        "mobile",
        "email",
        "tags",
        "groups",
        "contacts",
        "consents",
        "block",
        "orders_count",
        "total_spent",
        "created_at",
    ] {
        assert_eq!(now[field], preview["becomes"][field], "{field}");
    }
    // 1 + 2 + 3 and 1 + 2 of 1.255.
    assert_eq!((&now["orders_count"], &now["total_spent"]), (&json!(5), &json!("11.295")));
    assert_eq!((&now["name"], &now["email"]), (&json!("فهد العنزي"), &json!("fahad@example.com")));
    let mut tags: Vec<&str> = now["tags"].as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect();
    tags.sort_unstable();
    assert_eq!(tags, ["vip", "مهم"], "two spellings are one tag");
    assert_eq!(now["groups"][0]["name"], "جملة");
    let contacts = json!([{"kind": "mobile", "value": "+96559876543"}, {"kind": "email", "value": "f@work.example"}]);
    assert_eq!(now["contacts"], contacts);
    let consents: Vec<(&str, Option<bool>)> =
        now["consents"].as_array().unwrap().iter().map(|c| (c["channel"].as_str().unwrap(), c["is_granted"].as_bool())).collect();
    assert_eq!(consents, [("sms", Some(false)), ("whatsapp", None), ("email", Some(false)), ("calls", Some(true))]);
    assert_eq!(now["block"]["reason"], "رفض شحنتين");

    let page = me.data(&other).await;
    assert_eq!(page["id"], json!(survivor), "the old link leads to the one that stayed");
    let streets: Vec<&str> = page["addresses"].as_array().unwrap().iter().map(|a| a["street"].as_str().unwrap()).collect();
    assert_eq!(streets.len(), 2, "one that both had stands once: {streets:?}");
    assert_eq!(me.data(&format!("{customer_path}/notes")).await[0]["text"], "يفضّل المساء");
    assert_eq!(me.data(&format!("{customer_path}/carts")).await.as_array().unwrap().len(), 1);
    assert_eq!(me.get(&format!("/orders?filter[customer]={survivor}")).await.1["meta"]["total"], json!(5));
    for search in ["59876543", "51234567", "فهد ع", "f@work.example", "fahad@example.com"] {
        assert_eq!(id_of(&me, search).await, survivor, "{search}");
    }
    for (is, counted) in kept_and_counted(&shop, &me).await {
        assert_eq!(is, counted);
    }
    let (_, events) = me.get(&format!("{customer_path}/activity")).await;
    let merged = &events["data"][0]["after"]["merged"];
    assert_eq!((&merged["name"], &merged["orders"], &merged["mobile"]), (&json!("فهد ع"), &json!(2), &json!("+96559876543")));

    // A customer who opted out of a channel gets no messages under the other number either, and has ordered under it.
    let c = shop.app.db().conn();
    for (channel, refused) in [(Channel::Sms, true), (Channel::Calls, false)] {
        assert_eq!(customers::has_refused(c, &setup.scope, "+96559876543", None, channel).await.unwrap(), refused);
    }
    assert!(customers::has_ordered_since(c, &setup.scope, "+96559876543", kernel::Millis(0)).await.unwrap());

    // The block holds for both numbers; after unblocking, an order under the other number belongs to this customer.
    let buyer = person("أبو فهد", "+96559876543");
    let token = filled(&shop, &setup, &buyer, &[(product, None, 1)]).await;
    let checkout_review = review(&shop, &setup, &token).await.expected();
    assert!(matches!(place(&shop, &setup, &token, checkout_review).await, Err(PlaceError::Blocked)));
    assert_eq!(me.post(&format!("{customer_path}/unblock"), json!({})).await.0, 200);
    buy(&shop, &setup, &buyer, &[(product, None, 1)]).await;
    assert_eq!(me.get("/customers").await.1["meta"]["total"], json!(1));
    assert_eq!(me.data(&customer_path).await["orders_count"], json!(6));
    for (is, counted) in kept_and_counted(&shop, &me).await {
        assert_eq!(is, counted);
    }
    // No other customer may have the number until it is removed here.
    let duplicate_body = json!({"name": "غيره", "mobile": "+96559876543"});
    let (status, answer) = shop.assert_unchanged(me.post("/customers", duplicate_body.clone())).await;
    assert_eq!((status, answer["errors"]["mobile"].is_array()), (422, true), "{answer}");
    let further = json!({"kind": "mobile", "value": "+96559876543"});
    assert_eq!(me.delete(&format!("{customer_path}/contacts"), further.clone()).await.0, 200);
    assert_eq!(shop.assert_unchanged(me.delete(&format!("{customer_path}/contacts"), further)).await.0, 404);
    assert_eq!(me.post("/customers", duplicate_body).await.0, 201);
}

/// CU-01: of two concurrent merges one is refused; stale versions, one record with itself, another store's record and a record
/// that is gone are refused and change nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_merge_happens_once_and_as_it_was_previewed() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let mut ids = Vec::new();
    for n in 1..=3 {
        let customer = me.create("/customers", json!({"name": "نورة", "mobile": format!("055500000{n}")})).await;
        ids.push(customer["id"].as_str().unwrap().to_owned());
    }
    let path = format!("/customers/{}/merge", ids[0]);
    let body = |other: &str, version: i64| json!({"other_id": other, "version": version, "other_version": 1});
    for (body, status, code) in [
        (body(&ids[0], 1), 409, "same_customer"),
        (body(&ids[1], 7), 409, "stale_version"),
        (body("cus_0000000000001", 1), 404, "not_found"),
    ] {
        let (actual, answer) = shop.assert_unchanged(me.post(&path, body.clone())).await;
        assert_eq!((actual, answer["code"].as_str()), (status, Some(code)), "{body}: {answer}");
    }
    let stranger = shop.merchant().await;
    assert_eq!(shop.assert_unchanged(stranger.post(&path, body(&ids[1], 1))).await.0, 404);
    let theirs = stranger.create("/customers", json!({"name": "نورة", "mobile": "0555000001"})).await;
    let other = theirs["id"].as_str().unwrap();
    assert_eq!(shop.assert_unchanged(me.post(&path, body(other, 1))).await.0, 404);
    let crowded: Vec<String> = (0..30).map(|n| format!("وسم {n}")).collect();
    let extra: Vec<String> = (30..60).map(|n| format!("وسم {n}")).collect();
    assert_eq!(me.put(&format!("/customers/{}", ids[1]), json!({"tags": crowded})).await.0, 200);
    assert_eq!(me.put(&format!("/customers/{}", ids[2]), json!({"tags": extra})).await.0, 200);
    let preview = me.data(&format!("/customers/{}/merge/{}", ids[1], ids[2])).await;
    assert_eq!((&preview["becomes"], preview["refusal"].as_str().unwrap().contains("50")), (&Value::Null, true), "{preview}");
    assert_eq!(merge(&me, &ids[1], &ids[2]).await.1["code"], "too_many_tags");
    assert_eq!(me.put(&format!("/customers/{}", ids[2]), json!({"tags": []})).await.0, 200);

    // Both directions at once, from the same preview.
    let preview = me.data(&format!("/customers/{}/merge/{}", ids[1], ids[2])).await;
    let (a, b) = (preview["kept"]["version"].clone(), preview["gone"]["version"].clone());
    let (one, two) = (format!("/customers/{}/merge", ids[1]), format!("/customers/{}/merge", ids[2]));
    let (first, second) = tokio::join!(
        me.post(&one, json!({"other_id": ids[2], "version": a, "other_version": b})),
        me.post(&two, json!({"other_id": ids[1], "version": b, "other_version": a})),
    );
    let mut codes = [first.0, second.0];
    codes.sort_unstable();
    assert_eq!(codes, [200, 409], "{first:?} {second:?}");
    let refused = if first.0 == 409 { &first.1 } else { &second.1 };
    assert_eq!(refused["code"], "already_merged", "{refused}");
    let (survivor, merged) = if first.0 == 200 { (&ids[1], &ids[2]) } else { (&ids[2], &ids[1]) };
    // A chain: the id of a record merged into a merged one redirects to the last, and a merged record accepts no changes.
    assert_eq!(merge(&me, &ids[0], survivor).await.0, 200);
    assert_eq!(me.data(&format!("/customers/{merged}")).await["id"], json!(ids[0]));
    assert_eq!(shop.assert_unchanged(me.put(&format!("/customers/{merged}"), json!({"name": "س"}))).await.0, 404);
    assert_eq!(me.data(&format!("/customers/{}", ids[0])).await["contacts"].as_array().unwrap().len(), 2);
}

/// CU-01: of any merges among customers with orders, cancellations and returns, no order and no minor unit is lost; an order that
/// is cancelled while its customer is merged counts for the surviving record; no table still references a merged record.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_no_order_and_no_minor_unit_is_lost_by_merging() {
    let shop = TestShop::start().await;
    let me = shop.sample_merchant(6, 80).await;
    let sums = async |shop: &TestShop| -> (i64, i64) {
        let sql = "SELECT CAST(SUM(orders_count) AS BIGINT), CAST(SUM(total_spent) AS BIGINT) FROM customers WHERE store_id = ?1";
        shop.app.db().conn().one(sql, p![me.store]).await.unwrap()
    };
    let before = sums(&shop).await;
    let (_, list) = me.get("/customers?per_page=100").await;
    let mut ids: Vec<String> = list["data"].as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap().to_owned()).collect();
    assert!(ids.len() > 12, "{}", ids.len());
    let mut step = 5;
    for _ in 0..8 {
        step = (step * 7 + 3) % 11;
        let removed = ids.remove(step % ids.len());
        let survivor = &ids[(step * 3 + 1) % ids.len()];
        let (status, body) = merge(&me, survivor, &removed).await;
        assert_eq!(status, 200, "{body}");
        assert_eq!(sums(&shop).await, before);
        for (is, counted) in kept_and_counted(&shop, &me).await {
            assert_eq!(is, counted);
        }
    }
    // A cancellation beside the merge of its customer.
    let (_, open) = me.get("/orders?filter[status]=PEND,PRCS&per_page=5").await;
    for order in open["data"].as_array().unwrap() {
        let id = order["id"].as_str().unwrap();
        let owner = me.data(&format!("/orders/{id}")).await["customer"]["id"].as_str().unwrap().to_owned();
        let survivor = ids.iter().find(|id| **id != owner).unwrap().clone();
        let path = format!("/orders/{id}/status");
        let (merged, cancelled) = tokio::join!(merge(&me, &survivor, &owner), me.put(&path, json!({"status": "CNCL"})));
        assert!([200, 409].contains(&merged.0), "{merged:?}");
        assert!([200, 409].contains(&cancelled.0), "{cancelled:?}");
        if merged.0 == 200 {
            ids.retain(|id| *id != owner);
        }
        for (is, counted) in kept_and_counted(&shop, &me).await {
            assert_eq!(is, counted);
        }
    }
    let sql = "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND NOT EXISTS (SELECT 1 FROM customers k WHERE k.store_id = o.store_id AND k.id = o.customer_id)";
    assert_eq!(shop.app.db().conn().one::<i64>(sql, p![me.store]).await.unwrap(), 0);
}

/// CU-01: likely duplicates by e-mail address, by name in any spelling in one city, and by address; each with its reason, for the
/// store's staff alone, paged to the end by cursor.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_likely_duplicates_are_found() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let mut ids = Vec::new();
    for (name, mobile, email, city, street) in [
        ("أحمد الغامدي", "0555000001", "a@example.com", "الرياض", "العليا"),
        ("احمد الغامدى", "0555000002", "", "الرياض", "التحلية"),
        ("أحمد الغامدي", "0555000003", "", "جدة", "البحر"),
        ("سارة", "0555000004", "A@example.com", "الدمام", "الخليج"),
        ("هند", "0555000005", "", "الرياض", "العُليا"),
    ] {
        let customer = me.create("/customers", json!({"name": name, "mobile": mobile, "email": email})).await;
        let id = customer["id"].as_str().unwrap().to_owned();
        me.create(&format!("/customers/{id}/addresses"), json!({"city": city, "street": street})).await;
        ids.push(id);
        shop.advance(1000);
    }
    let alike = me.data(&format!("/customers/{}/duplicates", ids[0])).await;
    let mut refused: Vec<(&str, &Value)> =
        alike.as_array().unwrap().iter().map(|d| (d["customer"]["id"].as_str().unwrap(), &d["likenesses"])).collect();
    refused.sort_unstable_by_key(|(id, _)| ids.iter().position(|own| own == id));
    let (name, email, address) = (json!(["name"]), json!(["email"]), json!(["address"]));
    assert_eq!(refused, [(ids[1].as_str(), &name), (ids[3].as_str(), &email), (ids[4].as_str(), &address)]);
    for (by, expected) in [("email", [0, 3]), ("name", [0, 1]), ("address", [0, 4])] {
        let found = me.data(&format!("/customer-duplicates?filter[by]={by}")).await;
        assert_eq!((found["groups"].as_array().unwrap().len(), &found["next_cursor"]), (1, &Value::Null), "{by}: {found}");
        let group = &found["groups"][0];
        assert_eq!(group["likeness"], by);
        let own: Vec<&str> = group["customers"].as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap()).collect();
        assert_eq!(own, expected.map(|n| ids[n].as_str()), "{by}");
    }
    assert_eq!(me.get("/customer-duplicates?filter[by]=shoe").await.0, 422);
    let stranger = shop.merchant().await;
    assert_eq!(stranger.data("/customer-duplicates?filter[by]=name").await["groups"], json!([]));
    // More than one page, followed to the end.
    for n in 0..25 {
        for mobile in [7, 8] {
            let body = json!({"name": format!("زائر {n}"), "mobile": format!("05{mobile}0001{n:03}"), "email": format!("v{n:02}@example.com")});
            me.create("/customers", body).await;
        }
    }
    let (mut groups, mut next) = (0, String::new());
    loop {
        let found = me.data(&format!("/customer-duplicates?filter[by]=email{next}")).await;
        groups += found["groups"].as_array().unwrap().len();
        assert!(found["groups"].as_array().unwrap().iter().all(|g| g["customers"].as_array().unwrap().len() == 2), "{found}");
        let Some(cursor) = found["next_cursor"].as_str() else { break };
        next = format!("&cursor={}", encoded(cursor));
    }
    assert_eq!(groups, 26);
    // Addresses stored before the places table existed are assigned by the schedule.
    let store = me.store;
    let sql = "UPDATE customer_addresses SET place_key = '' WHERE store_id = ?1";
    shop.app.db().tx(async move |c| c.exec(sql, p![store]).await).await.unwrap();
    assert_eq!(me.data("/customer-duplicates?filter[by]=address").await["groups"], json!([]));
    shop.advance(61_000);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(me.data("/customer-duplicates?filter[by]=address").await["groups"].as_array().unwrap().len(), 1);
    assert_eq!(names(&me, "search=0555000005").await, ["هند"]);
}

/// CU-01: every table that references a customer is updated by a merge: a new one must be listed here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_every_table_that_names_a_customer_is_known_to_the_merge() {
    let shop = TestShop::start().await;
    let sql = if shop.app.db().dialect() == db::Dialect::Postgres {
        "SELECT table_name FROM information_schema.columns WHERE column_name = 'customer_id' AND table_schema = current_schema() ORDER BY table_name"
    } else {
        "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) i WHERE m.type = 'table' AND i.name = 'customer_id' ORDER BY m.name"
    };
    let tables: Vec<String> = shop.app.db().conn().all(sql, p![]).await.unwrap();
    // Add a table here when customers::merge moves its rows.
    let moved = [
        "coupon_uses",
        "customer_addresses",
        "customer_consents",
        "customer_contacts",
        "customer_group_members",
        "customer_notes",
        "customer_tags",
        "orders",
        "person_exports",
    ];
    assert_eq!(tables, moved);
}
