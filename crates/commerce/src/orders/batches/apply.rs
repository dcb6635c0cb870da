//! One order of a batch: claiming its row and changing the order in one transaction.

use db::Conn;
use gateways::Couriers;
use kernel::{Env, OrderBatchId, OrderId, StoreScope};
use web::{ApiError, Message};

use super::action::{Action, Orders, Reason, UndoStep};
use crate::orders::addresses::link::{self as address_link, PreparedMessage};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::error::OrderError;
use crate::orders::fulfilment;
use crate::orders::moves::{Move, Restock};
use crate::orders::status_change;
use crate::orders::store as orders;
use crate::orders::tags_assignee;
use crate::orders::tags_store::Tag;
use platform::App;
use platform::batches::{Outcome, rows};
use platform::stores;

/// The step to apply to the orders of a batch.
#[derive(Debug, Clone)]
pub(super) enum BatchStep {
    /// The same action for each.
    Act(Action),
    /// The undo step that each row stores.
    Back,
}

type Item = rows::Item<UndoStep>;
type RowOutcome = rows::RowOutcome<UndoStep, Reason>;

/// Attempts for an order that is changed concurrently.
const TRIES: usize = 5;

const CHANGED_SINCE: Message = Message::new("تغيّر الطلب لاحقًا، فتم تخطيه.", "The order was changed since. Skipped.");

/// Applies the batch's step to one order and records its outcome, unless another worker has.
///
/// # Errors
/// Of the database only: a refusal is recorded as the order's outcome.
pub(super) async fn one(app: &App, scope: &StoreScope, batch: OrderBatchId, item: &Item, step: &BatchStep) -> db::Result<()> {
    for attempt in 1.. {
        // The link is resolved before the order's transaction, which sends it once.
        let link = match step {
            BatchStep::Act(Action::AddressLink) => match link(app, scope, OrderId::from_raw(item.subject_id)).await {
                Ok(link) => link,
                Err(OrderError::Db(e)) => return Err(e),
                Err(e) => return refuse(app, scope, batch, item.position, e).await,
            },
            _ => None,
        };
        let (at, env, couriers) = (scope.clone(), app.env().clone(), app.couriers.clone());
        let (step, row) = (step.clone(), item.clone());
        let result = app
            .db()
            .tx(async move |c| {
                if !rows::claim::<Orders>(c, &at, batch, row.position).await? {
                    return Ok(());
                }
                let outcome = act(c, &env, &couriers, &at, &row, &step, link.as_ref()).await?;
                rows::set_outcome::<Orders, _, _>(c, &at, batch, row.position, &outcome).await?;
                Ok::<_, OrderError>(())
            })
            .await;
        match result {
            Ok(()) => return Ok(()),
            Err(OrderError::Db(e)) => return Err(e),
            // Changed between the read and the lock: read again.
            Err(OrderError::Stale) if attempt < TRIES => {}
            Err(e) => return refuse(app, scope, batch, item.position, e).await,
        }
    }
    Ok(())
}

async fn refuse(app: &App, scope: &StoreScope, batch: OrderBatchId, position: i64, e: OrderError) -> db::Result<()> {
    let e = error_of(e);
    let note = Some(Reason { ar: e.message().ar.to_string(), en: e.message().en.to_string() });
    let outcome = RowOutcome { outcome: Outcome::Failed, way_back: None, code: e.code(), note };
    let at = scope.clone();
    app.db()
        .tx(async move |c| {
            if rows::claim::<Orders>(c, &at, batch, position).await? {
                rows::set_outcome::<Orders, _, _>(c, &at, batch, position, &outcome).await?;
            }
            Ok(())
        })
        .await
}

/// A refusal as text: of several invalid fields the first one's.
fn error_of(e: OrderError) -> ApiError {
    let first = match &e {
        OrderError::Fields(faults) => faults.iter().find_map(|(_, messages)| messages.first().cloned()),
        _ => None,
    };
    match first {
        Some(message) => ApiError::conflict("refused", message),
        None => e.into(),
    }
}

fn changed(way_back: Option<UndoStep>) -> RowOutcome {
    RowOutcome { outcome: Outcome::Changed, way_back, code: "", note: None }
}

fn unchanged() -> RowOutcome {
    RowOutcome { outcome: Outcome::Same, way_back: None, code: "", note: None }
}

