//! How a list is read: which index leads, and what is checked along the way.
//!
//! Orders of a group are read through the condition that the fewest orders satisfy, as far as a bounded count tells. A small
//! set is read whole and sorted; a large one is walked in the order of its index, a page at a time.

use db::{Conn, Result, Sql};
use kernel::{CouponId, CustomerId, Millis, OrderId, ShippingMethodId, StoreScope, UserId};

use super::Sort;
use super::condition::Condition;
use super::others;
use crate::customers::Term;
use crate::customers::keyset::{COUNTED, Sorted, Window, sorted};
use crate::orders::status::{PaymentStatus, Status};
use crate::search::upper_bound;

/// As many orders are read whole and sorted where no index gives them in order.
const FEW: i64 = 3_000;
/// Where conditions compete for the lead, each is counted this far.
const PROBED: i64 = 20_000;
/// A list whose lead is longer is counted among so many of the store's newest orders, where the index of the time tells what is
/// asked.
const WALKED: i64 = 10_000;
/// Where each order has to be read for it, among so many.
const LOOKED_AT: i64 = 2_000;
/// A search may find this many orders.
const FOUND: i64 = 100_000;

/// What an index begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Lead {
    Store,
    Status(Status),
    State(Status, PaymentStatus),
    PaymentStatus(PaymentStatus),
    Payment(String),
    Shipping(String),
    Method(ShippingMethodId),
    City(String),
    Country(String),
    First(bool),
    Guest(bool),
    Assignee(Option<UserId>),
    Coupon(CouponId),
    Customer(CustomerId),
    Tag(String),
    // These give their orders in no order of the list.
    Term(Term),
    SkuBegins(Vec<String>),
    Number(i64),
    Ids(Vec<OrderId>),
    Skus(Vec<String>),
    Receipts,
    AnyCoupon,
    Total(Option<i64>, Option<i64>),
}

impl Lead {
    /// Its index goes on with the time.
    fn is_in_time(&self) -> bool {
        !matches!(
            self,
            Self::Term(_)
                | Self::SkuBegins(_)
                | Self::Number(_)
                | Self::Ids(_)
                | Self::Skus(_)
                | Self::Receipts
                | Self::AnyCoupon
                | Self::Total(..)
        )
    }

    /// `FROM ... WHERE ...` as far as the index reaches, behind a `SELECT`.
    fn add(&self, sql: Sql, scope: &StoreScope) -> Sql {
        // The order of the tables is the order in which they are read. A plain `IN (SELECT ...)` is checked against every order
        // of the store wherever an index of the orders holds all that is asked for.
        match self {
            Self::Tag(key) => {
                return sql
                    .arg(" FROM order_tags m CROSS JOIN orders o WHERE m.store_id = ?", scope.store())
                    .arg(" AND m.tag_key = ?", key.clone())
                    .raw(" AND o.store_id = m.store_id AND o.id = m.order_id");
            }
            Self::Skus(skus) => {
                return sql
                    .arg(" FROM (SELECT DISTINCT +i.order_id AS id FROM order_items i WHERE i.store_id = ?", scope.store())
                    .list(" AND i.sku IN ", skus.clone(), ") AS found")
                    .arg(" CROSS JOIN orders o WHERE o.store_id = ?", scope.store())
                    .raw(" AND o.id = found.id");
            }
            Self::Term(term) => {
                let sql = term.ids(sql.raw(" FROM (SELECT DISTINCT +named.id AS id FROM ("), scope);
                return sql
                    .arg(") AS named) AS found CROSS JOIN orders o WHERE o.store_id = ?", scope.store())
                    .raw(" AND o.customer_id = found.id");
            }
            Self::SkuBegins(starts) => {
                let sql = goods(sql.raw(" FROM (SELECT DISTINCT +named.id AS id FROM ("), scope, starts);
                return sql
                    .arg(") AS named) AS found CROSS JOIN orders o WHERE o.store_id = ?", scope.store())
                    .raw(" AND o.id = found.id");
            }
            Self::Receipts => {
                return sql
                    .arg(" FROM (SELECT DISTINCT r.order_id AS id FROM order_receipts r WHERE r.store_id = ?", scope.store())
                    .arg(" AND r.status = 'waiting') AS found CROSS JOIN orders o WHERE o.store_id = ?", scope.store())
                    .raw(" AND o.id = found.id");
            }
            _ => {}
        }
        let sql = sql.arg(" FROM orders o WHERE o.store_id = ?", scope.store());
        match self {
            Self::Store | Self::Tag(_) | Self::Skus(_) | Self::Receipts | Self::Term(_) | Self::SkuBegins(_) => sql,
            Self::Status(s) => sql.arg(" AND o.status = ?", s.code()),
            Self::State(s, p) => sql.arg(" AND o.status = ?", s.code()).arg(" AND o.payment_status = ?", p.as_str()),
            Self::PaymentStatus(p) => sql.arg(" AND o.payment_status = ?", p.as_str()),
            Self::Payment(code) => sql.arg(" AND o.payment_provider = ?", code.clone()),
            Self::Shipping(code) => sql.arg(" AND o.shipping_provider = ?", code.clone()),
            Self::Method(id) => sql.arg(" AND o.shipping_method_id = ?", *id),
            Self::City(city) => sql.arg(" AND o.city = ?", city.clone()),
            Self::Country(code) => sql.arg(" AND o.country = ?", code.clone()),
            Self::First(is) => sql.arg(" AND o.is_first_order = ?", *is),
            Self::Guest(is) => sql.arg(" AND o.was_guest_order = ?", *is),
            Self::Assignee(Some(id)) => sql.arg(" AND o.assignee_id = ?", *id),
            Self::Assignee(None) => sql.raw(" AND o.assignee_id IS NULL"),
            Self::Coupon(id) => sql.arg(" AND o.coupon_id = ?", *id),
            // As a range, so that SQLite reads its index in one step and Postgres takes the partial one.
            Self::AnyCoupon => sql.raw(" AND o.coupon_id > 0"),
            Self::Customer(id) => sql.arg(" AND o.customer_id = ?", *id),
            Self::Number(n) => sql.arg(" AND o.number = ?", *n),
            Self::Ids(ids) => sql.list(" AND o.id IN ", ids.clone(), ""),
            Self::Total(from, to) => sql.opt(" AND o.total >= ?", *from).opt(" AND o.total <= ?", *to),
        }
    }

