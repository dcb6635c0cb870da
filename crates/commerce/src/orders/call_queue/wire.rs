//! The call queue in the API. Amounts are decimals in the store's currency, times RFC 3339 in UTC.

use kernel::{Currency, CustomerId, Lang, OrderCallId, OrderId, Texts, locale, money};
use serde::{Deserialize, Serialize};

use crate::carts::FieldValue;
use crate::cod_risk::{Action, ReasonView, ScoreView};
use crate::orders::model::{DepositDue, Order, OrderItem};
use crate::orders::order_confirmation::model::{Outcome, State};
use crate::orders::order_confirmation::store::{Call, Confirmation, EarlierRow, FigureRow, ListRow};
use crate::orders::status::{PaymentStatus, Status};
use customers::{Address, CustomerDetail};
use web::schema;

/// A call about an order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = OrderCall)]
pub struct CallView {
    id: OrderCallId,
    order_id: OrderId,
    outcome: Outcome,
    note: Option<String>,
    /// When the next call is due.
    next_at: Option<String>,
    /// Name of the caller.
    actor: String,
    at: String,
}

impl CallView {
    pub(super) fn from_call(call: Call) -> Self {
        let Call { id, order_id, outcome, note, next_at, at, user_name, .. } = call;
        Self { id, order_id, outcome, note, next_at: next_at.map(kernel::Millis::rfc3339), actor: user_name, at: at.rfc3339() }
    }
}

/// The decision of the rules when the order was placed.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = CodDecision)]
pub struct DecisionView {
    action: Action,
    /// Name of the rule that decided; null when none matched.
    rule: Option<String>,
    /// The score at that time.
    points: i64,
    /// The reasons of that score.
    reasons: Vec<ReasonView>,
}

impl DecisionView {
    pub(super) fn from_confirmation(row: &Confirmation) -> Self {
        let reasons = row.decision.reasons.iter().map(ReasonView::from_reason).collect();
        Self { action: row.action, rule: row.decision.rule.clone(), points: row.score, reasons }
    }
}

/// A line, as read out to the customer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DeskItem)]
pub struct QueuedItemView {
    name: Texts,
    /// The variant's values.
    options: Vec<String>,
    /// Answers to dynamic fields, such as an engraving.
    fields: Vec<FieldValue>,
    quantity: i64,
    line_total: String,
}

/// An order to call about.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DeskOrder)]
pub struct QueuedOrderView {
    id: OrderId,
    number: i64,
    state: State,
    /// When the next call is due.
    due_at: String,
    /// Calls in a row that nobody answered.
    attempts: i64,
    created_at: String,
    customer_name: String,
    address: Option<Address>,
    items: Vec<QueuedItemView>,
    items_count: i64,
    total: String,
    /// The shopper's note.
    note: String,
    score: ScoreView,
    decision: DecisionView,
    /// Opens a WhatsApp chat with a prepared question in the customer's language.
    whatsapp_url: String,
}

impl QueuedOrderView {
    pub(super) fn new(
        row: &Confirmation,
        order: Order,
        items: Vec<OrderItem>,
        score: ScoreView,
        store_name: &str,
        currency: Currency,
    ) -> Self {
        let amount = |n| money::format(n, currency);
        Self {
            id: order.id,
            number: order.number,
            state: row.state,
            due_at: row.due_at.rfc3339(),
            attempts: row.attempts,
            created_at: order.created_at.rfc3339(),
            whatsapp_url: whatsapp_url(&order, store_name, currency),
            customer_name: order.sender_name,
            address: order.address,
            items: items
                .into_iter()
                .map(|i| QueuedItemView {
                    name: i.name,
                    fields: i.fields,
                    options: i.option_values.into_iter().map(|o| o.value).collect(),
                    quantity: i.quantity,
                    line_total: amount(i.line_total),
                })
                .collect(),
            items_count: order.items_count,
            total: amount(order.total),
            note: order.note,
            score,
            decision: DecisionView::from_confirmation(row),
        }
    }
}