async fn link(app: &App, scope: &StoreScope, id: OrderId) -> Result<Option<PreparedMessage>, OrderError> {
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    address_link::ready_if_held(app, scope, &profile, id).await
}

async fn act(
    c: Conn<'_>,
    env: &Env,
    couriers: &Couriers,
    scope: &StoreScope,
    item: &Item,
    step: &BatchStep,
    link: Option<&PreparedMessage>,
) -> Result<RowOutcome, OrderError> {
    let id = OrderId::from_raw(item.subject_id);
    match (step, item.plan.as_ref()) {
        (BatchStep::Act(Action::Status { to, note, restock }), _) => {
            let request = Move { note: note.clone(), restock: restock.map(Restock::All), ..Move::to(*to) };
            move_to(c, env, scope, id, &request).await
        }
        (BatchStep::Act(Action::AddressLink), _) => match link {
            Some(link) => {
                address_link::send_in(c, env, scope, link).await?;
                Ok(changed(None))
            }
            None => Ok(unchanged()),
        },
        (BatchStep::Act(Action::Ship(waybill)), _) => {
            let (shipment, from) = fulfilment::create::ship_rest(c, env, couriers, scope, id, waybill).await?;
            Ok(changed(Some(UndoStep::Shipment { id: shipment, from: Some(from) })))
        }
        (BatchStep::Act(Action::Tags { add, remove }), _) => tag(c, env, scope, id, add, remove).await,
        (BatchStep::Act(Action::Assign(to)), _) => {
            let before = tags_assignee::assign_in(c, env, scope, id, *to).await?;
            Ok(if before == *to { unchanged() } else { changed(Some(UndoStep::Assignee { from: *to, to: before })) })
        }
        (BatchStep::Back, Some(UndoStep::Status { from, to })) => {
            let order = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
            if order.status != *from {
                return Err(changed_since());
            }
            let request = Move { version: Some(order.version), ..Move::to(*to) };
            move_to(c, env, scope, id, &request).await
        }
        (BatchStep::Back, Some(UndoStep::Tags { add, remove })) => {
            let add = tags_assignee::read_tags("add", add).map_err(OrderError::Fields)?;
            let remove = tags_assignee::read_tags("remove", remove).map_err(OrderError::Fields)?;
            tag(c, env, scope, id, &add, &remove).await
        }
        (BatchStep::Back, Some(UndoStep::Assignee { from, to })) => {
            if tags_assignee::assignee(c, scope, id).await? != *from {
                return Err(changed_since());
            }
            let before = tags_assignee::assign_in(c, env, scope, id, *to).await?;
            Ok(changed(Some(UndoStep::Assignee { from: *to, to: before })))
        }
        (BatchStep::Back, Some(UndoStep::Shipment { id, from })) => {
            // A cancelled shipment is not created again: undoing the undo leaves it.
            if fulfilment::change::cancel_unchanged(c, env, scope, *id, *from).await? {
                Ok(changed(None))
            } else {
                Err(changed_since())
            }
        }
        (BatchStep::Back, None) => Ok(unchanged()),
    }
}

fn changed_since() -> OrderError {
    OrderError::Conflict("changed_since", CHANGED_SINCE)
}

async fn move_to(c: Conn<'_>, env: &Env, scope: &StoreScope, id: OrderId, request: &Move) -> Result<RowOutcome, OrderError> {
    let found = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let status_before = found.status;
    if status_before == request.status {
        return Ok(unchanged());
    }
    // At the version that was read: the undo starts from there.
    let request = &Move { version: Some(found.version), ..request.clone() };
    let mut last = DeferredWrites::default();
    status_change::set_status_in(c, env, scope, id, request, &mut last).await?;
    last.write(c, scope, id, env.now()).await?;
    Ok(changed(UndoStep::of_move(status_before, request.status)))
}

async fn tag(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    add: &[Tag],
    remove: &[Tag],
) -> Result<RowOutcome, OrderError> {
    let tag_change = tags_assignee::tag_in(c, env, scope, id, add, remove).await?;
    if tag_change.added.is_empty() && tag_change.removed.is_empty() {
        return Ok(unchanged());
    }
    Ok(changed(Some(UndoStep::Tags { add: tag_change.removed, remove: tag_change.added })))
}