    /// The days asked for, within the index where it goes on with the time.
    fn within(&self, sql: Sql, scope: &StoreScope, days: Days) -> Sql {
        if !self.is_in_time() {
            return Condition::Created { from: days.0, to: days.1 }.check(sql, scope);
        }
        match self {
            Self::Tag(_) => sql.opt(" AND m.placed_at >= ?", days.0).opt(" AND m.placed_at <= ?", days.1),
            _ => sql.opt(" AND o.created_at >= ?", days.0).opt(" AND o.created_at <= ?", days.1),
        }
    }

    fn in_time(&self) -> (Sorted, Sorted) {
        match self {
            Self::Tag(_) => sorted!("m.placed_at", "m.order_id"),
            _ => sorted!("o.created_at", "o.id"),
        }
    }
}

type Days = (Option<Millis>, Option<Millis>);

/// A way to begin: leads that together hold every order of some conditions, and those conditions.
struct Start {
    leads: Vec<Lead>,
    /// Positions of the conditions that the leads satisfy.
    satisfied: Vec<usize>,
}

fn starts(group: &[Condition]) -> Vec<Start> {
    let of = |at: usize, leads: Vec<Lead>| Start { leads, satisfied: vec![at] };
    let texts = |values: &[String], lead: fn(String) -> Lead| values.iter().cloned().map(lead).collect::<Vec<_>>();
    let payment = group.iter().enumerate().find_map(|(at, c)| match c {
        Condition::PaymentStatus(p) => Some((at, *p)),
        _ => None,
    });
    let mut all = Vec::new();
    for (at, condition) in group.iter().enumerate() {
        let leads = match condition {
            Condition::Number(n) => vec![Lead::Number(*n)],
            Condition::Ids(ids) => vec![Lead::Ids(ids.clone())],
            Condition::Term(term) => vec![Lead::Term(term.clone())],
            Condition::SkuBegins(starts) => vec![Lead::SkuBegins(starts.clone())],
            Condition::Customer(id) => vec![Lead::Customer(*id)],
            Condition::Status(statuses) => match payment {
                Some((second, p)) => {
                    let leads = statuses.iter().map(|s| Lead::State(*s, p)).collect();
                    all.push(Start { leads, satisfied: vec![at, second] });
                    continue;
                }
                None => statuses.iter().map(|s| Lead::Status(*s)).collect(),
            },
            Condition::PaymentStatus(p) => vec![Lead::PaymentStatus(*p)],
            Condition::Sku(skus) => vec![Lead::Skus(skus.clone())],
            Condition::ReceiptWaits => vec![Lead::Receipts],
            Condition::Tag(one) if !one.is_not => texts(&one.values, Lead::Tag),
            Condition::City(one) if !one.is_not => texts(&one.values, Lead::City),
            Condition::Country(one) if !one.is_not => texts(&one.values, Lead::Country),
            Condition::Payment(one) if !one.is_not => texts(&one.values, Lead::Payment),
            Condition::Shipping(one) if !one.is_not => texts(&one.values, Lead::Shipping),
            Condition::Method(ids) => ids.iter().map(|id| Lead::Method(*id)).collect(),
            Condition::First(is) => vec![Lead::First(*is)],
            Condition::Guest(is) => vec![Lead::Guest(*is)],
            Condition::Assignee { ids, or_nobody } => {
                ids.iter().map(|id| Lead::Assignee(Some(*id))).chain(or_nobody.then_some(Lead::Assignee(None))).collect()
            }
            Condition::Coupon { ids, is_not: false } => ids.iter().map(|id| Lead::Coupon(*id)).collect(),
            Condition::AnyCoupon(true) => vec![Lead::AnyCoupon],
            Condition::Total { from, to } => vec![Lead::Total(*from, *to)],
            Condition::Created { .. }
            | Condition::Coupon { .. }
            | Condition::AnyCoupon(false)
            | Condition::Tag(_)
            | Condition::City(_)
            | Condition::Country(_)
            | Condition::Payment(_)
            | Condition::Shipping(_) => continue,
        };
        all.push(of(at, leads));
    }
    all
}

