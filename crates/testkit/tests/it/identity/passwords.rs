//! Forgotten and changed passwords (AU-05).

use super::*;

async fn link_for(shop: &TestShop, recipient: &str) -> String {
    let body = newest_message(shop, recipient).await.expect("a message")["body"].as_str().unwrap().to_owned();
    let rest = body.split("/reset-password/").nth(1).expect("a link");
    rest.chars().take_while(char::is_ascii_alphanumeric).collect()
}

async fn reset(shop: &TestShop, token: &str, password: &str) -> Reply {
    post(shop, "/reset-password", json!({ "token": token, "password": password, "password_confirmation": password })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn au_05_a_forgotten_password_is_set_anew_by_a_link_that_works_once() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let _ = post(&shop, "/forgot-password", json!({ "identifier": merchant.email })).await.data();
    assert!(newest_message(&shop, &merchant.email).await.is_none(), "sent in the background");
    shop.drain().await;
    let message = newest_message(&shop, &merchant.email).await.unwrap();
    assert_eq!(message["channel"], "email");
    let token = link_for(&shop, &merchant.email).await;
    let check = async || post(&shop, "/reset-password/check", json!({ "token": token })).await;
    assert_eq!(check().await.status, 200);
    assert_eq!(reset(&shop, &token, "weak").await.status, 422);
    assert_eq!(reset(&shop, &token, "N3w-Passw0rd!").await.status, 200);
    assert_eq!(reset(&shop, &token, "N3wer-Passw0rd!").await.status, 422);
    let used = check().await;
    assert_eq!((used.status, used.json["errors"]["token"].is_array()), (422, true), "{}", used.text());
    assert_eq!(home(&shop, &merchant.token).await, 401, "every session has ended");
    assert_eq!(login(&shop, &merchant.email, &merchant.password).await.status, 422);
    assert_eq!(login(&shop, &merchant.email, "N3w-Passw0rd!").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_05_a_mobile_number_gets_its_link_by_text_message() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let mobile = mobile_of(&shop, &merchant).await;
    let _ = post(&shop, "/forgot-password", json!({ "identifier": mobile })).await.data();
    shop.drain().await;
    assert_eq!(newest_message(&shop, &mobile).await.unwrap()["channel"], "sms");
    assert_eq!(reset(&shop, &link_for(&shop, &mobile).await, "N3w-Passw0rd!").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_05_asking_for_a_link_does_not_reveal_accounts_and_is_limited() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let known = post(&shop, "/forgot-password", json!({ "identifier": merchant.email })).await;
    let unknown = post(&shop, "/forgot-password", json!({ "identifier": "nobody@example.com" })).await;
    assert_eq!((known.status, known.json), (unknown.status, unknown.json));
    shop.drain().await;
    let all: i64 = shop.app.db().conn().one("SELECT COUNT(*) FROM outbox_messages", p![]).await.unwrap();
    assert_eq!(all, 1);
    for _ in 0..4 {
        assert_eq!(post(&shop, "/forgot-password", json!({ "identifier": "nobody@example.com" })).await.status, 200);
    }
    let reply = post(&shop, "/forgot-password", json!({ "identifier": "nobody@example.com" })).await;
    assert_eq!((reply.status, reply.header("retry-after")), (429, "3600"));
}

#[tokio::test(flavor = "multi_thread")]
async fn au_05_a_link_expires_after_an_hour_and_the_newest_use_closes_the_others() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let ask = async || {
        let _ = post(&shop, "/forgot-password", json!({ "identifier": merchant.email })).await.data();
        shop.drain().await;
        link_for(&shop, &merchant.email).await
    };
    let old = ask().await;
    shop.advance(Millis::HOUR);
    assert_eq!(reset(&shop, &old, "N3w-Passw0rd!").await.status, 422);
    let (first, second) = (ask().await, ask().await);
    assert_eq!(reset(&shop, &second, "N3w-Passw0rd!").await.status, 200);
    assert_eq!(reset(&shop, &first, "N3wer-Passw0rd!").await.status, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_05_the_last_five_passwords_cannot_be_used_again() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let change = async |current: &str, next: &str| {
        let body = json!({ "current_password": current, "password": next, "password_confirmation": next });
        shop.advance(Millis::SECOND);
        merchant.put("/profile/password", body).await
    };
    let passwords: Vec<String> = (1..=5).map(|n| format!("Passw0rd-{n}!")).collect();
    let mut current = merchant.password.clone();
    for next in &passwords[..4] {
        assert_eq!(change(&current, next).await.0, 200);
        current.clone_from(next);
    }
    for used in [&merchant.password, &passwords[0], &passwords[3]] {
        let (status, body) = change(&current, used).await;
        assert_eq!(status, 422, "{used}");
        assert!(body["errors"]["password"][0].is_string());
    }
    assert_eq!(change(&current, &passwords[4]).await.0, 200);
    assert_eq!(change(&passwords[4], &merchant.password).await.0, 200, "the sixth last may come back");
}

#[tokio::test(flavor = "multi_thread")]
async fn au_05_changing_a_password_asks_for_the_current_one_and_ends_other_sessions() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let other = login(&shop, &merchant.email, &merchant.password).await.data();
    let body = |current: &str, next: &str, again: &str| json!({ "current_password": current, "password": next, "password_confirmation": again });
    let (status, answer) = merchant.put("/profile/password", body("wrong", "N3w-Passw0rd!", "N3w-Passw0rd!")).await;
    assert_eq!(status, 422);
    assert!(answer["errors"]["current_password"].is_array());
    let (status, answer) = merchant.in_english().put("/profile/password", body(&merchant.password, "short", "other")).await;
    assert_eq!(status, 422);
    assert_eq!(answer["errors"]["password"][0], "password is too short, you want to get hacked?");
    assert_eq!(answer["errors"]["password_confirmation"][0], "Password confirmation doesn't match the password field");
    assert_eq!(merchant.put("/profile/password", body(&merchant.password, "N3w-Passw0rd!", "N3w-Passw0rd!")).await.0, 200);
    assert_eq!(home(&shop, &merchant.token).await, 200);
    assert_eq!(home(&shop, other["access_token"].as_str().unwrap()).await, 401);
}

/// The device cookie that a sign-in sets; empty when it sets none.
fn device_of(reply: &Reply) -> String {
    reply.header("set-cookie").split(';').next().filter(|c| c.starts_with("rawaj_device=")).unwrap_or("").to_owned()
}

async fn sign_in(shop: &TestShop, from: &str, cookie: &str, identifier: &str, password: &str) -> Reply {
    let call = shop.call("POST", "/dashboard/v1/login").header("x-forwarded-for", from).header("cookie", cookie);
    call.json(&json!({ "identifier": identifier, "password": password })).send().await
}

/// Failed attempts from many addresses, until unknown devices are throttled.
async fn attack(shop: &TestShop, identifier: &str) {
    for n in 0..31 {
        let from = format!("198.51.100.{n}");
        if sign_in(shop, &from, "", identifier, "Wr0ng-Password!").await.status == 429 {
            return;
        }
    }
    panic!("strangers are not slowed down");
}

// L8
#[tokio::test(flavor = "multi_thread")]
async fn l8_wrong_tries_from_anywhere_do_not_lock_out_a_known_device() {
    let shop = TestShop::with_settings(|s| s.proxies = web::client::TrustedProxies::Hops(1).into()).await;
    let merchant = shop.merchant().await;
    let (me, password) = (merchant.email.as_str(), merchant.password.as_str());
    let first = sign_in(&shop, "203.0.113.7", "", me, password).await;
    let cookie = device_of(&first);
    assert!(cookie.len() > 30 && first.header("set-cookie").contains("HttpOnly"), "{}", first.header("set-cookie"));
    let token = cookie.trim_start_matches("rawaj_device=");
    assert!(!first.text().contains(token), "the page itself never sees it");
    let again = sign_in(&shop, "203.0.113.8", &cookie, me, password).await;
    assert_eq!((again.status, device_of(&again).as_str()), (200, ""), "it is kept");

    attack(&shop, me).await;
    assert_eq!(sign_in(&shop, "203.0.113.9", "", me, password).await.status, 429, "an unknown device waits");
    assert_eq!(sign_in(&shop, "203.0.113.9", &cookie, me, password).await.status, 200, "a known one does not");
    let made_up = format!("rawaj_device={}", "a".repeat(32));
    assert_eq!(sign_in(&shop, "203.0.113.9", &made_up, me, password).await.status, 429);

    // A known device is not unlimited, and not valid for other accounts.
    let statuses = futures_util::future::join_all((0..12).map(|n| {
        let (shop, cookie) = (&shop, cookie.clone());
        async move { sign_in(shop, &format!("203.0.113.{n}"), &cookie, me, "Wr0ng-Password!").await.status }
    }))
    .await;
    assert_eq!(statuses.iter().filter(|s| **s == 422).count(), 10, "{statuses:?}");
    let other = shop.merchant().await;
    attack(&shop, &other.email).await;
    assert_eq!(sign_in(&shop, "203.0.113.9", &cookie, &other.email, &other.password).await.status, 429);
}

// L8
#[tokio::test(flavor = "multi_thread")]
async fn l8_a_cookie_that_somebody_planted_is_not_taken_over() {
    let shop = TestShop::with_settings(|s| s.proxies = web::client::TrustedProxies::Hops(1).into()).await;
    let (thief, owner) = (shop.merchant().await, shop.merchant().await);
    let planted = device_of(&sign_in(&shop, "203.0.113.7", "", &thief.email, &thief.password).await);
    let own = device_of(&sign_in(&shop, "203.0.113.8", &planted, &owner.email, &owner.password).await);
    assert!(!own.is_empty() && own != planted, "the browser gets one of its own");
    attack(&shop, &owner.email).await;
    assert_eq!(sign_in(&shop, "203.0.113.7", &planted, &owner.email, &owner.password).await.status, 429);
    assert_eq!(sign_in(&shop, "203.0.113.8", &own, &owner.email, &owner.password).await.status, 200);
    // A browser with two accounts stays a known device of both.
    attack(&shop, &thief.email).await;
    assert_eq!(sign_in(&shop, "203.0.113.8", &own, &thief.email, &thief.password).await.status, 200);
}

// L8
#[tokio::test(flavor = "multi_thread")]
async fn l8_a_reset_link_or_a_running_session_makes_a_device_known() {
    let shop = TestShop::with_settings(|s| s.proxies = web::client::TrustedProxies::Hops(1).into()).await;
    let merchant = shop.merchant().await;
    attack(&shop, &merchant.email).await;
    let refreshed =
        shop.call("POST", "/api/refresh-token").json(&json!({ "refresh_token": merchant.refresh_token })).send().await;
    let session = device_of(&refreshed);
    assert_eq!(sign_in(&shop, "203.0.113.8", &session, &merchant.email, &merchant.password).await.status, 200);

    let reply = shop.call("POST", "/dashboard/v1/forgot-password").json(&json!({ "identifier": merchant.email })).send().await;
    assert_eq!(reply.status, 200);
    shop.drain().await;
    let token = link_for(&shop, &merchant.email).await;
    let finished = reset(&shop, &token, "N3w-Passw0rd!").await;
    assert_eq!(finished.status, 200);
    let own = device_of(&finished);
    assert_eq!(sign_in(&shop, "203.0.113.9", &own, &merchant.email, "N3w-Passw0rd!").await.status, 200, "the link gets through");
    assert_eq!(
        sign_in(&shop, "203.0.113.8", &session, &merchant.email, "N3w-Passw0rd!").await.status,
        429,
        "earlier ones are forgotten"
    );
}

// L7
#[tokio::test(flavor = "multi_thread")]
async fn l7_spellings_of_one_number_are_counted_together() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let sql = "SELECT mobile FROM users WHERE id = ?1";
    let mobile: String = shop.app.db().conn().one(sql, db::p![merchant.user]).await.unwrap();
    let national = mobile.trim_start_matches("+966");
    let spellings =
        [mobile.clone(), format!("0{national}"), national.to_owned(), format!("00966{national}"), format!("966 {national}")];
    let mut statuses = Vec::new();
    for spelling in spellings.iter().cycle().take(7) {
        let body = json!({ "identifier": spelling, "password": "Wr0ng-Password!" });
        statuses.push(shop.call("POST", "/dashboard/v1/login").json(&body).send().await.status);
    }
    assert_eq!(statuses, [422, 422, 422, 422, 422, 429, 429]);
}
