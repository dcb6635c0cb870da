//! Every statement of the documents slice. Documents are inserted and read; none is updated or deleted.

use std::collections::HashSet;

use ::documents::{Document, Kind};
use db::{Conn, Json, Result, Sql, p, row};
use kernel::{DocumentId, Millis, OrderId, RefundId, StoreScope};

/// A document without its content.
#[derive(Debug, Clone)]
pub(super) struct Head {
    pub(super) id: DocumentId,
    pub(super) order_id: OrderId,
    pub(super) kind: StoredKind,
    pub(super) year: i64,
    pub(super) number: i64,
    pub(super) invoice_id: Option<DocumentId>,
    pub(super) total: i64,
    pub(super) vat: i64,
    pub(super) issued_at: Millis,
    /// The refund that a credit note follows.
    pub(super) refund_id: Option<RefundId>,
}
row!(Head { id, order_id, kind, year, number, invoice_id, total, vat, issued_at, refund_id });

impl Head {
    pub(super) const fn kind(&self) -> Kind {
        self.kind.0
    }
}

/// A document's kind as its column has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StoredKind(pub(super) Kind);

impl StoredKind {
    fn parse(text: &str) -> Option<Self> {
        [Kind::Invoice, Kind::CreditNote, Kind::PackingSlip].into_iter().find(|kind| word(*kind) == text).map(Self)
    }
}

db::stored_words! {
    StoredKind, "documents" "kind";
}

/// How far a document follows its order: the basis of its lines, and the last ledger entry that it includes.
#[derive(Debug, Clone, Default)]
pub(super) struct Follows {
    /// [`super::sync_documents::basis`]; of invoices.
    pub(super) basis: String,
    /// 0 when it was issued by hand and follows nothing.
    pub(super) until: i64,
}
row!(Follows { basis, until });

/// A document with its content.
pub(super) struct StoredDocument {
    pub(super) order_id: OrderId,
    pub(super) content: Json<Document>,
}
row!(StoredDocument { order_id, content });

/// The word of a kind in the table.
pub(super) const fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Invoice => "invoice",
        Kind::CreditNote => "credit_note",
        Kind::PackingSlip => "packing_slip",
    }
}

/// Claims the next number of a kind in a year. The row is locked until the transaction ends: concurrent callers wait, and a
/// rollback returns the number, so there are no gaps.
pub(super) async fn claim_number(c: Conn<'_>, scope: &StoreScope, kind: Kind, year: i64) -> Result<i64> {
    let sql = "INSERT INTO document_counters (store_id, kind, year, last_number) VALUES (?1, ?2, ?3, 1) \
               ON CONFLICT (store_id, kind, year) DO UPDATE SET last_number = document_counters.last_number + 1 RETURNING last_number";
    c.one(sql, p![scope.store(), word(kind), year]).await
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, head: &Head, follows: &Follows, content: &Document) -> Result<()> {
    let sql = "INSERT INTO documents (store_id, id, order_id, kind, year, number, invoice_id, total, vat, content, issued_at, refund_id, \
               basis, entries_until) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
    c.exec(
        sql,
        p![
            scope.store(),
            head.id,
            head.order_id,
            word(head.kind()),
            head.year,
            head.number,
            head.invoice_id,
            head.total,
            head.vat,
            Json(content),
            head.issued_at,
            head.refund_id,
            follows.basis,
            follows.until
        ],
    )
    .await?;
    Ok(())
}

/// The documents of an order, oldest first.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<Head>> {
    let sql = "SELECT id, order_id, kind, year, number, invoice_id, total, vat, issued_at, refund_id FROM documents \
               WHERE store_id = ?1 AND order_id = ?2 ORDER BY id LIMIT 500";
    c.all(sql, p![scope.store(), order]).await
}

