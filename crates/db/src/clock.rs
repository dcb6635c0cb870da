//! The database's own clock. Where it runs on another machine, nodes compare theirs with it to find the one that is wrong.

use std::sync::atomic::Ordering;

use crate::conn::{Db, Engine};
use crate::error::Result;
use crate::p;

impl Db {
    /// How many milliseconds a clock is ahead of the database's, negative when it is behind; the least offset that the round trip
    /// of the query allows. Zero on SQLite, whose processes are on one machine. Kept for [`Db::clock_offset`].
    ///
    /// # Errors
    /// Of the engine.
    pub async fn compare_clock(&self, clock: impl Fn() -> i64 + Send) -> Result<i64> {
        const POSTGRES: &str = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
        let Engine::Postgres(_) = &self.0.engine else { return Ok(0) };
        let before = clock();
        let server_time: i64 = self.conn().one(POSTGRES, p![]).await?;
        let after = clock();
        let offset = if server_time < before { before - server_time } else { after.min(server_time) - server_time };
        self.0.clock_offset.store(offset, Ordering::Relaxed);
        Ok(offset)
    }

    /// What the last comparison found; zero when there was none.
    #[must_use]
    pub fn clock_offset(&self) -> i64 {
        self.0.clock_offset.load(Ordering::Relaxed)
    }
}
