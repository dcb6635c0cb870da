//! Every statement of the receipts.

use db::{Conn, FromRow, Result, Row as Cells, Sql, p};
use kernel::{Millis, OrderId, ReceiptId, StoreScope};

use platform::media::ImageHash;

/// A receipt's row.
#[derive(Debug, Clone)]
pub(super) struct Receipt {
    pub(super) id: ReceiptId,
    pub(super) order_id: OrderId,
    /// State: `waiting`, `accepted`, `refused`.
    pub(super) status: String,
    pub(super) content_type: String,
    pub(super) size_bytes: i64,
    pub(super) stored: String,
    pub(super) sha256: String,
    pub(super) image_hash: Option<ImageHash>,
    /// The recorded amount.
    pub(super) amount: Option<i64>,
    /// Why it was refused.
    pub(super) reason: String,
    pub(super) decided_by: String,
    pub(super) sent_at: Millis,
    pub(super) decided_at: Option<Millis>,
}

macro_rules! columns {
    () => {
        "id, order_id, status, content_type, size_bytes, stored, sha256, likeness_0, likeness_1, likeness_2, likeness_3, amount, reason, \
         decided_by, sent_at, decided_at"
    };
}

impl FromRow for Receipt {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        let (id, order_id, status, content_type) = (row.get()?, row.get()?, row.get()?, row.get()?);
        let (size_bytes, stored, sha256) = (row.get()?, row.get()?, row.get()?);
        let words: [Option<i64>; 4] = [row.get()?, row.get()?, row.get()?, row.get()?];
        let image_hash = match words {
            [Some(a), Some(b), Some(c), Some(d)] => Some([a, b, c, d]),
            _ => None,
        };
        Ok(Self {
            id,
            order_id,
            status,
            content_type,
            size_bytes,
            stored,
            sha256,
            image_hash,
            amount: row.get()?,
            reason: row.get()?,
            decided_by: row.get()?,
            sent_at: row.get()?,
            decided_at: row.get()?,
        })
    }
}

/// The most receipts of an order.
pub(super) const MOST: usize = 10;

/// All receipts of an order, newest first.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<Receipt>> {
    let sql =
        concat!("SELECT ", columns!(), " FROM order_receipts WHERE store_id = ?1 AND order_id = ?2 ORDER BY id DESC LIMIT 50");
    c.all(sql, p![scope.store(), order]).await
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, order: OrderId, id: ReceiptId) -> Result<Option<Receipt>> {
    let sql = concat!("SELECT ", columns!(), " FROM order_receipts WHERE store_id = ?1 AND id = ?2 AND order_id = ?3");
    c.opt(sql, p![scope.store(), id, order]).await
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, r: &Receipt) -> Result<()> {
    let sql = "INSERT INTO order_receipts (store_id, id, order_id, status, content_type, size_bytes, stored, sha256, likeness_0, likeness_1, \
               likeness_2, likeness_3, reason, decided_by, sent_at) VALUES (?1, ?2, ?3, 'waiting', ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, '', '', ?12)";
    let word = |n: usize| r.image_hash.map(|l| l[n]);
    let args = p![
        scope.store(),
        r.id,
        r.order_id,
        r.content_type,
        r.size_bytes,
        r.stored,
        r.sha256,
        word(0),
        word(1),
        word(2),
        word(3),
        r.sent_at
    ];
    c.exec(sql, args).await?;
    Ok(())
}

/// The orders among these that have a waiting receipt.
pub(in crate::orders) async fn list_waiting(
    c: Conn<'_>,
    scope: &StoreScope,
    orders: impl IntoIterator<Item = OrderId>,
) -> Result<Vec<OrderId>> {
    let sql = Sql::new("SELECT DISTINCT order_id FROM order_receipts WHERE").arg(" store_id = ?", scope.store());
    sql.raw(" AND status = 'waiting'").list(" AND order_id IN ", orders, "").arg(" LIMIT ?", 200_i64).all(c).await
}

/// Decides a waiting receipt; false when it was decided concurrently.
pub(super) async fn set_decision(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ReceiptId,
    (status, amount, reason): (&str, Option<i64>, &str),
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE order_receipts SET status = ?3, amount = ?4, reason = ?5, decided_by = ?6, decided_at = ?7 \
               WHERE store_id = ?1 AND id = ?2 AND status = 'waiting'";
    Ok(c.exec(sql, p![scope.store(), id, status, amount, reason, scope.actor().name.clone(), now]).await? == 1)
}

/// A similar receipt of the store, with its order.
pub(super) struct OtherReceipt {
    pub(super) id: ReceiptId,
    pub(super) order_id: OrderId,
    pub(super) number: i64,
    pub(super) sha256: String,
    pub(super) image_hash: ImageHash,
}

impl FromRow for OtherReceipt {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        let (id, order_id, number, sha256) = (row.get()?, row.get()?, row.get()?, row.get()?);
        Ok(Self { id, order_id, number, sha256, image_hash: [row.get()?, row.get()?, row.get()?, row.get()?] })
    }
}

/// Other receipts of the store with the same bytes, or maybe the same picture: a quarter of its hash is equal.
pub(super) async fn list_others(c: Conn<'_>, scope: &StoreScope, r: &Receipt) -> Result<Vec<OtherReceipt>> {
    let pick = |sql: Sql| {
        sql.raw(
            "SELECT id, order_id, number, sha256, likeness_0, likeness_1, likeness_2, likeness_3 FROM (SELECT r.id, r.order_id, o.number, \
             r.sha256, COALESCE(r.likeness_0, 0) AS likeness_0, COALESCE(r.likeness_1, 0) AS likeness_1, \
             COALESCE(r.likeness_2, 0) AS likeness_2, COALESCE(r.likeness_3, 0) AS likeness_3 \
             FROM order_receipts r JOIN orders o ON o.store_id = r.store_id AND o.id = r.order_id WHERE",
        )
        .arg(" r.store_id = ?", scope.store())
    };
    let mut sql = pick(Sql::new("")).arg(" AND r.sha256 = ?", r.sha256.clone());
    sql = sql.arg(" AND r.id <> ?", r.id).raw(" ORDER BY r.id DESC LIMIT 20) AS same");
    const WORDS: [&str; 4] = [" AND r.likeness_0 = ?", " AND r.likeness_1 = ?", " AND r.likeness_2 = ?", " AND r.likeness_3 = ?"];
    // A quarter with a uniform background matches many pictures.
    let words = r.image_hash.into_iter().flat_map(|l| l.into_iter().zip(WORDS)).filter(|(word, _)| word.count_ones() >= 4);
    for (word, of) in words {
        sql = pick(sql.raw(" UNION ")).arg(of, word).arg(" AND r.id <> ?", r.id);
        sql = sql.raw(" ORDER BY r.id DESC LIMIT 100) AS alike");
    }
    sql.all(c).await
}

/// Number of orders with a waiting receipt, counted up to 1001.
///
/// # Errors
/// Of the database.
pub async fn count_waiting(c: Conn<'_>, scope: &StoreScope) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT DISTINCT order_id FROM order_receipts WHERE store_id = ?1 AND status = 'waiting' LIMIT 1001) AS few";
    c.one(sql, p![scope.store()]).await
}

/// Whether an order has a waiting receipt.
pub(in crate::orders) async fn is_waiting(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<bool> {
    let sql = "SELECT order_id FROM order_receipts WHERE store_id = ?1 AND order_id = ?2 AND status = 'waiting' LIMIT 1";
    Ok(c.opt::<OrderId>(sql, p![scope.store(), order]).await?.is_some())
}
