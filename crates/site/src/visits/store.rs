//! Every statement of the visits.

use std::collections::BTreeMap;

use db::{Conn, Result, Sql, p};
use kernel::{Env, Millis, StoreId};

use super::calendar::days_anywhere;
use super::visitor_hash::Salt;

/// The salts of the days that are today in some time zone, by day.
pub(super) type Salts = BTreeMap<i64, Salt>;

/// Rows per statement.
const ROWS: usize = 100;

/// The salts of the days that are today in some time zone, created where no node has created them yet.
pub(super) async fn find_salts(c: Conn<'_>, env: &Env, now: Millis) -> Result<Salts> {
    for day in days_anywhere(now) {
        let salt = kernel::hex(&env.random_bytes::<32>());
        c.exec("INSERT INTO visit_salts (day, salt) VALUES (?1, ?2) ON CONFLICT (day) DO NOTHING", p![day, salt]).await?;
    }
    let rows: Vec<(i64, String)> = c.all("SELECT day, salt FROM visit_salts ORDER BY day DESC LIMIT 10", p![]).await?;
    Ok(rows.into_iter().map(|(day, salt)| (day, Salt::new(&salt))).collect())
}

/// Inserts visitor hashes of a store's day; returns how many were new.
pub(super) async fn insert_marks(c: Conn<'_>, store: StoreId, day: i64, marks: &[u64]) -> Result<i64> {
    let mut fresh = 0;
    for chunk in marks.chunks(ROWS) {
        let mut sql = Sql::new("INSERT INTO visit_marks (store_id, day, mark) VALUES ");
        for (n, mark) in chunk.iter().enumerate() {
            sql = sql.raw(if n == 0 { "(" } else { ", (" });
            sql = sql.arg("?", store).arg(", ?", day).arg(", ?)", mark.cast_signed());
        }
        fresh += sql.raw(" ON CONFLICT (store_id, day, mark) DO NOTHING").exec(c).await?;
    }
    Ok(i64::try_from(fresh).unwrap_or(i64::MAX))
}

/// Views and new visitors of a store in an hour since 1970.
pub(super) type Hour = (StoreId, i64, i64, i64);

/// Adds counts to the hours.
pub(super) async fn increment_hours(c: Conn<'_>, hours: &[Hour]) -> Result<()> {
    for chunk in hours.chunks(ROWS) {
        let mut sql = Sql::new("INSERT INTO visit_hours (store_id, hour, views, visitors) VALUES ");
        for (n, (store, hour, views, visitors)) in chunk.iter().enumerate() {
            sql = sql.raw(if n == 0 { "(" } else { ", (" });
            sql = sql.arg("?", *store).arg(", ?", *hour).arg(", ?", *views).arg(", ?)", *visitors);
        }
        sql.raw(
            " ON CONFLICT (store_id, hour) DO UPDATE SET views = visit_hours.views + excluded.views, \
             visitors = visit_hours.visitors + excluded.visitors",
        )
        .exec(c)
        .await?;
    }
    Ok(())
}

/// Hashes deleted per transaction.
const SWEPT: u64 = 2_000;

/// Deletes visitor hashes of days up to `last`; true when there may be more.
pub(super) async fn delete_marks(c: Conn<'_>, last: i64) -> Result<bool> {
    let sql = "DELETE FROM visit_marks WHERE (store_id, day, mark) IN \
               (SELECT store_id, day, mark FROM visit_marks WHERE day <= ?1 ORDER BY day LIMIT 2000)";
    Ok(c.exec(sql, p![last]).await? >= SWEPT)
}

/// Deletes the salts of days up to `last`.
pub(super) async fn delete_salts(c: Conn<'_>, last: i64) -> Result<()> {
    c.exec("DELETE FROM visit_salts WHERE day <= ?1", p![last]).await?;
    Ok(())
}
