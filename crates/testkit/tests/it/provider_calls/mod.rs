//! Outgoing calls (PY-03, SP-04): written with the change that wants them, made once after its commit, whatever dies.

mod breaker;
mod fake;
mod people;
mod workers;

use db::p;
use kernel::{Millis, RefundId};
use platform::provider_calls::{self, CallState};
use serde_json::json;

use fake::Behaviour::{DoesSilently, DoesWithoutEffect, IsDown, Panics, Refuses};
use fake::{Scene, new};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_call_is_made_after_the_commit_once_under_its_key() {
    let scene = Scene::start().await;
    let first = scene.enqueue("refund-1").await;
    assert!(first.is_new);
    let again = scene.enqueue("refund-1").await;
    assert_eq!((again.id, again.is_new), (first.id, false));
    assert_eq!((scene.provider.calls(), scene.state(first.id).await), (0, CallState::Waiting), "nothing before the worker");

    let (env, scope) = (scene.shop.env.clone(), scene.merchant.scope());
    let undone = scene.shop.app.db().tx(async move |c| {
        provider_calls::enqueue(c, &env, &scope, new("refund-2")).await?;
        Err::<(), db::Error>(db::Error::NotFound)
    });
    assert!(undone.await.is_err());

    scene.shop.drain().await;
    let call = scene.find(first.id).await;
    assert_eq!((call.progress.state, call.progress.attempts, &call.result), (CallState::Done, 1, &json!({"id": 7})));
    assert_eq!((scene.provider.calls(), scene.effects("refund-1", "done").await), (1, 1), "what was rolled back is not called");
    assert_eq!(call.subject_id(), Some(RefundId::from_raw(7)));
    let c = scene.shop.app.db().conn();
    let of_subject = provider_calls::list_of_subject(c, &scene.merchant.scope(), RefundId::from_raw(7)).await.unwrap();
    assert_eq!(of_subject.iter().map(|call| call.id).collect::<Vec<_>>(), [first.id]);
    let entries = "SELECT after FROM journal WHERE store_id = ?1 AND subject = 'provider_call'";
    let entries: Vec<String> = c.all(entries, p![scene.merchant.store]).await.unwrap();
    assert!(entries.len() == 1 && entries[0].contains("\"done\""), "{entries:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_refusal_ends_the_call_and_is_not_repeated() {
    let scene = Scene::start().await;
    scene.provider.plan([Refuses]);
    let id = scene.enqueue("refund-1").await.id;
    scene.shop.drain().await;
    scene.shop.advance(Millis::DAY);
    scene.shop.drain().await;
    let call = scene.find(id).await;
    assert_eq!((call.progress.state, call.reason.code.as_str()), (CallState::Refused, "amount_too_large"));
    assert_eq!((scene.provider.calls(), scene.effects("refund-1", "refused").await), (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_provider_that_is_down_is_called_again_later() {
    let scene = Scene::start().await;
    scene.provider.plan([IsDown, IsDown]);
    let id = scene.enqueue("refund-1").await.id;
    scene.shop.drain().await;
    let call = scene.find(id).await;
    let wait = call.progress.not_before.0 - scene.shop.env.now().0;
    assert_eq!((call.progress.state, call.reason.code.as_str(), call.is_in_doubt()), (CallState::Waiting, "unreachable", false));
    assert!((4_000..=6_000).contains(&wait), "{wait}");
    scene.shop.advance(wait - 1);
    scene.shop.drain().await;
    assert_eq!(scene.provider.calls(), 1, "not before its time");
    scene.next_run(id).await;
    scene.next_run(id).await;
    assert_eq!((scene.state(id).await, scene.provider.calls()), (CallState::Done, 3));
    assert_eq!((scene.provider.times_done("refund-1"), scene.effects("refund-1", "done").await), (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_an_answer_that_was_lost_is_asked_for_and_the_call_is_not_repeated() {
    let scene = Scene::start().await;
    scene.provider.plan([DoesSilently]);
    let id = scene.enqueue("refund-1").await.id;
    scene.shop.drain().await;
    assert!(scene.find(id).await.is_in_doubt());
    *scene.provider.is_silent.lock().unwrap() = true;
    scene.next_run(id).await;
    assert_eq!((scene.state(id).await, scene.effects("refund-1", "done").await), (CallState::Waiting, 0), "it could not say");
    *scene.provider.is_silent.lock().unwrap() = false;
    scene.next_run(id).await;
    let call = scene.find(id).await;
    assert_eq!((call.progress.state, call.is_in_doubt()), (CallState::Done, false));
    assert_eq!((scene.provider.calls(), scene.provider.times_done("refund-1")), (1, 1));
    assert_eq!(scene.effects("refund-1", "done").await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_panic_in_a_call_and_an_effect_that_fails_are_settled_and_not_repeated() {
    let scene = Scene::start().await;
    for (key, behaviour) in [("panics", Panics), ("no-effect", DoesWithoutEffect)] {
        scene.provider.plan([behaviour]);
        let id = scene.enqueue(key).await.id;
        scene.shop.drain_any().await;
        let call = scene.find(id).await;
        assert_eq!((call.progress.state, call.is_in_doubt()), (CallState::Waiting, true), "{key}");
        assert_eq!(scene.effects(key, "done").await, 0, "{key}: nothing without its end");
        scene.next_run(id).await;
        assert_eq!((scene.state(id).await, scene.provider.times_done(key)), (CallState::Done, 1), "{key}");
        assert_eq!(scene.effects(key, "done").await, 1, "{key}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_call_whose_time_is_over_fails_without_a_run() {
    let scene = Scene::start().await;
    let id = scene.enqueue_new(new("refund-1").patience(Millis::MINUTE)).await.id;
    scene.shop.advance(Millis::MINUTE);
    scene.shop.drain().await;
    let call = scene.find(id).await;
    assert_eq!((call.progress.state, call.reason.code.as_str()), (CallState::Failed, "expired"));
    assert_eq!((scene.provider.calls(), scene.effects("refund-1", "failed").await), (0, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_what_was_sent_is_kept_for_ninety_days_and_fifty_of_each_call() {
    let scene = Scene::start().await;
    let id = scene.enqueue("refund-1").await.id;
    scene.shop.drain().await;
    let store = scene.merchant.store;
    let more = async move |c: db::Conn<'_>| {
        for fence in 2..=70_i64 {
            let sql = "INSERT INTO provider_exchanges (store_id, call_id, fence, position, step, at, method, address, request, status, answer, \
                       duration_ms) SELECT store_id, call_id, ?3, position, step, at, method, address, request, status, answer, duration_ms \
                       FROM provider_exchanges WHERE store_id = ?1 AND call_id = ?2 AND fence = 1";
            c.exec(sql, p![store, id, fence]).await?;
        }
        // The call runs once more.
        let sql = "UPDATE provider_calls SET state = 'waiting', fence = 70, ended_at = NULL WHERE store_id = ?1 AND id = ?2";
        c.exec(sql, p![store, id]).await
    };
    scene.shop.app.db().tx(more).await.unwrap();
    scene.provider.plan([IsDown]);
    let (app, scope) = (&scene.shop.app, scene.merchant.scope());
    provider_calls::run_now(app, &scope, id, std::time::Duration::from_secs(5)).await.unwrap();
    let count = "SELECT COUNT(*) FROM provider_exchanges WHERE store_id = ?1";
    assert_eq!(app.db().conn().one::<i64>(count, p![store]).await.unwrap(), 50);
    scene.shop.advance(91 * Millis::DAY);
    scene.shop.worker.tick().await.unwrap();
    assert_eq!(app.db().conn().one::<i64>(count, p![store]).await.unwrap(), 0);
}
