//! Erasure of a person: none of their data is left in any row or file, and every sum is unchanged.

use commerce::carts;
use customers::AddressIn;
use db::p;
use kernel::{Lang, OrderId, ShippingMethodId};
use platform::stores;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop, rows};
use web::caller::hash_token;

use crate::carts::later;
use crate::checkout::{CheckoutSetup, place, product_id, review, set, set_up_checkout};
use crate::transfers::{link, open, picture, send};

/// Personal data of the test person, in every form in which it may be stored.
const PERSONAL_WORDS: &[&str] = &[
    "القحطاني",
    "القحطانى",
    "551234567",
    "559876543",
    "sara@example.com",
    "sara@work.example",
    "sara@old.example",
    "التحلية",
    "التحليه",
    "نقش خاص",
];

const NAME: &str = "سارة القحطاني";

struct Scene {
    shop: TestShop,
    me: Merchant,
    setup: CheckoutSetup,
    product: kernel::ProductId,
    courier: ShippingMethodId,
}

/// What providers said about an order: a call that was refused, what was answered, and a report.
async fn providers_said(s: &Scene, order: OrderId) {
    let (store, id, now) = (s.me.store, s.shop.env.id::<kernel::id::ProviderCall>(), s.shop.env.now());
    let work = async move |c: db::Conn<'_>| {
        let sql = "INSERT INTO provider_calls (store_id, id, provider, kind, subject, order_id, idempotency_key, input, state, attempts, fence, \
                   not_before, give_up_at, is_in_doubt, reason, reason_words, result, created_at, updated_at, ended_at) \
                   VALUES (?1, ?2, 'PAYMOB', 'payment_refund', 'rfn_0000000000001', ?4, 'said', 'null', 'refused', 1, 1, ?3, ?3, FALSE, 'refused', \
                   ?5, 'null', ?3, ?3, ?3)";
        c.exec(sql, p![store, id, now, order, format!("the card of {NAME}")]).await?;
        let sql = "INSERT INTO provider_exchanges (store_id, call_id, fence, position, step, at, method, address, request, status, answer, \
                   duration_ms) VALUES (?1, ?2, 1, 0, 'paymob.refund', ?3, 'POST', '', '', 400, ?4, 1)";
        c.exec(sql, p![store, id, now, format!("no refund to {NAME}")]).await?;
        let sql = "INSERT INTO provider_events (store_id, id, endpoint_id, provider, owner_kind, owner_id, dedupe_key, method, query, headers, body, \
                   body_encoding, state, reason, order_id, has_content, received_at, processed_at) \
                   VALUES (?1, ?2, 1, 'PAYMOB', 'payment_method', 1, 't-1', 'POST', '', '{}', ?5, 'text', 'processed', '', ?4, TRUE, ?3, ?3)";
        c.exec(sql, p![store, id, now, order, json!({"name": NAME}).to_string()]).await
    };
    s.shop.app.db().tx(work).await.unwrap();
}

/// A parcel that a courier was to fetch at the person's, and refused.
async fn return_parcel(s: &Scene, order: OrderId) {
    let (store, id, now) = (s.me.store, s.shop.env.id::<kernel::id::ReturnParcel>(), s.shop.env.now());
    let address = json!({"name": NAME, "mobile": "+966559876543", "country": "SA", "city": "الرياض", "street": "شارع التحلية"});
    let events = json!([{"step": "created", "code": "10", "label_ar": "", "label_en": "", "words": NAME, "at": null}]);
    let sql = "INSERT INTO return_parcels (store_id, id, order_id, n, provider, warehouse_id, package_size, address, items_count, note, state, reason, \
               reason_words, is_cancel_requested, tracking_id, tracking_no, tracking_key, tracking_url, step, step_code, step_reason, events, \
               silent_reads, has_notices, created_by_name, created_at, updated_at) VALUES (?1, ?2, ?3, 1, 'BOSTA', ?1, 'small', ?4, 1, ?6, 'failed', \
               'refused', ?6, FALSE, '', ?6, ?6, ?6, '', '', ?6, ?5, 0, FALSE, '', ?7, ?7)";
    let work =
        async move |c: db::Conn<'_>| c.exec(sql, p![store, id, order, address.to_string(), events.to_string(), NAME, now]).await;
    s.shop.app.db().tx(work).await.unwrap();
}

