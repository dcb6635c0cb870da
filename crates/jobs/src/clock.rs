//! Guard against clock skew: a node whose clock is wrong leases no jobs, because running jobs would look expired to it, or later
//! ones due.

use std::sync::Arc;
use std::time::{Duration, Instant};

use db::Db;
use kernel::{Env, Millis};
use tokio::sync::Mutex;

use crate::is_too_far;

/// How long a comparison stays valid while the clock advances with elapsed time.
const CACHE_LIFE: Duration = Duration::from_secs(10);
/// A clock that is so much further than elapsed time was set anew.
const STEP: i64 = Millis::SECOND;

struct ClockComparison {
    offset: i64,
    at: Instant,
    now: Millis,
}

/// Compares this node's clock with the database's. Clone freely.
#[derive(Clone, Default)]
pub(crate) struct Clock(Arc<Mutex<Option<ClockComparison>>>);

impl Clock {
    /// Whether this node's clock is right enough to lease jobs, correct times and claim schedules.
    pub(crate) async fn is_right(&self, db: &Db, env: &Env) -> db::Result<bool> {
        let mut last = self.0.lock().await;
        let now = env.now();
        let good = last.as_ref().filter(|c| {
            let passed = c.at.elapsed();
            let by_clock = now.0.saturating_sub(c.now.0);
            passed < CACHE_LIFE && by_clock.abs_diff(i64::try_from(passed.as_millis()).unwrap_or(i64::MAX)) < STEP.unsigned_abs()
        });
        if let Some(compared) = good {
            return Ok(!is_too_far(compared.offset));
        }
        let offset = db.compare_clock(|| env.now().0).await?;
        let (was_right, is_right) = (!last.as_ref().is_some_and(|c| is_too_far(c.offset)), !is_too_far(offset));
        if was_right && !is_right {
            tracing::error!(
                offset_ms = offset,
                "the clock of this machine is not the database's: it does no background work until it is set right"
            );
        } else if !was_right && is_right {
            tracing::info!("the clock of this machine is right again: background work goes on");
        }
        *last = Some(ClockComparison { offset, at: Instant::now(), now });
        Ok(is_right)
    }
}
