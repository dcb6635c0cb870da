//! Questions whether a person may use a personal coupon: limited by their refusals, because a refusal reveals whether a number or
//! an address has ordered in a store (docs/decisions/0029-coupons.md).
//!
//! A question is inserted before it is answered, so that concurrent ones do not exceed the limit. Until then it is *pending*: it
//! counts against the limit, but is no refusal. A caller that finds the limit reached by pending questions waits for their
//! answers.

use db::{Conn, Result};
use kernel::{AttemptId, Millis, StoreId};
use web::client::counted_as;

use super::attempt_store::{self as store, Period, QuestionCount};
use super::attempts::{AttemptKind, seconds};
use crate::App;

/// A question without an answer for longer than this lost it in a crash, and counts as refused.
const LONGEST_PENDING: i64 = 10 * Millis::SECOND;
/// How often and how long to wait for pending questions, in milliseconds. After that the limit counts as reached.
const WAITS: [u64; 12] = [5, 10, 20, 40, 80, 160, 300, 300, 300, 300, 300, 300];

/// Whether one more question is within the limit.
enum QuestionSlot {
    Free,
    /// The limit is reached by questions that have no answer yet.
    Pending,
    /// The limit is reached by refusals; milliseconds until the oldest of them expires.
    Refused(i64),
}

/// Inserts a shopper's question whether a coupon is for them. Returns its id, or in `Err` the seconds until the next may be
/// asked. `of` is the id of the cart or draft that has the code. Every id must be passed to [`keep_coupon_refusal`] or
/// [`forget_coupon_question`].
///
/// # Errors
/// Of the database.
pub async fn ask_coupon(app: &App, store: StoreId, of: &str, ip: &str) -> Result<std::result::Result<AttemptId, u64>> {
    let (key, ip) = (AttemptKind::CouponPerson.key(&format!("{store}:{of}")), counted_as(ip));
    let mut waits = WAITS.iter();
    loop {
        let (id, now, key, ip) = (app.env().id(), app.env().now(), key.clone(), ip.clone());
        match app.db().tx(async move |c| insert(c, &key, &ip, id, now).await).await? {
            QuestionSlot::Free => return Ok(Ok(id)),
            QuestionSlot::Refused(retry_after) => return Ok(Err(seconds(retry_after))),
            QuestionSlot::Pending => match waits.next() {
                Some(ms) => tokio::time::sleep(std::time::Duration::from_millis(*ms)).await,
                None => return Ok(Err(seconds(LONGEST_PENDING))),
            },
        }
    }
}

async fn insert(c: Conn<'_>, key: &str, ip: &str, id: AttemptId, now: Millis) -> Result<QuestionSlot> {
    let (from, to) = AttemptKind::CouponPerson.range();
    store::lock_subject(c, key).await?;
    // Serialises questions of one address with different keys too, or its limit would not hold; always locked second, so that no
    // two transactions deadlock.
    store::lock_subject(c, &format!("{from}{ip}")).await?;
    let [per_key_and_ip, per_key, per_ip] = AttemptKind::CouponPerson.limits();
    // Questions counted by a clock that was ahead do not count.
    let (pending_since, until) = (now.plus(-LONGEST_PENDING), jobs::furthest(now, 0));
    for (limit, by) in [(per_key_and_ip, 0), (per_key, 1), (per_ip, 2)] {
        let period = Period { since: now.plus(-limit.window), until, pending_since };
        let QuestionCount { all, pending, oldest } = match by {
            0 => store::count_questions_by_key_and_ip(c, key, ip, period).await?,
            1 => store::count_questions_by_key(c, key, period).await?,
            _ => store::count_questions_by_ip(c, ip, (from, to), period).await?,
        };
        if all - pending >= limit.most {
            return Ok(QuestionSlot::Refused(oldest.unwrap_or(now.0).saturating_add(limit.window).saturating_sub(now.0).max(1)));
        }
        if all >= limit.most {
            return Ok(QuestionSlot::Pending);
        }
    }
    store::insert_question(c, id, key, ip, now).await?;
    Ok(QuestionSlot::Free)
}

/// The answer was a refusal for the person: the question stays counted.
///
/// # Errors
/// Of the database.
pub async fn keep_coupon_refusal(app: &App, id: AttemptId) -> Result<()> {
    app.db().tx(async move |c| store::set_question_refused(c, id).await).await
}

/// The answer revealed nothing: the question does not count any more.
///
/// # Errors
/// Of the database.
pub async fn forget_coupon_question(app: &App, id: AttemptId) -> Result<()> {
    app.db().tx(async move |c| store::delete_question(c, id).await).await
}
