//! Runs a batch of orders: the next chunk, a few orders concurrently.

use db::Conn;
use futures_util::{StreamExt as _, TryStreamExt as _};
use kernel::{OrderBatchId, StoreScope};
use web::message::Message;

use super::action::{BatchDetails, Orders, UndoStep};
use super::apply::{self, BatchStep};
use platform::App;
use platform::batches::{self, Area, Batch, Failed, Status, Step, Words, rows};

/// Orders between two updates of the counts.
const CHUNK: i64 = 50;
/// Orders processed concurrently: they share commits.
const CONCURRENCY: usize = 4;

impl Area for Orders {
    const WORDS: &'static Words = &Words {
        area: "order",
        job: "change_orders",
        busy: (
            "batch_at_work",
            Message::new(
                "يوجد إجراء جماعي آخر قيد التنفيذ. انتظر حتى ينتهي أو أوقفه.",
                "Another bulk action on orders is running. Wait until it finishes, or stop it.",
            ),
        ),
        nothing_to_undo: ("no_way_back", Message::new("لا يمكن التراجع عن هذا الإجراء.", "This action can't be undone.")),
    };
    const IS_FIXED: bool = true;
    const JOURNAL: Option<(platform::journal::entity::Entity<Self::Kind>, &'static str)> =
        Some((crate::orders::entities::ORDER_BATCH, "orders"));
    type Act = super::action::Kind;
    const UNDO: super::action::Kind = super::action::Kind::Undo;
    type Kind = kernel::id::OrderBatch;
    type BatchDetails = BatchDetails;

    fn word(act: Self::Act) -> &'static str {
        act.as_str()
    }

    fn undoable_count(batch: &Batch<Self>) -> i64 {
        batch.undoable
    }

    async fn undo(_: Conn<'_>, _: &StoreScope, of: &Batch<Self>) -> db::Result<(BatchDetails, i64)> {
        Ok((of.details.clone(), of.undoable))
    }

    async fn fix_undo(c: Conn<'_>, scope: &StoreScope, undo: OrderBatchId, of: OrderBatchId) -> db::Result<()> {
        rows::insert_undo::<Self>(c, scope, undo, of).await
    }

    async fn step(app: &App, scope: &StoreScope, batch: Batch<Self>) -> Result<Step, Failed> {
        let batch_step = match batch.undo_of {
            Some(_) => BatchStep::Back,
            None => BatchStep::Act(batch.details.action.read().map_err(|_| Failed::from("the act cannot be read any more"))?),
        };
        let items = rows::list_pending::<Self, UndoStep>(app.db().conn(), scope, batch.id, CHUNK).await?;
        let (now, id, at) = (app.env().now(), batch.id, scope.clone());
        if items.is_empty() {
            app.db().tx(async move |c| batches::end::<Self>(c, &at, now, id, Status::Done).await).await?;
            return Ok(Step::Over);
        }
        let work = futures_util::stream::iter(items).map(|item| {
            let (app, scope, batch_step) = (app.clone(), scope.clone(), batch_step.clone());
            async move { apply::one(&app, &scope, id, &item, &batch_step).await }
        });
        let results = work.buffer_unordered(CONCURRENCY).try_collect::<Vec<()>>().await;
        // Counted also when one of them failed with a database error: the others are done.
        app.db().tx(async move |c| rows::update_counts::<Self>(c, &at, id).await).await?;
        results?;
        Ok(Step::On)
    }
}
