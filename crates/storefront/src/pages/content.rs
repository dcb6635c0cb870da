//! A page of text.

use crate::engine::context;
use site::content;

use super::{Answer, Content, RequestContext};
use crate::engine::safe;
use crate::error::PageError;
use crate::view::content_path;

pub(crate) async fn show(visit: &RequestContext<'_>, slug: &str) -> Result<Answer, PageError> {
    let Some(page) = content::find_page_by_slug(visit.shop.app.db().conn(), &visit.store.scope, slug).await? else {
        return Ok(Answer::Missing);
    };
    let layout = visit.layout().await?;
    let title = page.title.get(visit.lang).to_owned();
    let body = platform::html::sanitise(page.content.get(visit.lang));
    let crumbs = visit.crumbs(vec![(title.clone(), Some(content_path(&page.slug)))]);
    let mut head = visit.head(&title, &platform::html::plain(&body));
    head.json_ld = vec![visit.crumbs_data(&crumbs)];
    let html = visit.render(
        "pages/page.html",
        &layout,
        context! { page => context! { title => title, content => safe(body), breadcrumb => crumbs } },
    )?;
    Ok(Answer::Page(visit.finish(Content::new("page", Some(content_path(&page.slug)), head, html)).await?))
}
