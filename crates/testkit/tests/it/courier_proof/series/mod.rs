//! Random series of what couriers, networks and merchants do, over HTTP against Bosta's simulator, and a model of what really happened:
//! afterwards shipments, pickups and the ledger say what the courier's books and the merchant's own acts say.
//!
//! `COURIER_SERIES=50 COURIER_SEED=1000` runs other and more series than CI does.

mod end;
mod model;
mod steps;
mod world;

use rand::SeedableRng as _;
use rand::rngs::StdRng;

use self::world::World;

/// Series of one run in CI.
const SERIES: u64 = 4;
/// What happens in a series.
const STEPS: usize = 220;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// OR-06, SP-02, SP-04, decisions §8.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_whatever_happens_at_the_courier_shipments_and_ledger_say_what_happened() {
    let first = number("COURIER_SEED").unwrap_or(1);
    for seed in first..first + number("COURIER_SERIES").unwrap_or(SERIES) {
        let mut random = StdRng::seed_from_u64(seed);
        let mut world = World::open().await;
        world.begin().await;
        let mut steps_done = Vec::new();
        for _ in 0..STEPS {
            let step = steps::pick(&mut random);
            steps_done.push(format!("{step:?}"));
            world.take(step).await;
            let faults = world.look().await;
            assert!(faults.is_empty(), "COURIER_SEED={seed}: {faults:#?}\nafter {}", steps_done.join(", "));
        }
        let loses_the_rest = seed.is_multiple_of(2);
        let faults = world.end(loses_the_rest).await;
        assert!(faults.is_empty(), "COURIER_SEED={seed}, at the end: {faults:#?}\nafter {}", steps_done.join(", "));
    }
}
