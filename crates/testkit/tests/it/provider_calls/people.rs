//! What people see of calls, and their retry.

use kernel::{Millis, OrderId, ProviderCallId};
use platform::identity::Role;
use platform::provider_calls::CallState;
use serde_json::{Value, json};

use super::fake::Behaviour::{DoesSilently, IsDown, Refuses};
use super::fake::Scene;
use crate::jobs::signed_in_again;

async fn of_order(scene: &Scene, id: ProviderCallId) -> Value {
    let calls = scene.merchant.data(&format!("/provider-calls?order={}", Scene::order())).await;
    calls.as_array().unwrap().iter().find(|call| call["id"] == id.to_string().as_str()).unwrap().clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_merchant_reads_what_the_provider_said() {
    let scene = Scene::start().await;
    scene.provider.plan([Refuses]);
    let id = scene.enqueue("refund-1").await.id;
    let waiting = of_order(&scene, id).await;
    assert_eq!((&waiting["state"], &waiting["reason"], &waiting["can_retry"]), (&json!("waiting"), &Value::Null, &json!(false)));
    assert!(waiting["next_attempt_at"].is_string());
    scene.shop.drain().await;
    let refused = of_order(&scene, id).await;
    let message = "المبلغ أكبر من المتاح للرد.";
    assert_eq!(refused["reason"], json!({"code": "amount_too_large", "message": message, "provider_words": "too much"}));
    assert_eq!((&refused["state"], &refused["next_attempt_at"]), (&json!("refused"), &Value::Null));
    let english = scene.merchant.in_english().data("/provider-calls").await;
    assert_eq!(english[0]["reason"]["message"], json!("More than can be refunded."));

    let path = format!("/provider-calls/{id}");
    let exchanges = scene.merchant.data(&format!("{path}/exchanges")).await;
    assert_eq!(exchanges.as_array().map(Vec::len), Some(1));
    let exchange = &exchanges[0];
    assert_eq!((&exchange["method"], &exchange["address"]), (&json!("POST"), &json!("https://fake.example/refund")));
    assert_eq!((&exchange["status"], &exchange["answer"]), (&json!(422), &json!("too much")));

    let (status, body) = scene.merchant.post(&format!("{path}/retry"), Value::Null).await;
    assert_eq!((status, &body["code"], &body["current"]["state"]), (409, &json!("call_not_retryable"), &json!("refused")));
    let elsewhere = scene.merchant.data(&format!("/provider-calls?order={}", OrderId::from_raw(42))).await;
    assert_eq!(elsewhere, json!([]));
    assert_eq!(scene.merchant.get("/provider-calls?order=prd_0000000000001").await.0, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_call_that_was_given_up_is_retried_by_a_person_and_told_in_the_journal() {
    let mut scene = Scene::start().await;
    scene.provider.plan([IsDown; 4]);
    scene.provider.plan([DoesSilently]);
    let id = scene.enqueue("refund-1").await.id;
    scene.shop.drain_any().await;
    for _ in 0..4 {
        scene.next_run(id).await;
    }
    assert!(scene.find(id).await.is_in_doubt(), "done, and nobody heard of it");
    *scene.provider.is_silent.lock().unwrap() = true;
    for _ in 0..8 {
        scene.shop.advance(2 * Millis::HOUR);
        scene.shop.drain_any().await;
    }
    let call = scene.find(id).await;
    assert_eq!((call.progress.state, call.progress.attempts, call.is_in_doubt()), (CallState::Failed, 8, true));
    assert_eq!(scene.effects("refund-1", "failed").await, 1);
    scene.merchant = signed_in_again(&scene.shop, scene.merchant.clone()).await;
    let view = of_order(&scene, id).await;
    assert_eq!((&view["can_retry"], &view["is_in_doubt"]), (&json!(true), &json!(true)));

    let path = format!("/provider-calls/{id}/retry");
    let (reader, stranger) = (scene.merchant.colleague(&scene.shop, Role::ReadOnly).await, scene.shop.merchant().await);
    let refused = scene
        .shop
        .assert_unchanged(async { (reader.post(&path, Value::Null).await.0, stranger.post(&path, Value::Null).await.0) })
        .await;
    assert_eq!(refused, (403, 404));
    let (status, body) = scene.merchant.post(&path, Value::Null).await;
    assert_eq!((status, &body["data"]["state"]), (200, &json!("waiting")));
    assert_eq!(scene.effects("refund-1", "failed").await, 0, "the failure is taken back");
    *scene.provider.is_silent.lock().unwrap() = false;
    scene.shop.drain_any().await;
    assert_eq!((scene.state(id).await, scene.provider.times_done("refund-1")), (CallState::Done, 1), "asked, and not repeated");

    let log = scene.merchant.data("/access-control/audit").await;
    let retried: Vec<&Value> = log.as_array().unwrap().iter().filter(|entry| entry["subject"] == "provider_call").collect();
    assert_eq!(retried.len(), 1, "{log}");
    assert_eq!((&retried[0]["action"], &retried[0]["id"]), (&json!("update_status"), &json!(id.to_string())));
}
