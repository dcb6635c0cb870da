//! Stored enums: a word without a meaning is an error that is logged, on every page that reads it, and never the default.

use db::p;
use serde_json::json;
use testkit::{Merchant, TestShop};

use crate::checkout::{buy, person, product_id, set_up_checkout};
use crate::coupons::coupon;
use crate::shipments::{fulfilment, ordered, ship};

const NONSENSE: &str = "of_a_newer_version";

/// Table, column, row condition, and what reads it: a call's path, or a page of the store where it begins with `store:`.
type Place = (&'static str, &'static str, String, String);

async fn read(shop: &TestShop, me: &Merchant, path: &str) -> (u16, bool) {
    if let Some(page) = path.strip_prefix("store:") {
        let reply = shop.shopper(&me.slug).get(page).await;
        (reply.status, reply.headers.contains_key("x-request-id"))
    } else {
        let reply = me.call("GET", path).send().await;
        (reply.status, !reply.header("x-request-id").is_empty())
    }
}

async fn write(shop: &TestShop, me: &Merchant, (table, column, which): (&str, &str, &str), word: &str) {
    let (sql, store, word) =
        (format!("UPDATE {table} SET {column} = ?2 WHERE store_id = ?1 AND {which}"), me.store, word.to_owned());
    let work = async move |c: db::Conn<'_>| {
        // Invalidates the caches shared by the store's pages.
        c.touch(store, db::Topics::STOREFRONT);
        c.exec(&sql, p![store, word]).await
    };
    let changed = shop.app.db().tx(work).await.unwrap();
    assert_eq!(changed, 1, "{table}.{column} where {which}");
}

/// An unknown word fails the call that reads it; with the original word it succeeds again.
async fn fail_and_come_back(shop: &TestShop, me: &Merchant, places: &[Place]) {
    for (table, column, which, path) in places {
        let sql = format!("SELECT {column} FROM {table} WHERE store_id = ?1 AND {which}");
        let was: String = shop.app.db().conn().one(&sql, p![me.store]).await.unwrap_or_else(|e| panic!("{table}.{column}: {e}"));
        write(shop, me, (table, column, which), NONSENSE).await;
        let (status, has_id) = read(shop, me, path).await;
        assert_eq!((status, has_id), (500, true), "{table}.{column} read by {path}");
        write(shop, me, (table, column, which), &was).await;
        assert_eq!(read(shop, me, path).await.0, 200, "{path} afterwards");
    }
}

