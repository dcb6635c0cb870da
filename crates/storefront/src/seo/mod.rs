//! Metadata for search engines and link previews (contracts/standards.md part 1). Pure.

mod jsonld;
mod robots;
mod sitemap;

use std::fmt::Write as _;

use kernel::Lang;
use serde_json::Value;

use crate::escape::{escape, escape_json};

pub(crate) use jsonld::{
    Chosen, Offer, Terms, breadcrumb, city, item_list, organization, product, product_group, returns, shipping, website,
};
pub(crate) use robots::{icon, manifest, robots};
pub(crate) use sitemap::{MOST_PER_FILE, Url, index, urlset};

/// The picture of a link preview.
#[derive(Debug, Clone)]
pub(crate) struct OgImage {
    /// Absolute.
    pub(crate) url: String,
    pub(crate) width: i64,
    pub(crate) height: i64,
    pub(crate) alt: String,
}

/// Price and availability for link previews; amounts are plain decimal strings.
#[derive(Debug, Clone, Default)]
pub(crate) struct OgProduct {
    pub(crate) amount: String,
    pub(crate) sale_amount: Option<String>,
    pub(crate) currency: &'static str,
    pub(crate) is_in_stock: bool,
    pub(crate) item_id: String,
    pub(crate) group_id: Option<String>,
}

/// The head of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Head {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) keywords: String,
    pub(crate) site_name: String,
    pub(crate) lang: Lang,
    /// Absolute URL in this language; `None` where a page has no URL of its own (an error).
    pub(crate) canonical: Option<String>,
    /// Every language version with its absolute URL, this one included.
    pub(crate) alternates: Vec<(Lang, String)>,
    pub(crate) default_lang: Lang,
    pub(crate) is_hidden: bool,
    pub(crate) images: Vec<OgImage>,
    pub(crate) product: Option<OgProduct>,
    pub(crate) prev: Option<String>,
    pub(crate) next: Option<String>,
    pub(crate) favicon: Option<String>,
    pub(crate) theme_color: String,
    pub(crate) json_ld: Vec<Value>,
}

const fn og_locale(lang: Lang) -> &'static str {
    match lang {
        Lang::Ar => "ar_AR",
        Lang::En => "en_US",
    }
}

/// Shortens to at most `max` characters, cut at a word, for titles and descriptions.
pub(crate) fn shorten(text: &str, max: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= max {
        return text;
    }
    let cut: String = text.chars().take(max - 1).collect();
    let at = cut.rfind(' ').filter(|at| *at > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut[..at].trim_end_matches(['،', ',', '.', ' ', '-']))
}

