//! A page of text.

use site::pages::{self, PageAtAddress};

use super::{Answer, Content, RequestContext};
use crate::engine::context;
use crate::error::PageError;
use crate::sections::{SectionPlacement, rich_text};
use crate::view::content_path;

pub(crate) async fn show(visit: &RequestContext<'_>, slug: &str) -> Result<Answer, PageError> {
    let c = visit.shop.app.db().conn();
    let (page, slugs) = match pages::find_page_by_slug(c, &visit.store.scope, visit.lang, slug).await? {
        None => return Ok(Answer::Missing),
        Some(PageAtAddress::Moved(own)) => return Ok(Answer::Moved(visit.path(&content_path(&own)))),
        Some(PageAtAddress::Page(page, slugs)) => (page, slugs),
    };
    let layout = visit.layout().await?;
    let title = page.title.get(visit.lang).to_owned();
    let text = page.content.get(visit.lang);
    let path = content_path(slugs.get(visit.lang));
    let crumbs = visit.crumbs(vec![(title.clone(), Some(path.clone()))]);
    let or = |text: &str, other: &str| if text.is_empty() { other.to_owned() } else { text.to_owned() };
    let meta_title = or(page.meta_title.exact(visit.lang), &title);
    let description = or(page.meta_description.exact(visit.lang), &platform::html::plain(text));
    let mut head = visit.head(&meta_title, &description);
    head.json_ld = vec![visit.crumbs_data(&crumbs)];
    let view = context! { page => context! { title => title, content => rich_text(visit.store, visit.lang, text), breadcrumb => crumbs } };
    let sections = visit.store.page_of("page", page.template.as_deref());
    let html = visit.sections(&sections, &layout, SectionPlacement::default(), &view).await?;
    let paths = visit.store.profile.languages.iter().map(|lang| (*lang, content_path(slugs.get(*lang)))).collect();
    let content = Content { paths: Some(paths), ..Content::new("page", Some(path), head, html) };
    Ok(Answer::Page(visit.finish(content).await?))
}
