//! Records that are likely one person: the same e-mail address, the same name in the same city, the same address.
//!
//! Each match reason is scanned along its own index, [`WINDOW`] entries at a time and at most [`MOST_WINDOWS`] per answer, so
//! that a store of a million customers answers as fast as a small one; a cursor resumes from there.

use db::{Conn, Record as _, Result, Sql, p, row};
use jobs::{JobResult, Outcome, Registry};
use kernel::{AddressId, CustomerId, Millis, StoreId, StoreScope};
use serde::{Deserialize, Serialize};

use super::address::Address;
use super::model::Customer;
use super::store::place_key;
use platform::App;
use platform::search::upper_bound;

/// Index entries per scan step.
const WINDOW: i64 = 20_000;
/// Scan steps per answer.
const MOST_WINDOWS: usize = 10;
/// Most groups of an answer.
pub(super) const MOST_GROUPS: usize = 20;
/// Most duplicates of one customer.
const MOST_ALIKE: i64 = 20;
/// Addresses whose key is backfilled in one transaction.
const STEP: i64 = 200;

/// Why two records are likely duplicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CustomerLikeness)]
pub(super) enum MatchReason {
    /// The same e-mail address.
    Email,
    /// The same name in any spelling, in the same city.
    Name,
    /// The same address, whatever the recipient.
    Address,
}

impl MatchReason {
    pub(super) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "email" => Self::Email,
            "name" => Self::Name,
            "address" => Self::Address,
            _ => return None,
        })
    }
}

/// The key that the records of a group share: e-mail address; folded name and city; hash of the location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) first: String,
    pub(super) second: String,
}
row!(Mark { first, second });

/// Groups in the order of their keys, and the cursor to resume from.
#[derive(Debug, Default)]
pub(super) struct DuplicatePage {
    pub(super) marks: Vec<Mark>,
    pub(super) next: Option<Mark>,
}

struct Texts {
    end: &'static str,
    alike: &'static str,
}

/// The statements of a match reason: the key [`WINDOW`] entries further, and the keys up to it that more than one customer has.
fn texts(by: MatchReason) -> Texts {
    match by {
        MatchReason::Email => Texts {
            end: "SELECT email, '' FROM customers WHERE store_id = ?1 AND email IS NOT NULL AND email > ?2 || ?3 \
                  ORDER BY email LIMIT 1 OFFSET ?4",
            alike: "SELECT email, '' FROM customers WHERE store_id = ?1 AND email IS NOT NULL AND email > ?2 || ?3 \
                    AND email <= ?4 || ?5 GROUP BY email HAVING COUNT(*) > 1 ORDER BY email LIMIT ?6",
        },
        MatchReason::Name => Texts {
            end: "SELECT name_key, city FROM customers WHERE store_id = ?1 AND city <> '' AND (name_key, city) > (?2, ?3) \
                  ORDER BY name_key, city LIMIT 1 OFFSET ?4",
            alike: "SELECT name_key, city FROM customers WHERE store_id = ?1 AND city <> '' AND (name_key, city) > (?2, ?3) \
                    AND (name_key, city) <= (?4, ?5) GROUP BY name_key, city HAVING COUNT(*) > 1 \
                    ORDER BY name_key, city LIMIT ?6",
        },
        MatchReason::Address => Texts {
            end: "SELECT place_key, '' FROM customer_addresses WHERE store_id = ?1 AND place_key > ?2 || ?3 \
                  ORDER BY place_key LIMIT 1 OFFSET ?4",
            alike: "SELECT place_key, '' FROM customer_addresses WHERE store_id = ?1 AND place_key > ?2 || ?3 \
                    AND place_key <= ?4 || ?5 GROUP BY place_key HAVING COUNT(DISTINCT customer_id) > 1 \
                    ORDER BY place_key LIMIT ?6",
        },
    }
}