/// A part of the list: the orders of one lead that satisfy the rest.
#[derive(Debug, Clone)]
pub(super) struct Branch {
    lead: Lead,
    days: Days,
    rest: Vec<Condition>,
    /// Read whole and sorted.
    is_few: bool,
    /// Of how many rows the newest are counted; exact where the lead has no more.
    is_broad: bool,
    /// The rest stands in the index of the time: what does not satisfy it is passed over without being read.
    is_covered: bool,
}

macro_rules! selected {
    () => {
        "SELECT o.id, o.number, o.status, o.payment_status, o.sender_name, o.mobile, o.city, o.country, o.items_count, o.total, \
         o.payment_provider, o.shipping_provider, o.is_first_order, o.was_guest_order, o.assignee_id, o.coupon_code, o.created_at, o.version, o.seq"
    };
}

macro_rules! ids {
    () => {
        "SELECT o.id"
    };
}

/// With what they are sorted by.
macro_rules! ids_by_time {
    () => {
        "SELECT id FROM (SELECT o.id, o.created_at"
    };
}

macro_rules! ids_by_total {
    () => {
        "SELECT id FROM (SELECT o.id, o.total"
    };
}

macro_rules! ids_by_number {
    () => {
        "SELECT id FROM (SELECT o.id, o.number"
    };
}

macro_rules! ids_of_newest {
    () => {
        "SELECT o.id FROM (SELECT o.*"
    };
}

/// What stands in the index of the time.
macro_rules! ids_of_newest_in_index {
    () => {
        "SELECT o.id FROM (SELECT o.store_id, o.id, o.created_at, o.total, o.status, o.payment_status, o.payment_provider, o.shipping_provider, \
         o.shipping_method_id, o.city, o.country, o.is_first_order, o.was_guest_order, o.assignee_id, o.coupon_id"
    };
}

impl Branch {
    /// `is_read` where a column is selected that the lead's index does not hold.
    fn add(&self, sql: Sql, scope: &StoreScope, is_read: bool) -> Sql {
        let sql = self.lead.within(self.lead.add(sql, scope), scope, self.days);
        // The index of the time holds what most conditions ask, and SQLite would rather walk through all of it than read the
        // orders that its lead gives: a column that it does not hold takes it out of the choice.
        let is_lured = is_read || !self.rest.is_empty();
        let sql = if is_lured && self.lead != Lead::Store { sql.raw(" AND o.version > 0") } else { sql };
        self.rest.iter().fold(sql, |sql, condition| condition.check(sql, scope))
    }