/// An order with a delivery address and the person's own texts.
async fn buy(s: &Scene, (name, mobile, email, street): (&str, &str, &str, &str), words: &str) -> OrderId {
    let token = fill(s, (name, mobile, email, street), words).await;
    let expected = review(&s.shop, &s.setup, &token).await.expected();
    place(&s.shop, &s.setup, &token, expected).await.unwrap().id
}

async fn fill(s: &Scene, (name, mobile, email, street): (&str, &str, &str, &str), words: &str) -> String {
    let (app, scope) = (&s.shop.app, &s.setup.scope);
    let profile = stores::get_profile(app.db().conn(), scope).await.unwrap();
    let (_, token) = carts::create(app, scope, Lang::Ar).await.unwrap();
    let cart = async || carts::find(app.db().conn(), scope, &hash_token(&token)).await.unwrap().unwrap();
    let add = carts::AddItem { product: s.product, variant: None, quantity: 2, fields: vec![words.to_owned()] };
    carts::add_item(app, scope, Lang::Ar, Some(&cart().await), add).await.unwrap();
    let contact = carts::ContactIn { name: name.into(), mobile: mobile.into(), email: email.into() };
    carts::set_contact(app, scope, &profile, &cart().await, contact).await.unwrap();
    let address = AddressIn { city: "الرياض".into(), street: street.into(), ..AddressIn::default() };
    carts::set_address(app, scope, &profile, &cart().await, address).await.unwrap();
    carts::set_shipping_method(app, scope, &cart().await, s.courier).await.unwrap();
    carts::set_payment_method(app, scope, &cart().await, s.setup.cod, &format!("سلّمها إلى {name}")).await.unwrap();
    token
}

async fn go(me: &Merchant, order: OrderId, steps: &[&str], note: &str) {
    for status in steps {
        let (code, body) = me.put(&format!("/orders/{order}/status"), json!({"status": status, "note": note})).await;
        assert_eq!(code, 200, "{status}: {body}");
    }
}

async fn scene() -> Scene {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let mut setup = set_up_checkout(&shop, &me).await;
    set(&shop, &me, "vat_value", json!("15")).await;
    let account = json!({"bank_name": "بنك", "beneficiary_name": "متجر", "iban": "SA0380000000608010167519"});
    me.create("/bank-accounts", account).await;
    setup.cod = open(&me).await;
    let field = json!({"field_label": {"ar": "ما يُنقش"}, "field_type": "text", "field_required": false});
    let product = product_id(&me.product(json!({"regular_price": "100.00", "qty": 1_000, "dynamic_fields": [field]})).await);
    let method = json!({"provider": "CUSTOM", "name": {"ar": "مندوب"}, "fixed_cost": "20.00"});
    let courier = me.create("/shipping-methods", method).await["id"].as_str().unwrap().parse().unwrap();
    Scene { shop, me, setup, product, courier }
}

async fn id_of(me: &Merchant, mobile: &str) -> String {
    let (_, found) = me.get(&format!("/customers?search={mobile}")).await;
    assert_eq!(found["data"].as_array().unwrap().len(), 1, "{mobile}: {found}");
    found["data"][0]["id"].as_str().unwrap().to_owned()
}

/// Rows and files that mention the person.
async fn remaining(shop: &TestShop, store: kernel::StoreId) -> Vec<String> {
    let mentions_person = |text: &str| PERSONAL_WORDS.iter().find(|word| text.contains(*word));
    let mut out = Vec::new();
    for (table, row) in rows::all(shop.database()).await {
        if let Some(word) = mentions_person(&row) {
            out.push(format!("{table} ({word}): {row}"));
        }
    }
    for key in shop.app.blobs.list(&store.to_string()).await.unwrap() {
        let bytes = shop.app.blobs.get(&key).await.unwrap();
        if let Some(word) = mentions_person(&String::from_utf8_lossy(&bytes)) {
            out.push(format!("{key} ({word})"));
        }
    }
    out
}

async fn version(me: &Merchant, id: &str) -> Value {
    me.data(&format!("/customers/{id}/erasure")).await["version"].clone()
}

