//! Upload of a transfer receipt by the shopper: only with the order's secret link, a few times, while money is owed.

use bytes::Bytes;
use kernel::{Millis, OrderId, ReceiptId, StoreScope};
use serde_json::json;
use sha2::{Digest, Sha256};
use web::Message;

use super::blob;
use super::notice;
use super::store::{self, Receipt};
use crate::cod_risk::is_cash;
use crate::orders::activity;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::orders::status::Status;
use crate::orders::{ledger, order_confirmation, store as orders};
use platform::App;
use platform::journal::{Act, Entry};
use platform::media::{self, Refusal};
use platform::pending_uploads;

/// The most waiting receipts of an order.
const MOST_WAITING: usize = 3;

const NOT_ASKED: Message = Message::new("لا يحتاج هذا الطلب إلى إيصال تحويل.", "This order doesn't need a transfer receipt.");
const TOO_MANY: Message =
    Message::new("اكتمل الحد الأقصى للإيصالات. تواصل مع المتجر.", "Receipt limit reached for this order. Please contact the store.");
const WAIT: Message = Message::new(
    "إيصالاتك قيد المراجعة. انتظر رد المتجر.",
    "Your receipts are under review. Wait for the store before sending another.",
);
const KIND: Message = Message::new("الملفات المقبولة: JPG و PNG و WebP و PDF.", "Accepted files: JPG, PNG, WebP and PDF.");

/// Why a receipt was not stored.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The order is neither paid by transfer nor waits for a deposit, nothing is owed, or it has ended.
    #[error("not asked for")]
    NotAsked,
    /// Too many were sent, or are waiting.
    #[error("too many")]
    TooMany(bool),
    /// The file is not accepted.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Storing the file timed out.
    #[error("the receipt took too long")]
    TooSlow,
    /// The blob store failed.
    #[error(transparent)]
    Blob(#[from] gateways::BlobError),
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl SendError {
    /// The message for the shopper; none of a server error.
    #[must_use]
    pub fn message(&self) -> Option<Message> {
        Some(match self {
            Self::NotAsked => NOT_ASKED,
            Self::TooMany(true) => WAIT,
            Self::TooMany(false) => TOO_MANY,
            Self::Refused(Refusal::Kind) => KIND,
            Self::Refused(refusal) => refusal.message(),
            Self::Blob(_) | Self::TooSlow | Self::Db(_) => return None,
        })
    }
}

impl From<OrderError> for SendError {
    fn from(e: OrderError) -> Self {
        match e {
            OrderError::Db(e) => Self::Db(e),
            _ => Self::NotAsked,
        }
    }
}

/// A shopper's view of a receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// State: `waiting`, `accepted`, `refused`.
    pub status: String,
    /// Why it was refused.
    pub reason: String,
    /// When it was sent.
    pub at: Millis,
}

/// Whether the order accepts a receipt: paid by transfer and not ended, or waiting for its deposit.
async fn is_asked(c: db::Conn<'_>, scope: &StoreScope, order: &Order, owed: i64) -> db::Result<bool> {
    let is_over = matches!(order.status, Status::Draft | Status::Cancelled | Status::Returned | Status::Refused);
    if owed == 0 || is_over {
        return Ok(false);
    }
    Ok(order.payment_provider == "BANK" || order_confirmation::deposit::find_due(c, scope, order).await?.is_some())
}

/// The receipts of an order, newest first, and whether another may be sent.
///
/// # Errors
/// Of the database.
pub async fn for_shopper(c: db::Conn<'_>, scope: &StoreScope, order: &Order, owed: i64) -> db::Result<(Vec<Sent>, bool)> {
    if order.payment_provider != "BANK" && !is_cash(&order.payment_provider) {
        return Ok((Vec::new(), false));
    }
    let all = store::list(c, scope, order.id).await?;
    let waiting = all.iter().filter(|r| r.status == "waiting").count();
    let may_send = all.len() < store::MOST && waiting < MOST_WAITING && is_asked(c, scope, order, owed).await?;
    Ok((all.into_iter().map(|r| Sent { status: r.status, reason: r.reason, at: r.sent_at }).collect(), may_send))
}

/// Stores a receipt for an order; the caller has verified the order's link.
///
/// # Errors
/// [`SendError`]; nothing was stored then.
pub async fn send(app: &App, scope: &StoreScope, id: OrderId, bytes: Bytes) -> Result<(), SendError> {
    let before = check(app.db().conn(), scope, id).await?;
    let sha256 = kernel::hex(&Sha256::digest(&bytes));
    // A double submit is one receipt, and one file.
    if before.iter().any(|r| r.status == "waiting" && r.sha256 == sha256) {
        return Ok(());
    }
    let receipt_file = tokio::task::spawn_blocking(move || media::receipt(&bytes))
        .await
        .map_err(|e| SendError::Db(db::Error::Setup(e.to_string())))??;
    let receipt: ReceiptId = app.env().id();
    let stored = format!("{receipt}.{}", if receipt_file.content_type == "application/pdf" { "pdf" } else { "jpg" });
    let row = Receipt {
        id: receipt,
        order_id: id,
        status: "waiting".to_owned(),
        content_type: receipt_file.content_type.to_owned(),
        size_bytes: i64::try_from(receipt_file.bytes.len()).unwrap_or(i64::MAX),
        stored: stored.clone(),
        sha256,
        image_hash: receipt_file.image_hash,
        amount: None,
        reason: String::new(),
        decided_by: String::new(),
        sent_at: app.env().now(),
        decided_at: None,
    };
    // The blob first, so that a row always has its blob. If no row is written, the pending upload is deleted.
    let key = blob::key(scope.store(), &stored);
    pending_uploads::note(app, scope, &key).await?;
    app.blobs.put(&key, receipt_file.bytes.into()).await?;
    let (at, env) = (scope.clone(), app.env().clone());
    let written = app
        .db()
        .tx(async move |c| {
            // Concurrent uploads are counted one after the other.
            orders::lock(c, &at, id).await?;
            // A double submit is one receipt.
            if check(c, &at, id).await?.iter().any(|r| r.status == "waiting" && r.sha256 == row.sha256) {
                return Ok(false);
            }
            if !pending_uploads::arrived(c, &at, &blob::key(at.store(), &row.stored)).await? {
                return Err(SendError::TooSlow);
            }
            store::insert(c, &at, &row).await?;
            let entry = Entry::new(Act::Update, entities::ORDER, id).after(json!({ "receipt_sent": receipt }));
            activity::log(c, &at, id, row.sent_at, entry, None).await?;
            notice::enqueue(c, &env, &at, id).await?;
            Ok::<_, SendError>(true)
        })
        .await;
    // No row references the file: delete it. After a lost connection the row may exist nevertheless: then the pending upload
    // stays, and the sweep deletes the file only if there is no row.
    if !matches!(written, Ok(true) | Err(SendError::Db(_))) {
        app.blobs.delete(&key).await?;
    }
    written.map(|_| ())
}

/// The receipts of an order, if another may be sent.
async fn check(c: db::Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<Receipt>, SendError> {
    let order = orders::find(c, scope, id).await?.ok_or(SendError::NotAsked)?;
    if !is_asked(c, scope, &order, ledger::store::get_sums(c, scope, id).await?.owed()).await? {
        return Err(SendError::NotAsked);
    }
    let all = store::list(c, scope, id).await?;
    let is_waiting = all.iter().filter(|r| r.status == "waiting").count() >= MOST_WAITING;
    if is_waiting || all.len() >= store::MOST {
        return Err(SendError::TooMany(is_waiting));
    }
    Ok(all)
}
