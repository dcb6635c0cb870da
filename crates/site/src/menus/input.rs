//! The rules of a menu as it is sent: texts, addresses, levels, ids (ST-07). Pure; whether a target exists is checked by `write`.

use kernel::text_guard::Lines;
use kernel::{CategoryId, ContentPageId, Env, Lang, ProductId};
use web::fields::{line, texts};
use web::message::common;
use web::{FieldErrors, Message};

use super::address::{is_address, normalised};
use super::model::{Link, LinkType, MOST_LEVELS, MOST_LINKS, MOST_TITLE, MOST_URL, Menu, flattened};
use super::wire::{LinkWindow, MenuIn, MenuLinkIn};

const TOO_MANY: Message = Message::new("الحد الأقصى {max} رابط في القائمة.", "A menu can have up to {max} links.");
const TOO_DEEP: Message = Message::new("لا يمكن أن تتجاوز القائمة {max} مستويات.", "Links can be up to {max} levels deep.");
const NOT_A_LINK: Message = Message::new(
    "اكتب رابطًا يبدأ بـ / لصفحات متجرك، أو بـ https://",
    "Enter a URL that starts with / for pages of your store, or with https://",
);
const EMPTY_HEADING: Message =
    Message::new("اكتب الرابط. يُترك فارغًا لعنوان تحته روابط فقط.", "Enter a URL. Only a heading above other links can be blank.");

struct Reader<'r> {
    errors: FieldErrors,
    env: &'r Env,
    language: Lang,
}

impl Reader<'_> {
    fn links(&mut self, sent: Vec<MenuLinkIn>, path: &str, level: usize) -> Vec<Link> {
        if level > MOST_LEVELS && !sent.is_empty() {
            self.errors.add(path, TOO_DEEP.with("max", MOST_LEVELS));
            return Vec::new();
        }
        sent.into_iter().enumerate().map(|(n, link)| self.link(link, &format!("{path}.{n}"), level)).collect()
    }

    fn link(&mut self, sent: MenuLinkIn, path: &str, level: usize) -> Link {
        let MenuLinkIn { title, link_type, entity_id, url, target, image_id, links } = sent;
        let links = links.unwrap_or_default();
        let before = self.errors.iter().count();
        let title = texts(&mut self.errors, &format!("{path}.title"), &title, MOST_TITLE, Lines::Single, false);
        if title.exact(self.language).is_empty() && self.errors.iter().count() == before {
            self.errors.add(format!("{path}.title.{}", self.language.code()), common::REQUIRED);
        }
        let (entity_id, url) = match link_type {
            LinkType::Custom => (None, self.url(url.unwrap_or_default(), path, !links.is_empty())),
            kind => (self.entity(kind, entity_id, path), String::new()),
        };
        let is_new_tab = target == LinkWindow::New;
        let links = self.links(links, &format!("{path}.links"), level + 1);
        Link { id: self.env.id(), title, link_type, entity_id, url, is_new_tab, image_id, links }
    }

    fn url(&mut self, sent: String, path: &str, is_heading: bool) -> String {
        let before = self.errors.iter().count();
        let url = normalised(&line(&mut self.errors, &format!("{path}.url"), &sent, MOST_URL, false));
        if self.errors.iter().count() == before {
            match url.as_str() {
                "" if is_heading => {}
                "" => self.errors.add(format!("{path}.url"), EMPTY_HEADING),
                url if is_address(url) => {}
                _ => self.errors.add(format!("{path}.url"), NOT_A_LINK),
            }
        }
        url
    }

    fn entity(&mut self, kind: LinkType, sent: Option<String>, path: &str) -> Option<i64> {
        let Some(text) = sent.filter(|text| !text.is_empty()) else {
            self.errors.add(format!("{path}.entity_id"), common::REQUIRED);
            return None;
        };
        let raw = match kind {
            LinkType::Product => text.parse::<ProductId>().map(ProductId::raw),
            LinkType::Category => text.parse::<CategoryId>().map(CategoryId::raw),
            LinkType::Page => text.parse::<ContentPageId>().map(ContentPageId::raw),
            LinkType::Custom => return None,
        };
        raw.map_err(|_| self.errors.add(format!("{path}.entity_id"), common::NO_SUCH)).ok()
    }
}

/// Applies what was sent to a menu.
///
/// # Errors
/// The faults by path: `links.0.links.2.title.ar`.
pub(super) fn apply(menu: &mut Menu, sent: MenuIn, env: &Env, language: Lang) -> Result<(), FieldErrors> {
    let MenuIn { name, links, version: _ } = sent;
    let mut reader = Reader { errors: FieldErrors::new(), env, language };
    if let Some(sent) = name {
        menu.name = texts(&mut reader.errors, "name", &sent, MOST_TITLE, Lines::Single, true);
    }
    if let Some(sent) = links {
        menu.links = reader.links(sent, "links", 1);
        if flattened(&menu.links).len() > MOST_LINKS {
            reader.errors.add("links", TOO_MANY.with("max", MOST_LINKS));
        }
    }
    if reader.errors.is_empty() { Ok(()) } else { Err(reader.errors) }
}
