//! A target for an old address: the product, category or page whose name has most of its last words.

use db::Conn;
use kernel::StoreScope;
use kernel::fold::fold;
use platform::App;
use platform::link_targets::LinkTargets;

use super::address::segments;
use crate::pages;

/// Most words of an address that are looked for.
const MOST_WORDS: usize = 5;

/// The words of the last segment, without an ending such as `.html`.
fn words(path: &str) -> Vec<String> {
    let last = segments(path).last().copied().unwrap_or_default().to_owned();
    let stem = last.rsplit_once('.').filter(|(stem, end)| !stem.is_empty() && end.len() <= 5).map_or(&*last, |(stem, _)| stem);
    let folded = fold(&stem.replace(['-', '_', '+'], " "));
    let mut words: Vec<String> = Vec::new();
    for word in folded.split(' ').filter(|word| word.chars().count() >= 2) {
        if words.len() < MOST_WORDS && !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    words
}

/// How many of the words begin a word of one of the texts.
pub(super) fn matching<'t>(words: &[String], texts: impl IntoIterator<Item = &'t str>) -> usize {
    let folded: Vec<String> = texts.into_iter().map(|text| fold(&text.replace(['-', '_'], " "))).collect();
    words.iter().filter(|word| folded.iter().any(|text| text.split(' ').any(|own| own.starts_with(word.as_str())))).count()
}

/// The path that an old address may lead to; `None` when nothing of the store is like it.
///
/// # Errors
/// Database errors.
pub(super) async fn find(app: &App, c: Conn<'_>, scope: &StoreScope, path: &str) -> db::Result<Option<String>> {
    let words = words(path);
    if words.is_empty() {
        return Ok(None);
    }
    let port = app.ports.get::<dyn LinkTargets>()?;
    let mut best: Option<(usize, String)> = None;
    let mut offer = |matched: usize, path: String| {
        // Half of the words at least, and only better ones: products come before categories and pages.
        if matched > 0 && 2 * matched >= words.len() && best.as_ref().is_none_or(|(most, _)| matched > *most) {
            best = Some((matched, path));
        }
    };
    for found in port.search_addresses(c, scope, words.clone()).await? {
        offer(matching(&words, found.texts.iter().map(String::as_str)), found.path);
    }
    for page in pages::list(c, scope).await?.into_iter().filter(pages::PageSummary::is_published) {
        let texts = [&*page.title.ar, &page.title.en, &page.slugs.ar, &page.slugs.en];
        let slug = if page.slugs.ar.is_empty() { &page.slugs.en } else { &page.slugs.ar };
        offer(matching(&words, texts), format!("/pages/{slug}"));
    }
    Ok(best.map(|(_, path)| path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn st_08_the_last_words_of_an_address_are_compared_with_names() {
        assert_eq!(words("/products/Black-Shirt_2.html"), ["black", "shirt"]);
        assert_eq!(words("/قميص-قُطن"), ["قميص", "قطن"]);
        assert!(words("/").is_empty());
        let both = words("/x/black-shirt");
        assert_eq!(matching(&both, ["Shirts in black", "قميص"]), 2);
        assert_eq!(matching(&both, ["Trousers"]), 0);
    }
}
