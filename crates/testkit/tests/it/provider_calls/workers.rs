//! Several workers, workers that die, and people who wait.

use std::time::{Duration, Instant};

use kernel::Millis;
use platform::provider_calls::{self, CallState};

use super::fake::Behaviour::Hangs;
use super::fake::{Scene, new};

/// Longer than any lease of a call.
const LEASE: i64 = 3 * Millis::MINUTE;

/// A worker dies after the provider did it and before the effect is written; another one finds out. What the dead one would still
/// write counts for nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn py_03_a_worker_that_dies_between_the_call_and_its_effect_books_nothing_twice() {
    let scene = Scene::start().await;
    scene.provider.plan([Hangs]);
    let id = scene.enqueue("refund-1").await.id;
    let worker = scene.shop.worker.clone();
    let slow = tokio::spawn(async move { worker.step().await });
    scene.provider.reached.notified().await;
    assert_eq!(scene.state(id).await, CallState::Running);
    // The job's lease is over, the call's is not: nobody touches it.
    scene.shop.advance(Millis::MINUTE);
    scene.shop.drain_any().await;
    assert_eq!((scene.state(id).await, scene.provider.calls()), (CallState::Running, 1));

    scene.shop.advance(LEASE);
    scene.shop.drain_any().await;
    assert_eq!((scene.state(id).await, scene.effects("refund-1", "done").await), (CallState::Done, 1));
    scene.provider.released.notify_one();
    slow.await.unwrap().unwrap();
    scene.shop.drain_any().await;
    assert_eq!((scene.provider.times_done("refund-1"), scene.effects("refund-1", "done").await), (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn py_03_two_workers_and_who_waits_make_each_call_once() {
    let scene = Scene::start().await;
    let mut ids = Vec::new();
    for n in 0..20 {
        ids.push(scene.enqueue(&format!("refund-{n}")).await.id);
    }
    let (app, scope) = (&scene.shop.app, scene.merchant.scope());
    let inline = ids.iter().map(|id| provider_calls::run_now(app, &scope, *id, Duration::from_secs(20)));
    let (one, two) = (scene.shop.worker.clone(), scene.shop.worker.clone());
    let (one, two) = (tokio::spawn(async move { one.drain().await }), tokio::spawn(async move { two.drain().await }));
    let calls = futures_util::future::join_all(inline).await;
    one.await.unwrap().unwrap();
    two.await.unwrap().unwrap();
    for (n, call) in calls.into_iter().enumerate() {
        let (key, call) = (format!("refund-{n}"), call.unwrap());
        assert_eq!((call.progress.state, scene.provider.times_done(&key)), (CallState::Done, 1), "{key}");
        assert_eq!(scene.effects(&key, "done").await, 1, "{key}");
    }
    assert_eq!(scene.provider.calls(), 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn py_01_who_waits_for_a_call_gets_its_end_or_the_deadline_and_the_worker_leaves_it_alone() {
    let scene = Scene::start().await;
    let (app, scope) = (&scene.shop.app, scene.merchant.scope());
    let id = scene.enqueue_new(new("start-1").inline()).await.id;
    assert_eq!(scene.shop.drain_any().await, 0, "the worker leaves it to who waits");
    let waiting = (0..10).map(|_| provider_calls::run_now(app, &scope, id, Duration::from_secs(10)));
    for call in futures_util::future::join_all(waiting).await {
        assert_eq!(call.unwrap().progress.state, CallState::Done);
    }
    assert_eq!((scene.provider.calls(), scene.effects("start-1", "done").await), (1, 1));

    // The deadline ends the waiting, not the call.
    scene.provider.plan([Hangs]);
    let id = scene.enqueue_new(new("start-2").inline()).await.id;
    let started = Instant::now();
    let call = provider_calls::run_now(app, &scope, id, Duration::from_millis(200)).await.unwrap();
    assert!(call.progress.state == CallState::Running && started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    scene.provider.released.notify_one();
    let call = provider_calls::run_now(app, &scope, id, Duration::from_secs(10)).await.unwrap();
    assert_eq!((call.progress.state, scene.provider.times_done("start-2")), (CallState::Done, 1));

    // Nobody ran it: the worker does, some seconds later.
    let id = scene.enqueue_new(new("start-3").inline()).await.id;
    scene.shop.advance(5 * Millis::SECOND);
    scene.shop.drain_any().await;
    assert_eq!(scene.state(id).await, CallState::Done);
}
