//! Receipts in the blob store.

/// Where a receipt's bytes are kept.
#[must_use]
pub fn key(store: kernel::StoreId, name: &str) -> String {
    format!("{store}/receipts/{name}")
}