/// Each stored enum with an unknown word fails the call that reads it, with an error id that is logged; restored, it is read
/// again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_a_stored_word_without_a_meaning_is_an_error_and_never_a_default() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = me.product(json!({"qty": 100, "page_link": "shirt"})).await;
    coupon(&me, json!({})).await;
    let order = buy(&shop, &setup, &person(1), &[(product_id(&product), None, 1)]).await;
    assert_eq!(me.put(&format!("/orders/{}/payment-status", order.id), json!({"payment_status": "paid"})).await.0, 200);
    shop.drain().await;
    let customer = me.data("/customers").await[0]["id"].as_str().unwrap().to_owned();
    let consent = json!({"channel": "sms", "is_granted": true, "source": "phone"});
    assert!(me.put(&format!("/customers/{customer}/consents"), consent).await.0 < 300);
    me.create(&format!("/customers/{customer}/data-export"), json!({})).await;
    me.create("/product-exports", json!({"format": "csv"})).await;
    let courier = json!({"fields": {"merchant_name": "متجر"}});
    assert_eq!(me.put("/courier-accounts/WASSALHA", courier).await.0, 200);
    // It has no call that could be tried.
    let set_check = "UPDATE courier_accounts SET checked_at = ?2, outcome = 'connected' WHERE store_id = ?1";
    let (store, now) = (me.store, shop.env.now());
    shop.app.db().tx(async move |c| c.exec(set_check, p![store, now]).await).await.unwrap();
    let gateway = me.create("/payment-methods", json!({"provider": "PAYTABS_SA"})).await;
    let gateway = format!("/payment-methods/{}", gateway["id"].as_str().unwrap());
    let keys = json!({"values": {"profile_id": "1", "server_key": "SERVERKEY-SERVERKEY"}});
    assert_eq!(me.put(&format!("{gateway}/credentials"), keys).await.0, 200);
    assert_eq!(me.post(&format!("{gateway}/check"), json!(null)).await.0, 200);
    let raw = |id: &str| id.parse::<kernel::CustomerId>().unwrap().raw();
    let (one, any) = (format!("id = {}", order.id.raw()), || "1 = 1".to_owned());
    crate::answers::planted::plant_call(&shop, me.store).await;
    let of_order = format!("order_id = {}", order.id.raw());
    let order_path = format!("/orders/{}", order.id);
    let of_customer = format!("customer_id = {}", raw(&customer));
    let customer_path = format!("/customers/{customer}");
    let product_path = format!("/products/{}", product["id"].as_str().unwrap());
    let of_product = format!("id = {}", product_id(&product).raw());
    let mut places: Vec<Place> = vec![
        ("orders", "status", one.clone(), order_path.clone()),
        ("orders", "payment_status", one.clone(), order_path.clone()),
        ("orders", "language", one.clone(), order_path.clone()),
        ("order_entries", "kind", format!("{of_order} AND n = 1"), format!("{order_path}/entries")),
        ("documents", "kind", of_order.clone(), format!("{order_path}/documents")),
        ("customer_consents", "channel", of_customer.clone(), customer_path.clone()),
        ("customer_consents", "source", of_customer.clone(), customer_path.clone()),
        ("customers", "locale", format!("id = {}", raw(&customer)), customer_path.clone()),
        ("person_exports", "status", of_customer, format!("{customer_path}/data-export")),
        ("status_counts", "status", "subject = 'product'".into(), "/products/state-counts".into()),
        ("products", "product_type", of_product.clone(), product_path.clone()),
        ("products", "weight_unit", of_product.clone(), product_path.clone()),
        ("products", "untranslated", of_product, "/products".into()),
        (
            "payment_methods",
            "provider",
            "id = (SELECT MIN(m.id) FROM payment_methods m WHERE m.store_id = ?1)".into(),
            "/payment-methods".into(),
        ),
        ("payment_connections", "outcome", any(), "/payment-methods".into()),
        ("courier_accounts", "outcome", any(), "/courier-accounts".into()),
        ("courier_accounts", "provider", any(), "/courier-accounts".into()),
        (
            "shipping_methods",
            "provider",
            "id = (SELECT MIN(m.id) FROM shipping_methods m WHERE m.store_id = ?1)".into(),
            "/shipping-methods".into(),
        ),
        (
            "shipping_methods",
            "package_size",
            "id = (SELECT MIN(m.id) FROM shipping_methods m WHERE m.store_id = ?1)".into(),
            "/shipping-methods".into(),
        ),
        ("exports", "status", any(), "/product-exports".into()),
        ("exports", "format", any(), "/product-exports".into()),
        ("coupons", "discount_type", any(), "/coupons".into()),
        ("coupons", "discount_segment", any(), "/coupons".into()),
        ("coupons", "scope", any(), "/coupons".into()),
        ("provider_calls", "state", any(), format!("/provider-calls?order={}", order.id)),
        ("coupons", "discount_usability", any(), "/coupons".into()),
        ("stock_movements", "reason", "delta < 0".into(), "/stock-movements".into()),
        (
            "menu_links",
            "link_type",
            "id = (SELECT MIN(l.id) FROM menu_links l WHERE l.store_id = ?1)".into(),
            "store:/collections".into(),
        ),
        (
            "theme_version_sections",
            "zone",
            "id = (SELECT MIN(s.id) FROM theme_version_sections s WHERE s.store_id = ?1)".into(),
            "store:/".into(),
        ),
        ("theme_versions", "kind", any(), "/themes/one/versions".into()),
    ];
    let cart =
        shop.app.db().conn().one::<kernel::CartId>("SELECT id FROM carts WHERE store_id = ?1", p![me.store]).await.unwrap();
    for column in ["step", "reminder_status", "language"] {
        places.push(("carts", column, any(), format!("/carts/{cart}")));
    }
    fail_and_come_back(&shop, &me, &places).await;
    // Nothing is written from an unreadable row: no money, no sales.
    let counted = "SELECT COUNT(*) FROM order_entries WHERE store_id = ?1";
    let before = shop.app.db().conn().one::<i64>(counted, p![me.store]).await.unwrap();
    write(&shop, &me, ("order_entries", "kind", &format!("{of_order} AND n = 1")), NONSENSE).await;
    let (status, body) =
        me.put(&format!("{order_path}/payment-status"), json!({"payment_status": "not_paid", "note": "خطأ"})).await;
    assert_eq!(status, 500, "{body}");
    assert_eq!(shop.app.db().conn().one::<i64>(counted, p![me.store]).await.unwrap(), before);
}