    /// Its rows of a window, sorted. `limit` closes the statement.
    fn rows(&self, sql: Sql, scope: &StoreScope, sort: Sort, window: &Window, limit: fn(&Window, Sql) -> Sql) -> Sql {
        let is_down = window.sorted.order.ends_with("DESC");
        let sorted = |both: (Sorted, Sorted)| Window { sorted: if is_down { both.1 } else { both.0 }, ..window.clone() };
        let both = match sort {
            Sort::Created => self.lead.in_time(),
            Sort::Total => sorted!("o.total", "o.id"),
            Sort::Number => sorted!("o.number", "o.id"),
        };
        if !(self.is_few || self.is_covered && sort == Sort::Created) {
            let window = sorted(both);
            return limit(&window, window.after(self.add(sql.raw(selected!()), scope, false)));
        }
        // Which ones is found out by what an index holds; only the page's own rows are read.
        let sql = sql.raw(selected!()).arg(" FROM orders o WHERE o.store_id = ?", scope.store()).raw(" AND o.id IN (");
        let (ids, outer) = match sort {
            Sort::Created => (ids_by_time!(), sorted!("+created_at", "id")),
            Sort::Total => (ids_by_total!(), sorted!("+total", "id")),
            Sort::Number => (ids_by_number!(), sorted!("+number", "id")),
        };
        let sql = if self.is_few {
            let sql = self.add(sql.raw(ids), scope, sort != Sort::Created).arg(" LIMIT ?", FOUND).raw(") AS few WHERE TRUE");
            window.limit_branch(window.after(sql))
        } else {
            let window = sorted(both);
            window.limit_branch(window.after(self.add(sql.raw(ids!()), scope, false)))
        };
        // An index of the sort would be walked through from its beginning to find them.
        limit(&sorted(outer), sql.raw(")"))
    }

    /// Ids of its orders, as far as they are counted.
    fn counted(&self, sql: Sql, scope: &StoreScope) -> Sql {
        if !self.is_broad {
            return self.add(sql.raw(ids!()), scope, false).arg(" LIMIT ?", COUNTED);
        }
        let (newest, most) = if self.is_covered { (ids_of_newest_in_index!(), WALKED) } else { (ids_of_newest!(), LOOKED_AT) };
        let sql = self.lead.within(self.lead.add(sql.raw(newest), scope), scope, self.days);
        let sql = if self.lead.is_in_time() { sql.raw(self.lead.in_time().1.order) } else { sql };
        let sql = sql.arg(" LIMIT ?", most).raw(") AS o WHERE TRUE");
        self.rest.iter().fold(sql, |sql, condition| condition.check(sql, scope)).arg(" LIMIT ?", COUNTED)
    }
}

/// Adds a `SELECT` of the orders of goods whose code begins so, some of them several times.
fn goods(mut sql: Sql, scope: &StoreScope, starts: &[String]) -> Sql {
    for (n, start) in starts.iter().enumerate() {
        sql = sql.raw(if n == 0 { "" } else { " UNION ALL " });
        sql = sql
            .raw("SELECT i.order_id AS id FROM order_items i WHERE")
            .arg(" i.store_id = ?", scope.store())
            .arg(" AND i.sku >= ?", start.clone())
            .arg(" AND i.sku < ?", upper_bound(start));
    }
    sql
}

/// The branches of a group, and how many orders it has where that is known without counting them again.
pub(super) struct Plan {
    pub(super) branches: Vec<Branch>,
    pub(super) size: Option<i64>,
}

