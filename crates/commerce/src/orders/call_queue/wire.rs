//! The desk as it goes over the wire. Amounts are decimals in the store's currency, times RFC 3339 in UTC.

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
    /// When it is made again.
    next_at: Option<String>,
    /// Who called.
    actor: String,
    at: String,
}

impl CallView {
    pub(super) fn from_call(call: Call) -> Self {
        let Call { id, order_id, outcome, note, next_at, at, user_name, .. } = call;
        Self { id, order_id, outcome, note, next_at: next_at.map(kernel::Millis::rfc3339), actor: user_name, at: at.rfc3339() }
    }
}

/// What the rules said when an order came.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = CodDecision)]
pub struct DecisionView {
    action: Action,
    /// The rule that decided; null when none fitted.
    rule: Option<String>,
    /// The score as it was then.
    points: i64,
    /// And what it was made of.
    reasons: Vec<ReasonView>,
}

impl DecisionView {
    pub(super) fn from_confirmation(row: &Confirmation) -> Self {
        let reasons = row.decision.reasons.iter().map(ReasonView::from_reason).collect();
        Self { action: row.action, rule: row.decision.rule.clone(), points: row.score, reasons }
    }
}

/// A line as it is read out.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DeskItem)]
pub struct DeskItem {
    name: Texts,
    /// The variant's values.
    options: Vec<String>,
    /// What the shopper wrote: an engraving.
    fields: Vec<FieldValue>,
    quantity: i64,
    line_total: String,
}

/// An order that somebody calls about.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DeskOrder)]
pub struct DeskOrder {
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
    items: Vec<DeskItem>,
    items_count: i64,
    total: String,
    /// The shopper's words.
    note: String,
    score: ScoreView,
    decision: DecisionView,
    /// Opens a conversation with a question in the customer's language.
    whatsapp_url: String,
}

impl DeskOrder {
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
                .map(|i| DeskItem {
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

/// A conversation with the customer, begun with what is asked.
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

/// A customer to call, with every order that waits for a yes.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DeskCustomer)]
pub struct DeskView {
    /// E.164.
    pub(super) mobile: String,
    /// Sent along with what the call comes to.
    pub(super) fence: i64,
    /// The customer is the caller's until then; a page that is open renews it.
    pub(super) held_until: String,
    /// Null for who may not see customers.
    pub(super) customer: Option<CustomerDetail>,
    /// Of the number, without any order.
    pub(super) score: ScoreView,
    /// Those that wait, the oldest first; 20 at most.
    pub(super) orders: Vec<DeskOrder>,
    /// The newest calls of the number; 30 at most.
    pub(super) calls: Vec<CallView>,
    /// The customer's newest orders; 10 at most.
    pub(super) earlier: Vec<EarlierView>,
    /// The store's calling hours hold now.
    pub(super) is_calling_time: bool,
}

/// How many orders stand how; each counted to 1000.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationCounts)]
pub struct CountsView {
    /// Can be called about now.
    pub(super) due: i64,
    /// Wait, now or later.
    pub(super) waiting: i64,
    pub(super) unreachable: i64,
    pub(super) wrong_number: i64,
    /// Wait for a deposit.
    pub(super) deposit: i64,
    /// Names of the counts of which there are more.
    pub(super) more_than: Vec<&'static str>,
}

/// An order in the desk's lists.
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
    /// Who calls the customer right now.
    held_by: Option<String>,
    /// What is paid in advance; null where nothing is. Until `due_at` in the list of those that wait for it.
    deposit: Option<String>,
    /// A receipt of a transfer waits to be looked at.
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

/// What is asked for next.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmationNextIn)]
pub struct NextIn {
    /// Numbers of customers that are left to others for now; 100 at most.
    #[serde(default)]
    #[schema(value_type = Vec<schema::Mobile>, max_items = 100)]
    pub(super) passed: Vec<String>,
}

/// A customer that is wanted.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmationTakeIn)]
pub struct TakeIn {
    /// Even when somebody else calls the customer.
    #[serde(default)]
    pub(super) takes_over: bool,
}

/// A customer that is still held.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmationHoldIn)]
pub struct HoldIn {
    pub(super) fence: i64,
}

/// Until when.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationHold)]
pub struct HoldView {
    pub(super) held_until: String,
}

/// What a call came to.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmationOutcomeIn)]
pub struct OutcomeIn {
    pub(super) outcome: Outcome,
    pub(super) fence: i64,
    /// The day to call on, `2027-01-31`, when it is put off: from tomorrow to 60 days ahead.
    #[serde(default)]
    #[schema(value_type = Option<schema::Date>)]
    pub(super) until: Option<String>,
    /// Said in the activity; needed to cancel. 2000 characters at most.
    #[serde(default)]
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub(super) note: Option<String>,
}

/// A call that was written down.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationOutcome)]
pub struct OutcomeView {
    pub(super) call_id: OrderCallId,
    /// It can be taken back for this long; 0 when the order moved.
    pub(super) undo_seconds: i64,
    pub(super) state: State,
    /// When the next call is due.
    pub(super) due_at: Option<String>,
    pub(super) attempts: i64,
}

/// A call that is taken back.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmationUndoIn)]
pub struct UndoIn {
    pub(super) call_id: OrderCallId,
}

/// What a person's calls came to.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationFigures)]
pub struct FiguresRow {
    user_id: kernel::UserId,
    name: String,
    /// Different orders that were called about.
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

/// What the calls of a period came to.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ConfirmationReport)]
pub struct ReportView {
    /// The first day.
    pub(super) from: String,
    /// The last day.
    pub(super) to: String,
    /// By person, whoever confirmed most first.
    pub(super) people: Vec<FiguresRow>,
}

/// How far an order is trusted, and what the desk did about it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderTrust {
    /// By what is known now.
    pub(super) score: ScoreView,
    /// What the rules said when it came; null of orders from before, and of those that nothing was asked of.
    pub(super) decision: Option<DecisionView>,
    /// How it stands at the desk.
    pub(super) state: State,
    /// When the next call is due.
    pub(super) due_at: Option<String>,
    pub(super) attempts: i64,
    /// Its calls, the newest first.
    pub(super) calls: Vec<CallView>,
    /// The deposit that it waits for; null when it waits for none.
    pub(super) deposit: Option<DepositView>,
}

/// A deposit that an order waits for, computed from its ledger.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = OrderDeposit)]
pub struct DepositView {
    /// In all.
    asked: String,
    /// Still to come of it.
    missing: String,
    /// At the door then.
    door: String,
    /// The order is cancelled then, unless a receipt waits or some of it came.
    until: String,
}

impl DepositView {
    pub(super) fn from_due(due: DepositDue, currency: Currency) -> Self {
        let DepositDue { deposit, missing, on_delivery, until } = due;
        let amount = |n| money::format(n, currency);
        Self { asked: amount(deposit), missing: amount(missing), door: amount(on_delivery), until: until.rfc3339() }
    }
}

/// How far a customer's number is trusted.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CustomerTrust {
    /// Null of a customer without a number.
    pub(super) score: Option<ScoreView>,
    /// The newest calls of the number, 30 at most; none for who may not see the orders that they were about.
    pub(super) calls: Vec<CallView>,
}