/// Groups of likely duplicates after a key, [`MOST_GROUPS`] at most.
pub(super) async fn list_groups(c: Conn<'_>, scope: &StoreScope, by: MatchReason, after: Option<Mark>) -> Result<DuplicatePage> {
    let Texts { end, alike } = texts(by);
    let mut from = after.unwrap_or(Mark { first: String::new(), second: String::new() });
    let mut found = DuplicatePage::default();
    for _ in 0..MOST_WINDOWS {
        let last: Option<Mark> = c.opt(end, p![scope.store(), from.first, from.second, WINDOW - 1]).await?;
        let room = MOST_GROUPS - found.marks.len();
        let to = last.clone().unwrap_or_else(|| Mark { first: upper_bound(""), second: String::new() });
        let most = i64::try_from(room + 1).unwrap_or(i64::MAX);
        let mut marks: Vec<Mark> = c.all(alike, p![scope.store(), from.first, from.second, to.first, to.second, most]).await?;
        let is_full = marks.len() > room;
        marks.truncate(room);
        found.marks.append(&mut marks);
        if is_full {
            found.next = found.marks.last().cloned();
            return Ok(found);
        }
        let Some(last) = last else { return Ok(found) };
        from = last;
    }
    found.next = Some(from);
    Ok(found)
}

struct Member {
    first: String,
    second: String,
    customer: Customer,
}
impl db::FromRow for Member {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self> {
        Ok(Self { first: row.get()?, second: row.get()?, customer: Customer::from_row(row)? })
    }
}

/// Up to five records of each group, the oldest first, with the group's key.
pub(super) async fn list_members(
    c: Conn<'_>,
    scope: &StoreScope,
    by: MatchReason,
    marks: &[Mark],
) -> Result<Vec<(Mark, Customer)>> {
    if marks.is_empty() {
        return Ok(Vec::new());
    }
    let firsts = || marks.iter().map(|mark| mark.first.clone());
    let sql = Sql::new("SELECT mark, other, ").raw(Customer::READ).raw(" FROM (SELECT ");
    let sql = match by {
        MatchReason::Email => sql
            .raw("email AS mark, '' AS other, ROW_NUMBER() OVER (PARTITION BY email ORDER BY created_at, id) AS place, ")
            .raw(Customer::READ)
            .arg(" FROM customers WHERE store_id = ?", scope.store())
            .list(" AND email IS NOT NULL AND email IN ", firsts(), ""),
        MatchReason::Name => {
            let sql = sql
                .raw("name_key AS mark, city AS other, ROW_NUMBER() OVER (PARTITION BY name_key, city ORDER BY created_at, id) AS place, ")
                .raw(Customer::READ)
                .raw(" FROM (VALUES ");
            let pair = |sql: Sql, (n, mark): (usize, &Mark)| {
                let open = if n == 0 { "(?" } else { ", (?" };
                sql.arg(open, mark.first.clone()).arg(", ?)", mark.second.clone())
            };
            // A join instead of an IN list: SQLite uses no index for row values in a list.
            let sql = marks.iter().enumerate().fold(sql, pair).raw(") AS v CROSS JOIN customers WHERE name_key = v.column1");
            sql.arg(" AND city = v.column2 AND city <> '' AND store_id = ?", scope.store())
        }
        MatchReason::Address => sql
            .raw("x.place_key AS mark, '' AS other, ROW_NUMBER() OVER (PARTITION BY x.place_key ORDER BY customers.created_at, customers.id) AS place, ")
            .raw("customers.* FROM (SELECT DISTINCT a.place_key, a.customer_id FROM customer_addresses a")
            .arg(" WHERE a.store_id = ?", scope.store())
            .list(" AND a.place_key IN ", firsts(), ") AS x")
            .arg(" JOIN customers ON customers.store_id = ?", scope.store())
            .raw(" AND customers.id = x.customer_id"),
    };
    let rows: Vec<Member> = sql.raw(") AS alike WHERE place <= 5 ORDER BY mark, other, place LIMIT 100").all(c).await?;
    Ok(rows.into_iter().map(|m| (Mark { first: m.first, second: m.second }, m.customer)).collect())
}

