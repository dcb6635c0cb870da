//! The page at an address of the storefront.

use std::collections::HashSet;

use db::{Conn, Result};
use kernel::slug::uniqueness_key;
use kernel::{ContentPageId, Lang, StoreScope};

use super::model::{Page, PageAtAddress, Status};
use super::store;

/// The page at an address of the storefront.
///
/// # Errors
/// Database errors.
pub async fn find_page_by_slug(c: Conn<'_>, scope: &StoreScope, lang: Lang, slug: &str) -> Result<Option<PageAtAddress>> {
    let mut holders = store::list_holders(c, scope, &uniqueness_key(slug)).await?;
    // This language's page, else that of the other one: links are shared and typed without regard to it.
    holders.sort_by_key(|held| held.language != lang);
    for held in holders {
        let Some(page) = store::find(c, scope, held.page_id).await?.filter(|page| page.status == Status::Published) else {
            continue;
        };
        let slugs = store::find_slugs(c, scope, page.id).await?;
        let own = slugs.exact(lang);
        return Ok(Some(if held.language == lang && held.is_current && own == slug {
            PageAtAddress::Page(Box::new(page), slugs)
        } else {
            PageAtAddress::Moved(own.to_owned())
        }));
    }
    Ok(None)
}

/// Of these last segments of addresses, those where shoppers find a page, by its own address or one that it had; one statement.
///
/// # Errors
/// Database errors.
pub async fn list_live_slugs(c: Conn<'_>, scope: &StoreScope, slugs: Vec<String>) -> Result<HashSet<String>> {
    let found = store::list_live_slug_keys(c, scope, slugs.iter().map(|slug| uniqueness_key(slug)).collect()).await?;
    Ok(slugs.into_iter().filter(|slug| found.contains(&uniqueness_key(slug))).collect())
}

/// A page that shoppers may read.
///
/// # Errors
/// Database errors.
pub async fn find_published(c: Conn<'_>, scope: &StoreScope, id: ContentPageId) -> Result<Option<Page>> {
    Ok(store::find(c, scope, id).await?.filter(|page| page.status == Status::Published))
}