/// A WhatsApp link with the prepared question.
fn whatsapp_url(order: &Order, store: &str, currency: Currency) -> String {
    let (name, number) = (&order.sender_name, order.number);
    let total = locale::amount(order.total, currency, order.language);
    let text = match order.language {
        Lang::Ar => format!(
            "مرحبًا {name}، معك متجر {store}.\nوصلنا طلبك رقم {number} بمبلغ {total} والدفع عند الاستلام.\nهل تؤكد الطلب لنبدأ تجهيزه؟"
        ),
        Lang::En => format!(
            "Hello {name}, this is {store}.\nWe received your order {number} for {total}, cash on delivery.\nWould you like to confirm it?"
        ),
    };
    let digits = order.mobile.trim_start_matches('+');
    format!("https://wa.me/{digits}?text={}", kernel::slug::percent_encode(&text))
}

/// An earlier order of the customer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DeskEarlierOrder)]
pub struct EarlierView {
    id: OrderId,
    number: i64,
    status: Status,
    payment_status: PaymentStatus,
    total: String,
    created_at: String,
}

impl EarlierView {
    pub(super) fn from_row(row: EarlierRow, currency: Currency) -> Self {
        let EarlierRow { id, number, status, payment_status, total, created_at } = row;
        Self { id, number, status, payment_status, total: money::format(total, currency), created_at: created_at.rfc3339() }
    }
}

/// A customer to call, with every order that waits for confirmation.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DeskCustomer)]
pub struct QueuedCustomerView {
    /// E.164.
    pub(super) mobile: String,
    /// Fencing token; sent along with the outcome.
    pub(super) fence: i64,
    /// Expiry of the caller's lease; an open page renews it.
    pub(super) held_until: String,
    /// Null without the ability to read customers.
    pub(super) customer: Option<CustomerDetail>,
    /// Score of the number, without an order.
    pub(super) score: ScoreView,
    /// Waiting orders, the oldest first; 20 at most.
    pub(super) orders: Vec<QueuedOrderView>,
    /// The newest calls of the number; 30 at most.
    pub(super) calls: Vec<CallView>,
    /// The customer's newest orders; 10 at most.
    pub(super) earlier: Vec<EarlierView>,
    /// It is within the store's calling hours.
    pub(super) is_calling_time: bool,
}

/// Number of orders by state; each counted up to 1000.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationCounts)]
pub struct CountsView {
    /// Waiting, and due now.
    pub(super) due: i64,
    /// Waiting, due now or later.
    pub(super) waiting: i64,
    pub(super) unreachable: i64,
    pub(super) wrong_number: i64,
    /// Waiting for a deposit.
    pub(super) deposit: i64,
    /// Names of the counts that were capped.
    pub(super) more_than: Vec<&'static str>,
}

/// An order in the lists of the call queue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationRow)]
pub struct RowView {
    id: OrderId,
    number: i64,
    customer_id: CustomerId,
    customer_name: String,
    /// E.164.
    mobile: String,
    city: String,
    total: String,
    state: State,
    due_at: String,
    attempts: i64,
    created_at: String,
    /// The member who has the lease of the customer.
    held_by: Option<String>,
    /// The deposit; null without one. In the list of orders that wait for it, `due_at` is its deadline.
    deposit: Option<String>,
    /// A transfer receipt waits for review.
    has_receipt: bool,
}

impl RowView {
    pub(super) fn from_row(row: ListRow, currency: Currency) -> Self {
        let ListRow { order_id, number, customer_id, name, mobile, city, total, state, due_at, attempts, .. } = row;
        let ListRow { created_at, held_by, deposit, has_receipt, .. } = row;
        Self {
            id: order_id,
            number,
            customer_id,
            customer_name: name,
            mobile,
            city,
            total: money::format(total, currency),
            state,
            due_at: due_at.rfc3339(),
            attempts,
            created_at: created_at.rfc3339(),
            held_by,
            deposit: (deposit > 0).then(|| money::format(deposit, currency)),
            has_receipt,
        }
    }
}

/// A request for the next customer.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmationNextIn)]
pub struct NextIn {
    /// Numbers that the caller skips for now; 100 at most.
    #[serde(default)]
    #[schema(value_type = Vec<schema::Mobile>, max_items = 100)]
    pub(super) passed: Vec<String>,
}

