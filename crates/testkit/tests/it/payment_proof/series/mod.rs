//! Random series of what gateways, networks, shoppers and merchants do, over HTTP against a simulator, and a model of what really happened:
//! afterwards the ledger is what the gateway's books and the merchant's own acts say.
//!
//! `PAYMENT_SERIES=50 PAYMENT_SEED=1000` runs other and more series than CI does.

mod end;
mod steps;
mod world;

use rand::SeedableRng as _;
use rand::rngs::StdRng;

use self::world::World;

/// Series of one run in CI.
const SERIES: u64 = 3;
/// What happens in a series.
const STEPS: usize = 70;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

async fn run(provider: &str) {
    let first = number("PAYMENT_SEED").unwrap_or(1);
    for seed in first..first + number("PAYMENT_SERIES").unwrap_or(SERIES) {
        let mut random = StdRng::seed_from_u64(seed);
        let mut world = World::open(provider).await;
        let mut steps_done = Vec::new();
        for _ in 0..STEPS {
            let step = steps::pick(&mut random, world.has_chargebacks());
            steps_done.push(format!("{step:?}"));
            world.take(step).await;
        }
        let loses_the_rest = seed.is_multiple_of(2);
        let faults = world.end(loses_the_rest).await;
        assert!(faults.is_empty(), "{provider}, PAYMENT_SEED={seed}: {faults:#?}\nafter {}", steps_done.join(", "));
    }
}

/// PY-03, decisions §8.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_whatever_happens_at_paymob_the_ledger_says_what_happened() {
    run("PAYMOB").await;
}

/// PY-03, decisions §8.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_whatever_happens_at_paytabs_the_ledger_says_what_happened() {
    run("PAYTABS_SA").await;
}