/// The same for imports and their pictures, batches, the call queue, shipments and members.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_of_imports_batches_shipments_the_desk_and_members_are_errors_as_well() {
    let shop = TestShop::start().await;
    let (me, _, order) = ordered(&shop).await;
    ship(&me, order, json!({})).await;
    let product = me.product(json!({"qty": 5})).await;
    let up = json!({"kind": "price", "field": "regular_price", "by": "percent", "direction": "up", "value": "5"});
    let (status, body) = me.post("/products/bulk", json!({"items": [product["id"]], "action": up})).await;
    assert_eq!(status, 200, "{body}");
    let batch_id = body["data"]["batch"]["id"].as_str().unwrap();
    let batch = format!("/batches/{batch_id}");
    let file = "SKU,Name,Price,Images\nA-1,Coffee,20,https://a.example/1.png\n";
    let import = me.upload("/product-imports", "file", "p.csv", "text/csv", file).await.data();
    let import = format!("/product-imports/{}", import["id"].as_str().unwrap());
    assert_eq!(me.post(&format!("{import}/start"), json!({})).await.0, 200);
    shop.drain_any().await;
    assert_eq!(me.data(&import).await["status"], json!("done"));

    crate::courier_pickups::some(&shop, &me).await;
    let return_parcels = crate::return_parcels::some_list(&shop, &me).await;
    let any = || "1 = 1".to_owned();
    // Not the parcel of the pickup.
    let of_shipment = format!("order_id = {} AND n = 1", order.raw());
    let of_order = format!("order_id = {}", order.raw());
    let shipments = format!("/orders/{order}/shipments");
    // The batch that the merchant started: the import has one of its own.
    let this_batch = format!("id = {}", batch_id.parse::<kernel::BatchId>().unwrap().raw());
    let places: Vec<Place> = vec![
        ("imports", "status", any(), import.clone()),
        ("imports", "status", any(), "/product-imports".into()),
        ("imports", "mode", any(), import.clone()),
        ("import_rows", "outcome", any(), format!("{import}/rows")),
        ("import_images", "status", any(), format!("{import}/images")),
        ("batches", "status", this_batch.clone(), batch.clone()),
        ("batches", "status", this_batch.clone(), "/batches".into()),
        ("batches", "kind", this_batch, batch),
        ("order_confirmations", "state", of_order.clone(), format!("/orders/{order}/trust")),
        ("order_confirmations", "action", of_order.clone(), format!("/orders/{order}/trust")),
        ("shipments", "status", of_shipment.clone(), shipments.clone()),
        ("shipments", "provider", of_shipment.clone(), shipments.clone()),
        ("shipments", "service_type", of_shipment.clone(), shipments.clone()),
        ("shipments", "package_size", of_shipment.clone(), shipments.clone()),
        ("shipments", "booking", of_shipment.clone(), shipments.clone()),
        ("courier_pickups", "state", any(), "/couriers/BOSTA/pickups".into()),
        ("courier_pickups", "slot", any(), "/couriers/BOSTA/pickups".into()),
        ("return_parcels", "state", any(), return_parcels.clone()),
        ("return_parcels", "provider", any(), return_parcels.clone()),
        ("return_parcels", "package_size", any(), return_parcels.clone()),
        ("return_parcels", "step", any(), return_parcels),
        ("shipments", "courier_step", of_shipment, shipments.clone()),
        ("shipment_events", "status", "n = 1".into(), shipments),
    ];
    fail_and_come_back(&shop, &me, &places).await;
    assert_eq!(fulfilment(&me, order).await["shipments"].as_array().map(Vec::len), Some(2));

    // A shipment with an unknown status is not moved on, and an import is not started.
    write(&shop, &me, ("shipments", "status", "n = 1"), NONSENSE).await;
    let (status, body) = me.put(&format!("/orders/{order}/status"), json!({"status": "SHPD"})).await;
    assert_eq!(status, 500, "{body}");
    write(&shop, &me, ("imports", "status", "1 = 1"), NONSENSE).await;
    let (status, body) = shop.assert_unchanged(me.post(&format!("{import}/undo"), json!({}))).await;
    assert_eq!(status, 500, "{body}");

    // Memberships are in a table that every store of theirs reads.
    let user = me.user;
    let set = async |word: &'static str| {
        let sql = "UPDATE users SET locale = ?2 WHERE id = ?1";
        shop.app.db().tx(async move |c| c.exec(sql, p![user, word]).await).await.unwrap();
    };
    set(NONSENSE).await;
    let members = "/orders/mentionable-members";
    assert_eq!(read(&shop, &me, members).await, (500, true));
    set("en").await;
    assert_eq!(read(&shop, &me, members).await.0, 200);
}

