//! The defaults of a new store: an unsellable sample product, a pickup with its address, a proposed first delivery, and a
//! checklist derived from answers and data.

use kernel::{Actor, Currency, StoreScope};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

/// Adds the sample product of a new store to a merchant's store.
async fn sample(shop: &TestShop, merchant: &Merchant) -> Value {
    let (env, scope) = (shop.env.clone(), StoreScope::new(merchant.store, Actor::system()));
    shop.app.db().tx(async move |c| catalog::insert_sample(c, &env, &scope, Currency::SAR).await).await.unwrap();
    merchant.data("/products?search=OUD-100").await[0].clone()
}

async fn samples(merchant: &Merchant) -> i64 {
    merchant.data("/products/state-counts").await["samples"].as_i64().unwrap()
}

/// F12 §3: the sample product is on no page of the storefront, has no address, and cannot be added to a cart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_a_sample_is_neither_shown_nor_sold() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let sample = sample(&shop, &merchant).await;
    assert_eq!(
        (&sample["is_sample"], &sample["is_published"], &sample["state"]),
        (&json!(true), &json!(false), &json!("unpublished"))
    );
    let id = sample["id"].as_str().unwrap();
    let view = merchant.data(&format!("/products/{id}")).await;
    let link = view["page_link"].as_str().unwrap();
    let shopper = shop.shopper(&merchant.slug);
    for path in ["/", "/collections", "/search?q=OUD-100", "/en/collections", "/sitemap.xml", "/sitemap-products-1.xml"] {
        let page = shopper.get(path).await;
        assert!(!page.body.contains(link) && !page.body.contains("Oriental Oud"), "{path}: {}", page.body);
    }
    assert_eq!(shopper.get(&format!("/products/{}", kernel::slug::percent_encode(link))).await.status, 404);
    let refused = shopper.post("/cart", &[("product_id", id), ("quantity", "1")]).await;
    assert!(matches!(refused.status, 404 | 422), "{}: {}", refused.status, refused.body);
    assert!(!shopper.get("/cart").await.body.contains("Oriental Oud"));
}

/// F12 §3: all samples are deleted in one call, which can be undone; a sample that the merchant edits or publishes is none any
/// more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_samples_are_removed_in_one_press_that_can_be_undone() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let own = merchant.product(json!({})).await;
    let sample = sample(&shop, &merchant).await;
    assert_eq!(samples(&merchant).await, 1);
    let (status, body) = merchant.delete("/products/samples", Value::Null).await;
    assert_eq!((status, body["data"]["results"].as_array().unwrap().len()), (200, 1), "{body}");
    assert_eq!(samples(&merchant).await, 0);
    let remaining = merchant.data("/products").await;
    assert_eq!(remaining.as_array().unwrap().iter().map(|p| &p["id"]).collect::<Vec<_>>(), [&own["id"]]);
    let (_, again) = merchant.delete("/products/samples", Value::Null).await;
    assert_eq!((&again["data"]["results"], &again["data"]["batch"]), (&json!([]), &Value::Null));
    let batch = body["data"]["batch"]["id"].as_str().unwrap();
    let (status, undo) = merchant.post(&format!("/batches/{batch}/undo"), json!({})).await;
    assert!(status < 300, "{undo}");
    shop.drain().await;
    let path = format!("/products/{}", sample["id"].as_str().unwrap());
    let is_sample = async || merchant.data("/products?search=OUD-100").await[0]["is_sample"].clone();
    assert_eq!((is_sample().await, samples(&merchant).await), (json!(true), 1), "it comes back as what it was");
    // An edit makes it the merchant's own.
    assert_eq!(merchant.put(&path, json!({"name": {"ar": "عطر العود", "en": "Oud"}})).await.0, 200);
    assert_eq!((is_sample().await, samples(&merchant).await), (json!(false), 0));
    assert_eq!(merchant.delete("/products/samples", Value::Null).await.1["data"]["results"], json!([]));
    let stranger = shop.merchant().await;
    assert_eq!(samples(&stranger).await, 0);
}

/// F12 §3: a published sample of an older store becomes an ordinary product; only unedited drafts are samples after the upgrade.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_a_sample_that_is_on_sale_is_none_after_the_upgrade() {
    let shop = TestShop::start().await;
    let (shown, hidden) = (shop.merchant().await, shop.merchant().await);
    for merchant in [&shown, &hidden] {
        sample(&shop, merchant).await;
    }
    let store = shown.store;
    let upgrade = include_str!("../../../../migrations/0052_samples_sold.sql");
    let statement: String = upgrade.lines().filter(|l| !l.starts_with("--")).collect::<Vec<_>>().join("\n");
    shop.app
        .db()
        .tx(async move |c| {
            // As migration 0048 left the products of older stores.
            c.exec("UPDATE products SET is_published = TRUE WHERE store_id = ?1", db::p![store]).await?;
            c.exec(statement.trim().trim_end_matches(';'), db::p![]).await
        })
        .await
        .unwrap();
    assert_eq!((samples(&shown).await, samples(&hidden).await), (0, 1));
    assert_eq!(shown.delete("/products/samples", Value::Null).await.1["data"]["results"], json!([]));
}

