//! The link to the page of an order, with a token that is derived from the order.

use kernel::{OrderId, StoreScope};

use platform::App;

const PURPOSE: &str = "order page";

fn signed_text(scope: &StoreScope, id: OrderId) -> String {
    format!("{}.{id}", scope.store())
}

/// The path of an order's page that the merchant can share: its token is derived from the order. The link that the shopper got
/// when placing the order opens the same page.
///
/// # Errors
/// Of the database.
pub async fn path(app: &App, scope: &StoreScope, id: OrderId) -> db::Result<String> {
    Ok(format!("/orders/{id}-{}", token(app, scope, id).await?))
}

/// The token of [`path`].
pub(super) async fn token(app: &App, scope: &StoreScope, id: OrderId) -> db::Result<String> {
    app.signer.sign(app, PURPOSE, &signed_text(scope, id)).await
}

/// Whether the token is that of [`path`].
pub(super) async fn is_signed(app: &App, scope: &StoreScope, id: OrderId, token: &str) -> db::Result<bool> {
    app.signer.is_signed(app, PURPOSE, &signed_text(scope, id), token).await
}