/// The same for online payments and their cases.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_of_online_payments_are_errors_as_well() {
    let s = crate::online_payments::scene().await;
    let order = s.order(1).await;
    let attempt = s.attempt(order).await;
    let mut report = crate::online_payments::paid(&attempt, "1");
    report.amount.minor = 1;
    s.record(&report).await;
    let (any, of_order) = (|| "1 = 1".to_owned(), format!("/orders/{order}/payments"));
    let mut places: Vec<Place> = vec![
        ("payment_cases", "kind", any(), "/payment-cases".into()),
        ("payment_transactions", "means_kind", any(), "/payment-cases".into()),
    ];
    for (table, columns) in [
        ("payment_attempts", ["purpose", "state", "next_step"]),
        ("payment_transactions", ["kind", "status", "means_kind"]),
        ("payment_cases", ["kind", "currency", "kind"]),
    ] {
        places.extend(columns.map(|column| (table, column, any(), of_order.clone())));
    }
    fail_and_come_back(&s.shop, &s.me, &places).await;
}

/// Settings of a store are read as a whole: an unreadable one fails every read of the store's profile, in the dashboard and in
/// the store.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_a_setting_without_a_meaning_is_an_error_and_never_its_default() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    for (code, path) in [
        ("vat_registration", "/invoice-details"),
        ("vat_value", "/invoice-details"),
        ("prices_include_vat", "/invoice-details"),
        ("document_language", "/invoice-details"),
        ("document_paper", "/invoice-details"),
        ("invoice_when", "/invoice-details"),
        ("low_stock_threshold", "/invoice-details"),
        ("store_address", "/invoice-details"),
        ("logo", "/invoice-details"),
        ("cod_rules", "/cod-rules"),
        ("confirmation", "/confirmations/settings"),
        ("address_gate", "/orders/addresses/settings"),
    ] {
        let store = me.store;
        let set = async |word: &'static str| {
            let sql = "INSERT INTO store_settings (store_id, code, value, updated_at) VALUES (?1, ?2, ?3, 0) \
                       ON CONFLICT (store_id, code) DO UPDATE SET value = excluded.value";
            shop.app.db().tx(async move |c| c.exec(sql, p![store, code, word]).await).await.unwrap();
        };
        set("\"of_a_newer_version\"").await;
        let reply = me.call("GET", path).send().await;
        assert_eq!(
            (reply.status, reply.header("x-request-id").is_empty()),
            (500, false),
            "{code} read by {path}: {}",
            reply.text()
        );
        let sql = "DELETE FROM store_settings WHERE store_id = ?1 AND code = ?2";
        shop.app.db().tx(async move |c| c.exec(sql, p![store, code]).await).await.unwrap();
        assert_eq!(me.get(path).await.0, 200, "{path} afterwards");
    }
}
