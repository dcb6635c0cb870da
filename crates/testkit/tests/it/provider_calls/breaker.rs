//! A provider that is down is left alone, and the others are not slowed.

use db::p;
use kernel::{Millis, RefundId};
use platform::provider_calls::{CallState, NewCall};

use super::fake::Behaviour::IsDown;
use super::fake::{KIND, Scene};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_a_circuit_opens_for_one_provider_of_one_store_and_closes_after_a_trial() {
    let scene = Scene::start().await;
    scene.provider.plan([IsDown; 5]);
    let mut ids = Vec::new();
    for n in 0..8 {
        ids.push(scene.enqueue(&format!("refund-{n}")).await.id);
    }
    scene.shop.drain_any().await;
    assert_eq!(scene.provider.calls(), 5, "five failures open it; three calls were not made");
    let untouched = scene.find(ids[7]).await;
    assert_eq!((untouched.progress.state, untouched.progress.attempts), (CallState::Waiting, 0), "no attempt is counted");
    assert_eq!(untouched.reason.code, "unreachable");

    // Another provider, and the same one of another store, are called.
    let other = NewCall::new("PAYTABS", KIND, RefundId::from_raw(8), "other-provider");
    let id = scene.enqueue_new(other).await.id;
    scene.shop.drain_any().await;
    assert_eq!((scene.state(id).await, scene.provider.calls()), (CallState::Done, 6));

    // Half open: the trial fails, nothing else is called, and the pause is longer.
    scene.provider.plan([IsDown]);
    scene.shop.advance(33 * Millis::SECOND);
    scene.shop.drain_any().await;
    assert_eq!(scene.provider.calls(), 7, "one trial");
    scene.shop.advance(33 * Millis::SECOND);
    scene.shop.drain_any().await;
    assert_eq!(scene.provider.calls(), 7, "twice as long");

    // The next trial reaches it: closed, and all is made.
    for _ in 0..8 {
        scene.shop.advance(33 * Millis::SECOND);
        scene.shop.drain_any().await;
    }
    for (n, id) in ids.iter().enumerate() {
        let key = format!("refund-{n}");
        assert_eq!((scene.state(*id).await, scene.provider.times_done(&key)), (CallState::Done, 1), "{key}");
    }
    let circuits = "SELECT COUNT(*) FROM provider_circuits WHERE store_id = ?1";
    let circuits: i64 = scene.shop.app.db().conn().one(circuits, p![scene.merchant.store]).await.unwrap();
    assert_eq!(circuits, 0, "a closed circuit has no row");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sp_04_failures_that_are_not_in_a_row_open_nothing() {
    let scene = Scene::start().await;
    for n in 0..12 {
        if n % 4 != 3 {
            scene.provider.plan([IsDown]);
        }
        scene.enqueue(&format!("refund-{n}")).await;
        scene.shop.drain_any().await;
    }
    assert_eq!(scene.provider.calls(), 12, "each was made: a call that got through forgets the failures before it");
}
