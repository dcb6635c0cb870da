//! Carts as an area of batches: a reminder to the shoppers of all carts that a list's query matches, one cart in each
//! transaction.
//!
//! The list is walked from the newest activity to the oldest by a keyset cursor: a cart that leaves the filter because of the
//! reminder itself is met once, and a cart whose shopper comes back meanwhile moves ahead of the cursor and is skipped. A
//! reminder that was sent cannot be undone.

use db::Conn;
use kernel::id::CartBatch as BatchKind;
use kernel::{CartBatchId, CartId, Millis, StoreScope};
use serde::{Deserialize, Serialize};
use web::message::Message;
use web::{ApiError, ApiResult, ListQuery};

use super::list::{CartFilter, Search, Sort};
use super::list_store;
use super::model::{Reason, ReminderMessage};
use super::remind::{self, ReminderContext, ReminderTrigger};
use super::{query, store};
use platform::batches::{self, Area, Batch, Counts, Failed, Outcome, Status, Step, WalkOutcome, Words, both};
use platform::{App, stores};
use web::keyset::{Cursor, Window};

/// Carts read at once.
const READ: i64 = 50;

/// Texts about a cart in a note: Arabic and English.
pub(super) type NoteTexts = (String, String);

/// What a batch sends, and to which carts.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BatchDetails {
    pub(super) message: ReminderMessage,
    /// The list's query that selects the carts: filters and search.
    pub(super) query: String,
}

/// The kind of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BatchAct {
    /// Reminds their shoppers.
    Remind,
    /// The word that every area has; no batch of carts has it.
    Undo,
}

impl BatchAct {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Remind => "remind",
            Self::Undo => "undo",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        [Self::Remind, Self::Undo].into_iter().find(|act| act.as_str() == word)
    }
}

db::stored_words! {
    BatchAct, "batches" "kind";
}

const SENT: Message = Message::new("لا يمكن التراجع عن تذكيرات أُرسلت.", "Reminders can't be unsent.");

/// Carts as an area of batches.
pub(super) struct Carts;

impl Area for Carts {
    const WORDS: &'static Words = &Words {
        area: "cart",
        job: "remind_all_carts",
        busy: (
            "cart_batch_at_work",
            Message::new(
                "يوجد إرسال آخر لتذكيرات السلات قيد التنفيذ. انتظر حتى ينتهي أو أوقفه.",
                "Other cart reminders are being sent. Wait until they finish, or stop them.",
            ),
        ),
        nothing_to_undo: ("sent", SENT),
    };
    type Act = BatchAct;
    const UNDO: BatchAct = BatchAct::Undo;
    type Kind = BatchKind;
    type BatchDetails = BatchDetails;

    fn word(act: Self::Act) -> &'static str {
        act.as_str()
    }

    fn undoable_count(_: &Batch<Self>) -> i64 {
        0
    }

    fn never_undone(_: &Batch<Self>) -> Option<(&'static str, Message)> {
        Some(Self::WORDS.nothing_to_undo.clone())
    }

    async fn undo(_: Conn<'_>, _: &StoreScope, of: &Batch<Self>) -> db::Result<(BatchDetails, i64)> {
        Ok((of.details.clone(), 0))
    }

    async fn step(app: &App, scope: &StoreScope, batch: Batch<Self>) -> Result<Step, Failed> {
        step(app, scope, batch).await
    }
}

/// The filter of a batch's query, as it was when the batch began; its search is not resolved yet.
pub(super) async fn find_filter(
    c: Conn<'_>,
    scope: &StoreScope,
    query_string: &str,
    at: Millis,
) -> ApiResult<(CartFilter, String)> {
    let query = ListQuery::parse("/carts", query_string)?;
    let profile = stores::get_profile(c, scope).await?;
    Ok((query::of_batch(&query, profile.currency, at)?, query.search))
}

/// With its search resolved.
pub(super) async fn searched(c: Conn<'_>, scope: &StoreScope, (filter, text): (&CartFilter, &str)) -> db::Result<CartFilter> {
    let mut cart_filter = filter.clone();
    if !text.is_empty() {
        cart_filter.search = Some(Search::parse(c, scope, text).await?);
    }
    Ok(cart_filter)
}

/// The next carts after a cursor, each with its own; empty at the end.
async fn next(app: &App, scope: &StoreScope, batch: &Batch<Carts>) -> Result<Vec<(String, CartId)>, Failed> {
    let refused = |e: ApiError| Failed::from(e.message().en.to_string());
    let at = batch.created_at;
    let (filter, text) = find_filter(app.db().conn(), scope, &batch.details.query, at).await.map_err(refused)?;
    let (scope, cursor) = (scope.clone(), Cursor::parse(&batch.reached));
    let read = async move |c: Conn<'_>| {
        let cart_filter = searched(c, &scope, (&filter, &text)).await?;
        let (_, sorted) = Sort::Active.directions(cart_filter.search.as_ref().is_some_and(Search::is_driven));
        let window = Window { sorted, cursor: cursor.clone(), per_page: READ, offset: 0 };
        list_store::list_cursors(c, &scope, &cart_filter, &window, at).await
    };
    Ok(app.db().report(read).await?)
}

async fn end_batch(app: &App, scope: &StoreScope, id: CartBatchId) -> Result<Step, Failed> {
    let (scope, now) = (scope.clone(), app.env().now());
    app.db().tx(async move |c| batches::end::<Carts>(c, &scope, now, id, Status::Done).await).await?;
    Ok(Step::Over)
}

/// The outcome of a cart.
fn outcome_of(cart: CartId, sent: Result<(), Reason>) -> WalkOutcome<NoteTexts> {
    let (changed, failed) = (i64::from(sent.is_ok()), i64::from(sent.is_err()));
    let notes = sent.err().map(|reason| (cart.raw(), Outcome::Failed, both(&reason.message())));
    WalkOutcome { by: Counts { done: 1, changed, failed, not_undone: 0 }, notes: notes.into_iter().collect() }
}

/// Works through the next carts. Each is in one transaction with its cursor, so that one reminder is sent whichever worker takes
/// over, and a stop takes effect before the next cart.
async fn step(app: &App, scope: &StoreScope, mut batch: Batch<Carts>) -> Result<Step, Failed> {
    let rows = next(app, scope, &batch).await?;
    if rows.is_empty() {
        return end_batch(app, scope, batch.id).await;
    }
    let c = app.db().conn();
    let (profile, plan) = (stores::get_profile(c, scope).await?, store::get_plan(c, scope).await?);
    for (cursor, cart) in rows {
        let reminder = remind::prepare(app, scope, &profile, cart).await?;
        let (env, at, of, to) = (app.env().clone(), scope.clone(), batch.clone(), cursor.clone());
        let (profile, plan) = (profile.clone(), plan.clone());
        let write = async move |c: Conn<'_>| {
            let work = async {
                let reminder = match &reminder {
                    Ok(reminder) => reminder,
                    Err(reason) => return Ok(outcome_of(cart, Err(*reason))),
                };
                let (by, message) = (ReminderTrigger::Batch(of.id), &of.details.message);
                let reminding =
                    ReminderContext { env: &env, scope: &at, profile: &profile, plan: &plan, prepared: reminder, by, message };
                Ok::<_, db::Error>(outcome_of(cart, remind::write(c, &reminding).await?))
            };
            batches::advance_with(c, (&at, env.now()), &of, &to, work).await
        };
        if !app.db().tx(write).await? {
            return Ok(Step::Over);
        }
        (batch.reached, batch.done) = (cursor, batch.done + 1);
    }
    Ok(Step::On)
}
