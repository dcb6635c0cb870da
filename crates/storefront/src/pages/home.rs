//! The front page.

use crate::engine::context;

use super::{Answer, Content, Visit};
use crate::error::PageError;
use crate::sections::Place;
use crate::seo::{self, OgImage};

pub(crate) async fn show(visit: &Visit<'_>) -> Result<Answer, PageError> {
    let chrome = visit.chrome().await?;
    let (profile, settings) = (&visit.store.profile, &visit.store.profile.settings);
    let html = visit.sections("index", &chrome, Place::default(), &context! {}).await?;
    let title = settings.seo_title.get(visit.lang);
    let mut head = visit.head("", settings.seo_description.get(visit.lang));
    head.title = seo::shorten(if title.is_empty() { &profile.name } else { title }, 65);
    head.keywords = settings.seo_keywords.get(visit.lang).to_owned();
    let logo = chrome.logo.as_ref().map(|l| format!("{}{}", visit.store.origin, l.full));
    if let (Some(image), Some(url)) = (&chrome.logo, &logo) {
        head.images.push(OgImage { url: url.clone(), width: image.w, height: image.h, alt: profile.name.clone() });
    }
    let home = visit.absolute("/");
    head.json_ld = vec![
        seo::organization(&profile.name, &home, logo.as_deref(), &settings.store_phone, &settings.store_email),
        seo::website(&profile.name, &home, &visit.absolute("/search"), visit.lang.code()),
    ];
    Ok(Answer::Page(visit.finish(Content::new("index", Some("/".to_owned()), head, html)).await?))
}
