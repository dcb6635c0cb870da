//! Errors of the catalogue.

use kernel::ProductId;
use web::ApiError;
use web::message::{Message, common};

use super::check::Faults;

const LINK_TAKEN: Message = Message::new(
    "تم حفظ عنصر آخر بالرابط نفسه للتو. أعد المحاولة.",
    "Another item was just saved with the same link. Try again.",
);

/// A failure of a catalogue use case.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// No such product or category in this store.
    #[error("no such item in this store")]
    NotFound,
    /// The row has changed since the version that the caller read.
    #[error("changed since it was read")]
    Stale,
    /// Fields that are not accepted.
    #[error("{} fields are not accepted", .0.0.len())]
    Invalid(Faults),
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl CatalogError {
    /// Another product or category took the link between the check and the write.
    pub(super) fn is_link_taken(&self) -> bool {
        let links = [("products", "page_link_key"), ("product_links", "link_key"), ("categories", "slug_key")];
        matches!(self, Self::Db(e) if links.iter().any(|(table, column)| e.is_taken(table, column)))
    }

    /// A unique violation of another key, by concurrent writes: a retry succeeds.
    pub(super) fn is_clash(&self) -> bool {
        matches!(self, Self::Db(e) if e.is_unique_violation()) && !self.is_link_taken()
    }
}

impl From<Faults> for CatalogError {
    fn from(faults: Faults) -> Self {
        Self::Invalid(faults)
    }
}

impl From<CatalogError> for ApiError {
    fn from(e: CatalogError) -> Self {
        match e {
            CatalogError::NotFound => Self::not_found(),
            CatalogError::Stale => Self::stale(),
            CatalogError::Invalid(faults) => Self::invalid(faults.into()),
            e if e.is_link_taken() => Self::conflict("link_taken", LINK_TAKEN),
            e if e.is_clash() => Self::unavailable(&e),
            CatalogError::Db(e) => e.into(),
        }
    }
}

/// A field error for an id that does not exist in this store.
pub(super) fn no_such(path: impl Into<String>) -> Faults {
    Faults::one(path, common::NO_SUCH)
}

/// Why a locked row was not found: it does not exist, or it is at another version.
pub(super) fn gone_or_stale(found: Option<ProductId>) -> CatalogError {
    if found.is_some() { CatalogError::Stale } else { CatalogError::NotFound }
}