/// SP-01: an active pickup needs an address; an inactive one may lack it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_01_a_pickup_without_an_address_is_refused() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let pickup = |overrides: Value| {
        let mut body = json!({"provider": "PICKUP", "name": {"ar": "استلام من المعرض", "en": "Showroom pickup"}});
        body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
        body
    };
    for overrides in [json!({"is_active": true}), json!({"is_active": true, "pickup_address": {"ar": " "}})] {
        let (status, body) = shop.assert_unchanged(merchant.post("/shipping-methods", pickup(overrides))).await;
        assert_eq!((status, body["errors"]["pickup_address"].is_array()), (422, true), "{body}");
    }
    let inactive = merchant.create("/shipping-methods", pickup(json!({"is_active": false}))).await;
    let path = format!("/shipping-methods/{}", inactive["id"].as_str().unwrap());
    let (status, body) = shop.assert_unchanged(merchant.put(&path, json!({"is_active": true}))).await;
    assert_eq!((status, body["errors"]["pickup_address"].is_array()), (422, true), "{body}");
    let english = merchant.in_english().put(&path, json!({"is_active": true})).await.1;
    assert_ne!(english["errors"]["pickup_address"], body["errors"]["pickup_address"], "in the caller's language");
    let on = json!({"is_active": true, "pickup_address": {"ar": "شارع التحلية، الرياض"}});
    assert_eq!(merchant.put(&path, on).await.0, 200);
    let (status, _) = shop.assert_unchanged(merchant.put(&path, json!({"pickup_address": {"ar": ""}}))).await;
    assert_eq!(status, 422, "what is on keeps its address");
}

/// SP-01: a store without a delivery is proposed one for its country and currency, as the call that creates it takes it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_01_a_first_delivery_is_proposed_until_there_is_one() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let proposed = merchant.data("/shipping-methods/proposal").await;
    assert_eq!(
        (&proposed["fixed_cost"], &proposed["countries"], &proposed["cities"][0]),
        (&json!("25.00"), &json!(["SA"]), &json!("الرياض"))
    );
    let kuwait = shop.merchant_in("KW", "KWD").await.data("/shipping-methods/proposal").await;
    assert_eq!((&kuwait["fixed_cost"], &kuwait["countries"]), (&json!("2.000"), &json!(["KW"])));
    let elsewhere = shop.merchant_in("DE", "EUR").await.data("/shipping-methods/proposal").await;
    assert_eq!((&elsewhere["fixed_cost"], &elsewhere["cities"]), (&json!("5.00"), &json!([])));
    let mut body = proposed.clone();
    body["provider"] = json!("CUSTOM");
    let method = merchant.create("/shipping-methods", body).await;
    assert_eq!((&method["cities"], &method["name"]), (&proposed["cities"], &proposed["name"]));
    assert_eq!(merchant.data("/shipping-methods/proposal").await, Value::Null);
    assert_eq!(shop.call("GET", "/dashboard/v1/shipping-methods/proposal").send().await.status, 401);
}

/// F12 §3: "shipping" on the checklist depends on the merchant's answers and the store's data: a merchant who ships needs a
/// delivery method or completed pickups; one who earns commissions needs only a pickup with an address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_the_checklist_reads_answers_and_data() {
    let shop = TestShop::start().await;
    for business in ["retail", "drop_shipping", "affiliate"] {
        let ships = business != "affiliate";
        // The store's data, and whether it is enough for merchants who ship and for others.
        for (has_address, has_delivery, has_order, of_shipper, of_other) in [
            (false, false, false, false, false),
            (true, false, false, false, true),
            (true, false, true, true, true),
            (false, false, true, false, false),
            (false, true, false, true, true),
        ] {
            let merchant = shop.merchant().await;
            let answers = json!({"business_type": business, "store_languages": "both", "has_ecommerce_experience": false,
                "has_previous_online_store": false, "want_to_migrate": false});
            assert_eq!(merchant.put("/onboarding", answers).await.0, 200);
            if has_order {
                let product = merchant.product(json!({})).await;
                let shopper = shop.shopper(&merchant.slug);
                let method = merchant.data("/shipping-methods").await[0]["id"].as_str().unwrap().to_owned();
                let pay = merchant.data("/payment-methods").await[0]["id"].as_str().unwrap().to_owned();
                let add = [("product_id", product["id"].as_str().unwrap()), ("quantity", "1")];
                assert_eq!(shopper.post("/cart", &add).await.status, 303);
                let contact = [("name", "سارة"), ("mobile", "0512345678"), ("receive", "pickup")];
                let known = shopper.submit("/checkout/contact", &contact).await;
                let mut form = known.hidden_fields();
                form.extend(contact.map(|(k, v)| (k.to_owned(), v.to_owned())));
                form.push(("shipping_method_id".into(), method));
                form.push(("payment_method_id".into(), pay));
                let form: Vec<(&str, &str)> = form.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
                let placed = shopper.post("/checkout", &form).await;
                assert_eq!(placed.status, 303, "{}", placed.body);
            }
            if !has_address {
                let store = merchant.store;
                let sql = "UPDATE shipping_methods SET pickup_address = '{}' WHERE store_id = ?1";
                shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
            }
            if has_delivery {
                let body = json!({"provider": "CUSTOM", "name": {"ar": "مندوب", "en": "Courier"}, "fixed_cost": "20"});
                merchant.create("/shipping-methods", body).await;
            }
            let list = merchant.data("/setup-checklist").await;
            let item = list["items"].as_array().unwrap().iter().find(|i| i["code"] == "shipping").unwrap();
            let expected = if ships { of_shipper } else { of_other };
            assert_eq!(
                item["is_done"], expected,
                "{business}: address {has_address}, delivery {has_delivery}, order {has_order}"
            );
        }
    }
}
