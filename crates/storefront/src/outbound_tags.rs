//! Tags with which a stranger's template (decision 0080) would send the reader, or what a page says of them, to another host without a
//! script: `<meta http-equiv="refresh">`, and links that browsers follow by themselves (`dns-prefetch`, `preconnect`, `prefetch`). The
//! policy of pages does not govern them, and a template can put a tag together from parts, so the finished page is read. Pure.

/// What a link may be to its page. What is loaded for it is governed by the page's policy.
const RELATIONS: [&str; 11] = [
    "stylesheet",
    "preload",
    "icon",
    "apple-touch-icon",
    "manifest",
    "canonical",
    "alternate",
    "prev",
    "next",
    "search",
    "license",
];

/// What stands in the place of such a tag: what is around it does not become one.
const NOTHING: &str = "<!---->";

/// The page without such tags.
pub(crate) fn without_outbound_tags(html: String) -> String {
    let lower = html.to_ascii_lowercase();
    let is_tag = |at: usize, name: &str| {
        let rest = &lower.as_bytes()[at + 1..];
        rest.starts_with(name.as_bytes()) && rest.get(name.len()).is_none_or(|b| !b.is_ascii_alphanumeric() && *b != b'-')
    };
    let mut removed: Vec<(usize, usize)> = Vec::new();
    // Each `<` is looked at, those in the values of another tag too: where that ends is for the browser to say.
    for (at, _) in lower.match_indices('<') {
        let Some(name) = ["meta", "link"].into_iter().find(|name| is_tag(at, name)) else { continue };
        let end = tag_end(lower.as_bytes(), at);
        let attributes = attributes(&lower[at + 1 + name.len()..end]);
        let is_outbound = if name == "meta" {
            attributes.iter().any(|(attribute, _)| *attribute == "http-equiv")
        } else {
            let relation = attributes.iter().find(|(attribute, _)| *attribute == "rel").map_or("", |(_, value)| value);
            relation.is_empty() || relation.split_ascii_whitespace().any(|word| !RELATIONS.contains(&word))
        };
        if is_outbound && removed.last().is_none_or(|(_, before)| *before <= at) {
            removed.push((at, end));
        }
    }
    if removed.is_empty() {
        return html;
    }
    let mut out = String::with_capacity(html.len());
    let mut done = 0;
    for (at, end) in removed {
        out.push_str(&html[done..at]);
        out.push_str(NOTHING);
        done = end;
    }
    out.push_str(&html[done..]);
    out
}

/// The byte after a tag; `>` in quotes does not end it.
fn tag_end(html: &[u8], open: usize) -> usize {
    let mut quote = None;
    for (at, byte) in html.iter().enumerate().skip(open) {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            // A quote opens a value behind `=` alone; elsewhere it is a letter of a name.
            (None, b'"' | b'\'') if html[..at].trim_ascii_end().ends_with(b"=") => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    html.len()
}

/// Names and values of a tag's attributes, as a browser reads them.
fn attributes(tag: &str) -> Vec<(&str, &str)> {
    let mut out = Vec::new();
    let is_space = |c: char| c.is_ascii_whitespace() || c == '/';
    let mut rest = tag.trim_start_matches(is_space);
    while !rest.is_empty() && !rest.starts_with('>') {
        let end =
            rest.char_indices().skip(1).find(|(_, c)| is_space(*c) || matches!(c, '=' | '>')).map_or(rest.len(), |(at, _)| at);
        let (name, after) = rest.split_at(end);
        let Some(value) = after.trim_ascii_start().strip_prefix('=').map(str::trim_ascii_start) else {
            out.push((name, ""));
            rest = after.trim_start_matches(is_space);
            continue;
        };
        let (value, after) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            _ => value.split_at(value.find(|c: char| c.is_ascii_whitespace() || c == '>').unwrap_or(value.len())),
        };
        out.push((name, value));
        rest = after.trim_start_matches(is_space);
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn left(html: &str) -> String {
        without_outbound_tags(html.to_owned())
    }

    #[test]
    fn th_05_a_page_of_a_stranger_sends_nobody_elsewhere() {
        for tag in [
            "<meta http-equiv=\"refresh\" content=\"0;url=https://evil.example/\">",
            "<META content='0;url=https://evil.example/?a>b' HTTP-EQUIV = refresh/>",
            "<meta/http-equiv=refresh content=0>",
            "<meta name=\"a\"http-equiv=\"refresh\">",
            "<meta a\" http-equiv=refresh b\">",
            "<link rel=\"dns-prefetch\" href=\"//966551234567.evil.example\">",
            "<link href=//evil.example rel='stylesheet preconnect'>",
            "<link rel=prefetch href=\"https://evil.example/?m=1\">",
            "<link href=\"https://evil.example/\">",
        ] {
            assert_eq!(left(&format!("<p>a</p>{tag}<p>ب</p>")), "<p>a</p><!----><p>ب</p>", "{tag}");
        }
        assert_eq!(left("<me<meta http-equiv=x>ta http-equiv=y>"), "<me<!---->ta http-equiv=y>");
        assert_eq!(left("<meta a==\"><meta http-equiv=\"refresh\">"), "<meta a==\"><!---->");
        for page in [
            "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><metadata http-equiv=\"x\">",
            "<link rel=\"preload\" href=\"/a.woff2\" as=\"font\" crossorigin><link rel=\"stylesheet\" href=\"/one.css\">",
            "<link rel=\"alternate\" hreflang=\"en\" href=\"https://shop.example/en/\"><p>&lt;meta http-equiv</p>",
        ] {
            assert_eq!(left(page), page);
        }
    }

    proptest! {
        #[test]
        fn th_05_a_page_that_was_read_is_the_same_when_read_again(page in "(<meta|<link|<p|rel=|http-equiv|prefetch|stylesheet|[<>=/\"' a-zء]){0,40}") {
            let once = left(&page);
            prop_assert_eq!(left(&once), once.clone());
        }
    }
}
