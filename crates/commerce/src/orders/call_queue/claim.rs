//! Leases of customers to callers: one customer belongs to one caller at a time.

use kernel::{Millis, OrderId, StoreScope, UserId};
use web::{ApiError, Message};

use crate::orders::error::OrderError;
use crate::orders::order_confirmation::lease_store::{self, Lease};
use crate::orders::order_confirmation::model::{LEASE, State};
use crate::orders::order_confirmation::store;
use platform::App;

/// Candidates that are tried before the queue counts as empty: more than a store has callers.
const MOST_TRIES: usize = 50;

/// A member who calls.
#[derive(Debug, Clone)]
pub(super) struct Caller {
    pub(super) user: UserId,
    pub(super) name: String,
}

/// A customer that is leased to a caller.
#[derive(Debug, Clone)]
pub(super) struct Claim {
    pub(super) mobile: String,
    /// Fencing token, sent along with the outcome.
    pub(super) fence: i64,
    pub(super) until: Millis,
}

/// Why the call queue refused. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub(super) enum CallQueueError {
    /// The order is not in the queue.
    #[error("not in the call queue")]
    NotFound,
    /// Another member has the lease of the customer.
    #[error("held by {0}")]
    Held(String),
    /// The order was decided meanwhile.
    #[error("decided: {}", .0.as_str())]
    Decided(State),
    /// The time to undo is over.
    #[error("too late to undo")]
    TooLate,
    /// An error of the order.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

const HELD: Message = Message::new("{name} يتصل بهذا العميل الآن.", "{name} is calling this customer now.");
const EMPTY_QUEUE: Message =
    Message::new("انتهت مدة الحجز. افتح العميل من جديد.", "Your reservation has expired. Open the customer again.");
const CONFIRMED: Message = Message::new("تم تأكيد هذا الطلب للتو.", "This order has just been confirmed.");
const CANCELLED: Message =
    Message::new("تم إلغاء هذا الطلب. لا تتصل بالعميل.", "This order was canceled in the meantime. Don't call the customer.");
const MOVED: Message = Message::new("لم يعد هذا الطلب بحاجة إلى تأكيد.", "This order no longer needs confirmation.");
const DEPOSIT: Message =
    Message::new("هذا الطلب بانتظار العربون، ولا حاجة للاتصال.", "This order is waiting for its deposit. No call is needed.");
const TOO_LATE: Message = Message::new("لم يعد التراجع عن هذه النتيجة ممكنًا.", "This outcome can no longer be undone.");

impl From<CallQueueError> for ApiError {
    fn from(e: CallQueueError) -> Self {
        match e {
            CallQueueError::NotFound => Self::not_found(),
            CallQueueError::Held(name) if name.is_empty() => Self::conflict("hold_ended", EMPTY_QUEUE),
            CallQueueError::Held(name) => Self::conflict("held_by_other", HELD.with("name", name)),
            CallQueueError::Decided(State::Deposit) => Self::conflict("deposit_missing", DEPOSIT),
            CallQueueError::Decided(state) => Self::conflict(
                "already_decided",
                match state {
                    State::Confirmed => CONFIRMED,
                    State::Cancelled => CANCELLED,
                    _ => MOVED,
                },
            ),
            CallQueueError::TooLate => Self::conflict("undo_expired", TOO_LATE),
            CallQueueError::Order(e) => e.into(),
            CallQueueError::Db(e) => e.into(),
        }
    }
}

/// The error that names the member who has the lease.
pub(super) fn lease_error(lease: Option<Lease>, by: UserId, now: Millis) -> CallQueueError {
    let is_held = |l: &Lease| l.user_id != by && l.until > now && l.until <= lease_store::latest(now);
    CallQueueError::Held(lease.filter(is_held).map(|l| l.user_name).unwrap_or_default())
}