async fn size(c: Conn<'_>, scope: &StoreScope, leads: &[Lead], days: Days, cap: i64) -> Result<i64> {
    let mut n = 0;
    for lead in leads {
        let sql = match lead {
            Lead::Skus(skus) => Sql::new("SELECT COUNT(*) FROM (SELECT DISTINCT +i.order_id FROM order_items i")
                .arg(" WHERE i.store_id = ?", scope.store())
                .list(" AND i.sku IN ", skus.clone(), ""),
            // The rest of its index is enough.
            Lead::Tag(key) => {
                let sql = Sql::new("SELECT COUNT(*) FROM (SELECT m.order_id FROM order_tags m")
                    .arg(" WHERE m.store_id = ?", scope.store());
                lead.within(sql.arg(" AND m.tag_key = ?", key.clone()), scope, days)
            }
            Lead::Total(..) => lead.add(Sql::new("SELECT COUNT(*) FROM (SELECT o.id"), scope),
            // The words lead: those of customers who ordered nothing find nothing.
            Lead::Term(Term::Word(word)) => {
                Sql::new("SELECT COUNT(*) FROM (SELECT o.id FROM search_tokens t CROSS JOIN orders o")
                    .arg(" WHERE t.store_id = ?", scope.store())
                    .arg(" AND t.subject = 'customer' AND t.token >= ?", word.clone())
                    .arg(" AND t.token < ?", upper_bound(word))
                    .raw(" AND o.store_id = t.store_id AND o.customer_id = t.subject_id")
            }
            Lead::SkuBegins(starts) => goods(Sql::new("SELECT COUNT(*) FROM ("), scope, starts),
            _ => lead.within(lead.add(Sql::new("SELECT COUNT(*) FROM (SELECT o.id"), scope), scope, days),
        };
        n += sql.arg(" LIMIT ?", cap + 1 - n).raw(") AS probed").one::<i64>(c).await?;
        if n > cap {
            break;
        }
    }
    Ok(n)
}

/// The plan of a group that asks for statuses or for nothing: the kept counters know how many orders it has.
pub(super) fn by_status(group: &[Condition]) -> Plan {
    let start = starts(group).into_iter().next().unwrap_or(Start { leads: vec![Lead::Store], satisfied: Vec::new() });
    Plan { branches: branches(&start, group, (None, None), false, false), size: None }
}

/// Decides how the orders of a group are read.
pub(super) async fn plan(c: Conn<'_>, scope: &StoreScope, group: &[Condition], sort: Sort) -> Result<Plan> {
    let days = group.iter().fold((None, None), |days: Days, condition| match condition {
        Condition::Created { from, to } => (days.0.max(*from), days.1.into_iter().chain(*to).min()),
        _ => days,
    });
    let mut others: Vec<Condition> = group.iter().filter(|c| !matches!(c, Condition::Created { .. })).cloned().collect();
    for condition in &mut others {
        if *condition == Condition::AnyCoupon(true)
            && let Some(ids) = others::coupons(c, scope).await?
        {
            *condition = Condition::Coupon { ids, is_not: false };
        }
        if let Some(named) = others::named(c, scope, condition).await? {
            let leads: Vec<Lead> = starts(std::slice::from_ref(&named)).into_iter().flat_map(|start| start.leads).collect();
            if size(c, scope, &leads, days, FEW).await? <= FEW {
                *condition = named;
            }
        }
    }
    let starts = starts(&others);
    let is_named = |start: &Start| matches!(start.leads.as_slice(), [Lead::Number(_) | Lead::Ids(_)]);
    // Few enough by itself.
    if let Some(start) = starts.iter().find(|s| is_named(s)) {
        return Ok(Plan { branches: branches(start, &others, days, true, false), size: None });
    }
    let is_alone = starts.len() == 1 && starts[0].satisfied.len() == others.len();
    // What a search found is read whole further than the rest: where it is old, a walk from the newest would look at everything.
    let few = if others.iter().any(|c| matches!(c, Condition::Term(_) | Condition::SkuBegins(_))) { PROBED } else { FEW };
    let cap = if is_alone { few } else { PROBED };
    let mut best: Option<(i64, usize)> = None;
    let mut sizes = Vec::new();
    for (at, start) in starts.iter().enumerate() {
        let n = size(c, scope, &start.leads, days, cap).await?;
        sizes.push(n);
        if best.is_none_or(|(least, _)| n < least) {
            best = Some((n, at));
        }
    }
    let is_in_time = |start: &Start| start.leads.iter().all(Lead::is_in_time);
    let has_days = days != (None, None);
    if let Some((n, at)) = best {
        let start = &starts[at];
        let is_exact = is_alone && (!has_days || is_in_time(start)) && !may_overlap(&start.leads);
        let size = is_exact.then_some(n);
        let is_few = n <= few && !(sort == Sort::Created && is_in_time(start));
        let is_walked = |at: usize| sizes[at] > PROBED && is_covered(&rest_of(&starts[at], &others));
        if !is_few && sort == Sort::Created && is_in_time(start) && is_walked(at) {
            return Ok(walk(&others, days));
        }
        if is_few || (sort == Sort::Created && is_in_time(start)) {
            return Ok(Plan { branches: branches(start, &others, days, is_few, n > PROBED), size });
        }
        if sort == Sort::Created {
            let next = starts.iter().enumerate().filter(|(_, s)| is_in_time(s)).min_by_key(|(at, _)| sizes[*at]);
            if let Some((at, _)) = next
                && is_walked(at)
            {
                return Ok(Plan { size, ..walk(&others, days) });
            }
            if let Some((at, start)) = next {
                return Ok(Plan { branches: branches(start, &others, days, false, sizes[at] > PROBED), size });
            }
        }
        let whole = Start { leads: vec![whole(&others, sort)], satisfied: Vec::new() };
        return Ok(Plan { branches: branches(&whole, &others, days, false, true), size });
    }
    let start = Start { leads: vec![Lead::Store], satisfied: Vec::new() };
    let n = size(c, scope, &start.leads, days, PROBED).await?;
    let known = (others.is_empty()).then_some(n);
    Ok(Plan { branches: branches(&start, &others, days, false, n > PROBED), size: known })
}

