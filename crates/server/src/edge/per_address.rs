//! Limits the connections of each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use web::client::counted_as;

type Counts = Arc<Mutex<HashMap<String, usize>>>;

/// Counts of open connections by address.
pub(super) struct PerAddress {
    most: usize,
    counts: Counts,
}

/// One connection of an address; counted until it is dropped.
pub(super) struct AddressPermit(Option<(Counts, String)>);

impl PerAddress {
    /// `most` of zero is no limit.
    pub(super) fn new(most: usize) -> Self {
        Self { most, counts: Counts::default() }
    }

    /// A slot for one more connection; none when the address has too many.
    pub(super) fn acquire(&self, ip: IpAddr, is_free: bool) -> Option<AddressPermit> {
        if self.most == 0 || is_free {
            return Some(AddressPermit(None));
        }
        let key = counted_as(&ip.to_string());
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key.clone()).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(AddressPermit(Some((self.counts.clone(), key))))
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let Some((counts, key)) = self.0.take() else { return };
        let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // F6
    #[test]
    fn an_address_has_so_many_places_and_gives_them_back() {
        let all = PerAddress::new(2);
        let (one, other): (IpAddr, IpAddr) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        let (a, b) = (all.acquire(one, false), all.acquire(one, false));
        assert!(a.is_some() && b.is_some() && all.acquire(one, false).is_none());
        assert!(all.acquire(other, false).is_some(), "another address has its own");
        assert!(all.acquire(one, true).is_some(), "a proxy carries everybody's");
        drop(a);
        assert!(all.acquire(one, false).is_some());
        drop(b);
        assert!(all.counts.lock().unwrap().is_empty(), "nothing is kept of addresses that are gone");
        // Addresses of one /64 are one customer's.
        let v6 = |t: &str| t.parse::<IpAddr>().unwrap();
        let permits = (all.acquire(v6("2001:db8::1"), false), all.acquire(v6("2001:db8::2"), false));
        assert!(permits.0.is_some() && permits.1.is_some() && all.acquire(v6("2001:db8::3"), false).is_none());
    }
}
