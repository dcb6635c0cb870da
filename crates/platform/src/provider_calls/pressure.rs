//! Keeps the worker's lanes free: while a provider cannot be reached, one lane at most waits for it in each process, whatever the
//! store. The circuits in the database decide what is called; this only decides who waits where.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Debug, Default)]
struct ProviderLoad {
    running: usize,
    is_troubled: bool,
}

/// The calls of this process, by provider.
#[derive(Debug, Clone, Default)]
pub(super) struct Pressure(Arc<Mutex<HashMap<String, ProviderLoad>>>);

/// A call of a lane; its place is free again when this is dropped.
#[derive(Debug)]
pub(super) struct LaneUse {
    pressure: Pressure,
    provider: String,
}

impl Drop for LaneUse {
    fn drop(&mut self) {
        self.pressure.with(&self.provider, |load| load.running = load.running.saturating_sub(1));
    }
}

impl Pressure {
    fn with<T>(&self, provider: &str, work: impl FnOnce(&mut ProviderLoad) -> T) -> T {
        let mut loads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        work(loads.entry(provider.to_owned()).or_default())
    }

    /// A place for a call of this provider; none while a call to a troubled provider is waiting already.
    pub(super) fn enter(&self, provider: &str) -> Option<LaneUse> {
        let is_free = self.with(provider, |load| {
            let is_free = !load.is_troubled || load.running == 0;
            load.running += usize::from(is_free);
            is_free
        });
        is_free.then(|| LaneUse { pressure: self.clone(), provider: provider.to_owned() })
    }

    /// Whether the last call reached the provider.
    pub(super) fn report(&self, provider: &str, is_reached: bool) {
        self.with(provider, |load| load.is_troubled = !is_reached);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sp_04_a_troubled_provider_takes_one_lane_and_nobody_elses() {
        let pressure = Pressure::default();
        let both = (pressure.enter("BOSTA"), pressure.enter("BOSTA"));
        assert!(both.0.is_some() && both.1.is_some());
        pressure.report("BOSTA", false);
        assert!(pressure.enter("BOSTA").is_none() && pressure.enter("PAYMOB").is_some());
        drop(both);
        let one = pressure.enter("BOSTA");
        assert!(one.is_some() && pressure.enter("BOSTA").is_none());
        pressure.report("BOSTA", true);
        assert!(pressure.enter("BOSTA").is_some());
    }
}
