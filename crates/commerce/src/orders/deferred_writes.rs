//! Deferred writes of a transaction: the rows that all orders of a store share (docs/decisions/0026-lock-order.md).
//!
//! One change of an order may be several transitions of it and of its shipments. If each wrote its status counts and its journal
//! entry, the second would lock a count after the journal's counter, while a checkout holds that count and waits for the counter:
//! a deadlock. So transitions collect their writes here, and they are written once, at the end, always in the same order.

use std::collections::BTreeMap;

use db::{Conn, Topics};
use kernel::{Millis, OrderId, StoreScope};

use super::status::Status;
use super::{store, sync_sales};
use crate::coupons;
use platform::journal::{self, Entry};

/// The pending writes of a change.
#[derive(Debug, Default)]
pub(super) struct DeferredWrites {
    counts: BTreeMap<&'static str, (Status, i64)>,
    entries: Vec<Entry>,
    settles: bool,
    releases_coupon: bool,
}

impl DeferredWrites {
    /// Moves an order from one status count to another.
    pub(super) fn count(&mut self, from: Status, to: Status) {
        for (status, by) in [(from, -1), (to, 1)] {
            self.counts.entry(status.code()).or_insert((status, 0)).1 += by;
        }
    }

    /// Adds an entry to the order's activity, with a person's note.
    pub(super) fn add_entry(&mut self, entry: Entry, note: Option<&str>) {
        self.entries.push(match note {
            Some(text) => entry.note(text),
            None => entry,
        });
    }

    /// Recomputes whether and for how much the order counts as a sale.
    pub(super) fn settle(&mut self) {
        self.settles = true;
    }

    /// Releases the order's use of its coupon.
    pub(super) fn release_coupon(&mut self) {
        self.releases_coupon = true;
    }

    /// Writes everything: the coupon's count, status counts by their codes, the journal's counter, the hour of the order. Nothing
    /// is locked after it.
    pub(super) async fn write(self, c: Conn<'_>, scope: &StoreScope, id: OrderId, now: Millis) -> db::Result<()> {
        if self.releases_coupon {
            coupons::release_use(c, scope, id, now).await?;
        }
        for (status, by) in self.counts.into_values().filter(|(_, by)| *by != 0) {
            store::count_status(c, scope, status, by).await?;
        }
        let n = i64::try_from(self.entries.len()).unwrap_or(i64::MAX);
        if n > 0 {
            let first = journal::take_seq(c, scope, n).await?;
            for (seq, entry) in (first..).zip(self.entries) {
                journal::write_at(c, scope, now, Topics::SALES, seq, entry).await?;
            }
            store::set_seq(c, scope, id, first + n - 1).await?;
        }
        if self.settles {
            sync_sales::count::settle(c, scope, id).await?;
        }
        Ok(())
    }
}
