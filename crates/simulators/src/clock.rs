//! The simulator's time: the machine's, or a test's, moved forward on demand.

use std::sync::atomic::{AtomicI64, Ordering};

use kernel::{Env, Millis};

pub(crate) struct Clock {
    env: Env,
    offset_ms: AtomicI64,
}

impl Clock {
    pub(crate) fn new(env: Env) -> Self {
        Self { env, offset_ms: AtomicI64::new(0) }
    }

    pub(crate) fn now(&self) -> Millis {
        self.env.now().plus(self.offset_ms.load(Ordering::SeqCst))
    }

    pub(crate) fn advance(&self, ms: i64) {
        self.offset_ms.fetch_add(ms.max(0), Ordering::SeqCst);
    }
}