/// The next customer to call: the one that the caller has leased while a call is due there, else the longest waiting one.
/// `passed` are numbers that the caller skips for now.
///
/// # Errors
/// Of the database.
pub(super) async fn next(
    app: &App,
    scope: &StoreScope,
    caller: &Caller,
    passed: Vec<String>,
) -> Result<Option<Claim>, CallQueueError> {
    let (at, env, caller) = (scope.clone(), app.env().clone(), caller.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let until = now.plus(LEASE);
            let mut passed = passed.clone();
            let mut held_mobile = None;
            if passed.is_empty()
                && let Some(mobile) = lease_store::find_held_by(c, &at, caller.user, now).await?
            {
                let open = store::list_open(c, &at, &mobile).await?;
                if open.iter().any(|f| f.state == State::Waiting && f.due_at <= now) {
                    held_mobile = Some(mobile);
                }
            }
            if held_mobile.is_none() {
                lease_store::release(c, &at, caller.user, now).await?;
            }
            // A concurrent caller may lease the same candidate first: try the next one.
            for _ in 0..MOST_TRIES {
                let mobile = match held_mobile.take() {
                    Some(leased_items) => leased_items,
                    None => match store::find_next_due(c, &at, caller.user, now, &passed).await? {
                        Some((_, mobile)) => mobile,
                        None => return Ok(None),
                    },
                };
                if let Some(fence) = lease_store::claim(c, &at, &mobile, (caller.user, &caller.name), now, until, false).await? {
                    return Ok(Some(Claim { mobile, fence, until }));
                }
                passed.push(mobile);
            }
            Ok(None)
        })
        .await
}

/// Leases the customer of an order to the caller; one with another member's lease only with `takes_over`.
///
/// # Errors
/// [`CallQueueError`].
pub(super) async fn take(
    app: &App,
    scope: &StoreScope,
    caller: &Caller,
    order: OrderId,
    takes_over: bool,
) -> Result<Claim, CallQueueError> {
    let (at, env, caller) = (scope.clone(), app.env().clone(), caller.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let until = now.plus(LEASE);
            let row = store::find(c, &at, order).await?.ok_or(CallQueueError::NotFound)?;
            if !row.state.is_open() {
                return Err(CallQueueError::Decided(row.state));
            }
            lease_store::release(c, &at, caller.user, now).await?;
            match lease_store::claim(c, &at, &row.mobile, (caller.user, &caller.name), now, until, takes_over).await? {
                Some(fence) => Ok(Claim { mobile: row.mobile, fence, until }),
                None => Err(lease_error(lease_store::find_lease(c, &at, &row.mobile).await?, caller.user, now)),
            }
        })
        .await
}

/// Renews the lease of an order's customer; returns its new expiry.
///
/// # Errors
/// [`CallQueueError::Held`] when another member took the customer over.
pub(super) async fn renew(
    app: &App,
    scope: &StoreScope,
    caller: &Caller,
    order: OrderId,
    fence: i64,
) -> Result<Millis, CallQueueError> {
    let (at, env, user) = (scope.clone(), app.env().clone(), caller.user);
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let row = store::find(c, &at, order).await?.ok_or(CallQueueError::NotFound)?;
            if !lease_store::renew(c, &at, &row.mobile, user, fence, now.plus(LEASE)).await? {
                return Err(lease_error(lease_store::find_lease(c, &at, &row.mobile).await?, user, now));
            }
            if !row.state.is_open() {
                return Err(CallQueueError::Decided(row.state));
            }
            Ok(now.plus(LEASE))
        })
        .await
}

/// Releases the caller's lease.
///
/// # Errors
/// Of the database.
pub(super) async fn release(app: &App, scope: &StoreScope, caller: &Caller) -> Result<(), CallQueueError> {
    let (at, env, user) = (scope.clone(), app.env().clone(), caller.user);
    app.db().tx(async move |c| Ok(lease_store::release(c, &at, user, env.now()).await?)).await
}
