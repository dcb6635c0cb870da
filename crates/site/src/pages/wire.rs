//! Pages in the API. Times are RFC 3339 in UTC.

use kernel::{ContentPageId, Lang, Millis, Texts};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use web::schema;

use super::model::{Page, Policy, Status};
use super::store::PageSummary;

fn sent<'de, T: Deserialize<'de>, D: Deserializer<'de>>(d: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(d).map(Some)
}

/// What search engines show of a page, as it is sent; absent fields stay.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PageSeoIn {
    /// Its title; the page's own where empty. 200 characters at most.
    #[schema(value_type = Option<schema::LineTexts<200>>)]
    pub meta_title: Option<Texts>,
    /// Its description; the beginning of the content where empty. 500 characters at most.
    #[schema(value_type = Option<schema::LineTexts<500>>)]
    pub meta_description: Option<Texts>,
}

/// A page to create or change; in a change absent fields stay.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PageIn {
    /// The heading; 150 characters at most in each language.
    #[schema(value_type = Option<schema::RequiredLineTexts<150>>)]
    pub title: Option<Texts>,
    /// HTML; what is outside the allow-list is removed. 100,000 characters at most in each language.
    #[schema(value_type = Option<schema::LongTexts<100_000>>)]
    pub content: Option<Texts>,
    /// The last segment of its address in each language; an empty one is derived from the title, or stays. The address it had leads
    /// to the new one.
    #[schema(value_type = Option<schema::PageLinks>)]
    pub slugs: Option<Texts>,
    /// `published` by default.
    pub status: Option<Status>,
    /// When a scheduled page is published; RFC 3339, in the future.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::DateTime>)]
    pub publish_at: Option<Option<String>>,
    /// The policy that it states; null for none.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Policy>)]
    pub policy: Option<Option<Policy>>,
    /// For search engines.
    pub seo: Option<PageSeoIn>,
    /// The theme's alternate template that shows it: "wide"; null for the plain one, which also shows it in a theme that has none of
    /// that name.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::TemplateId>)]
    pub template: Option<Option<String>>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// What search engines show of a page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PageSeo {
    meta_title: Texts,
    meta_description: Texts,
}

/// Where the storefront of a store shows its pages.
#[derive(Debug, Clone)]
pub struct Site {
    /// `https://store.example`.
    pub origin: String,
    /// Its default language has no prefix.
    pub default_language: Lang,
    /// The languages of the storefront.
    pub languages: Vec<Lang>,
}

impl Site {
    /// The absolute address of a page in each language of the storefront.
    fn urls(&self, slugs: &Texts) -> Texts {
        let mut urls = Texts::default();
        for lang in &self.languages {
            let prefix = if *lang == self.default_language { String::new() } else { format!("/{}", lang.code()) };
            let slug = kernel::slug::percent_encode(slugs.exact(*lang));
            urls.set(*lang, format!("{}{prefix}/pages/{slug}", self.origin));
        }
        urls
    }
}

/// A page (ST-08).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ContentPage)]
pub struct PageView {
    id: ContentPageId,
    title: Texts,
    /// Sanitised HTML.
    content: Texts,
    slugs: Texts,
    /// Its absolute address in each language of the storefront.
    urls: Texts,
    status: Status,
    publish_at: Option<String>,
    policy: Option<Policy>,
    seo: PageSeo,
    /// The theme's alternate template that shows it.
    template: Option<String>,
    created_at: String,
    updated_at: String,
    version: i64,
}

impl PageView {
    /// The page in the API.
    pub(super) fn from_page(page: Page, slugs: Texts, site: &Site) -> Self {
        let Page { id, title, content, status, publish_at, policy, meta_title, meta_description, template, .. } = page;
        Self {
            id,
            title,
            content,
            urls: site.urls(&slugs),
            slugs,
            status,
            publish_at: publish_at.map(Millis::rfc3339),
            policy,
            seo: PageSeo { meta_title, meta_description },
            template,
            created_at: page.created_at.rfc3339(),
            updated_at: page.updated_at.rfc3339(),
            version: page.version,
        }
    }
}

/// A page in the list, without its content.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ContentPageRow)]
pub struct PageRow {
    id: ContentPageId,
    title: Texts,
    slugs: Texts,
    /// As in the page itself.
    urls: Texts,
    status: Status,
    publish_at: Option<String>,
    policy: Option<Policy>,
    updated_at: String,
    version: i64,
}

impl PageRow {
    /// The page in the list.
    pub(super) fn from_summary(page: PageSummary, site: &Site) -> Self {
        let PageSummary { id, title, status, publish_at, policy, updated_at, version, slugs } = page;
        Self {
            id,
            title,
            urls: site.urls(&slugs),
            slugs,
            status,
            publish_at: publish_at.map(Millis::rfc3339),
            policy,
            updated_at: updated_at.rfc3339(),
            version,
        }
    }
}

/// The text that a page of a policy may begin with.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PolicyTemplate {
    pub(super) policy: Policy,
    pub(super) title: Texts,
    /// HTML, filled with the store's data.
    pub(super) content: Texts,
}
