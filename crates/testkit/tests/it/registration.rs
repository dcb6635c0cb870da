//! From a mobile number to a store (AU-02, AU-03, AU-04, CO-01, TH-06).

use db::p;
use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Reply, TestShop};

async fn post(shop: &TestShop, path: &str, body: Value) -> Reply {
    shop.call("POST", &format!("/dashboard/v1{path}")).json(&body).send().await
}

/// Verifies a Saudi number by code and returns the proof.
async fn confirm(shop: &TestShop, mobile: &str) -> String {
    let _ = post(shop, "/mobile-otp", json!({ "mobile": mobile, "country": "SA", "purpose": "register" })).await.data();
    let recipient = format!("%2B966{}", mobile.strip_prefix('0').unwrap());
    let messages = shop.call("GET", &format!("/dashboard/v1/dev/outbox?recipient={recipient}")).send().await.data();
    let code: String = messages[0]["body"].as_str().unwrap().chars().filter(char::is_ascii_digit).take(6).collect();
    let proof =
        post(shop, "/validate", json!({ "mobile": mobile, "country": "SA", "code": code, "purpose": "register" })).await.data();
    proof["token"].as_str().unwrap().to_owned()
}

/// A valid form, overridden by `overrides`.
fn form(token: &str, slug: &str, overrides: Value) -> Value {
    let mut form = json!({
        "token": token,
        "name": "سارة العتيبي",
        "password": "Str0ng-Passw0rd!",
        "password_confirmation": "Str0ng-Passw0rd!",
        "agrees_to_terms": true,
        "store_name": "عطور سارة",
        "store_slug": slug,
        "store_country": "SA",
        "store_currency": "SAR",
    });
    form.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    form
}

async fn register(shop: &TestShop, token: &str, slug: &str, overrides: Value) -> Reply {
    post(shop, "/register", form(token, slug, overrides)).await
}

async fn proceed(shop: &TestShop, process: &str, token: &str) -> Reply {
    post(shop, "/register/continue", json!({ "process": process, "token": token })).await
}

async fn count(shop: &TestShop, sql: &str) -> i64 {
    shop.app.db().conn().one(sql, p![]).await.unwrap()
}

