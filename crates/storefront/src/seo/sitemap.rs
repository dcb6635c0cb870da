//! Sitemaps (contracts/standards.md §1.4): at most 50,000 URLs per file, an index above that.

use std::fmt::Write as _;

use kernel::{Lang, Millis};

use crate::escape::escape;

/// Pages per file. Each language version is a URL, so two languages stay below half of the protocol's 50,000 URLs.
pub(crate) const MOST_PER_FILE: usize = 10_000;

/// A page in its languages.
#[derive(Debug, Clone)]
pub(crate) struct Url {
    /// Every language version, absolute URLs.
    pub(crate) versions: Vec<(Lang, String)>,
    /// The time of its last real change.
    pub(crate) changed: Option<Millis>,
}

/// A sitemap file.
pub(crate) fn urlset(urls: &[Url], default: Lang) -> String {
    let mut out = String::with_capacity(urls.len() * 700 + 300);
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n");
    for url in urls {
        for (_, own) in &url.versions {
            let _ = write!(out, "<url><loc>{}</loc>", escape(own));
            if let Some(at) = url.changed {
                let _ = write!(out, "<lastmod>{}</lastmod>", at.rfc3339());
            }
            if url.versions.len() > 1 {
                for (lang, other) in &url.versions {
                    let _ =
                        write!(out, "<xhtml:link rel=\"alternate\" hreflang=\"{}\" href=\"{}\"/>", lang.code(), escape(other));
                }
                if let Some((_, other)) = url.versions.iter().find(|(lang, _)| *lang == default) {
                    let _ = write!(out, "<xhtml:link rel=\"alternate\" hreflang=\"x-default\" href=\"{}\"/>", escape(other));
                }
            }
            out.push_str("</url>\n");
        }
    }
    out.push_str("</urlset>\n");
    out
}

/// The index of a store's sitemap files.
pub(crate) fn index(files: &[String]) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for file in files {
        let _ = writeln!(out, "<sitemap><loc>{}</loc></sitemap>", escape(file));
    }
    out.push_str("</sitemapindex>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_version_is_listed_with_all_of_them() {
        let url = Url {
            versions: vec![(Lang::Ar, "https://a.example/x?a=1&b=2".into()), (Lang::En, "https://a.example/en/x".into())],
            changed: Some(Millis(1_772_317_800_000)),
        };
        let xml = urlset(&[url], Lang::Ar);
        assert_eq!(xml.matches("<loc>").count(), 2);
        assert_eq!(xml.matches("hreflang=\"ar\"").count(), 2);
        assert_eq!(xml.matches("hreflang=\"x-default\" href=\"https://a.example/x?a=1&amp;b=2\"").count(), 2);
        assert!(xml.contains("<lastmod>2026-02-28T22:30:00Z</lastmod>"));
        assert!(!xml.contains("&b"), "ampersands are escaped");
    }

    #[test]
    fn a_file_stays_within_the_protocol() {
        let long = format!("https://{}.example/{}", "a".repeat(60), "%D8%A7".repeat(80));
        let url = Url { versions: vec![(Lang::Ar, long.clone()), (Lang::En, long)], changed: Some(Millis(0)) };
        let one = urlset(&[url], Lang::Ar).len();
        assert!(one * MOST_PER_FILE < 52_428_800, "{one} bytes an address");
        const { assert!(MOST_PER_FILE * 2 <= 50_000) };
    }
}