impl Head {
    /// Renders the tags, from title to structured data.
    pub(crate) fn render(&self) -> String {
        let mut out = String::with_capacity(4_096);
        let o = &mut out;
        let _ = write!(o, "<title>{}</title>", escape(&self.title));
        let meta = |o: &mut String, name: &str, content: &str| {
            if !content.is_empty() {
                let _ = write!(o, "\n<meta name=\"{name}\" content=\"{}\">", escape(content));
            }
        };
        let og = |o: &mut String, name: &str, content: &str| {
            if !content.is_empty() {
                let _ = write!(o, "\n<meta property=\"{name}\" content=\"{}\">", escape(content));
            }
        };
        let link = |o: &mut String, rel: &str, href: &str| {
            let _ = write!(o, "\n<link rel=\"{rel}\" href=\"{}\">", escape(href));
        };
        meta(o, "description", &self.description);
        meta(o, "keywords", &self.keywords);
        if self.is_hidden {
            meta(o, "robots", "noindex");
        }
        meta(o, "theme-color", &self.theme_color);
        match &self.favicon {
            Some(url) => link(o, "icon", url),
            None => link(o, "icon", "/icon.svg"),
        }
        o.push_str("\n<link rel=\"manifest\" href=\"/manifest.webmanifest\">");
        if let Some(url) = &self.canonical {
            link(o, "canonical", url);
            // Alternates are here and not in the sitemap: every version lists all, itself included.
            if self.alternates.len() > 1 && !self.is_hidden {
                for (lang, url) in &self.alternates {
                    let _ = write!(o, "\n<link rel=\"alternate\" hreflang=\"{}\" href=\"{}\">", lang.code(), escape(url));
                }
                if let Some((_, url)) = self.alternates.iter().find(|(lang, _)| *lang == self.default_lang) {
                    let _ = write!(o, "\n<link rel=\"alternate\" hreflang=\"x-default\" href=\"{}\">", escape(url));
                }
            }
        }
        for (rel, url) in [("prev", &self.prev), ("next", &self.next)] {
            if let Some(url) = url {
                link(o, rel, url);
            }
        }
        og(o, "og:title", &self.title);
        og(o, "og:description", &self.description);
        og(o, "og:url", self.canonical.as_deref().unwrap_or(""));
        og(o, "og:site_name", &self.site_name);
        og(o, "og:type", if self.product.is_some() { "product" } else { "website" });
        og(o, "og:locale", og_locale(self.lang));
        for (lang, _) in self.alternates.iter().filter(|(lang, _)| *lang != self.lang) {
            og(o, "og:locale:alternate", og_locale(*lang));
        }
        for image in self.images.iter().take(4) {
            og(o, "og:image", &image.url);
            og(o, "og:image:width", &image.width.to_string());
            og(o, "og:image:height", &image.height.to_string());
            og(o, "og:image:alt", &image.alt);
        }
        if let Some(p) = &self.product {
            og(o, "product:price:amount", &p.amount);
            og(o, "product:price:currency", p.currency);
            if let Some(sale) = &p.sale_amount {
                og(o, "product:sale_price:amount", sale);
                og(o, "product:sale_price:currency", p.currency);
            }
            og(o, "product:availability", if p.is_in_stock { "in stock" } else { "oos" });
            og(o, "product:condition", "new");
            og(o, "product:retailer_item_id", &p.item_id);
            og(o, "product:item_group_id", p.group_id.as_deref().unwrap_or(""));
        }
        meta(o, "twitter:card", "summary_large_image");
        for data in &self.json_ld {
            let json = serde_json::to_string(data).unwrap_or_else(|_| "{}".into());
            let _ = write!(o, "\n<script type=\"application/ld+json\">{}</script>", escape_json(&json));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn head(lang: Lang) -> Head {
        let alternates =
            vec![(Lang::Ar, "https://a.example/products/x".to_owned()), (Lang::En, "https://a.example/en/products/x".to_owned())];
        Head {
            title: "عطر".into(),
            lang,
            default_lang: Lang::Ar,
            canonical: alternates.iter().find(|(l, _)| *l == lang).map(|(_, u)| u.clone()),
            alternates,
            ..Head::default()
        }
    }

    fn alternates(html: &str) -> Vec<(String, String)> {
        html.lines()
            .filter_map(|l| l.strip_prefix("<link rel=\"alternate\" hreflang=\""))
            .filter_map(|l| {
                let (lang, rest) = l.split_once("\" href=\"")?;
                Some((lang.to_owned(), rest.split('"').next()?.to_owned()))
            })
            .collect()
    }

    #[test]
    fn hreflang_is_reciprocal_and_lists_itself() {
        let (ar, en) = (head(Lang::Ar).render(), head(Lang::En).render());
        let set = alternates(&ar);
        assert_eq!(set, alternates(&en), "both versions list the same set");
        let langs: Vec<&str> = set.iter().map(|(l, _)| l.as_str()).collect();
        assert_eq!(langs, ["ar", "en", "x-default"]);
        assert_eq!(set[2].1, set[0].1, "x-default is the default language");
        assert!(ar.contains("<link rel=\"canonical\" href=\"https://a.example/products/x\">"));
        assert!(
            en.contains("<link rel=\"canonical\" href=\"https://a.example/en/products/x\">"),
            "each language is canonical to itself"
        );
        assert!(ar.contains("og:locale\" content=\"ar_AR") && ar.contains("og:locale:alternate\" content=\"en_US"));
    }

    #[test]
    fn a_hidden_page_says_so_and_has_no_alternates() {
        let html = Head { is_hidden: true, ..head(Lang::Ar) }.render();
        assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"));
        assert_eq!(alternates(&html), []);
        assert!(!head(Lang::Ar).render().contains("name=\"robots\""), "robots only when restricting");
    }

    #[test]
    fn texts_cannot_leave_their_attribute_or_script() {
        let evil = "\"><script>alert(1)</script></title><!--";
        let html = Head { title: evil.into(), description: evil.into(), json_ld: vec![json!({"name": evil})], ..head(Lang::Ar) }
            .render();
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert_eq!(html.matches("</script>").count(), 1);
        assert!(html.contains("\\u003cscript\\u003e") && !html.contains("<!--"));
    }

    #[test]
    fn long_texts_are_cut_at_a_word() {
        assert_eq!(shorten("قميص قطن", 60), "قميص قطن");
        assert_eq!(shorten("one two three four", 12), "one two…");
        assert!(shorten(&"كلمة ".repeat(100), 160).chars().count() <= 160);
    }

    proptest! {
        #[test]
        fn structured_data_never_ends_its_element(text in "[<>/a-z!&\u{2028}\"'\\-]{0,40}") {
            let escaped = escape_json(&serde_json::to_string(&text).unwrap());
            let is_closed = !escaped.contains(['<', '>', '\u{2028}']);
            prop_assert!(is_closed);
            prop_assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), text);
        }
    }
}