/// Registers up to the form; the process number and its token.
async fn filled(shop: &TestShop, mobile: &str, slug: &str) -> (String, String) {
    let token = confirm(shop, mobile).await;
    let reply = register(shop, &token, slug, json!({})).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let view = reply.data();
    (view["process"].as_str().unwrap().to_owned(), view["token"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_a_number_becomes_a_store_with_its_first_content() {
    let shop = TestShop::start().await;
    let (process, token) = filled(&shop, "0501112233", "sara-oud").await;
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM stores").await, 0, "nothing is built by the form");
    let queued = proceed(&shop, &process, &token).await.data();
    assert_eq!((queued["status"].as_str(), queued["progress"].as_i64()), (Some("queued"), Some(0)));
    assert_eq!(queued["steps"].as_array().unwrap().len(), 5);
    assert!(queued["steps"].as_array().unwrap().iter().all(|s| s["is_done"] == false));
    assert!(queued.get("session").is_none() && queued.get("store_url").is_none());

    shop.drain().await;
    let finished = proceed(&shop, &process, &token).await.data();
    assert_eq!((finished["status"].as_str(), finished["progress"].as_i64()), (Some("done"), Some(100)));
    assert!(finished["steps"].as_array().unwrap().iter().all(|s| s["is_done"] == true));
    assert!(finished["store_url"].as_str().unwrap().starts_with("http://sara-oud.localhost:"));
    let session = &finished["session"];
    let store = &session["store_data"];
    assert_eq!(
        (store["slug"].as_str(), store["currency"].as_str(), store["timezone"].as_str()),
        (Some("sara-oud"), Some("SAR"), Some("Asia/Riyadh"))
    );
    assert_eq!((store["is_ready"].as_bool(), store["is_demo"].as_bool()), (Some(false), Some(false)));
    assert_eq!(session["user_data"]["mobile"], "+966501112233");
    assert!(proceed(&shop, &process, &token).await.data().get("session").is_none(), "the session is given once");

    let (access, id) = (session["access_token"].as_str().unwrap(), store["id"].as_str().unwrap());
    let call = |method: &str, path: &str| shop.call(method, &format!("/dashboard/v1{path}")).token(access).store(id);
    assert_eq!(call("GET", "/products").send().await.status, 310, "the questions of AU-04 come first");
    let answers = json!({ "business_type": "retail", "store_languages": "both", "has_ecommerce_experience": false,
        "has_previous_online_store": false, "want_to_migrate": false });
    assert_eq!(call("PUT", "/onboarding").json(&answers).send().await.data()["is_ready"], true);
    let sync = call("GET", "/sync?timestamp=1").send().await.data();
    assert_eq!(sync["configs"], json!({ "isUrlReady": true, "isThemeReady": true }));
    let products = call("GET", "/products").send().await;
    assert_eq!(products.json["data"].as_array().unwrap().len(), 1, "a sample product");
    let sample = &products.json["data"][0];
    assert!(sample["cover_url"].is_string() && sample["is_sample"] == true, "with a picture of ours: {sample}");
    assert_eq!(call("GET", "/shipping-methods").send().await.data()[0]["provider"], "PICKUP");
    assert_eq!(call("GET", "/payment-methods").send().await.data()[0]["provider"], "COD");
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM content_pages").await, 5);
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM menus").await, 2);
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM menu_links").await, 8);
    // Alternate templates have no rows until they are changed.
    let sections = site::theme::ThemeDefinition::default_theme().default_sections();
    let sections = i64::try_from(sections.iter().filter(|section| !section.page.contains('.')).count()).unwrap();
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM theme_sections").await, sections);
    let (shopper, mut links) = (shop.shopper("sara-oud"), 0);
    for path in
        ["/", "/en/", "/collections", "/pages/about", "/pages/privacy", "/pages/terms", "/pages/shipping", "/en/pages/returns"]
    {
        let page = shopper.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        for link in page.body.split("href=\"/").skip(1).filter_map(|rest| rest.split('"').next()).filter(|l| !l.contains('.')) {
            let status = shopper.get(&format!("/{}", link.replace("&amp;", "&"))).await.status;
            assert!(matches!(status, 200 | 303), "{path} leads to /{link}: {status}");
            links += 1;
        }
    }
    assert!(links > 30, "menus, product, cart: {links}");
    let payload: String = shop.app.db().conn().one("SELECT payload FROM registrations", p![]).await.unwrap();
    assert_eq!(payload, "{}", "the form is forgotten");

    let login = post(&shop, "/login", json!({ "identifier": "0501112233", "password": "Str0ng-Passw0rd!" })).await.data();
    assert_eq!(login["store_data"]["slug"], "sara-oud");
}

#[tokio::test(flavor = "multi_thread")]
async fn au_03_many_who_poll_at_once_get_one_store_and_one_session() {
    let shop = TestShop::start().await;
    let (process, token) = filled(&shop, "0501112233", "sara-oud").await;
    let poll = || futures_util::future::join_all((0..12).map(|_| proceed(&shop, &process, &token)));
    assert!(poll().await.into_iter().all(|r| r.data()["status"] == "queued"));
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM jobs WHERE kind = 'build_store'").await, 1);
    let (polled, _) = tokio::join!(poll(), shop.drain());
    // The store, and the picture of its sample product.
    for kind in ["build_store", "sample_picture"] {
        assert_eq!(
            count(&shop, &format!("SELECT COUNT(*) FROM jobs WHERE kind = '{kind}' AND status = 'done'")).await,
            1,
            "{kind}"
        );
    }
    let answers: Vec<Value> = polled.into_iter().chain(poll().await).map(Reply::data).collect();
    let sessions: Vec<&Value> = answers.iter().filter_map(|v| v.get("session")).collect();
    assert_eq!(sessions.len(), 1, "one session for all of them");
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM sessions").await, 1);
    for (table, n) in [
        ("stores", 1),
        ("users", 1),
        ("memberships", 1),
        ("menus", 2),
        ("products", 1),
        ("shipping_methods", 1),
        // Cash on delivery, and bank transfer, inactive until there is an account.
        ("payment_methods", 2),
    ] {
        assert_eq!(count(&shop, &format!("SELECT COUNT(*) FROM {table}")).await, n, "{table}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn au_03_a_building_that_is_run_again_doubles_nothing() {
    let shop = TestShop::start().await;
    let (process, token) = filled(&shop, "0501112233", "sara-oud").await;
    let _ = proceed(&shop, &process, &token).await.data();
    shop.drain().await;
    // The worker died after its work and before finishing the job: the job and the registration look as if it still ran.
    let sql = [
        "UPDATE jobs SET status = 'queued' WHERE kind = 'build_store'",
        "UPDATE registrations SET status = 'running', payload = ?1",
    ];
    let plan = json!({ "name": "x", "email": null, "password_hash": "x", "store_name": "x", "store_slug": "sara-oud", "store_country": "SA",
        "store_currency": "SAR", "locale": "ar" });
    shop.app
        .db()
        .tx(async move |c| {
            c.exec(sql[0], p![]).await?;
            c.exec(sql[1], p![plan.to_string()]).await
        })
        .await
        .unwrap();
    let before = count(&shop, "SELECT COUNT(*) FROM journal").await;
    shop.drain().await;
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM stores").await, 1);
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM users").await, 1);
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM journal").await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_03_a_store_that_cannot_be_built_ends_as_failed_with_its_process_number() {
    let shop = TestShop::start().await;
    let (process, token) = filled(&shop, "0501112233", "sara-oud").await;
    let person = shop.person().await;
    // Another account takes the number between the form and provisioning.
    let user = person.user;
    shop.app
        .db()
        .tx(async move |c| c.exec("UPDATE users SET mobile = '+966501112233' WHERE id = ?1", p![user]).await)
        .await
        .unwrap();
    let _ = proceed(&shop, &process, &token).await.data();
    shop.drain_any().await;
    let failed = proceed(&shop, &process, &token).await.data();
    assert_eq!((failed["status"].as_str(), failed["process"].as_str()), (Some("failed"), Some(process.as_str())));
    assert!(failed.get("session").is_none());
    assert_eq!(count(&shop, "SELECT COUNT(*) FROM stores").await, 0);
    let (status, view) = slug(&shop, "sara-oud").await;
    assert_eq!((status, view["is_available"].as_bool()), (200, Some(true)), "the address is free again");
}

async fn slug(shop: &TestShop, slug: &str) -> (u16, Value) {
    let encoded = kernel::slug::percent_encode(slug);
    let reply = shop.call("GET", &format!("/dashboard/v1/register/slug?slug={encoded}")).send().await;
    (reply.status, reply.data())
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_addresses_are_checked_with_a_reason_and_a_suggestion() {
    let shop = TestShop::start().await;
    let (_, free) = slug(&shop, " Sara-Oud ").await;
    assert_eq!(free, json!({ "slug": "sara-oud", "is_available": true }));
    for (input, suggestion) in
        [("عطور الشرق", "atwr-alshrq"), ("www", "www-store"), ("api", "api-store"), ("my store", "my-store"), ("a_b_c", "a-b-c")]
    {
        let (_, view) = slug(&shop, input).await;
        assert_eq!((view["is_available"].as_bool(), view["suggestion"].as_str()), (Some(false), Some(suggestion)), "{input}");
        assert!(!view["reason"].as_str().unwrap().is_empty());
    }
    let (_, arabic) = slug(&shop, "متجري").await;
    assert!(arabic["reason"].as_str().unwrap().contains("الحروف الإنجليزية"));
    for bad in
        ["", "ab", "-abc", "xn--abc", "🌙", "admin", "demo", "static", "cdn", "mail", "assets", "dashboard", "app", "media"]
    {
        assert_eq!(slug(&shop, bad).await.1["is_available"], false, "{bad}");
    }
    let merchant = shop.merchant().await;
    let (_, taken_slug) = slug(&shop, &merchant.slug).await;
    assert_eq!(
        (taken_slug["is_available"].as_bool(), taken_slug["suggestion"].as_str()),
        (Some(false), Some(format!("{}-2", merchant.slug).as_str()))
    );
    assert_eq!(shop.call("GET", "/dashboard/v1/register/slug").send().await.data()["is_available"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_the_form_names_every_fault_at_its_field() {
    let shop = TestShop::start().await;
    let token = confirm(&shop, "0501112233").await;
    let faults = json!({ "name": "", "email": "x", "password": "short", "password_confirmation": "other", "agrees_to_terms": false,
        "store_name": "a\u{202E}b", "store_country": "IL", "store_currency": "XXX" });
    let reply = register(&shop, &token, "متجري", faults).await;
    assert_eq!(reply.status, 422);
    let fields: Vec<&str> = reply.json["errors"].as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "agrees_to_terms",
        "email",
        "name",
        "password",
        "password_confirmation",
        "store_country",
        "store_currency",
        "store_name",
        "store_slug",
    ];
    assert_eq!(fields, expected);
    assert!(reply.json["errors"]["store_slug"][0].as_str().unwrap().contains("الحروف الإنجليزية"));
    for reserved in ["www", "api", "admin", "dashboard", "demo"] {
        let reply = register(&shop, &token, reserved, json!({})).await;
        assert_eq!((reply.status, reply.json["errors"]["store_slug"].is_array()), (422, true), "{reserved}");
    }
    let reply = register(&shop, &token, "sara-oud", json!({ "extra": 1 })).await;
    assert_eq!((reply.status, reply.json["errors"]["extra"].is_array()), (422, true));
    assert_eq!(register(&shop, &token, "sara-oud", json!({})).await.status, 201, "the proof survives faults");
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_only_a_fresh_confirmation_registers() {
    let shop = TestShop::start().await;
    for bad in ["", "nonsense"] {
        let reply = register(&shop, bad, "sara-oud", json!({})).await;
        assert_eq!((reply.status, reply.json["errors"]["token"].is_array()), (422, true));
    }
    let token = confirm(&shop, "0501112233").await;
    shop.advance(30 * Millis::MINUTE);
    assert_eq!(register(&shop, &token, "sara-oud", json!({})).await.status, 422);
    let (process, token) = filled(&shop, "0501112244", "sara-oud").await;
    assert_eq!(proceed(&shop, &process, "wrong").await.status, 404);
    assert_eq!(proceed(&shop, "reg_0000000000000", &token).await.status, 404);
    assert_eq!(proceed(&shop, "nonsense", &token).await.status, 404);
    shop.advance(Millis::DAY);
    assert_eq!(proceed(&shop, &process, &token).await.status, 404, "nobody came back for a day");
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_a_number_or_address_with_an_account_cannot_register_again() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let user = merchant.user;
    shop.app
        .db()
        .tx(async move |c| c.exec("UPDATE users SET mobile = '+966501112233' WHERE id = ?1", p![user]).await)
        .await
        .unwrap();
    let token = confirm(&shop, "0501112233").await;
    let reply = register(&shop, &token, "sara-oud", json!({})).await;
    assert_eq!((reply.status, reply.json["errors"]["mobile"].is_array()), (422, true));
    let token = confirm(&shop, "0501112244").await;
    let reply = register(&shop, &token, "sara-oud", json!({ "email": merchant.email.to_uppercase() })).await;
    assert_eq!((reply.status, reply.json["errors"]["email"].is_array()), (422, true));
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_an_address_is_promised_to_one_registration() {
    let shop = TestShop::start().await;
    let (_, first) = filled(&shop, "0501112233", "sara-oud").await;
    assert_eq!(slug(&shop, "sara-oud").await.1["suggestion"], "sara-oud-2");
    let second = confirm(&shop, "0501112244").await;
    let reply = register(&shop, &second, "sara-oud", json!({})).await;
    assert_eq!((reply.status, reply.json["errors"]["store_slug"].is_array()), (422, true));
    assert_eq!(register(&shop, &first, "sara-musk", json!({})).await.status, 201, "the first changes its mind");
    assert_eq!(register(&shop, &second, "sara-oud", json!({})).await.status, 201);

    let (a, b) = (confirm(&shop, "0501112255").await, confirm(&shop, "0501112266").await);
    let (a, b) = tokio::join!(register(&shop, &a, "amber", json!({})), register(&shop, &b, "amber", json!({})));
    let mut answers = [a.status, b.status];
    answers.sort_unstable();
    assert_eq!(answers, [201, 422], "of two at once one gets it");
    shop.advance(Millis::DAY + 1);
    let late = confirm(&shop, "0501112277").await;
    assert_eq!(register(&shop, &late, "amber", json!({})).await.status, 201, "a promise lasts a day");
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_sending_the_form_twice_is_one_registration() {
    let shop = TestShop::start().await;
    let (process, token) = filled(&shop, "0501112233", "sara-oud").await;
    let again = register(&shop, &token, "sara-oud", json!({})).await.data();
    assert_eq!(again["process"], process);
    let _ = proceed(&shop, &process, &token).await.data();
    let late = register(&shop, &token, "another", json!({})).await.data();
    assert_eq!(late["process"], process);
    shop.drain().await;
    assert_eq!(
        proceed(&shop, &process, &token).await.data()["session"]["store_data"]["slug"],
        "sara-oud",
        "what is being built stays"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn co_01_a_store_without_a_chosen_currency_trades_in_sar() {
    let shop = TestShop::start().await;
    let token = confirm(&shop, "0501112233").await;
    let mut body = form(&token, "sara-oud", json!({ "store_country": "eg" }));
    body.as_object_mut().unwrap().remove("store_currency");
    let process = post(&shop, "/register", body).await.data()["process"].as_str().unwrap().to_owned();
    let _ = proceed(&shop, &process, &token).await.data();
    shop.drain().await;
    let store = proceed(&shop, &process, &token).await.data()["session"]["store_data"].clone();
    assert_eq!(
        (store["currency"].as_str(), store["country"].as_str(), store["timezone"].as_str()),
        (Some("SAR"), Some("EG"), Some("Africa/Cairo"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_in_every_currency_is_built() {
    let shop = TestShop::start().await;
    for (n, currency) in kernel::Currency::ALL.iter().enumerate() {
        let token = confirm(&shop, &format!("05011133{n:02}")).await;
        let overrides = json!({ "store_currency": currency.code() });
        let process =
            register(&shop, &token, &format!("shop-{}", currency.code().to_lowercase()), overrides).await.data()["process"]
                .as_str()
                .unwrap()
                .to_owned();
        let _ = proceed(&shop, &process, &token).await.data();
        // The pictures of their sample products are drawn in a test of their own.
        while shop.worker.step().await.unwrap() {
            let sql = "DELETE FROM jobs WHERE kind = 'sample_picture'";
            shop.app.db().tx(async move |c| c.exec(sql, db::p![]).await).await.unwrap();
        }
        assert_eq!(proceed(&shop, &process, &token).await.data()["session"]["store_data"]["currency"], currency.code());
    }
}
