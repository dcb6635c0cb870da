//! The rules of a menu as it is sent: texts, addresses, levels, ids (ST-07). Pure; whether a target exists is checked by `write`.

use kernel::text_guard::Lines;
use kernel::{CategoryId, ContentPageId, Env, Lang, ProductId};
use web::fields::{line, texts};
use web::message::common;
use web::{FieldErrors, Message};

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

/// Schemes that an `href` may have; something follows each.
const SCHEMES: [&str; 5] = ["https://", "http://", "mailto:", "tel:", "#"];

/// An address as people write it: `shop.example` is one on the web, and a scheme has small letters.
fn normalised(url: &str) -> String {
    let lower = url.to_ascii_lowercase();
    if let Some(scheme) = SCHEMES.into_iter().find(|scheme| lower.starts_with(scheme)) {
        return format!("{scheme}{}", &url[scheme.len()..]);
    }
    let host = lower.split(['/', '?', '#']).next().unwrap_or_default();
    let is_host = host.contains('.') && host.split('.').all(is_label) && !host.ends_with(|c: char| c.is_ascii_digit());
    if is_host { format!("https://{url}") } else { url.to_owned() }
}

fn is_label(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// Whether an address is allowed in an `href`: a path of the store or one of a few schemes.
fn is_link(url: &str) -> bool {
    if let Some(rest) = url.strip_prefix('/') {
        return !rest.starts_with(['/', '\\']);
    }
    SCHEMES.iter().any(|scheme| url.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty() && !rest.contains(' ')))
}

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
                url if is_link(url) => {}
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn st_07_addresses_are_read_as_people_write_them() {
        for (sent, stored) in [
            ("rawaj.example", "https://rawaj.example"),
            ("www.x.example/a?b=1", "https://www.x.example/a?b=1"),
            ("HTTPS://X.example/A", "https://X.example/A"),
            ("/collections", "/collections"),
            ("Mailto:a@x.example", "mailto:a@x.example"),
        ] {
            assert_eq!(normalised(sent), stored);
            assert!(is_link(stored), "{stored}");
        }
        for bad in [
            "https://",
            "https://ex ample.com",
            "tel:",
            "mailto:",
            "#",
            "//evil.example",
            "/\\evil",
            "javascript:alert(1)",
            "hello",
            "1.5",
        ] {
            assert!(!is_link(&normalised(bad)), "{bad}");
        }
    }
}
