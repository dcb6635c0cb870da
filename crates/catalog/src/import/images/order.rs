//! Recording the pictures to fetch, and enqueueing the job that fetches them.

use db::Conn;
use jobs::{Enqueue, Job};
use kernel::{ImportId, ProductId, StoreId, StoreScope};
use serde::{Deserialize, Serialize};

use super::plan::{ImagePlan, RequestedImage};
use super::store::{self, ImageStatus, NewImage};

/// Fetches the due pictures of a store's imports, a few at a time, until none is due.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct FetchImportImagesJob {
    pub(super) store: StoreId,
}

impl Job for FetchImportImagesJob {
    const KIND: &'static str = "fetch_import_images";
}

fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host.rsplit('@').next().unwrap_or_default().to_lowercase().chars().take(253).collect()
}

/// Records the pictures to fetch for a product and enqueues the job.
pub(in crate::import) async fn order(
    c: Conn<'_>,
    env: &kernel::Env,
    scope: &StoreScope,
    import: ImportId,
    product: ProductId,
    plan: &ImagePlan,
) -> db::Result<()> {
    let Some(images) = &plan.images else { return Ok(()) };
    let now = env.now();
    store::delete_of(c, scope, product).await?;
    for want in images {
        let RequestedImage { url, position, variants, media } = want;
        let image = NewImage { product, url, import, position: *position, variants, host: host(url), media: *media };
        store::insert(c, scope, &image, now).await?;
    }
    if images.iter().any(|w| w.media.is_none()) {
        enqueue(c, env, scope.store()).await?;
    }
    Ok(())
}

pub(super) async fn enqueue(c: Conn<'_>, env: &kernel::Env, store: StoreId) -> db::Result<()> {
    let how = Enqueue { dedup_key: Some(format!("fetch_import_images:{store}")), ..Enqueue::for_store(store) };
    jobs::enqueue(c, env, &FetchImportImagesJob { store }, how).await?;
    Ok(())
}

/// Retries failed pictures of a product that is otherwise unchanged.
pub(in crate::import) async fn order_again(
    c: Conn<'_>,
    env: &kernel::Env,
    scope: &StoreScope,
    import: ImportId,
    product: ProductId,
) -> db::Result<()> {
    if store::retry_of(c, scope, product, import, env.now()).await? {
        enqueue(c, env, scope.store()).await?;
    }
    Ok(())
}

/// Cancels the pending pictures of a product.
pub(in crate::import) async fn forget(c: Conn<'_>, scope: &StoreScope, product: ProductId) -> db::Result<()> {
    store::delete_of(c, scope, product).await
}

/// Pending and failed pictures of an import; each counted up to 1001.
pub(in crate::import) async fn count(c: Conn<'_>, scope: &StoreScope, import: ImportId) -> db::Result<(i64, i64)> {
    let waiting = store::count_in_status(c, scope, import, ImageStatus::Waiting).await?;
    Ok((waiting, store::count_in_status(c, scope, import, ImageStatus::Failed).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_an_address() {
        assert_eq!(host("https://Cdn.Example.com:8443/a/b.jpg?x=1"), "cdn.example.com:8443");
        assert_eq!(host("https://user@example.com/a"), "example.com");
    }
}
