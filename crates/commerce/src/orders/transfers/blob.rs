//! Receipts in the blob store.

/// The blob key of a receipt.
#[must_use]
pub fn key(store: kernel::StoreId, name: &str) -> String {
    format!("{store}/receipts/{name}")
}
