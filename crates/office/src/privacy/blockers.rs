//! What blocks an erasure: checked in the preview, and again inside the transaction.

use db::{Conn, Result};
use kernel::{ImportId, Lang, Millis, OrderId, StoreScope};
use serde::Serialize;
use web::Message;

use super::blockers_store as store;
use super::person::{MOST_ORDERS, Person};
use commerce::orders;

/// The most orders listed with a reason.
const NAMED: usize = 20;

/// Why a person cannot be erased now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Stop)]
pub(super) enum BlockerCode {
    /// They were erased before.
    Erased,
    /// Orders are on their way.
    OpenOrders,
    /// Drafts that the merchant has not placed yet.
    Drafts,
    /// The person owes money, or is owed some.
    Owed,
    /// A file with customers or orders is being written.
    ExportAtWork,
    /// A file of customers is being read or imported, or its import undone.
    ImportAtWork,
    /// A batch of customers or orders that may have been selected by their data is running.
    BatchAtWork,
    /// More orders than are erased in one transaction.
    TooManyOrders,
}

impl BlockerCode {
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Erased => "customer_erased",
            Self::OpenOrders => "open_orders",
            Self::Drafts => "draft_orders",
            Self::Owed => "money_owed",
            Self::ExportAtWork => "export_at_work",
            Self::ImportAtWork => "import_at_work",
            Self::BatchAtWork => "batch_at_work",
            Self::TooManyOrders => "too_many_orders",
        }
    }

    pub(super) fn message(self) -> Message {
        const ERASED: Message = Message::new("تم محو بيانات هذا العميل سابقًا.", "This customer's data was already erased.");
        const OPEN: Message = Message::new(
            "لدى العميل طلبات مفتوحة. أكملها أو ألغها أولًا.",
            "This customer has open orders. Complete or cancel them first.",
        );
        const DRAFTS: Message = Message::new(
            "لدى العميل مسودات طلبات. أكملها أو احذفها أولًا.",
            "This customer has draft orders. Complete or delete them first.",
        );
        const OWED: Message = Message::new(
            "لدى العميل رصيد غير مسوّى. سجّل الدفع أو الاسترداد أو أسقط المبلغ أولًا.",
            "This customer has an open balance. Record the payment or refund, or write it off first.",
        );
        const EXPORT: Message = Message::new(
            "يوجد تصدير جارٍ قد يشمل هذا العميل. انتظر حتى ينتهي.",
            "An export that may include this customer is running. Wait until it finishes.",
        );
        const IMPORT: Message = Message::new(
            "يوجد استيراد جارٍ قد يشمل هذا العميل. انتظر حتى ينتهي.",
            "A customer import that may include this customer is running. Wait until it finishes.",
        );
        const BATCH: Message = Message::new(
            "يوجد إجراء جماعي جارٍ. انتظر حتى ينتهي أو أوقفه.",
            "A bulk action is running. Wait until it finishes, or stop it.",
        );
        const MANY: Message = Message::new(
            "لهذا العميل أكثر من {max} طلب. تواصل مع الدعم.",
            "This customer has more than {max} orders. Contact support.",
        );
        match self {
            Self::Erased => ERASED,
            Self::OpenOrders => OPEN,
            Self::Drafts => DRAFTS,
            Self::Owed => OWED,
            Self::ExportAtWork => EXPORT,
            Self::ImportAtWork => IMPORT,
            Self::BatchAtWork => BATCH,
            Self::TooManyOrders => MANY.with("max", MOST_ORDERS),
        }
    }
}

/// An order that blocks the erasure.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = StoppingOrder)]
pub(super) struct BlockingOrder {
    pub(super) id: OrderId,
    pub(super) number: i64,
}

/// A reason with the orders that it concerns.
#[derive(Debug, Clone)]
pub(super) struct Blocker {
    pub(super) reason: BlockerCode,
    /// The first twenty.
    pub(super) orders: Vec<BlockingOrder>,
    /// All of them.
    pub(super) count: usize,
}

impl Blocker {
    /// A reason that concerns no order.
    const fn without_orders(reason: BlockerCode) -> Self {
        Self { reason, orders: Vec::new(), count: 0 }
    }

    /// As the API answers it; the orders are shown to callers who may read orders.
    pub(super) fn to_wire(&self, lang: Lang, sees_orders: bool) -> ErasureBlockerView {
        let count = i64::try_from(self.count).unwrap_or(i64::MAX);
        ErasureBlockerView {
            code: self.reason,
            message: self.reason.message().get(lang).to_owned(),
            orders: if sees_orders { self.orders.clone() } else { Vec::new() },
            orders_count: count,
        }
    }
}

