//! A front page of forty sections: kept, drawn anew, one of its sections alone as the editor's frame asks for it, and the publication
//! of every page (TH-01, TH-03).

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::importing::call;
use super::{Shop, expect, get, post};
use crate::Failure;
use crate::http::Connection;
use crate::load::Scenario;

/// Sections of the front page.
const SECTIONS: usize = 40;
/// Kinds that it is made of, in turn; each with the data or texts of its first preset.
const KINDS: [&str; 10] =
    ["featured", "rich_text", "image_text", "faq", "multi_column", "testimonials", "icons_text", "banner", "logos", "image_grid"];
/// Pages that have sections of their own.
const PAGES: [&str; 3] = ["index", "product", "collection"];

/// Requests of a store whose front page has forty sections.
#[derive(Clone)]
pub struct Themed {
    shop: Shop,
    /// As shoppers get it.
    pub cached: Arc<[Vec<u8>]>,
    /// The draft, which nothing keeps.
    pub fresh: Arc<[Vec<u8>]>,
    /// Each section alone.
    pub alone: Arc<[Vec<u8>]>,
    /// The HTML of the front page.
    pub page: Vec<u8>,
    section: String,
}

fn path(rest: &str) -> String {
    format!("/dashboard/v1/themes/one/{rest}")
}

impl Themed {
    /// Fills the pages of the store's theme and publishes them.
    ///
    /// # Errors
    /// When the program does not answer as expected.
    pub async fn open(shop: &Shop, addr: SocketAddr) -> Result<Self, Failure> {
        let mut c = Connection::open(addr).await?;
        let send = |rest: &str, body: Json| post(&shop.platform, &path(rest), &shop.auth, "application/json", &body.to_string());
        for page in PAGES {
            let now = sections(&call(&mut c, &get(&shop.platform, &path(page), &shop.auth)).await?);
            let kinds = KINDS.iter().cycle().take(SECTIONS.saturating_sub(now.len()));
            let kinds: Vec<&str> = kinds.copied().filter(|kind| page == "index" || *kind == "rich_text").collect();
            let new: Vec<Json> =
                kinds.iter().take(if page == "index" { SECTIONS } else { 5 }).map(|k| json!({"section": k})).collect();
            for part in new.chunks(20) {
                expect(c.send(&send(page, json!({ "sections": part })), true).await?, 201)?;
            }
        }
        expect(c.send(&send("publication", json!({})), true).await?, 200)?;
        let ids = sections(&call(&mut c, &get(&shop.platform, &path("index"), &shop.auth)).await?);
        let preview = expect(c.send(&send("previews", json!({"kind": "editor"})), true).await?, 201)?;
        let preview: Json = serde_json::from_slice(&preview.body)?;
        let session = preview["data"]["session"].as_str().ok_or("no session")?;
        let cached = vec![get(&shop.host, "/", "")];
        let page = expect(c.send(&cached[0], true).await?, 200)?.body;
        let alone = ids.iter().map(|id| get(&shop.host, &format!("/?editor-session={session}&section={id}"), ""));
        Ok(Self {
            shop: shop.clone(),
            cached: cached.into(),
            fresh: vec![get(&shop.host, &format!("/?editor-session={session}"), "")].into(),
            alone: alone.collect::<Vec<_>>().into(),
            page,
            section: ids.first().cloned().ok_or("no sections")?,
        })
    }
}

/// Ids of the sections that can be moved.
fn sections(page: &Json) -> Vec<String> {
    let all = page["sortableSections"].as_array();
    all.into_iter().flatten().filter_map(|section| section["id"].as_str().map(str::to_owned)).collect()
}

/// A change of one section, and the publication of every page.
pub struct Publish {
    themed: Themed,
    is_shown: bool,
}

impl Publish {
    /// For one connection: two would publish each other's changes.
    #[must_use]
    pub const fn new(themed: Themed) -> Self {
        Self { themed, is_shown: true }
    }
}

impl Scenario for Publish {
    async fn step(&mut self, c: &mut Connection) -> io::Result<u64> {
        let Themed { shop, section, .. } = &self.themed;
        self.is_shown = !self.is_shown;
        let change = json!({ "is_active": self.is_shown }).to_string();
        let change = post(&shop.platform, &path(&format!("sections/{section}")), &shop.auth, "application/json", &change);
        let change = String::from_utf8(change).map_err(io::Error::other)?.replacen("POST", "PUT", 1).into_bytes();
        expect(c.send(&change, false).await?, 200)?;
        let publication = post(&shop.platform, &path("publication"), &shop.auth, "application/json", "{}");
        expect(c.send(&publication, false).await?, 200)?;
        Ok(2)
    }
}
