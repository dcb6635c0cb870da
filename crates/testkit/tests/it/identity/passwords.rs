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
