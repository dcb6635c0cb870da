//! People: signing in and sessions (AU-01, AU-07, AU-08, GU-02, GU-11); codes and passwords in files of their own.

use db::p;
use kernel::Millis;
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{Merchant, Reply, TestShop};

mod codes;
mod passwords;

async fn post(shop: &TestShop, path: &str, body: Value) -> Reply {
    shop.call("POST", &format!("/dashboard/v1{path}")).json(&body).send().await
}

async fn login(shop: &TestShop, identifier: &str, password: &str) -> Reply {
    post(shop, "/login", json!({ "identifier": identifier, "password": password })).await
}

async fn refresh(shop: &TestShop, token: &str) -> Reply {
    shop.call("POST", "/api/refresh-token").json(&json!({ "refresh_token": token })).send().await
}

async fn home(shop: &TestShop, token: &str) -> u16 {
    shop.call("GET", "/dashboard/v1/home").token(token).send().await.status
}

async fn mobile_of(shop: &TestShop, merchant: &Merchant) -> String {
    shop.app.db().conn().one("SELECT mobile FROM users WHERE id = ?1", p![merchant.user]).await.unwrap()
}

async fn send_code(shop: &TestShop, mobile: &str) -> Reply {
    post(shop, "/mobile-otp", json!({ "mobile": mobile, "country": "SA", "purpose": "register" })).await
}

async fn try_code(shop: &TestShop, mobile: &str, code: &str) -> Reply {
    post(shop, "/validate", json!({ "mobile": mobile, "country": "SA", "code": code, "purpose": "register" })).await
}

/// The newest message to a number or address.
async fn newest_message(shop: &TestShop, recipient: &str) -> Option<Value> {
    let query = recipient.replace('+', "%2B");
    let list = shop.call("GET", &format!("/dashboard/v1/dev/outbox?recipient={query}")).send().await.data();
    list.get(0).cloned()
}

async fn newest_code(shop: &TestShop, mobile: &str) -> String {
    let body = newest_message(shop, mobile).await.expect("a message")["body"].as_str().unwrap().to_owned();
    let code: String = body.chars().filter(char::is_ascii_digit).take(6).collect();
    assert_eq!(code.len(), 6, "{body}");
    code
}