/// Why a person cannot be erased now.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = ErasureStop)]
pub(super) struct ErasureBlockerView {
    code: BlockerCode,
    /// In the caller's language.
    message: String,
    /// The first twenty orders that it concerns; empty for callers who may not read orders.
    orders: Vec<BlockingOrder>,
    /// All of them.
    orders_count: i64,
}

/// Everything that blocks the erasure of a person; empty when nothing does.
pub(super) async fn list_blockers(c: Conn<'_>, scope: &StoreScope, person: &Person) -> Result<Vec<Blocker>> {
    if person.customer.erased_at.is_some() {
        return Ok(vec![Blocker::without_orders(BlockerCode::Erased)]);
    }
    if i64::try_from(person.orders.len()).unwrap_or(i64::MAX) > MOST_ORDERS {
        return Ok(vec![Blocker { reason: BlockerCode::TooManyOrders, orders: Vec::new(), count: person.orders.len() }]);
    }
    let mut blockers = Vec::new();
    let mut add = |reason: BlockerCode, affected: &mut dyn Iterator<Item = (OrderId, i64)>| {
        let all: Vec<BlockingOrder> = affected.map(|(id, number)| BlockingOrder { id, number }).collect();
        if !all.is_empty() {
            blockers.push(Blocker { reason, count: all.len(), orders: all.into_iter().take(NAMED).collect() });
        }
    };
    let mut fetched = Vec::new();
    for chunk in person.orders.chunks(200) {
        let ids: Vec<OrderId> = chunk.iter().map(|o| o.id).collect();
        fetched.extend(store::list_with_return_parcels(c, scope, &ids).await?);
    }
    let of = |is: fn(&str) -> bool| person.orders.iter().filter(move |o| is(&o.status)).map(|o| (o.id, o.number));
    let is_open = |status: &str| !matches!(status, "DLVR" | "CNCL" | "RTRN" | "DRFT");
    let open = person.orders.iter().filter(|o| is_open(&o.status) || fetched.contains(&o.id));
    add(BlockerCode::OpenOrders, &mut open.map(|o| (o.id, o.number)));
    add(BlockerCode::Drafts, &mut of(|status| status == "DRFT"));
    let mut unsettled = Vec::new();
    for chunk in person.orders.chunks(200) {
        let ids: Vec<OrderId> = chunk.iter().map(|o| o.id).collect();
        let open = orders::unsettled_of(c, scope, &ids).await?;
        unsettled.extend(chunk.iter().filter(|o| o.status != "DRFT" && open.contains(&o.id)).map(|o| (o.id, o.number)));
    }
    add(BlockerCode::Owed, &mut unsettled.into_iter());
    if store::has_running_export(c, scope).await? {
        blockers.push(Blocker::without_orders(BlockerCode::ExportAtWork));
    }
    if store::has_running_import(c, scope).await? {
        blockers.push(Blocker::without_orders(BlockerCode::ImportAtWork));
    }
    // A batch of customers reads its query again at every step: a query that lost the words naming the person would match
    // everybody. A batch of orders may name them in its rows, and records its undo steps.
    if store::has_running_batch(c, scope).await? {
        blockers.push(Blocker::without_orders(BlockerCode::BatchAtWork));
    }
    Ok(blockers)
}

/// What began while the person was being erased and may hold their data. Checked when their files are deleted and the store's
/// counters are locked; `imports` are left out, which hold nothing of them. An export or a batch of orders begins with a journal
/// entry, so from then on none begins before the erasure is over.
pub(super) async fn begun_since(c: Conn<'_>, scope: &StoreScope, since: Millis, imports: &[ImportId]) -> Result<Option<Blocker>> {
    if store::has_export(c, scope).await? {
        return Ok(Some(Blocker::without_orders(BlockerCode::ExportAtWork)));
    }
    let imports_left = store::list_imports(c, scope, i64::try_from(imports.len()).unwrap_or(0) + 1).await?;
    if imports_left.iter().any(|import| !imports.contains(&import.id)) {
        return Ok(Some(Blocker::without_orders(BlockerCode::ImportAtWork)));
    }
    // Also a batch that is over already: its query was not searched for the person.
    Ok(store::has_batch_since(c, scope, since).await?.then_some(Blocker::without_orders(BlockerCode::BatchAtWork)))
}
