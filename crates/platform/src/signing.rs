//! Signatures (HMAC) of links that the program hands out and later receives.
//!
//! The key is generated once per installation and stored in the database, so that every node signs alike and verifies what
//! another has signed.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use db::{Result, Table};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use tokio::sync::OnceCell;

use crate::App;

mod store;

/// The tables of this module.
pub const TABLES: &[Table] = &[Table::of_platform("installation_secrets")];

const NAME: &str = "link_key";

/// Signs and verifies; cheap to clone. The key is read at the first use and never changes.
#[derive(Clone, Default)]
pub struct Signer(Arc<OnceCell<String>>);

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer(...)")
    }
}

impl Signer {
    async fn mac(&self, app: &App, purpose: &str, text: &str) -> Result<Hmac<Sha256>> {
        let key = self.0.get_or_try_init(|| key(app)).await?;
        let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).map_err(|e| db::Error::Setup(e.to_string()))?;
        mac.update(purpose.as_bytes());
        // No text holds NUL, so purpose and text cannot be split in two ways.
        mac.update(&[0]);
        mac.update(text.as_bytes());
        Ok(mac)
    }

    /// The signature of a text for one purpose: 43 URL-safe characters.
    ///
    /// # Errors
    /// Of the database, at the first use.
    pub async fn sign(&self, app: &App, purpose: &str, text: &str) -> Result<String> {
        Ok(URL_SAFE_NO_PAD.encode(self.mac(app, purpose, text).await?.finalize().into_bytes()))
    }

    /// Whether the signature is of this text and purpose; compared in constant time.
    ///
    /// # Errors
    /// Of the database, at the first use.
    pub async fn is_signed(&self, app: &App, purpose: &str, text: &str, signature: &str) -> Result<bool> {
        let Ok(bytes) = URL_SAFE_NO_PAD.decode(signature) else { return Ok(false) };
        Ok(self.mac(app, purpose, text).await?.verify_slice(&bytes).is_ok())
    }
}

/// The installation's key; the first node that needs it generates it.
async fn key(app: &App) -> Result<String> {
    if let Some(key) = store::find_secret(app.db().conn(), NAME).await? {
        return Ok(key);
    }
    let env = app.env().clone();
    app.db()
        .tx(async move |c| {
            let fresh = URL_SAFE_NO_PAD.encode(env.random_bytes::<32>());
            store::insert_secret_once(c, NAME, &fresh, env.now()).await
        })
        .await
}