/// Every order of the store in the order of time: nothing that is asked is rare, and its index tells all of it.
fn walk(others: &[Condition], days: Days) -> Plan {
    let start = Start { leads: vec![Lead::Store], satisfied: Vec::new() };
    Plan { branches: branches(&start, others, days, false, true), size: None }
}

/// What is left to check stands in the index of the time; no conditions at all need none.
fn is_covered(rest: &[Condition]) -> bool {
    let is_elsewhere =
        |c: &Condition| matches!(c, Condition::Customer(_) | Condition::Term(_) | Condition::Number(_) | Condition::Ids(_));
    !rest.is_empty() && !rest.iter().any(is_elsewhere)
}

/// The index of the sort itself.
fn whole(others: &[Condition], sort: Sort) -> Lead {
    match others.iter().find(|c| matches!(c, Condition::Total { .. })) {
        Some(Condition::Total { from, to }) if sort == Sort::Total => Lead::Total(*from, *to),
        _ => Lead::Store,
    }
}

/// An order may have several tags, its customer several words that begin alike, and its goods codes that do.
fn may_overlap(leads: &[Lead]) -> bool {
    leads.iter().any(|l| matches!(l, Lead::Tag(_)) && leads.len() > 1 || matches!(l, Lead::Term(_) | Lead::SkuBegins(_)))
}

fn rest_of(start: &Start, others: &[Condition]) -> Vec<Condition> {
    others.iter().enumerate().filter(|(at, _)| !start.satisfied.contains(at)).map(|(_, c)| c.clone()).collect()
}

fn branches(start: &Start, others: &[Condition], days: Days, is_few: bool, is_broad: bool) -> Vec<Branch> {
    let rest = rest_of(start, others);
    let of = |lead: &Lead| Branch {
        is_covered: *lead == Lead::Store && is_covered(&rest),
        lead: lead.clone(),
        days,
        rest: rest.clone(),
        is_few,
        is_broad,
    };
    start.leads.iter().map(of).collect()
}

/// The statement of a page: the union of the branches' rows, each order once.
pub(super) fn statement(scope: &StoreScope, sort: Sort, window: &Window, branches: &[Branch]) -> Sql {
    if let [branch] = branches {
        return branch.rows(Sql::new(""), scope, sort, window, Window::limit);
    }
    let mut sql = Sql::new("");
    for (i, branch) in branches.iter().enumerate() {
        sql = sql.raw(if i == 0 { "SELECT * FROM (" } else { " UNION SELECT * FROM (" });
        sql = branch.rows(sql, scope, sort, window, Window::limit_branch).raw(") AS branch");
    }
    window.limit(sql)
}

/// How many orders the branches have together, counted as far as it goes; whether there may be more.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, branches: &[Branch]) -> Result<(i64, bool)> {
    let n: i64 = count_statement(scope, branches).one(c).await?;
    Ok((n, branches.iter().any(|b| b.is_broad)))
}

/// The statement that counts them.
pub(super) fn count_statement(scope: &StoreScope, branches: &[Branch]) -> Sql {
    let mut sql = Sql::new("SELECT COUNT(*) FROM (");
    for (i, branch) in branches.iter().enumerate() {
        sql = sql.raw(if i == 0 { "SELECT * FROM (" } else { " UNION SELECT * FROM (" });
        sql = branch.counted(sql, scope).raw(") AS branch");
    }
    sql.raw(") AS counted")
}
