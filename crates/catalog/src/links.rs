//! Page links: derived from the name, unique by folded key, numbered on collision (PR-05, contracts/locale.md §2).

use db::Conn;
use kernel::slug::{fallback, numbered, slugify, uniqueness_key};
use kernel::{CategoryId, Id, Lang, Millis, ProductId, StoreScope, Texts};
use web::message::Message;

use super::check::Faults;
use super::errors::CatalogError;
use super::model::{Links, Product, ProductInput};
use super::store::links as rows;

const TAKEN: Message = Message::new("هذا الرابط مستخدم لمنتج آخر.", "Another product uses this link.");
const CATEGORY_TAKEN: Message = Message::new("هذا الرابط مستخدم لتصنيف آخر.", "Another category uses this link.");

/// The slug of a text, from the Arabic one where there is one.
fn slug_of(name: &Texts, id: &str) -> String {
    let body = id.split_once('_').map_or(id, |(_, body)| body);
    slugify(name.get(Lang::Ar)).or_else(|| slugify(name.get(Lang::En))).unwrap_or_else(|| fallback(body))
}

/// The first of `slug`, `slug-2`, `slug-3`, ... whose key is not among `taken`.
fn first_free(slug: &str, taken: &[String]) -> Option<String> {
    let taken: std::collections::HashSet<&str> = taken.iter().map(String::as_str).collect();
    if !taken.contains(uniqueness_key(slug).as_str()) {
        return Some(slug.to_owned());
    }
    (2..2_100).map(|n| numbered(slug, n)).find(|s| !taken.contains(uniqueness_key(s).as_str()))
}

/// The common prefix of all numbered forms of a slug: long slugs are shortened to make room for the number.
fn stem(slug: &str) -> String {
    let key = uniqueness_key(slug);
    if key.chars().count() < kernel::slug::MAX_CHARS - 5 { key } else { key.chars().take(kernel::slug::MAX_CHARS - 12).collect() }
}

/// A free link for a product that has none yet, or whose link may be numbered.
pub(super) async fn free_product_link(
    c: Conn<'_>,
    scope: &StoreScope,
    input: &ProductInput,
    id: ProductId,
    except: Option<ProductId>,
) -> Result<String, CatalogError> {
    let slug = input.page_link.clone().unwrap_or_else(|| slug_of(&input.name, &id.to_string()));
    let taken = rows::list_links(c, scope, &stem(&slug), except).await?;
    Ok(first_free(&slug, &taken).unwrap_or_else(|| fallback_of(id)))
}

/// The link of a changed product: the requested one, which must be free, else its current one.
pub(super) async fn changed_product_link(
    c: Conn<'_>,
    scope: &StoreScope,
    input: &ProductInput,
    before: &Product,
) -> Result<String, CatalogError> {
    let old = before.fields.page_link.clone().unwrap_or_default();
    let Some(requested_link) = input.page_link.clone().filter(|l| *l != old) else { return Ok(old) };
    let holders = rows::list_holders(c, scope, &uniqueness_key(&requested_link)).await?;
    if holders.iter().any(|(_, other)| *other != before.id) {
        Err(Faults::one("page_link", TAKEN).into())
    } else {
        Ok(requested_link)
    }
}

/// The links of a product that are specific to a language. One that equals the main link is dropped; another product must not
/// have it, in this language or in all of them. Where the write must not fail (undo) a taken one is left out.
pub(super) async fn own_links(
    c: Conn<'_>,
    scope: &StoreScope,
    requested_links: &Texts,
    main: &str,
    id: ProductId,
    is_strict: bool,
) -> Result<Texts, CatalogError> {
    let (mut own, mut faults) = (Texts::default(), Faults::default());
    for lang in [Lang::Ar, Lang::En] {
        let link = requested_links.exact(lang);
        let key = uniqueness_key(link);
        if link.is_empty() || key == uniqueness_key(main) {
            continue;
        }
        let holders = rows::list_holders(c, scope, &key).await?;
        if !holders.iter().any(|(at, other)| *other != id && at.is_none_or(|at| at == lang)) {
            own.set(lang, link);
        } else if is_strict {
            faults.add(format!("page_links.{}", lang.code()), TAKEN);
        }
    }
    if faults.is_empty() { Ok(own) } else { Err(faults.into()) }
}

