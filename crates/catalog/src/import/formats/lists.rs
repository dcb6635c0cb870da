//! Lists inside one cell: category paths, tags, picture addresses, escaped commas.

use kernel::{Lang, Texts};

use super::model::CategoryPath;

/// Splits at commas; `\,` is a literal comma (WooCommerce).
pub(super) fn split_escaped(cell: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = cell.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\\'
            && let Some(comma) = chars.next_if_eq(&',')
        {
            push_last(&mut parts, comma);
        } else if c == ',' {
            parts.push(String::new());
        } else {
            push_last(&mut parts, c);
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

fn push_last(parts: &mut [String], c: char) {
    if let Some(last) = parts.last_mut() {
        last.push(c);
    }
}

/// Splits at the commas and semicolons of both scripts.
pub(super) fn split_words(cell: &str) -> Vec<String> {
    cell.split([',', '،', ';', '؛', '\n']).map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Splits picture URLs: a separator counts only where another URL begins, because URLs may contain commas. A part that does not
/// begin like a URL is returned as it is.
pub(super) fn split_urls(cell: &str) -> Vec<String> {
    let mut urls: Vec<String> = Vec::new();
    let mut separator = None;
    for piece in cell.split_inclusive([',', '،', ';', '|', '\n', '\r']) {
        let part = piece.strip_suffix([',', '،', ';', '|', '\n', '\r']).unwrap_or(piece);
        let trimmed = part.trim();
        let continues = !trimmed.is_empty() && !part.starts_with(char::is_whitespace) && !starts_address(trimmed);
        match (urls.last_mut(), separator) {
            (Some(last), Some(separator @ (',' | ';' | '|'))) if continues && is_url(last) => {
                last.push(separator);
                last.push_str(trimmed);
            }
            _ if trimmed.is_empty() => {}
            _ => urls.push(trimmed.to_owned()),
        }
        separator = piece.chars().next_back();
    }
    urls
}

/// Whether the text is an http or https URL without spaces.
pub(super) fn is_url(text: &str) -> bool {
    let rest = ["https://", "http://"].iter().find_map(|scheme| {
        let head = text.get(..scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then(|| &text[scheme.len()..])
    });
    rest.is_some_and(|rest| {
        !rest.is_empty()
            && !rest.starts_with(['/', '?', '#'])
            && !rest.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"'))
    }) && text.len() <= 2000
}

fn starts_address(text: &str) -> bool {
    text.contains("://") || text.starts_with("data:") || text.starts_with("javascript:")
}

/// Category paths of a cell, each a list of level names. `several` says whether commas separate paths (in Shopify's taxonomy a
/// comma is part of the name).
pub(super) fn split_paths(cell: &str, several: bool, escaped: bool) -> Vec<Vec<String>> {
    let paths = match (several, escaped) {
        (true, true) => split_escaped(cell),
        (true, false) => split_words(cell),
        (false, _) => vec![cell.to_owned()],
    };
    paths
        .iter()
        .map(|path| path.split('>').map(|level| level.trim().to_owned()).filter(|level| !level.is_empty()).collect::<Vec<_>>())
        .filter(|path| !path.is_empty())
        .collect()
}

/// Joins the paths of several languages level by level; a path that only one language has is kept.
pub(super) fn join_paths(by_lang: &[(Lang, Vec<Vec<String>>)]) -> Vec<CategoryPath> {
    let mut joined: Vec<CategoryPath> = Vec::new();
    for (lang, paths) in by_lang {
        for (index, path) in paths.iter().enumerate() {
            let texts = |name: &String| {
                let mut texts = Texts::default();
                texts.set(*lang, name.as_str());
                texts
            };
            match joined.get_mut(index).filter(|known| known.len() == path.len()) {
                Some(known) if known.iter().all(|level| level.exact(*lang).is_empty()) => {
                    known.iter_mut().zip(path).for_each(|(level, name)| level.set(*lang, name.as_str()));
                }
                _ => joined.push(path.iter().map(texts).collect()),
            }
        }
    }
    let mut distinct: Vec<CategoryPath> = Vec::with_capacity(joined.len());
    for path in joined {
        if !distinct.contains(&path) {
            distinct.push(path);
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_a_cell() {
        assert_eq!(split_escaped(r"Blue, Red\, dark ,, "), ["Blue", "Red, dark"]);
        assert_eq!(split_words("عطور، بخور; هدايا"), ["عطور", "بخور", "هدايا"]);
        assert_eq!(split_paths("Clothing > Tshirts, Music", true, true), [vec!["Clothing", "Tshirts"], vec!["Music"]]);
        assert_eq!(split_paths("Home, Garden > Decor", false, false), [["Home, Garden", "Decor"]]);
    }

    #[test]
    fn addresses_keep_their_commas() {
        let cell = "https://a.example/i.jpg?w=1,h=2, https://a.example/j.jpg;photo.jpg";
        assert_eq!(split_urls(cell), ["https://a.example/i.jpg?w=1,h=2", "https://a.example/j.jpg;photo.jpg"]);
        assert_eq!(split_urls("a.jpg, b.jpg"), ["a.jpg", "b.jpg"]);
        assert!(!is_url("https://a.example/ صورة.jpg") && is_url("HTTP://a.example/x"));
        assert!(!is_url("data:image/png;base64,xx") && !is_url("javascript:alert(1)") && !is_url("https://"));
    }

    #[test]
    fn paths_of_two_languages_join_by_level() {
        let ar = vec![vec!["ملابس".to_owned(), "نسائي".to_owned()]];
        let en = vec![vec!["Clothing".to_owned(), "Women".to_owned()]];
        let joined = join_paths(&[(Lang::Ar, ar), (Lang::En, en)]);
        assert_eq!(joined, [vec![Texts::new("ملابس", "Clothing"), Texts::new("نسائي", "Women")]]);
    }
}
