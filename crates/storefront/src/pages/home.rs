//! The front page.

use catalog::{self, CardQuery};

use crate::engine::{context, safe};

use super::{Answer, Content, RequestContext};
use crate::error::PageError;
use crate::sections::SectionPlacement;
use crate::seo::{self, OgImage};
use crate::view::localized;

pub(crate) async fn show(visit: &RequestContext<'_>) -> Result<Answer, PageError> {
    let layout = visit.layout().await?;
    let (profile, settings) = (&visit.store.profile, &visit.store.profile.settings);
    let html = visit.sections("index", &layout, SectionPlacement::default(), &context! {}).await?;
    let has_title = html.contains("<h1");
    let view = context! { sections => safe(html), has_title => has_title };
    let html = visit.render("pages/index.html", &layout, view)?;
    let title = settings.seo_title.get(visit.lang);
    let own = settings.seo_description.get(visit.lang);
    let mut head = visit.head("", &if own.is_empty() { about(visit).await? } else { own.to_owned() });
    head.title = seo::shorten(if title.is_empty() { &profile.name } else { title }, 65);
    head.keywords = settings.seo_keywords.get(visit.lang).to_owned();
    let logo = layout.logo.as_ref().map(|l| format!("{}{}", visit.store.origin, l.full));
    if let Some(media) = crate::sections::first_picture(visit.shop, visit.store, "index").await? {
        head.images.push(visit.preview(&media, &profile.name));
    } else if let Some(cover) = newest(visit).await? {
        head.images.push(visit.preview(&cover, &profile.name));
    }
    if let (Some(image), Some(url)) = (&layout.logo, &logo) {
        head.images.push(OgImage { url: url.clone(), width: image.w, height: image.h, alt: profile.name.clone() });
    }
    let home = visit.absolute("/");
    head.json_ld = vec![
        seo::organization(&profile.name, &home, logo.as_deref(), &settings.store_phone, &settings.store_email),
        seo::website(&profile.name, &home, &visit.absolute("/search"), visit.lang.code()),
    ];
    Ok(Answer::Page(visit.finish(Content::new("index", Some("/".to_owned()), head, html)).await?))
}

/// The description of the store in one sentence, when the merchant wrote none for search engines.
async fn about(visit: &RequestContext<'_>) -> Result<String, PageError> {
    let all = visit.shop.categories(visit.store).await?;
    let names: Vec<String> =
        all.iter().filter(|c| c.is_active && c.parent_id.is_none()).take(4).map(|c| localized(&c.name, visit.lang)).collect();
    let names = names.join(if visit.lang == kernel::Lang::Ar { "، " } else { ", " });
    let text = visit.say(if names.is_empty() { "seo.store" } else { "seo.index" });
    Ok(text.replace("{store}", &visit.store.profile.name).replace("{names}", &names))
}

/// The picture of the newest product, among the first ones, that has one.
async fn newest(visit: &RequestContext<'_>) -> Result<Option<platform::media::MediaView>, PageError> {
    let query = CardQuery { limit: 8, ..CardQuery::default() };
    let found = catalog::cards(visit.shop.app.db().conn(), &visit.store.scope, visit.now(), &query).await?;
    Ok(found.items.into_iter().find_map(|p| p.cover))
}