/// Everything that a store can hold of a person: orders with every kind of document, a merged record, carts, reminders, receipts,
/// files, searches.
async fn known_everywhere(s: &Scene) -> (String, OrderId) {
    let Scene { shop, me, setup, .. } = s;
    let sara = (NAME, "0551234567", "sara@example.com", "شارع التحلية");
    let first = buy(s, sara, "نقش خاص").await;
    let path = link(me, first).await;
    assert_eq!(send(shop, me, &path, picture(7, 300, 300, image::ImageFormat::Png)).await.0, 303);
    let receipt = me.data(&format!("/orders/{first}/receipts")).await[0]["id"].as_str().unwrap().to_owned();
    let accepted = me.put(&format!("/orders/{first}/receipts/{receipt}/accept"), json!({"note": "حوّلت سارة القحطاني"})).await;
    assert_eq!(accepted.0, 200, "{}", accepted.1);
    go(me, first, &["PRCS", "RDYS"], "كلّمت سارة القحطاني").await;
    let parcel = me.create(&format!("/orders/{first}/shipments"), json!({"waybill": {"note": "إلى 0551234567"}})).await;
    let shipment = format!("/shipments/{}", parcel["id"].as_str().unwrap());
    return_parcel(s, first).await;
    for status in ["shipped", "delivered"] {
        let body = json!({"status": status, "note": "إلى شارع التحلية عند سارة القحطاني"});
        let (code, answer) = me.put(&format!("{shipment}/status"), body).await;
        assert_eq!(code, 200, "{answer}");
    }
    let remark = json!({"note": "سارة القحطاني عميلة قديمة", "is_visible": true});
    let comment = me.create(&format!("/orders/{first}/comments"), remark).await["comment"].clone();
    let reworded = json!({"note": "سارة عميلة قديمة من التحلية", "version": comment["version"]});
    let (code, answer) = me.put(&format!("/order-comments/{}", comment["id"].as_str().unwrap()), reworded).await;
    assert_eq!(code, 200, "{answer}");
    me.post("/orders/tagMany", json!({"items": [first.to_string()], "add": ["سارة القحطاني", "عاجل"]})).await;
    shop.drain().await;
    let refund = json!({"amount": "10.00", "note": "تعويض لسارة القحطاني"});
    me.create(&format!("/orders/{first}/refunds"), refund).await;
    shop.drain().await;
    let id = id_of(me, "551234567").await;
    let customer_path = format!("/customers/{id}");
    me.create(&format!("{customer_path}/notes"), json!({"text": "سارة القحطاني تسكن في التحلية"})).await;
    assert_eq!(me.put(&customer_path, json!({"tags": ["القحطاني", "vip"]})).await.0, 200);
    let consent = json!({"channel": "sms", "is_granted": false, "source": "phone"});
    assert_eq!(me.put(&format!("{customer_path}/consents"), consent).await.0, 200);
    // A draft that the merchant wrote for her and then deleted.
    let items = json!([{"name": "هدية لسارة القحطاني", "quantity": 1, "unit_price": "5"}]);
    let draft = me.create("/orders/drafts", json!({"customer_id": id, "items": items, "note": "تتصل سارة القحطاني"})).await;
    let (code, answer) = me.put(&format!("/orders/{}/status", draft["id"].as_str().unwrap()), json!({"status": "CNCL"})).await;
    assert_eq!(code, 200, "{answer}");
    // A second record of hers is merged into the first, with a cancelled order of its own.
    let again = buy(s, ("ساره القحطانى", "0559876543", "sara@work.example", "شارع التحليه"), "").await;
    go(me, again, &["CNCL"], "ألغتها سارة القحطاني").await;
    let other = id_of(me, "559876543").await;
    let preview = me.data(&format!("{customer_path}/merge/{other}")).await;
    let merge = json!({"other_id": other, "version": preview["kept"]["version"], "other_version": preview["gone"]["version"]});
    assert_eq!(me.post(&format!("{customer_path}/merge"), merge).await.0, 200);
    // An abandoned cart with a reminder, and one that was deleted after its reminder, to an address that nothing else has.
    for (mobile, email, is_deleted) in [("0551234567", "sara@old.example", true), ("0559876543", "sara@example.com", false)] {
        // After the order: otherwise no reminder would be due.
        shop.advance(1_000);
        let token = fill(s, (NAME, mobile, email, "شارع التحلية"), "نقش خاص").await;
        let cart = carts::find(shop.app.db().conn(), &setup.scope, &hash_token(&token)).await.unwrap().unwrap().id;
        later(shop, 2 * 3_600_000).await;
        let body = json!({"ar": "{{customer_name}}، عُد إلى سلتك {{cart_link}}"});
        let remind = json!({"items": [cart.to_string()], "channel": "email", "subject": {"ar": "سلتك"}, "body": body});
        let (status, answer) = me.post("/carts/remind", remind).await;
        assert_eq!((status, &answer["data"]["results"][0]["is_ok"]), (200, &json!(true)), "{answer}");
        if is_deleted {
            assert_eq!(me.delete(&format!("/carts/{cart}"), Value::Null).await.0, 204);
        }
    }
    // One undoable batch over her orders; names that the team wrote: of segments, one of them deleted, and of a group.
    let tags = json!({"action": {"kind": "tags", "add": ["سارة القحطاني VIP", "مهم"]}});
    me.create("/order-batches?search=0551234567", tags).await;
    shop.drain().await;
    let tagged = json!([[{"field": "tag", "op": "is", "values": ["0551234567", "vip"]}]]);
    me.create("/customer-segments", json!({"name": "sara@example.com", "groups": tagged})).await;
    let named = json!([[{"field": "city", "op": "is", "values": ["شارع التحلية"]}]]);
    let named = me.create("/customer-segments", json!({"name": NAME, "groups": named})).await;
    assert_eq!(me.delete(&format!("/customer-segments/{}", named["id"].as_str().unwrap()), json!({})).await.0, 200);
    let group = me.create("/customer-groups", json!({"name": NAME})).await;
    let group = format!("/customer-groups/{}", group["id"].as_str().unwrap());
    assert_eq!(me.put(&group, json!({"name": "+966551234567"})).await.0, 200);
    // A member searched for her, and created files that contain her.
    me.create("/order-views", json!({"name": "سارة القحطاني", "content": {"query": {"search": "0551234567"}}})).await;
    me.put("/preferences/customers.search", json!({"value": {"last": NAME}})).await;
    let file =
        "Name,Mobile,Email,City,Street\nسارة القحطاني,0551234567,sara@example.com,الرياض,شارع التحلية\nسارة القحطاني,12,,,\n";
    let file = me.upload("/customer-imports", "file", "سارة القحطاني.csv", "text/csv", file).await.data();
    let start = format!("/customer-imports/{}/start", file["id"].as_str().unwrap());
    assert_eq!(me.call("POST", &start).send().await.status, 200);
    shop.drain().await;
    me.create("/customer-exports", json!({"format": "csv"})).await;
    me.create("/order-exports", json!({"format": "csv"})).await;
    me.create(&format!("{customer_path}/data-export"), json!({})).await;
    shop.drain().await;
    (id, first)
}