/// A request for the customer of an order.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmationTakeIn)]
pub struct TakeIn {
    /// Also when another member has the lease.
    #[serde(default)]
    pub(super) takes_over: bool,
}

/// A request to renew a lease.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmationHoldIn)]
pub struct HoldIn {
    pub(super) fence: i64,
}

/// The new expiry of a lease.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationHold)]
pub struct HoldView {
    pub(super) held_until: String,
}

/// The outcome of a call.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmationOutcomeIn)]
pub struct OutcomeIn {
    pub(super) outcome: Outcome,
    pub(super) fence: i64,
    /// The day of the next call, `2027-01-31`, of a postponed order: from tomorrow to 60 days ahead.
    #[serde(default)]
    #[schema(value_type = Option<schema::Date>)]
    pub(super) until: Option<String>,
    /// Note in the activity; required to cancel. 2000 characters at most.
    #[serde(default)]
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub(super) note: Option<String>,
}

/// A recorded call.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationOutcome)]
pub struct OutcomeView {
    pub(super) call_id: OrderCallId,
    /// Seconds in which it can be undone; 0 when the order moved.
    pub(super) undo_seconds: i64,
    pub(super) state: State,
    /// When the next call is due.
    pub(super) due_at: Option<String>,
    pub(super) attempts: i64,
}

/// A call to undo.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmationUndoIn)]
pub struct UndoIn {
    pub(super) call_id: OrderCallId,
}

/// The outcomes of a member's calls.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationFigures)]
pub struct FiguresRow {
    user_id: kernel::UserId,
    name: String,
    /// Number of different orders.
    called: i64,
    calls: i64,
    confirmed: i64,
    cancelled: i64,
    no_answer: i64,
    postponed: i64,
    wrong_number: i64,
}

impl FiguresRow {
    pub(super) fn from_row(row: FigureRow) -> Self {
        let FigureRow { user_id, user_name, called, calls, confirmed, cancelled, no_answer, postponed, wrong_number } = row;
        Self { user_id, name: user_name, called, calls, confirmed, cancelled, no_answer, postponed, wrong_number }
    }
}

/// The report of a period's calls.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationReport)]
pub struct ReportView {
    /// The first day.
    pub(super) from: String,
    /// The last day.
    pub(super) to: String,
    /// By member, the most confirmations first.
    pub(super) people: Vec<FiguresRow>,
}

/// Trust score of an order, with the decision and its calls.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderTrust {
    /// From current data.
    pub(super) score: ScoreView,
    /// The decision when it was placed; null for orders from before decisions were stored, and for those without one.
    pub(super) decision: Option<DecisionView>,
    /// State in the call queue.
    pub(super) state: State,
    /// When the next call is due.
    pub(super) due_at: Option<String>,
    pub(super) attempts: i64,
    /// Its calls, newest first.
    pub(super) calls: Vec<CallView>,
    /// The deposit that it waits for; null without one.
    pub(super) deposit: Option<DepositView>,
}

/// A deposit that an order waits for, computed from its ledger.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = OrderDeposit)]
pub struct DepositView {
    /// The whole deposit.
    asked: String,
    /// The part that is still missing.
    missing: String,
    /// The rest that is paid on delivery.
    door: String,
    /// Deadline; then the order is cancelled, unless a receipt waits or part of it was paid.
    until: String,
}

impl DepositView {
    pub(super) fn from_due(due: DepositDue, currency: Currency) -> Self {
        let DepositDue { deposit, missing, on_delivery, until } = due;
        let amount = |n| money::format(n, currency);
        Self { asked: amount(deposit), missing: amount(missing), door: amount(on_delivery), until: until.rfc3339() }
    }
}

/// Trust score of a customer's number.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CustomerTrust {
    /// Null for a customer without a number.
    pub(super) score: Option<ScoreView>,
    /// The newest calls of the number, 30 at most; empty without the ability to read orders.
    pub(super) calls: Vec<CallView>,
}