/// A code that is not the right one.
fn wrong(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

#[tokio::test(flavor = "multi_thread")]
async fn au_01_a_person_signs_in_by_e_mail_or_mobile_in_any_digit_form() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let mobile = mobile_of(&shop, &merchant).await;
    let national = format!("0{}", mobile.strip_prefix("+966").unwrap());
    let arabic: String = national.chars().map(|c| char::from_u32(0x0660 + c.to_digit(10).unwrap()).unwrap()).collect();
    let spaced = format!("00966 {}", mobile.strip_prefix("+966").unwrap());
    for identifier in [merchant.email.clone(), merchant.email.to_uppercase(), mobile, national, arabic, spaced] {
        let session = login(&shop, &identifier, &merchant.password).await.data();
        assert_eq!(session["user_data"]["id"], merchant.user.to_string(), "{identifier}");
        assert_eq!(session["store_data"]["id"], merchant.store.to_string());
        assert_eq!(session["expires_in"], 1800);
        assert_eq!(session["user_data"]["ability"], json!([{ "action": "manage", "subject": "all" }]));
        assert_eq!(session["user_data"]["extras"]["ecommerceCartItemsCount"], 0);
        assert_eq!(home(&shop, session["access_token"].as_str().unwrap()).await, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn au_01_an_unknown_account_and_a_wrong_password_answer_alike() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let known = login(&shop, &merchant.email, "Wr0ng-Password!").await;
    let unknown = login(&shop, "nobody@example.com", "Wr0ng-Password!").await;
    let nonsense = login(&shop, "؟؟؟", "Wr0ng-Password!").await;
    assert_eq!((known.status, unknown.status, nonsense.status), (422, 422, 422));
    assert_eq!(known.json, unknown.json);
    assert_eq!(known.json, nonsense.json);
    assert!(known.json["errors"]["identifier"][0].as_str().unwrap().contains("بيانات الدخول"));
    let english = shop.call("POST", "/dashboard/v1/login").header("accept-language", "en");
    let english = english.json(&json!({ "identifier": "x@y.zz", "password": "p" })).send().await;
    assert!(english.json["errors"]["identifier"][0].as_str().unwrap().starts_with("Incorrect email"));
    assert_eq!(login(&shop, "", "").await.json["errors"].as_object().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_01_guessing_passwords_ends_in_429_for_known_and_unknown_accounts() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for identifier in [merchant.email.as_str(), "nobody@example.com"] {
        for _ in 0..5 {
            assert_eq!(login(&shop, identifier, "Wr0ng-Password!").await.status, 422);
        }
        let reply = login(&shop, identifier, "Wr0ng-Password!").await;
        assert_eq!(reply.status, 429);
        assert_eq!(reply.header("retry-after"), "900");
    }
    assert_eq!(login(&shop, &merchant.email, &merchant.password).await.status, 429, "also with the right password");
    shop.advance(15 * Millis::MINUTE);
    assert_eq!(login(&shop, &merchant.email, &merchant.password).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_01_guesses_sent_at_once_do_not_slip_past_the_limit() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let guesses = (0..20).map(|n| {
        let (shop, email) = (&shop, merchant.email.clone());
        async move { login(shop, &email, &format!("Wr0ng-Password!{n}")).await.status }
    });
    let answers = futures_util::future::join_all(guesses).await;
    assert_eq!(answers.iter().filter(|s| **s == 422).count(), 5, "{answers:?}");
    assert_eq!(answers.iter().filter(|s| **s == 429).count(), 15, "{answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn au_07_a_used_refresh_token_ends_the_whole_session_family() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let first = refresh(&shop, &merchant.refresh_token).await.data();
    let (access, second) = (first["access_token"].as_str().unwrap(), first["refresh_token"].as_str().unwrap());
    assert_eq!(home(&shop, &merchant.token).await, 401, "the access token is replaced too");
    assert_eq!(home(&shop, access).await, 200);
    let other = login(&shop, &merchant.email, &merchant.password).await.data();

    assert_eq!(refresh(&shop, &merchant.refresh_token).await.status, 401, "shown again");
    assert_eq!(home(&shop, access).await, 401);
    assert_eq!(refresh(&shop, second).await.status, 401);
    assert_eq!(home(&shop, other["access_token"].as_str().unwrap()).await, 200, "another sign-in is another family");
}

#[tokio::test(flavor = "multi_thread")]
async fn au_07_two_concurrent_refreshes_revoke_the_session_family() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let (a, b) = tokio::join!(refresh(&shop, &merchant.refresh_token), refresh(&shop, &merchant.refresh_token));
    let mut answers = [a.status, b.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 401]);
    let winner = if a.status == 200 { a } else { b }.data();
    assert_eq!(home(&shop, winner["access_token"].as_str().unwrap()).await, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_07_tokens_run_out_and_the_documents_own_spelling_is_read() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    shop.advance(30 * Millis::MINUTE - 1);
    assert_eq!(home(&shop, &merchant.token).await, 200);
    shop.advance(1);
    assert_eq!(home(&shop, &merchant.token).await, 401);
    let next =
        shop.call("POST", "/api/refresh-token").json(&json!({ "refreshToken": merchant.refresh_token })).send().await.data();
    shop.advance(30 * Millis::DAY);
    assert_eq!(refresh(&shop, next["refresh_token"].as_str().unwrap()).await.status, 401);
    assert_eq!(refresh(&shop, "nonsense").await.status, 401);
    assert_eq!(refresh(&shop, &merchant.token).await.status, 401, "an access token is no refresh token");
}

#[tokio::test(flavor = "multi_thread")]
async fn au_07_of_tokens_codes_and_passwords_only_hashes_are_stored() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let _ = send_code(&shop, "0501112233").await.data();
    let code = newest_code(&shop, "+966501112233").await;
    let c = shop.app.db().conn();
    let access: Vec<String> = c.all("SELECT access_hash FROM sessions", p![]).await.unwrap();
    let tokens: Vec<String> = c.all("SELECT hash FROM refresh_tokens", p![]).await.unwrap();
    let codes: Vec<String> = c.all("SELECT code_hash FROM otp_codes", p![]).await.unwrap();
    let passwords: Vec<String> = c.all("SELECT password_hash FROM users", p![]).await.unwrap();
    assert!(access.iter().all(|h| h.len() == 64 && !h.contains(&merchant.token)));
    assert!(tokens.iter().all(|h| h.len() == 64 && !h.contains(&merchant.refresh_token)));
    assert!(codes.len() == 1 && codes.iter().all(|h| h.len() == 64 && !h.contains(&code)));
    assert!(passwords.iter().all(|h| h.starts_with("$argon2id$v=19$")));
}

#[tokio::test(flavor = "multi_thread")]
async fn au_07_an_idempotency_key_does_not_keep_what_a_sign_in_answers() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let body = json!({ "identifier": merchant.email, "password": merchant.password });
    let sign_in = || shop.call("POST", "/dashboard/v1/login").header("idempotency-key", "k").json(&body).send();
    let (first, second) = (sign_in().await.data(), sign_in().await.data());
    assert_ne!(first["access_token"], second["access_token"]);
    let stored_keys: i64 = shop.app.db().conn().one("SELECT COUNT(*) FROM idempotency_keys", p![]).await.unwrap();
    assert_eq!(stored_keys, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_07_sessions_are_listed_and_ended_by_their_owner_only() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let stranger = shop.merchant().await;
    let phone = login(&shop, &merchant.email, &merchant.password).await.data();
    let tablet = login(&shop, &merchant.email, &merchant.password).await.data();
    let (phone, tablet) = (phone["access_token"].as_str().unwrap(), tablet["access_token"].as_str().unwrap());

    let list = merchant.data("/sessions").await;
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 3);
    let current: Vec<&Value> = list.iter().filter(|s| s["is_current"] == true).collect();
    assert_eq!(current.len(), 1);
    let other = list.iter().find(|s| s["is_current"] == false).unwrap()["id"].as_str().unwrap();
    assert_eq!(stranger.delete(&format!("/sessions/{other}"), Value::Null).await.0, 404);
    assert_eq!(merchant.delete(&format!("/sessions/{other}"), Value::Null).await.0, 200);
    assert_eq!(merchant.delete(&format!("/sessions/{other}"), Value::Null).await.0, 404, "it has ended");
    assert_eq!([home(&shop, phone).await, home(&shop, tablet).await].iter().filter(|s| **s == 401).count(), 1);

    assert_eq!(merchant.post("/sessions/end-all", json!({})).await.0, 200);
    assert_eq!((home(&shop, phone).await, home(&shop, tablet).await), (401, 401));
    assert_eq!(home(&shop, &merchant.token).await, 200, "the one that asks stays");
    assert_eq!(merchant.data("/sessions").await.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_07_signing_out_ends_the_session_and_never_fails() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    assert_eq!(merchant.post("/logout", json!({})).await.0, 200);
    assert_eq!(home(&shop, &merchant.token).await, 401);
    assert_eq!(refresh(&shop, &merchant.refresh_token).await.status, 401);
    assert_eq!(merchant.post("/logout", json!({})).await.0, 200);
    assert_eq!(post(&shop, "/logout", Value::Null).await.status, 200);

    let other = login(&shop, &merchant.email, &merchant.password).await.data();
    shop.advance(Millis::HOUR);
    let reply = shop.call("POST", "/dashboard/v1/logout").token(other["access_token"].as_str().unwrap()).send().await;
    assert_eq!(reply.status, 200, "with a token that has run out");
    assert_eq!(refresh(&shop, other["refresh_token"].as_str().unwrap()).await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_07_the_home_check_knows_the_person_and_the_store() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let stranger = shop.merchant().await;
    let home = merchant.data("/home").await;
    assert_eq!(home["store_data"]["slug"], merchant.slug);
    assert_eq!(home["store_data"]["currency_exponent"], 2);
    assert_eq!(home["store_data"]["media_path"], format!("/media/{}/", merchant.store));
    assert_eq!(home["stores"].as_array().unwrap().len(), 1);
    assert!(home.get("access_token").is_none());
    let foreign = shop.call("GET", "/dashboard/v1/home").token(&merchant.token).store(&stranger.store.to_string()).send().await;
    assert_eq!(foreign.status, 403);
    let homeless = shop.person().await;
    let view = shop.call("GET", "/dashboard/v1/home").token(&homeless.token).send().await.data();
    assert_eq!(view["store_data"], Value::Null);
    assert_eq!(view["user_data"]["ability"], json!([{ "action": "read", "subject": "Auth" }]));
}

#[tokio::test(flavor = "multi_thread")]
async fn gu_02_a_demo_host_closes_registration_and_password_flows() {
    let shop = TestShop::with_settings(|s| s.demo_hosts = vec!["127.0.0.1".into()]).await;
    let calls = [
        ("POST", "/mobile-otp", json!({ "mobile": "0501112233", "country": "SA", "purpose": "register" })),
        ("POST", "/validate", json!({ "mobile": "0501112233", "country": "SA", "code": "000000", "purpose": "register" })),
        ("POST", "/register", json!({})),
        ("POST", "/register/continue", json!({ "process": "x", "token": "x" })),
        ("GET", "/register/slug?slug=abc", Value::Null),
        ("POST", "/invitations/check", json!({ "token": "x" })),
        ("POST", "/invitations/accept", json!({ "token": "x" })),
        ("POST", "/invitations/register", json!({})),
        ("POST", "/forgot-password", json!({ "identifier": "a@example.com" })),
        ("POST", "/reset-password", json!({ "token": "x", "password": "x", "password_confirmation": "x" })),
        ("PUT", "/profile/password", json!({ "current_password": "x", "password": "x", "password_confirmation": "x" })),
    ];
    for (method, path, body) in calls {
        let reply = shop.call(method, &format!("/dashboard/v1{path}")).json(&body).send().await;
        assert_eq!(reply.status, 403, "{method} {path}");
        assert_eq!(reply.json["code"], "demo_host", "{method} {path}");
    }
    let merchant = shop.merchant().await;
    assert_eq!(login(&shop, &merchant.email, &merchant.password).await.status, 200, "signing in stays open");
}

#[tokio::test(flavor = "multi_thread")]
async fn au_07_the_demo_sign_in_opens_the_demo_store_and_nothing_of_other_visitors() {
    let shop = TestShop::start().await;
    for method in ["GET", "POST"] {
        assert_eq!(shop.call(method, "/dashboard/v1/demo").send().await.status, 404, "no demo store yet");
    }
    let owner = shop.merchant().await;
    let store = owner.store;
    shop.app.db().tx(async move |c| c.exec("UPDATE stores SET is_demo = TRUE WHERE id = ?1", p![store]).await).await.unwrap();
    let session = shop.call("GET", "/dashboard/v1/demo").send().await.data();
    assert_eq!(
        (session["store_data"]["is_demo"].as_bool(), session["store_data"]["id"].as_str()),
        (Some(true), Some(store.to_string().as_str()))
    );
    let token = session["access_token"].as_str().unwrap();
    let call = |method: &str, path: &str| shop.call(method, &format!("/dashboard/v1{path}")).token(token);
    assert_eq!(call("GET", "/sessions").send().await.data().as_array().unwrap().len(), 1, "only the visitor's own");
    assert_eq!(call("POST", "/sessions/end-all").send().await.status, 403);
    let body =
        json!({ "current_password": owner.password, "password": "N3w-Passw0rd!", "password_confirmation": "N3w-Passw0rd!" });
    assert_eq!(call("PUT", "/profile/password").json(&body).send().await.status, 403);
    let _ = post(&shop, "/forgot-password", json!({ "identifier": owner.email })).await.data();
    shop.drain().await;
    assert!(newest_message(&shop, &owner.email).await.is_none(), "nobody resets the demo account's password");
}

#[tokio::test(flavor = "multi_thread")]
async fn au_08_the_csrf_cookie_call_exists() {
    let shop = TestShop::start().await;
    let reply = shop.call("GET", "/dashboard/v1/sanctum/csrf-cookie").send().await;
    assert_eq!(reply.status, 204);
    assert!(reply.header("set-cookie").starts_with("XSRF-TOKEN="));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_outbox_is_shown_to_developers_only() {
    let shop = TestShop::with_settings(|s| s.is_dev = false).await;
    assert_eq!(shop.call("GET", "/dashboard/v1/dev/outbox").send().await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn gu_11_a_read_only_member_reads_and_changes_nothing() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let reader = owner.colleague(&shop, Role::ReadOnly).await;
    assert_eq!(reader.get("/settings").await.0, 200);
    assert_eq!(reader.put("/settings/store_name", json!({ "value": "x" })).await.0, 403);
    let abilities = reader.data("/home").await["user_data"]["ability"].clone();
    assert_eq!(abilities, json!([{ "action": "read", "subject": "all" }]));
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_codes_attempts_and_sessions_are_swept() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let _ = send_code(&shop, "0501112233").await.data();
    assert_eq!(login(&shop, &merchant.email, "Wr0ng-Password!").await.status, 422);
    shop.advance(3 * Millis::DAY);
    shop.worker.tick().await.unwrap();
    for table in ["otp_codes", "sign_in_attempts", "outbox_messages"] {
        let remaining: i64 = shop.app.db().conn().one(&format!("SELECT COUNT(*) FROM {table}"), p![]).await.unwrap();
        assert_eq!(remaining, 0, "{table}");
    }
    assert_eq!(refresh(&shop, &merchant.refresh_token).await.status, 200);
    shop.advance(70 * Millis::DAY);
    shop.worker.tick().await.unwrap();
    let remaining: i64 = shop.app.db().conn().one("SELECT COUNT(*) FROM sessions", p![]).await.unwrap();
    assert_eq!(remaining, 0);
}