/// The likely duplicates of one record, each with its match reasons.
pub(super) async fn list_duplicates(
    c: Conn<'_>,
    scope: &StoreScope,
    customer: &Customer,
) -> Result<Vec<(CustomerId, Vec<MatchReason>)>> {
    let mut found: Vec<(MatchReason, Vec<CustomerId>)> = Vec::new();
    if let Some(email) = &customer.email {
        let sql = "SELECT id FROM customers WHERE store_id = ?1 AND email = ?2 AND email IS NOT NULL AND id <> ?3 LIMIT ?4";
        found.push((MatchReason::Email, c.all(sql, p![scope.store(), email, customer.id, MOST_ALIKE]).await?));
    }
    if !customer.city.is_empty() {
        let sql =
            "SELECT id FROM customers WHERE store_id = ?1 AND name_key = ?2 AND city = ?3 AND city <> '' AND id <> ?4 LIMIT ?5";
        let key = kernel::fold::fold(&customer.name);
        found.push((MatchReason::Name, c.all(sql, p![scope.store(), key, customer.city, customer.id, MOST_ALIKE]).await?));
    }
    let sql = "SELECT DISTINCT b.customer_id FROM (SELECT place_key FROM customer_addresses WHERE store_id = ?1 AND customer_id = ?2 \
               AND place_key <> '' ORDER BY used_at DESC, id DESC LIMIT 20) AS a \
               CROSS JOIN customer_addresses b WHERE b.store_id = ?1 AND b.place_key = a.place_key AND b.customer_id <> ?2 LIMIT ?3";
    found.push((MatchReason::Address, c.all(sql, p![scope.store(), customer.id, MOST_ALIKE]).await?));
    let mut out: Vec<(CustomerId, Vec<MatchReason>)> = Vec::new();
    for (likeness, ids) in found {
        for id in ids {
            match out.iter_mut().find(|(known, _)| *known == id) {
                Some((_, why)) => why.push(likeness),
                None => out.push((id, vec![likeness])),
            }
        }
    }
    // Sorted by the number of match reasons.
    out.sort_by_key(|(id, why)| (std::cmp::Reverse(why.len()), why[0], id.raw()));
    out.truncate(usize::try_from(MOST_ALIKE).unwrap_or(usize::MAX));
    Ok(out)
}

/// Customers by their ids.
pub(super) async fn list_by_ids(c: Conn<'_>, scope: &StoreScope, ids: &[CustomerId]) -> Result<Vec<Customer>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new(db::sql!("SELECT ", Customer::READ, " FROM customers WHERE")).arg(" store_id = ?", scope.store());
    sql.list(" AND id IN ", ids.iter().copied(), " LIMIT 100").all(c).await
}

/// Registers the slice's schedule.
pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("place_addresses", Millis::MINUTE, backfill_place_keys);
}

struct UnkeyedAddress {
    store: StoreId,
    id: AddressId,
    address: db::Json<Address>,
}
row!(UnkeyedAddress { store, id, address });

/// Backfills the location keys of addresses from before the keys existed: the backlog is empty except after an upgrade.
async fn backfill_place_keys(app: App) -> JobResult {
    loop {
        let n = app
            .db()
            .tx(async move |c| {
                let sql = "SELECT store_id, id, address FROM customer_addresses WHERE place_key = '' ORDER BY id LIMIT ?1";
                let due: Vec<UnkeyedAddress> = c.all(sql, p![STEP]).await?;
                for UnkeyedAddress { store, id, address } in &due {
                    let sql = "UPDATE customer_addresses SET place_key = ?3 WHERE store_id = ?1 AND id = ?2";
                    c.exec(sql, p![*store, *id, place_key(&address.0)]).await?;
                }
                Ok::<_, db::Error>(due.len())
            })
            .await?;
        if n == 0 {
            return Ok(Outcome::Done);
        }
    }
}