/// Writes the redirects after a change of links: old links lead to the new ones, and the new ones are no redirects.
pub(super) async fn settle(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProductId,
    before: Option<&Links>,
    after: &Links,
    now: Millis,
) -> Result<(), CatalogError> {
    let blank = Texts::default();
    if before.map_or(&blank, |b| &b.own) != &after.own {
        rows::replace_own_links(c, scope, id, &after.own).await?;
    }
    let key = |links: &Links, lang: Option<Lang>| uniqueness_key(lang.map_or(&*links.main, |l| links.own.exact(l)));
    for lang in [None, Some(Lang::Ar), Some(Lang::En)] {
        let (from, to) = (before.map(|b| key(b, lang)).unwrap_or_default(), key(after, lang));
        if from == to {
            continue;
        }
        if !from.is_empty() {
            rows::insert_redirect(c, scope, rows::subject_in(lang), id.raw(), &from, &to, now).await?;
        }
        if !to.is_empty() {
            // The link is a page now, in all languages or in one, and no redirect.
            for of in [None, Some(Lang::Ar), Some(Lang::En)].into_iter().filter(|of| lang.is_none() || *of == lang) {
                rows::delete_redirect(c, scope, rows::subject_in(of), &to).await?;
            }
        }
    }
    Ok(())
}

/// Keeps the language links of a removed product, so that they answer "gone" (410). They lead to the page again when the product
/// is restored ([`settle`]).
pub(super) async fn leave(c: Conn<'_>, scope: &StoreScope, id: ProductId, own: &Texts, now: Millis) -> Result<(), CatalogError> {
    for lang in [Lang::Ar, Lang::En] {
        let key = uniqueness_key(own.exact(lang));
        if !key.is_empty() {
            rows::insert_redirect(c, scope, rows::subject_in(Some(lang)), id.raw(), &key, "", now).await?;
        }
    }
    Ok(())
}

/// A slug for a new category.
pub(super) async fn free_category_slug(
    c: Conn<'_>,
    scope: &StoreScope,
    requested_slug: Option<&str>,
    name: &Texts,
    id: CategoryId,
) -> Result<String, CatalogError> {
    let slug = requested_slug.map_or_else(|| slug_of(name, &id.to_string()), str::to_owned);
    let taken = rows::list_category_slugs(c, scope, &stem(&slug), None).await?;
    Ok(first_free(&slug, &taken).unwrap_or_else(|| fallback_of(id)))
}

/// Checks that the slug requested for a category is free.
pub(super) async fn check_category_slug(c: Conn<'_>, scope: &StoreScope, slug: &str, id: CategoryId) -> Result<(), CatalogError> {
    let key = uniqueness_key(slug);
    let taken = rows::list_category_slugs(c, scope, &key, Some(id)).await?;
    if taken.contains(&key) { Err(Faults::one("slug", CATEGORY_TAKEN).into()) } else { Ok(()) }
}

fn fallback_of<K: kernel::id::Kind>(id: Id<K>) -> String {
    let text = id.to_string();
    fallback(text.split_once('_').map_or(text.as_str(), |(_, body)| body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pr_05_a_taken_link_is_numbered() {
        let taken = |all: &[&str]| all.iter().map(|s| uniqueness_key(s)).collect::<Vec<_>>();
        assert_eq!(first_free("عطر", &taken(&[])).as_deref(), Some("عطر"));
        assert_eq!(first_free("أحذية", &taken(&["احذيه"])).as_deref(), Some("أحذية-2"));
        assert_eq!(first_free("shirt", &taken(&["shirt", "shirt-2", "shirt-3"])).as_deref(), Some("shirt-4"));
    }

    #[test]
    fn pr_05_a_long_link_is_shortened_for_its_number_and_its_stem_still_finds_it() {
        let long = slugify(&"ق".repeat(200)).unwrap();
        let second = numbered(&long, 2);
        assert!(uniqueness_key(&second).starts_with(&stem(&long)));
        assert_eq!(first_free(&long, &[uniqueness_key(&long)]), Some(second));
    }

    #[test]
    fn a_name_without_letters_gives_the_id() {
        assert_eq!(slug_of(&Texts::new("🌙", ""), "prd_0000000000007"), "p-0000000000007");
        assert_eq!(slug_of(&Texts::new("", "Oud"), "prd_1"), "oud");
    }
}
