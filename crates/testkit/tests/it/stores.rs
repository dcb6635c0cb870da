//! A store's settings, questionnaire, preferences, counters and changes (AU-04, GU-05, GU-08, SH-05, SH-07, ST-09, DB-01).

use db::p;
use kernel::{Millis, StoreId};
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

#[tokio::test(flavor = "multi_thread")]
async fn st_09_settings_are_read_and_set_one_by_one() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let all = merchant.data("/settings").await;
    assert_eq!(all.as_object().unwrap().len(), 27);
    assert_eq!((all["store_name"].as_str(), all["prices_include_vat"].as_bool()), (Some("متجر الاختبار"), Some(true)));
    for (code, value, stored) in [
        ("store_name", json!("  عطور  "), json!("عطور")),
        ("store_email", json!("Shop@Example.com"), json!("shop@example.com")),
        ("store_phone", json!("٠٥٠١٢٣٤٥٦٧"), json!("+966501234567")),
        ("store_phone", json!(""), json!("")),
        ("vat_value", json!("١٥"), json!("15")),
        ("prices_include_vat", json!(false), json!(false)),
        ("allow_guest_checkout", json!(true), json!(true)),
        ("skip_cart_page", json!(true), json!(true)),
        ("seo_title", json!({ "ar": "عطور", "en": "Perfumes" }), json!({ "ar": "عطور", "en": "Perfumes" })),
        ("logo", Value::Null, Value::Null),
    ] {
        let (status, body) = merchant.put(&format!("/settings/{code}"), json!({ "value": value })).await;
        assert_eq!((status, &body["data"]["value"]), (200, &stored), "{code}: {body}");
        assert_eq!(merchant.data(&format!("/settings/{code}")).await, json!({ "code": code, "value": stored }));
    }
    assert_eq!(merchant.data("/home").await["store_data"]["name"], "عطور");
}

#[tokio::test(flavor = "multi_thread")]
async fn st_09_a_wrong_value_an_unknown_code_and_another_stores_file_are_refused() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for (code, value) in [
        ("store_name", json!("")),
        ("store_name", json!("a\u{0}b")),
        ("store_email", json!("x@")),
        ("vat_value", json!("101")),
        ("vat_value", json!(15)),
        ("skip_cart_page", json!("yes")),
        // Shoppers have no accounts: without guest checkout a store would take no orders.
        ("allow_guest_checkout", json!(false)),
        ("logo", json!("med_0000000000001")),
        ("logo", json!("prd_0000000000001")),
        ("dashboard_layout_skin", json!("blue")),
    ] {
        let (status, body) = merchant.put(&format!("/settings/{code}"), json!({ "value": value })).await;
        assert_eq!((status, body["errors"]["value"].is_array()), (422, true), "{code} {value}");
    }
    let (_, body) = merchant.put("/settings/seo_title", json!({ "value": { "ar": "x".repeat(200) } })).await;
    assert!(body["errors"]["value.ar"].is_array(), "{body}");
    assert_eq!(merchant.put("/settings/no_such", json!({ "value": 1 })).await.0, 404);
    assert_eq!(merchant.get("/settings/no_such").await.0, 404);
    assert_eq!(merchant.put("/settings/store_name", json!({})).await.0, 422);
}

