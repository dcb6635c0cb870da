//! One-time codes (AU-02).

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn au_02_a_code_is_sent_confirmed_once_and_waits_in_the_outbox() {
    let shop = TestShop::start().await;
    let sent = send_code(&shop, "٠٥٠ ١١١ ٢٢٣٣").await.data();
    assert_eq!(sent, json!({ "resend_after_seconds": 60, "expires_in_seconds": 300, "is_outbox": true }));
    let message = newest_message(&shop, "+966501112233").await.unwrap();
    assert_eq!((message["channel"].as_str(), message["status"].as_str()), (Some("sms"), Some("unsent")));
    assert!(message["body"].as_str().unwrap().contains("رمز التحقق"));
    let code = newest_code(&shop, "+966501112233").await;
    let reply = try_code(&shop, "0501112233", &wrong(&code)).await;
    assert_eq!(reply.status, 422);
    assert!(reply.json["errors"]["code"][0].is_string());
    let arabic: String = code.chars().map(|c| char::from_u32(0x0660 + c.to_digit(10).unwrap()).unwrap()).collect();
    assert!(try_code(&shop, "0501112233", &arabic).await.data()["token"].as_str().unwrap().len() >= 32);
    assert_eq!(try_code(&shop, "0501112233", &code).await.status, 422, "a code works once");

    let english = json!({ "mobile": "0501112234", "country": "SA", "purpose": "register" });
    let _ = shop.call("POST", "/dashboard/v1/mobile-otp").header("accept-language", "en").json(&english).send().await.data();
    assert!(newest_message(&shop, "+966501112234").await.unwrap()["body"].as_str().unwrap().starts_with("Your Rawaj code"));
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_a_number_with_an_account_answers_as_one_without() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let known = send_code(&shop, &mobile_of(&shop, &merchant).await).await;
    let unknown = send_code(&shop, "0501112233").await;
    assert_eq!((known.status, known.json), (unknown.status, unknown.json));
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_numbers_that_cannot_get_a_message_are_refused() {
    let shop = TestShop::start().await;
    for (mobile, country) in
        [("", "SA"), ("12", "SA"), ("0112345678", "SA"), ("+972501234567", "SA"), ("0501234567", "XX"), ("abc", "EG")]
    {
        let reply = post(&shop, "/mobile-otp", json!({ "mobile": mobile, "country": country, "purpose": "register" })).await;
        assert_eq!(reply.status, 422, "{mobile} {country}: {}", reply.text());
        assert!(reply.json["errors"]["mobile"].is_array());
    }
    assert_eq!(
        post(&shop, "/mobile-otp", json!({ "mobile": "0501112233", "country": "SA", "purpose": "other" })).await.status,
        422
    );
    assert_eq!(post(&shop, "/mobile-otp", json!({ "mobile": "0501112233" })).await.status, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_a_code_expires_after_five_minutes() {
    let shop = TestShop::start().await;
    let _ = send_code(&shop, "0501112233").await.data();
    let code = newest_code(&shop, "+966501112233").await;
    shop.advance(5 * Millis::MINUTE);
    assert_eq!(try_code(&shop, "0501112233", &code).await.status, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_a_new_code_replaces_the_one_before() {
    let shop = TestShop::start().await;
    let _ = send_code(&shop, "0501112233").await.data();
    let old = newest_code(&shop, "+966501112233").await;
    shop.advance(Millis::MINUTE);
    let _ = send_code(&shop, "0501112233").await.data();
    let new = newest_code(&shop, "+966501112233").await;
    if old != new {
        assert_eq!(try_code(&shop, "0501112233", &old).await.status, 422);
    }
    assert_eq!(try_code(&shop, "0501112233", &new).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_fifty_wrong_codes_are_all_refused() {
    let shop = TestShop::start().await;
    let _ = send_code(&shop, "0501112233").await.data();
    let code = newest_code(&shop, "+966501112233").await;
    let wrong = wrong(&code);
    let mut answers = Vec::new();
    for _ in 0..50 {
        answers.push(try_code(&shop, "0501112233", &wrong).await.status);
    }
    assert!(answers.iter().all(|s| matches!(s, 422 | 429)), "{answers:?}");
    assert_eq!(answers.iter().filter(|s| **s == 422).count(), 15, "{answers:?}");
    let reply = try_code(&shop, "0501112233", &code).await;
    assert_eq!(reply.status, 429, "the right code comes too late");
    assert!(reply.header("retry-after").parse::<u64>().unwrap() > 0);
    let attempts: i64 = shop.app.db().conn().one("SELECT tries FROM otp_codes", p![]).await.unwrap();
    assert_eq!(attempts, 5, "five tries at one code, no more");
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_five_wrong_tries_at_once_or_one_by_one_use_a_code_up() {
    let shop = TestShop::start().await;
    let _ = send_code(&shop, "0501112233").await.data();
    let code = newest_code(&shop, "+966501112233").await;
    let wrong = wrong(&code);
    futures_util::future::join_all((0..5).map(|_| try_code(&shop, "0501112233", &wrong))).await;
    assert_eq!(try_code(&shop, "0501112233", &code).await.status, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_asking_again_slows_down_and_ends_for_the_day() {
    let shop = TestShop::start().await;
    let mut waits = Vec::new();
    for _ in 0..10 {
        let resend_after = send_code(&shop, "0501112233").await.data()["resend_after_seconds"].as_i64().unwrap();
        waits.push(resend_after);
        let early = send_code(&shop, "0501112233").await;
        assert_eq!(early.status, 429);
        assert_eq!(early.header("retry-after"), resend_after.to_string());
        shop.advance(resend_after * Millis::SECOND);
    }
    assert_eq!(waits[..6], [60, 120, 240, 480, 600, 600]);
    assert_eq!(send_code(&shop, "0501112233").await.status, 429, "ten a day to one number");
    shop.advance(Millis::DAY);
    assert_eq!(send_code(&shop, "0501112233").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn au_02_one_address_cannot_have_codes_sent_to_everybody() {
    let shop = TestShop::start().await;
    let mut answers = Vec::new();
    for n in 0..35 {
        answers.push(send_code(&shop, &format!("05011122{n:02}")).await.status);
    }
    assert_eq!(answers.iter().filter(|s| **s == 200).count(), 30);
    assert!(answers[30..].iter().all(|s| *s == 429));
}
