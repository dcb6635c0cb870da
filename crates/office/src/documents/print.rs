//! Documents as files: one, or those of many orders in one.

use std::collections::HashMap;

use ::documents::{Document, Kind, Paper, Picture, PrintLanguage, PrintOptions};
use kernel::{DocumentId, OrderId, StoreScope};
use serde::Deserialize;
use web::ApiError;

use super::issue::{self, logo_key};
use super::{snapshot, store};
use commerce::orders::{self, Status};
use platform::stores::StoreSettings;
use platform::{App, stores};

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DocumentFormat)]
pub enum Format {
    /// To print or to send.
    #[default]
    Pdf,
    /// To view in a browser.
    Html,
}

/// A printed file.
#[derive(Debug, Clone)]
pub struct Printed {
    /// The file.
    pub bytes: Vec<u8>,
    /// Which kind.
    pub format: Format,
    /// The file's name, without the extension.
    pub name: String,
}

/// The store's default print options.
pub(super) const fn default_options(settings: &StoreSettings) -> PrintOptions {
    PrintOptions { language: settings.document_language, paper: settings.document_paper }
}

/// Renders documents, with their logos.
pub(super) async fn draw(
    app: &App,
    scope: &StoreScope,
    documents: Vec<Document>,
    options: PrintOptions,
    format: Format,
) -> Result<Vec<u8>, ApiError> {
    let mut names: Vec<&String> = documents.iter().filter_map(|d| d.logo.as_ref()).collect();
    names.sort();
    names.dedup();
    let mut pictures = Vec::with_capacity(names.len());
    for name in names {
        match app.blobs.get(&logo_key(scope, name)).await {
            Ok(bytes) => pictures.push(Picture { key: name.clone(), bytes: bytes.to_vec() }),
            // A document without its logo is still complete.
            Err(gateways::BlobError::NotFound) => {}
            Err(e) => return Err(ApiError::unavailable(&e)),
        }
    }
    // Two hundred documents take about a second: too long for an async worker thread.
    let drawn = tokio::task::spawn_blocking(move || match format {
        Format::Pdf => ::documents::pdf(&documents, &pictures, options),
        Format::Html => ::documents::html(&documents, &pictures, options).into_bytes(),
    });
    drawn.await.map_err(|e| ApiError::internal(&e))
}

/// A document that was issued.
pub(super) async fn one(
    app: &App,
    scope: &StoreScope,
    id: DocumentId,
    options: PrintOptions,
    format: Format,
) -> Result<Option<Printed>, ApiError> {
    let Some(document) = store::find(app.db().conn(), scope, id).await? else { return Ok(None) };
    let name = document.content.0.number.clone();
    let bytes = draw(app, scope, vec![document.content.0], options, format).await?;
    Ok(Some(Printed { bytes, format, name }))
}

/// The order has an invoice.
///
/// # Errors
/// Of the database.
pub async fn has_invoice(c: db::Conn<'_>, scope: &StoreScope, order: OrderId) -> db::Result<bool> {
    Ok(store::find_newest_invoice(c, scope, order).await?.is_some())
}

/// The invoice of an order for its shopper; none while it is not issued. `language` overrides the store's setting.
///
/// # Errors
/// Of the database or the blob store.
pub async fn invoice_of(app: &App, scope: &StoreScope, order: OrderId, language: &str) -> Result<Option<Printed>, ApiError> {
    let c = app.db().conn();
    let Some(head) = store::find_newest_invoice(c, scope, order).await? else { return Ok(None) };
    let settings = stores::get_profile(c, scope).await?.settings;
    let mut options = default_options(&settings);
    // A roll paper does not suit a screen or a printer at home; both languages stay both.
    if options.paper == Paper::Roll80 {
        options.paper = Paper::A4;
    }
    if options.language != PrintLanguage::Both {
        options.language = PrintLanguage::parse(language).unwrap_or(options.language);
    }
    one(app, scope, head.id, options, Format::Pdf).await
}

/// The packing slips of orders, in the given order; drafts and unknown ids are left out.
async fn slips(app: &App, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<Document>, ApiError> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, scope).await?;
    let logo = issue::keep_logo(app, scope).await;
    let now = app.env().now();
    let mut found = orders::find_many(c, scope, ids).await?;
    Ok(ids
        .iter()
        .filter_map(|id| found.remove(id))
        .filter(|(order, _)| order.status != Status::Draft)
        .map(|(order, items)| {
            let number = format!("#{}", order.number);
            snapshot::take_snapshot(Kind::PackingSlip, number, &order, &items, &profile, logo.clone(), now)
        })
        .collect())
}

/// The documents of a kind that orders have, in the given order.
pub(super) async fn of_orders(app: &App, scope: &StoreScope, kind: Kind, ids: &[OrderId]) -> Result<Vec<Document>, ApiError> {
    if kind == Kind::PackingSlip {
        return slips(app, scope, ids).await;
    }
    let mut by_order: HashMap<OrderId, Vec<Document>> = HashMap::new();
    for document in store::list_of_orders(app.db().conn(), scope, kind, ids).await? {
        let of_order = by_order.entry(document.order_id).or_default();
        if kind == Kind::Invoice {
            // Only the newest counts: the previous one is wholly credited.
            of_order.clear();
        }
        of_order.push(document.content.0);
    }
    Ok(ids.iter().filter_map(|id| by_order.remove(id)).flatten().collect())
}
