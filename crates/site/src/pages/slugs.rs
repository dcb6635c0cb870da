//! Addresses of pages: written by the merchant or derived from the title, unique in each language by folded key.

use db::{Conn, Result};
use kernel::slug::{MAX_CHARS, fallback, numbered, slugify, uniqueness_key};
use kernel::{ContentPageId, Lang, Millis, StoreScope, Texts};
use web::{FieldErrors, Message};

use super::store;

const TAKEN: Message = Message::new("هذا الرابط مستخدم لصفحة أخرى.", "Another page uses this link.");

/// The slug that a title gives in a language; of its other language where it is not written in this one.
fn derived(title: &Texts, lang: Lang, id: ContentPageId) -> String {
    let id = id.to_string();
    let body = id.split_once('_').map_or(id.as_str(), |(_, body)| body);
    slugify(title.get(lang)).unwrap_or_else(|| fallback(body))
}

/// The first of `slug`, `slug-2`, `slug-3`, ... whose key is not taken.
fn first_free(slug: &str, taken: &[String]) -> Option<String> {
    let is_free = |slug: &String| !taken.contains(&uniqueness_key(slug));
    std::iter::once(slug.to_owned()).chain((2..2_600).map(|n| numbered(slug, n))).find(is_free)
}

/// A free slug that is derived from the title.
async fn free_slug(c: Conn<'_>, scope: &StoreScope, title: &Texts, lang: Lang, id: ContentPageId) -> Result<String> {
    let slug = derived(title, lang, id);
    // Numbered forms of a long slug are shortened to make room for the number.
    let stem: String = uniqueness_key(&slug).chars().take(MAX_CHARS - 8).collect();
    let taken = store::list_taken(c, scope, lang, &stem).await?;
    Ok(first_free(&slug, &taken).unwrap_or_else(|| fallback(&id.to_string())))
}

/// Gives a page the requested slugs, deriving those that are empty and not there yet. A requested slug that another page has is an
/// error of its field.
pub(super) async fn assign(
    c: Conn<'_>,
    scope: &StoreScope,
    (id, title): (ContentPageId, &Texts),
    requested: &Texts,
    now: Millis,
) -> Result<Result<Texts, FieldErrors>> {
    let current = store::find_slugs(c, scope, id).await?;
    let (mut after, mut errors) = (current.clone(), FieldErrors::new());
    for lang in [Lang::Ar, Lang::En] {
        let slug = match requested.exact(lang) {
            "" if !current.exact(lang).is_empty() => continue,
            "" => free_slug(c, scope, title, lang, id).await?,
            slug => slug.to_owned(),
        };
        let key = uniqueness_key(&slug);
        let holders = store::list_holders(c, scope, &key).await?;
        let is_taken =
            |held: &store::AddressRow| held.language == lang && held.page_id != id && held.is_current && !held.is_deleted;
        if holders.iter().any(is_taken) {
            errors.add(format!("slugs.{}", lang.code()), TAKEN);
            continue;
        }
        if slug != current.exact(lang) {
            store::set_slug(c, scope, id, lang, (&slug, &key), now).await?;
            after.set(lang, slug);
        }
    }
    Ok(if errors.is_empty() { Ok(after) } else { Err(errors) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn st_08_a_page_has_an_address_whatever_its_title_is() {
        let id = ContentPageId::from_raw(7);
        let title = Texts::new("سياسة الشحن", "Shipping policy");
        assert_eq!(derived(&title, Lang::Ar, id), "سياسة-الشحن");
        assert_eq!(derived(&title, Lang::En, id), "shipping-policy");
        assert_eq!(derived(&Texts::new("من نحن", ""), Lang::En, id), "من-نحن");
        assert!(derived(&Texts::new("✨", ""), Lang::Ar, id).starts_with("p-"));
    }

    #[test]
    fn st_08_a_derived_address_is_numbered_where_it_is_taken() {
        let taken: Vec<String> = ["about", "about-2"].map(str::to_owned).into();
        assert_eq!(first_free("about", &taken).as_deref(), Some("about-3"));
        assert_eq!(first_free("terms", &taken).as_deref(), Some("terms"));
    }
}