pub(super) async fn find_head(c: Conn<'_>, scope: &StoreScope, id: DocumentId) -> Result<Option<Head>> {
    let sql = "SELECT id, order_id, kind, year, number, invoice_id, total, vat, issued_at, refund_id FROM documents WHERE store_id = ?1 AND id = ?2";
    c.opt(sql, p![scope.store(), id]).await
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: DocumentId) -> Result<Option<StoredDocument>> {
    c.opt("SELECT order_id, content FROM documents WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await
}

/// Credit notes that an invoice may have.
pub(super) const MOST_CREDITS: usize = 500;

/// The credit notes of an invoice, oldest first; all of them.
pub(super) async fn list_credits(c: Conn<'_>, scope: &StoreScope, invoice: DocumentId) -> Result<Vec<StoredDocument>> {
    let sql = "SELECT order_id, content FROM documents WHERE store_id = ?1 AND invoice_id = ?2 ORDER BY id LIMIT 500";
    c.all(sql, p![scope.store(), invoice]).await
}

/// What an invoice was made from.
pub(super) async fn get_follows(c: Conn<'_>, scope: &StoreScope, id: DocumentId) -> Result<Follows> {
    c.one("SELECT basis, entries_until FROM documents WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await
}

/// The last ledger entry of an order that its documents include; 0 when no document follows it.
pub(super) async fn get_followed_until(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<i64> {
    let sql = "SELECT COALESCE(MAX(entries_until), 0) FROM documents WHERE store_id = ?1 AND order_id = ?2";
    c.one(sql, p![scope.store(), order]).await
}

/// Whether a part of an invoice was credited by hand.
pub(super) async fn is_credited_by_hand(c: Conn<'_>, scope: &StoreScope, invoice: DocumentId) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM documents WHERE store_id = ?1 AND invoice_id = ?2 AND entries_until = 0";
    Ok(c.one::<i64>(sql, p![scope.store(), invoice]).await? > 0)
}

/// The sum of the credit notes of an invoice.
pub(super) async fn get_credited(c: Conn<'_>, scope: &StoreScope, invoice: DocumentId) -> Result<i64> {
    // SUM of integers is a NUMERIC on PostgreSQL.
    let sql = "SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM documents WHERE store_id = ?1 AND invoice_id = ?2";
    c.one(sql, p![scope.store(), invoice]).await
}

/// Whether the store has ever issued an invoice.
pub(super) async fn has_any_invoice(c: Conn<'_>, scope: &StoreScope) -> Result<bool> {
    let sql = "SELECT last_number FROM document_counters WHERE store_id = ?1 AND kind = 'invoice' LIMIT 1";
    Ok(c.opt::<i64>(sql, p![scope.store()]).await?.is_some())
}

/// The newest invoice of an order.
pub(super) async fn find_newest_invoice(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Option<Head>> {
    let sql = "SELECT id, order_id, kind, year, number, invoice_id, total, vat, issued_at, refund_id FROM documents \
               WHERE store_id = ?1 AND order_id = ?2 AND kind = 'invoice' ORDER BY id DESC LIMIT 1";
    c.opt(sql, p![scope.store(), order]).await
}

/// The documents of a kind that these orders have, by id.
pub(super) async fn list_of_orders(
    c: Conn<'_>,
    scope: &StoreScope,
    kind: Kind,
    orders: &[OrderId],
) -> Result<Vec<StoredDocument>> {
    let mut all: Vec<StoredDocument> = Vec::new();
    // In chunks that are read in one query whatever they hold: an order has 500 documents at most.
    for chunk in orders.chunks(20) {
        let sql = Sql::new("SELECT order_id, content FROM documents WHERE ")
            .arg("store_id = ?", scope.store())
            .arg(" AND kind = ?", word(kind))
            .list(" AND order_id IN ", chunk.to_vec(), " ORDER BY id LIMIT 10000");
        all.extend(sql.all::<StoredDocument>(c).await?);
    }
    Ok(all)
}

/// Those of these orders that have an invoice.
pub(super) async fn list_invoiced(c: Conn<'_>, scope: &StoreScope, orders: &[OrderId]) -> Result<HashSet<OrderId>> {
    let sql = Sql::new("SELECT DISTINCT order_id FROM documents WHERE ")
        .arg("store_id = ?", scope.store())
        .raw(" AND kind = 'invoice'")
        .list(" AND order_id IN ", orders.to_vec(), " LIMIT 1000");
    Ok(sql.all::<OrderId>(c).await?.into_iter().collect())
}
