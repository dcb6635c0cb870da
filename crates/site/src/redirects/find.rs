//! The redirect of a request that found no page.

use db::{Conn, Result};
use kernel::{RedirectId, StoreScope};

use super::address::{encoded, is_own, key, path_of};
use super::store;

/// Where a request is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundRedirect {
    /// What is counted.
    pub id: RedirectId,
    /// A path of the store, which may name a language, or an address on the web; ASCII.
    pub target: String,
    /// 301, else 302.
    pub is_permanent: bool,
}

/// The redirect of a request's path, in whichever language it is; one look into an index, and none for paths that cannot have one.
///
/// # Errors
/// Database errors.
pub async fn find_redirect(c: Conn<'_>, scope: &StoreScope, path: &str) -> Result<Option<FoundRedirect>> {
    let Some(path) = path_of(path).filter(|path| !is_own(path)) else { return Ok(None) };
    let found = store::find_target(c, scope, &key(&path)).await?;
    Ok(found.map(|(id, target, is_permanent)| FoundRedirect { id, target: encoded(&target), is_permanent }))
}