/// decisions §5, OR-08: single settings must not contradict the store's VAT registration: an unregistered store charges none and
/// has no number, a registered one keeps its number, and the seller's name and address are not emptied. Before that is answered
/// they are free.
#[tokio::test(flavor = "multi_thread")]
async fn or_08_one_setting_alone_does_not_contradict_the_vat_registration() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let mut details =
        json!({"vat_registration": "not_registered", "legal_name": "مؤسسة سارة", "store_address": {"ar": "الرياض"}});
    assert_eq!(merchant.put("/invoice-details", details.clone()).await.0, 200);
    let put = async |code: &str, value: Value| {
        let (status, body) = merchant.put(&format!("/settings/{code}"), json!({ "value": value })).await;
        (status, body["code"].as_str().unwrap_or_default().to_owned())
    };
    for (code, value) in [("vat_value", json!("15")), ("vat_number", json!("310122393500003"))] {
        assert_eq!(put(code, value).await, (409, "vat_not_registered".into()), "{code}");
    }
    assert_eq!(merchant.data("/settings/vat_value").await["value"], "0");
    // The same again is no change.
    assert_eq!(put("vat_value", json!("0")).await.0, 200);
    assert_eq!(put("vat_number", json!("")).await.0, 200);
    details["vat_registration"] = json!("registered");
    details["vat_number"] = json!("310122393500003");
    details["vat_value"] = json!("15");
    assert_eq!(merchant.put("/invoice-details", details).await.0, 200);
    for (code, value) in [("vat_number", json!("")), ("legal_name", json!(" ")), ("store_address", json!({"ar": "", "en": " "}))]
    {
        assert_eq!(put(code, value).await.0, 422, "{code}");
    }
    for (code, value) in [("vat_number", json!("311122393500003")), ("vat_value", json!("5")), ("legal_name", json!("شركة"))]
    {
        assert_eq!(put(code, value).await.0, 200, "{code}");
    }
    // A store that has not answered yet may set them freely.
    let (stranger, store) =
        (shop.merchant().await, "DELETE FROM store_settings WHERE store_id = ?1 AND code = 'vat_registration'");
    let id = stranger.store;
    shop.app.db().tx(async move |c| c.exec(store, p![id]).await).await.unwrap();
    for (code, value) in
        [("vat_value", json!("15")), ("vat_value", json!("0")), ("legal_name", json!("س")), ("legal_name", json!(""))]
    {
        assert_eq!(stranger.put(&format!("/settings/{code}"), json!({ "value": value })).await.0, 200, "{code}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sh_07_the_skin_is_a_setting_of_the_person() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let reader = merchant.colleague(&shop, Role::ReadOnly).await;
    assert_eq!(reader.put("/settings/dashboard_layout_skin", json!({ "value": "dark" })).await.0, 200);
    assert_eq!(reader.data("/settings/dashboard_layout_skin").await["value"], "dark");
    assert_eq!(merchant.data("/settings/dashboard_layout_skin").await["value"], json!(null), "nobody else chose");
    assert_eq!(reader.data("/settings").await["dashboard_layout_skin"], "dark");
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_journalled_and_belong_to_one_store() {
    let shop = TestShop::start().await;
    let (merchant, stranger) = (shop.merchant().await, shop.merchant().await);
    let seq = merchant.data("/sync").await["seq"].as_i64().unwrap();
    merchant.put("/settings/vat_value", json!({ "value": "15" })).await;
    merchant.put("/settings/vat_value", json!({ "value": "15" })).await;
    let (_, changes) = merchant.get(&format!("/changes?since={seq}")).await;
    assert_eq!(changes["data"].as_array().unwrap().len(), 1, "the same value again is no change");
    assert_eq!(changes["data"][0]["subject"], "setting");
    assert_eq!(stranger.data("/settings/vat_value").await["value"], "0");
    let foreign =
        shop.call("GET", "/dashboard/v1/settings").token(&stranger.token).store(&merchant.store.to_string()).send().await;
    assert_eq!(foreign.status, 403);
}

fn answers(overrides: Value) -> Value {
    let mut all = json!({ "business_type": "drop_shipping", "store_languages": "en", "has_ecommerce_experience": true,
        "has_previous_online_store": true, "previous_online_store_url": "https://shop.example.com", "want_to_migrate": true });
    all.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn au_04_the_questionnaire_makes_the_store_ready() {
    let shop = TestShop::start().await;
    let merchant = shop.unready_merchant_in("SA", "SAR").await;
    assert_eq!(merchant.data("/onboarding").await, json!({ "is_ready": false, "answers": null }));
    assert_eq!(merchant.get("/settings").await.0, 310, "GU-05");
    for (field, bad) in [
        ("business_type", json!("other")),
        ("store_languages", json!("fr")),
        ("has_ecommerce_experience", json!("yes")),
        ("previous_online_store_url", json!("not a url")),
        ("extra", json!(1)),
    ] {
        let (status, body) = merchant.put("/onboarding", answers(json!({ field: bad }))).await;
        assert_eq!((status, body["errors"][field].is_array()), (422, true), "{field}: {body}");
    }
    let (status, body) = merchant.put("/onboarding", answers(json!({}))).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!((body["data"]["is_ready"].as_bool(), &body["data"]["languages"]), (Some(true), &json!(["en"])));
    assert_eq!(body["data"]["default_language"], "en");
    assert_eq!(merchant.get("/settings").await.0, 200);
    assert_eq!(merchant.data("/onboarding").await["answers"]["business_type"], "drop_shipping");
    let reader = merchant.colleague(&shop, Role::ReadOnly).await;
    assert_eq!(reader.put("/onboarding", answers(json!({}))).await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn preferences_are_each_persons_own() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let colleague = merchant.colleague(&shop, Role::OrderDesk).await;
    assert_eq!(merchant.data("/preferences/orders.columns").await["value"], Value::Null);
    let columns = json!({ "hidden": ["city"], "page_size": 50 });
    assert_eq!(merchant.put("/preferences/orders.columns", json!({ "value": columns })).await.0, 200);
    assert_eq!(merchant.data("/preferences/orders.columns").await["value"], columns);
    assert_eq!(colleague.data("/preferences/orders.columns").await["value"], Value::Null);
    assert_eq!(merchant.put("/preferences/Bad%20Code", json!({ "value": 1 })).await.0, 404);
    assert_eq!(merchant.put("/preferences/big", json!({ "value": "x".repeat(17_000) })).await.0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn gu_08_sync_counts_pending_orders_and_accepts_post() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let stranger = shop.merchant().await;
    insert_orders(&shop, merchant.store, &[("PEND", 0, 100), ("PEND", 1, 100), ("PAID", 2, 100)]).await;
    let sync = merchant.data("/sync?timestamp=1800000000").await;
    assert_eq!(sync["counters"]["orders"], 2);
    assert_eq!(sync["configs"], json!({ "isUrlReady": true, "isThemeReady": true }));
    assert_eq!(merchant.post("/sync", json!({})).await.1["data"]["counters"]["orders"], 2);
    assert_eq!(stranger.data("/sync").await["counters"]["orders"], 0);
}

/// Inserts orders of so many days ago with a total in halalas, and updates their slice's counter.
async fn insert_orders(shop: &TestShop, store: StoreId, orders: &[(&'static str, i64, i64)]) {
    let (env, orders) = (shop.env.clone(), orders.to_vec());
    shop.app
        .db()
        .tx(async move |c| {
            let now = env.now();
            let customer = env.id::<kernel::id::Customer>();
            let sql = "INSERT INTO customers (store_id, id, name, name_key, mobile, locale, orders_count, total_spent, city, country, created_at, updated_at, version, seq) \
                       VALUES (?1, ?2, 'سارة', 'ساره', '+966501112233', 'ar', 0, 0, 'الرياض', 'SA', ?3, ?3, 1, 1)";
            c.exec(sql, p![store, customer, now]).await?;
            for (n, (status, days, total)) in (1_i64..).zip(&orders) {
                let sql = "INSERT INTO orders (store_id, id, number, status, payment_status, customer_id, was_guest_order, sender_name, mobile, language, \
                           currency, subtotal, discount, vat, shipping_fees, payment_fees, total, vat_rate, is_vat_included, customer_currency, \
                           total_in_customer_currency, items_count, address, city, country, shipping_provider, shipping_name, payment_provider, payment_name, \
                           note, access_hash, created_at, updated_at, version, seq) VALUES (?1, ?2, ?3, ?4, 'not_paid', ?5, TRUE, 'سارة', '+966501112233', 'ar', \
                           'SAR', ?6, 0, 0, 0, 0, ?6, 0, TRUE, 'SAR', ?6, 1, '{}', 'الرياض', 'SA', 'PICKUP', '{}', 'COD', '{}', '', 'x', ?7, ?7, 1, 1)";
                let at = now.plus(-days * Millis::DAY);
                let order = env.id::<kernel::id::Order>();
                c.exec(sql, p![store, order, 1000 + n, *status, customer, *total, at]).await?;
                let sql = "INSERT INTO order_items (store_id, order_id, line, product_id, name, option_values, fields, unit_price, quantity, line_total, discount, \
                           vat, vat_rate, weight_grams, is_stock_taken) VALUES (?1, ?2, 1, 1, '{}', '[]', '[]', ?3, 1, ?3, 0, 0, 0, 0, FALSE)";
                c.exec(sql, p![store, order, *total]).await?;
                // Refused and unpaid, as the transition writes it; returned and no longer owed.
                let sql = "UPDATE orders SET refused_at = created_at WHERE store_id = ?1 AND id = ?2 AND status = 'RFSD'";
                c.exec(sql, p![store, order]).await?;
                let sql = "INSERT INTO order_entries (store_id, order_id, n, kind, amount, vat, at, actor_kind, actor_name) SELECT store_id, id, 1, 'reversal', \
                           -total, 0, created_at, 'System', '' FROM orders WHERE store_id = ?1 AND id = ?2 AND status = 'RTRN'";
                c.exec(sql, p![store, order]).await?;
                commerce::orders::settle_sales(c, &kernel::StoreScope::new(store, kernel::Actor::system()), order).await?;
                let sql = "INSERT INTO status_counts (store_id, subject, status, n) VALUES (?1, 'order', ?2, 1) \
                           ON CONFLICT (store_id, subject, status) DO UPDATE SET n = status_counts.n + 1";
                c.exec(sql, p![store, *status]).await?;
            }
            Ok::<_, db::Error>(())
        })
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn db_01_the_home_page_sums_whole_days_of_the_store() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let empty = merchant.data("/home-summary").await;
    assert_eq!((empty["now"]["orders"].as_i64(), empty["now"]["sales"].as_str()), (Some(0), Some("0.00")));
    assert_eq!(empty["daily"].as_array().unwrap().len(), 30);
    assert_eq!(empty["daily"][29]["date"], "2027-01-15");
    let orders = [
        ("PEND", 0, 10_050),
        ("DLVR", 0, 20_000),
        ("CNCL", 1, 99_999),
        ("DRFT", 1, 99_999),
        ("PAID", 29, 5_000),
        ("DLVR", 30, 7_000),
        ("DLVR", 61, 1),
    ];
    insert_orders(&shop, merchant.store, &orders).await;
    let view = merchant.data("/home-summary").await;
    let figures = |view: &Value| (view["orders"].as_i64(), view["sales"].as_str().map(str::to_owned));
    let some = |orders, sales: &str| (Some(orders), Some(sales.to_owned()));
    assert_eq!(figures(&view["now"]), some(3, "350.50"));
    assert_eq!(figures(&view["before"]), some(1, "70.00"));
    let (first, last) = (&view["daily"][0], &view["daily"][29]);
    assert_eq!((first["date"].as_str(), last["date"].as_str()), (Some("2026-12-17"), Some("2027-01-15")));
    assert_eq!((figures(&first["now"]), figures(&first["before"])), (some(1, "50.00"), some(0, "0.00")));
    assert_eq!((figures(&last["now"]), figures(&last["before"])), (some(2, "300.50"), some(1, "70.00")));
    assert_eq!(last["now"]["average"], "150.25");
    for (days, orders, before) in [(7, 2, 0), (90, 5, 0)] {
        let view = merchant.data(&format!("/home-summary?days={days}")).await;
        assert_eq!((&view["now"]["orders"], &view["before"]["orders"]), (&json!(orders), &json!(before)), "{days}");
        assert_eq!(view["daily"].as_array().unwrap().len(), days, "{days}");
    }
    for days in ["0", "31", "x", "-7"] {
        let (status, _) = merchant.get(&format!("/home-summary?days={days}")).await;
        assert_eq!(status, 422, "{days}");
    }
    assert_eq!(view["waiting_orders"], 1);
    let latest = view["latest_orders"].as_array().unwrap();
    assert_eq!(latest.len(), 5);
    assert_eq!((latest[0]["total"].as_str(), latest[0]["currency"].as_str()), (Some("200.00"), Some("SAR")));
    let stranger = shop.merchant().await;
    assert_eq!(stranger.data("/home-summary").await["latest_orders"], json!([]));
    let editor = merchant.colleague(&shop, Role::OrderDesk).await;
    assert_eq!(editor.get("/home-summary").await.0, 200);
}

fn done(checklist: &Value) -> Vec<&str> {
    let items = checklist["items"].as_array().unwrap();
    items.iter().filter(|i| i["is_done"] == true).map(|i| i["code"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_checklist_is_computed_from_the_stores_data() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let fresh = merchant.data("/setup-checklist").await;
    assert_eq!(
        (done(&fresh), fresh["done"].as_i64(), fresh["total"].as_i64()),
        (vec!["shipping", "payment", "tax_details"], Some(3), Some(8))
    );
    let (env, scope) = (shop.env.clone(), kernel::StoreScope::new(merchant.store, kernel::Actor::system()));
    shop.app.db().tx(async move |c| catalog::insert_sample(c, &env, &scope, kernel::Currency::SAR).await).await.unwrap();
    assert_eq!(done(&merchant.data("/setup-checklist").await).len(), 3, "the sample product is not the merchant's own");
    merchant.put("/settings/store_email", json!({ "value": "shop@example.com" })).await;
    merchant.product(json!({})).await;
    insert_orders(&shop, merchant.store, &[("PEND", 0, 1)]).await;
    let view = merchant.data("/setup-checklist").await;
    assert_eq!(done(&view), ["first_product", "store_contact", "shipping", "payment", "tax_details", "first_order"]);
    merchant.put("/settings/store_email", json!({ "value": "" })).await;
    let method = merchant.data("/shipping-methods").await[0].clone();
    let (status, body) =
        merchant.put(&format!("/shipping-methods/{}", method["id"].as_str().unwrap()), json!({ "is_active": false })).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(done(&merchant.data("/setup-checklist").await), ["first_product", "payment", "tax_details", "first_order"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_change_feed_has_every_change_once_and_in_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let (_, start) = merchant.get("/changes").await;
    assert_eq!((start["data"].as_array().unwrap().len(), start["meta"]["is_complete"].as_bool()), (0, Some(true)));
    let mut since = start["meta"]["seq"].as_i64().unwrap();
    for n in 0..7 {
        merchant.put("/settings/store_name", json!({ "value": format!("متجر {n}") })).await;
    }
    let mut collected = Vec::new();
    loop {
        let (_, page) = merchant.get(&format!("/changes?since={since}&limit=3")).await;
        for change in page["data"].as_array().unwrap() {
            assert_eq!(
                (change["action"].as_str(), change["id"].as_str()),
                (Some("update"), Some(merchant.store.to_string().as_str()))
            );
            collected.push(change["seq"].as_i64().unwrap());
        }
        since = page["meta"]["seq"].as_i64().unwrap();
        if page["meta"]["is_complete"] == true {
            break;
        }
    }
    let first = start["meta"]["seq"].as_i64().unwrap() + 1;
    assert_eq!(collected, (first..first + 7).collect::<Vec<_>>());
    assert_eq!(merchant.get("/changes?since=x").await.0, 422);
    let stranger = shop.merchant().await;
    assert_eq!(stranger.get("/changes?since=0").await.1["data"], json!([]));
}

/// The next line of a stream that is not empty; `None` when it has ended.
async fn next_line(response: &mut reqwest::Response, rest: &mut String) -> Option<String> {
    loop {
        if let Some((line, after)) = rest.split_once('\n') {
            let (line, after) = (line.trim().to_owned(), after.to_owned());
            *rest = after;
            if !line.is_empty() {
                return Some(line);
            }
            continue;
        }
        let wait =
            tokio::time::timeout(std::time::Duration::from_secs(30), response.chunk()).await.expect("the stream went silent");
        rest.push_str(std::str::from_utf8(&wait.unwrap()?).unwrap());
    }
}

async fn follow(shop: &TestShop, merchant: &Merchant) -> reqwest::Response {
    let request = reqwest::Client::builder().no_proxy().build().unwrap().get(format!("{}/changes/stream", shop.api()));
    request.bearer_auth(&merchant.token).header("x-store", merchant.store.to_string()).send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_stream_notifies_its_own_store_and_ends_with_its_session() {
    let shop = TestShop::start().await;
    let (merchant, stranger) = (shop.merchant().await, shop.merchant().await);
    let mut stream = follow(&shop, &merchant).await;
    assert_eq!(stream.status(), 200);
    assert!(stream.headers()["content-type"].to_str().unwrap().starts_with("text/event-stream"));
    let mut rest = String::new();
    assert_eq!(next_line(&mut stream, &mut rest).await.as_deref(), Some(": open"));
    stranger.put("/settings/vat_value", json!({ "value": "5" })).await;
    merchant.product(json!({})).await;
    let nudge = next_line(&mut stream, &mut rest).await.unwrap();
    let topics: Value = serde_json::from_str(nudge.strip_prefix("data:").unwrap()).unwrap();
    assert!(topics["topics"].as_array().unwrap().contains(&json!("catalog")), "{topics}");

    merchant.post("/logout", json!({})).await;
    let back = joined(&shop, &stranger, &merchant).await;
    back.put("/settings/vat_value", json!({ "value": "5" })).await;
    assert_eq!(next_line(&mut stream, &mut rest).await, None, "nothing after the session has ended");
}

/// The same user as an owner of another store.
async fn joined(shop: &TestShop, person: &Merchant, of: &Merchant) -> Merchant {
    shop.join(of.store, person.user, Role::Owner).await;
    let mut member = person.clone();
    member.store = of.store;
    member
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_needs_a_member() {
    let shop = TestShop::start().await;
    let (merchant, stranger) = (shop.merchant().await, shop.merchant().await);
    let mut thief = stranger.clone();
    thief.store = merchant.store;
    assert_eq!(follow(&shop, &thief).await.status(), 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn dead_jobs_are_listed_and_requeued_by_their_store() {
    let shop = TestShop::start().await;
    let (merchant, stranger) = (shop.merchant().await, shop.merchant().await);
    let (id, store, now) = (shop.env.id::<kernel::id::Job>(), merchant.store, shop.env.now());
    shop.app
        .db()
        .tx(async move |c| {
            let sql = "INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, last_error, created_at, finished_at) \
                       VALUES (?1, 'no_such_kind', ?2, '{}', 'dead', ?3, 8, 8, 'the disk was full', ?3, ?3)";
            c.exec(sql, p![id, store, now]).await
        })
        .await
        .unwrap();
    let list = merchant.data("/jobs/dead").await;
    assert_eq!(
        (list[0]["kind"].as_str(), list[0]["last_error"].as_str(), list[0]["attempts"].as_i64()),
        (Some("no_such_kind"), Some("the disk was full"), Some(8))
    );
    assert_eq!(stranger.data("/jobs/dead").await, json!([]));
    assert_eq!(stranger.post(&format!("/jobs/dead/{id}/retry"), json!({})).await.0, 404);
    let reader = merchant.colleague(&shop, Role::ReadOnly).await;
    assert_eq!(reader.post(&format!("/jobs/dead/{id}/retry"), json!({})).await.0, 403);
    assert_eq!(merchant.post(&format!("/jobs/dead/{id}/retry"), json!({})).await.0, 200);
    assert_eq!(merchant.data("/jobs/dead").await, json!([]));
    assert_eq!(merchant.post(&format!("/jobs/dead/{id}/retry"), json!({})).await.0, 404);
}