/// CU-01: after an erasure no row of any table and no file holds the person's name, numbers, e-mail addresses, street or words;
/// the sums, the document numbers and all other people are unchanged; the journal records the erasure.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::too_many_lines, reason = "one person, everywhere they left something")]
async fn cu_01_nothing_is_left_of_a_person_who_was_erased() {
    let s = scene().await;
    let (shop, me) = (&s.shop, &s.me);
    let noura = buy(&s, ("نورة الحربي", "0553334444", "noura@example.com", "شارع العليا"), "").await;
    let (id, first) = known_everywhere(&s).await;
    providers_said(&s, first).await;
    let customer_path = format!("/customers/{id}");
    let found: std::collections::BTreeSet<String> =
        remaining(shop, me.store).await.iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    for table in [
        "customers",
        "customer_addresses",
        "customer_contacts",
        "customer_notes",
        "customer_tags",
        "orders",
        "order_items",
        "order_refunds",
        "order_tags",
        "order_views",
        "shipments",
        "shipment_events",
        "documents",
        "carts",
        "cart_items",
        "journal",
        "search_tokens",
        "phone_outcomes",
        "imports",
        "import_rows",
        "order_drafts",
        "user_preferences",
        "outbox_messages",
        "cart_reminders",
        "reminded_people",
        "batches",
        "batch_items",
        "customer_segments",
        "customer_groups",
        "provider_calls",
        "provider_exchanges",
        "provider_events",
    ] {
        assert!(found.contains(table), "the test makes nothing of theirs in {table}: {found:?}");
    }
    for table in office::tables().filter(|table| found.contains(table.name)) {
        assert_ne!(table.personal, db::Personal::No, "{} holds what is theirs and is not declared as personal", table.name);
    }
    assert!(
        found.iter().any(|f| f.contains("customer-exports"))
            && found.iter().any(|f| f.contains("/imports/"))
            && found.iter().any(|f| f.contains("order-exports")),
        "{found:?}"
    );
    let sums = async || {
        let report = me.data("/reports/sales").await;
        let cities = me.data("/reports/sales/breakdown").await;
        let documents = me.data(&format!("/orders/{first}/documents")).await;
        let counted = me.data("/orders/status-counts").await;
        let documents: Vec<Value> =
            documents.as_array().unwrap().iter().map(|d| json!([d["kind"], d["number"], d["total"], d["vat"]])).collect();
        let order = me.data(&format!("/orders/{first}")).await;
        json!([
            report["now"],
            cities,
            documents,
            counted,
            order["total"],
            order["vat"],
            order["status"],
            order["payment_status"],
            order["items"][0]["name"]
        ])
    };
    let before = sums().await;
    let sara_view = me.data(&customer_path).await;
    let preview = me.data(&format!("{customer_path}/erasure")).await;
    assert_eq!(preview["stops"], json!([]), "{preview}");
    assert_eq!(
        (&preview["stays"]["orders"], &preview["goes"]["contacts"], &preview["keeps_refusals"]),
        (&json!(3), &json!(5), &json!(true)),
        "{preview}"
    );
    let mentions: Vec<(&Value, &Value)> =
        preview["mentions"].as_array().unwrap().iter().map(|m| (&m["kind"], &m["is_mended"])).collect();
    let corrected = |kinds: [&'static str; 3]| kinds.map(|kind| (json!(kind), json!(true)));
    let expected = corrected(["customer_segment", "customer_group", "order_view"]);
    assert_eq!(mentions, expected.iter().map(|(kind, is)| (kind, is)).collect::<Vec<_>>(), "{preview}");
    assert_eq!(
        (&preview["stays"]["documents"], &preview["goes"]["receipts"], &preview["goes"]["notes"]),
        (&json!(2), &json!(1), &json!(1))
    );
    let request =
        json!({"reason": "person_asked", "reference": "DSR-17", "confirmation": "٠٥٥١٢٣٤٥٦٧", "version": preview["version"]});
    let (status, answer) = me.post(&format!("{customer_path}/erase"), request.clone()).await;
    assert_eq!((status, &answer["data"]), (200, &json!({"is_gone": false, "orders": 3})), "{answer}");
    shop.drain().await;
    assert_eq!(remaining(shop, me.store).await, Vec::<String>::new());
    assert_eq!(sums().await, before, "no sum, no number and no paper is lost");

    let nobody = me.data(&customer_path).await;
    assert_eq!(
        (&nobody["name"], &nobody["mobile"], &nobody["email"]),
        (&json!("عميل محذوف"), &Value::Null, &Value::Null),
        "{nobody}"
    );
    assert_eq!((&nobody["orders_count"], &nobody["total_spent"]), (&sara_view["orders_count"], &sara_view["total_spent"]));
    assert!(nobody["erased_at"].is_string() && nobody["addresses"] == json!([]), "{nobody}");
    let order = me.data(&format!("/orders/{first}")).await;
    assert_eq!(
        (&order["sender_name"], &order["address"]["city"], &order["address"]["street"]),
        (&json!("عميل محذوف"), &json!("الرياض"), &json!("")),
        "{order}"
    );
    // Its documents can still be printed, with the legally required data.
    let documents = me.data(&format!("/orders/{first}/documents")).await;
    for document in documents.as_array().unwrap() {
        let reply =
            me.call("GET", &format!("/documents/{}/file?format=html&lang=ar", document["id"].as_str().unwrap())).send().await;
        let text = reply.text();
        assert!(
            reply.status == 200 && text.contains(document["number"].as_str().unwrap()) && text.contains("عميل محذوف"),
            "{text}"
        );
    }
    // Who did it, when and why, but not whom it concerned.
    let sql = "SELECT actor_name, after FROM journal WHERE store_id = ?1 AND subject = 'customer' AND action = 'delete' ORDER BY seq DESC LIMIT 1";
    let (caller, after): (String, db::Json<Value>) = shop.app.db().conn().one(sql, p![me.store]).await.unwrap();
    assert_eq!(
        (caller.as_str(), after.0),
        ("تاجر الاختبار", json!({"erased": true, "why": "person_asked", "reference": "DSR-17", "orders": 3}))
    );
    // Another customer's record is untouched, and the erased one accepts no changes.
    assert_eq!(me.data(&format!("/orders/{noura}")).await["sender_name"], json!("نورة الحربي"));
    assert_eq!(me.data("/customers?search=0553334444").await[0]["name"], json!("نورة الحربي"));
    for (method, path, body) in [
        ("PUT", customer_path.clone(), json!({"name": "سارة"})),
        ("POST", format!("{customer_path}/notes"), json!({"text": "عادت"})),
        ("POST", format!("{customer_path}/data-export"), json!({})),
        ("POST", format!("{customer_path}/block"), json!({"reason": "x"})),
        (
            "POST",
            format!("{customer_path}/erase"),
            json!({"reason": "person_asked", "confirmation": "عميل محذوف", "version": version(me, &id).await}),
        ),
    ] {
        let (status, answer) = shop.assert_unchanged(me.send(method, &path, &body)).await;
        assert_eq!((status, answer["code"].as_str()), (409, Some("customer_erased")), "{method} {path}: {answer}");
    }
    // The order cannot be repeated for an erased person; a batch is undone without the texts that named them.
    let (status, answer) = shop.assert_unchanged(me.in_english().post(&format!("/orders/{first}/duplicate"), json!({}))).await;
    assert_eq!((status, &answer["code"]), (409, &json!("customer_erased")), "{answer}");
    assert!(answer["message"].as_str().unwrap().contains("erased"), "{answer}");
    let batch = me.data("/order-batches").await[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(me.post(&format!("/order-batches/{batch}/undo"), json!({})).await.0, 200);
    shop.drain().await;
    let rows = me.data("/orders").await;
    let row = rows.as_array().unwrap().iter().find(|row| row["id"] == json!(first));
    assert_eq!(row.unwrap_or_else(|| panic!("{rows}"))["tags"], json!(["عاجل"]));
    // The segment's rule no longer holds the name.
    let segment = me.data("/customer-segments").await[0].clone();
    assert_eq!(segment["groups"][0][0]["values"], json!(["عميل محذوف", "vip"]), "{segment}");
    assert_eq!(me.data(&format!("/customers?filter[segment]={}", segment["id"].as_str().unwrap())).await, json!([]));
    // A return is still counted, but for no number.
    go(me, first, &["RTRN"], "").await;
    let sql = "SELECT COUNT(*) FROM phone_outcomes WHERE store_id = ?1 AND mobile = ''";
    assert_eq!(shop.app.db().conn().one::<i64>(sql, p![me.store]).await.unwrap(), 0);
}

/// CU-01: an opt-out from before the erasure holds when the number comes again, and a blocked person stays blocked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_refusal_outlives_the_record_that_held_it() {
    let s = scene().await;
    let (shop, me) = (&s.shop, &s.me);
    let customer = me.create("/customers", json!({"name": NAME, "mobile": "0551234567", "email": "sara@example.com"})).await;
    let customer_path = format!("/customers/{}", customer["id"].as_str().unwrap());
    let consent = json!({"channel": "sms", "is_granted": false, "source": "message"});
    assert_eq!(me.put(&format!("{customer_path}/consents"), consent).await.0, 200);
    assert_eq!(me.post(&format!("{customer_path}/block"), json!({"reason": "سارة القحطاني أساءت"})).await.0, 200);
    let id = customer["id"].as_str().unwrap();
    let request = json!({"reason": "consent_withdrawn", "confirmation": "ساره القحطانى", "version": version(me, id).await});
    let (status, answer) = me.post(&format!("{customer_path}/erase"), request).await;
    assert_eq!((status, &answer["data"]["is_gone"]), (200, &json!(true)), "{answer}");
    shop.drain().await;
    assert_eq!(me.get(&customer_path).await.0, 404, "a record without orders is gone");
    assert_eq!(remaining(shop, me.store).await, Vec::<String>::new());
    let c = shop.app.db().conn();
    let scope = &s.setup.scope;
    assert!(customers::has_refused(c, scope, "+966551234567", None, customers::Channel::Sms).await.unwrap());
    assert!(!customers::has_refused(c, scope, "+966551234567", None, customers::Channel::Calls).await.unwrap());
    assert!(customers::is_blocked(c, scope, "+966551234567", None).await.unwrap());
    assert!(customers::is_blocked(c, scope, "+966550000000", Some("sara@example.com")).await.unwrap());
    assert!(!customers::is_blocked(c, scope, "+966550000000", None).await.unwrap());
    // A new record of the number shows it as its own, and the merchant can change it there.
    let again = me.create("/customers", json!({"name": "سارة", "mobile": "0551234567"})).await;
    let sms = again["consents"].as_array().unwrap().iter().find(|c| c["channel"] == "sms").unwrap().clone();
    assert_eq!(
        (&sms["is_granted"], &sms["source"], &again["is_blocked"]),
        (&json!(false), &json!("message"), &json!(true)),
        "{again}"
    );
    assert_eq!(me.post(&format!("/customers/{}/unblock", again["id"].as_str().unwrap()), json!({})).await.0, 200);
    assert!(!customers::is_blocked(c, scope, "+966551234567", None).await.unwrap());
}

/// CU-01: blockers of an erasure are listed, and a refused attempt changes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_an_erasure_is_refused_while_something_is_open() {
    let s = scene().await;
    let (shop, me) = (&s.shop, &s.me);
    let order = buy(&s, (NAME, "0551234567", "", "شارع التحلية"), "").await;
    let id = id_of(me, "551234567").await;
    let customer_path = format!("/customers/{id}");
    let number = me.data(&format!("/orders/{order}")).await["number"].clone();
    let request = async |overrides: Value| {
        let mut body = json!({"reason": "person_asked", "confirmation": NAME, "version": version(me, &id).await});
        body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
        body
    };
    let stops = async || {
        let preview = me.data(&format!("{customer_path}/erasure")).await;
        preview["stops"].as_array().unwrap().iter().map(|s| s["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(stops().await, ["open_orders", "owed"]);
    for (caller, expected_text) in [(me.clone(), "طلبات"), (me.in_english(), "orders")] {
        let (status, answer) =
            shop.assert_unchanged(caller.post(&format!("{customer_path}/erase"), request(json!({})).await)).await;
        assert_eq!((status, &answer["code"]), (409, &json!("open_orders")), "{answer}");
        assert!(answer["message"].as_str().unwrap().to_lowercase().contains(expected_text), "{answer}");
        assert_eq!(answer["current"]["stops"][0]["orders"], json!([{"id": order.to_string(), "number": number}]), "{answer}");
    }
    go(me, order, &["PRCS", "RDYS", "SHPD", "DLVR"], "").await;
    assert_eq!(stops().await, ["owed"], "delivered and not paid");
    me.create(&format!("/orders/{order}/payments"), json!({})).await;
    assert_eq!(stops().await, Vec::<String>::new());
    for (overrides, status, field) in [
        (json!({"confirmation": "سارة"}), 422, "confirmation"),
        (json!({"confirmation": "  "}), 422, "confirmation"),
        (json!({"confirmation": "4567"}), 422, "confirmation"),
        (json!({"reference": "طلب سارة القحطاني"}), 422, "reference"),
        (json!({"reference": "0551234567"}), 422, "reference"),
        (json!({"reference": "x".repeat(101)}), 422, "reference"),
        (json!({"reason": "why not"}), 422, "reason"),
        (json!({"version": 0}), 409, ""),
    ] {
        let (actual, answer) =
            shop.assert_unchanged(me.post(&format!("{customer_path}/erase"), request(overrides.clone()).await)).await;
        assert_eq!(actual, status, "{overrides}: {answer}");
        assert!(field.is_empty() || answer["errors"][field].is_array(), "{overrides}: {answer}");
    }
    // Support may read customers, but not erase them.
    let reader = me.colleague(shop, platform::identity::Role::ReadOnly).await;
    assert_eq!(shop.assert_unchanged(reader.post(&format!("{customer_path}/erase"), request(json!({})).await)).await.0, 403);
    assert_eq!(reader.get(&format!("{customer_path}/erasure")).await.0, 403);
    let (first, second) = (me.clone(), me.clone());
    let (path, body) = (format!("{customer_path}/erase"), request(json!({})).await);
    let (one, two) = tokio::join!(first.post(&path, body.clone()), second.post(&path, body.clone()));
    let mut both = [one.0, two.0];
    both.sort_unstable();
    assert_eq!(both, [200, 409], "erased once: {} {}", one.1, two.1);
}

/// CU-01: the team's own names that mention the person are listed before the erasure and stay; the team changes them itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_names_that_the_team_gave_are_told_and_stay() {
    let s = scene().await;
    let me = &s.me;
    let id = me.create("/customers", json!({"name": NAME, "mobile": "0551234567"})).await["id"].as_str().unwrap().to_owned();
    let noura = me.create("/customers", json!({"name": "نورة الحربي", "mobile": "0553334444"})).await["id"].clone();
    let friend = json!({"tags": ["أخت سارة القحطاني", "vip"]});
    assert_eq!(me.put(&format!("/customers/{}", noura.as_str().unwrap()), friend).await.0, 200);
    assert_eq!(me.put(&format!("/customers/{id}"), json!({"tags": ["سارة القحطاني"]})).await.0, 200);
    let order = buy(&s, ("نورة الحربي", "0553334444", "", "شارع العليا"), "").await;
    me.post("/orders/tagMany", json!({"items": [order.to_string()], "add": ["هدية من سارة القحطاني"]})).await;
    let rules = json!([[{"field": "tag", "op": "is", "values": ["أخت سارة القحطاني"]}]]);
    let segment = me.create("/customer-segments", json!({"name": "صديقات", "groups": rules})).await;
    let group = me.create("/customer-groups", json!({"name": "عائلة سارة القحطاني"})).await;
    me.create(
        "/customer-segments",
        json!({"name": "أهل الرياض", "groups": [[{"field": "city", "op": "is", "values": ["الرياض"]}]]}),
    )
    .await;
    let customer_path = format!("/customers/{id}");
    let preview = me.data(&format!("{customer_path}/erasure")).await;
    assert_eq!(
        preview["mentions"],
        json!([
            {"kind": "customer_segment", "id": segment["id"], "name": "صديقات", "is_mended": false},
            {"kind": "customer_group", "id": group["id"], "name": "عائلة سارة القحطاني", "is_mended": false},
            {"kind": "customer_tag", "id": null, "name": "أخت سارة القحطاني", "is_mended": false},
            {"kind": "order_tag", "id": null, "name": "هدية من سارة القحطاني", "is_mended": false},
        ]),
        "{preview}"
    );
    let request = json!({"reason": "person_asked", "confirmation": NAME, "version": preview["version"]});
    let (status, answer) = me.post(&format!("{customer_path}/erase"), request).await;
    assert_eq!(status, 200, "{answer}");
    let stored_segment = me.data(&format!("/customer-segments/{}", segment["id"].as_str().unwrap())).await;
    assert_eq!(stored_segment["groups"], rules, "what may mean somebody else is the merchant's to change");
    assert_eq!(me.data("/customer-groups").await[0]["name"], json!("عائلة سارة القحطاني"));
    let found = me.data(&format!("/customers?filter[segment]={}", segment["id"].as_str().unwrap())).await;
    assert_eq!(found[0]["id"], noura);
}

/// CU-01: the row of a small export exists before its first page is read, so an erasure waits for it; an unfinished one is
/// completed by its job.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_an_erasure_waits_for_a_small_export() {
    let s = scene().await;
    let (shop, me) = (&s.shop, &s.me);
    let customer = me.create("/customers", json!({"name": NAME, "mobile": "0551234567"})).await;
    let id = customer["id"].as_str().unwrap().to_owned();
    let customer_path = format!("/customers/{id}");
    let request = async || json!({"reason": "person_asked", "confirmation": NAME, "version": version(me, &id).await});
    // The first page is stored, then the database becomes unreachable.
    let dies = |s: &db::Statement<'_>| if s.sql.starts_with("UPDATE exports") { Err(db::Error::Gone) } else { Ok(()) };
    shop.app.db().watch(Some(std::sync::Arc::new(dies)));
    assert_eq!(me.post("/customer-exports", json!({"format": "csv"})).await.0, 503);
    shop.app.db().watch(None);
    let (status, answer) = shop.assert_unchanged(me.post(&format!("{customer_path}/erase"), request().await)).await;
    assert_eq!((status, &answer["code"]), (409, &json!("export_at_work")), "{answer}");
    shop.advance(61_000);
    shop.drain().await;
    let export = me.data("/customer-exports").await[0].clone();
    assert_eq!((&export["status"], &export["done"]), (&json!("done"), &json!(1)), "{export}");
    let file = format!("/customer-exports/{}/file", export["id"].as_str().unwrap());
    assert!(me.call("GET", &file).send().await.text().contains("القحطاني"));
    let (status, answer) = me.post(&format!("{customer_path}/erase"), request().await).await;
    assert_eq!(status, 200, "{answer}");
    shop.drain().await;
    assert_eq!(me.get(&file).await.0, 404);
    assert_eq!(remaining(shop, me.store).await, Vec::<String>::new());
}
