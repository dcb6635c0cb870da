//! robots.txt, the web app manifest and the icon of a store without one.

use kernel::Lang;
use serde_json::json;

use crate::escape::escape;

/// The rules for crawlers. A store that is not open to the public disallows everything.
pub(crate) fn robots(is_open: bool, sitemap: &str) -> String {
    if !is_open {
        return "User-agent: *\nDisallow: /\n".into();
    }
    let mut out = String::from("User-agent: *\nAllow: /\n");
    for prefix in ["", "/ar", "/en"] {
        for path in ["/cart", "/checkout", "/orders", "/a/", "/account", "/search"] {
            out += &format!("Disallow: {prefix}{path}\n");
        }
    }
    // Sorted and filtered lists repeat the list, in more combinations than a crawler should follow.
    for parameter in ["sort=", "min_price=", "max_price=", "in_stock=", "on_sale=", "category=", "opt."] {
        out += &format!("Disallow: /*?{parameter}\nDisallow: /*&{parameter}\n");
    }
    out += "Disallow: /*editor-session=\n\n";
    out += &format!("Sitemap: {sitemap}\n");
    out
}

/// The manifest, with which a phone adds the store to its home screen.
pub(crate) fn manifest(name: &str, lang: Lang, color: &str, paper: &str, icon: Option<(&str, i64, i64)>) -> String {
    let mut data = json!({
        "name": name, "short_name": name.chars().take(30).collect::<String>(), "lang": lang.code(), "dir": lang.dir(),
        "start_url": "/", "scope": "/", "display": "minimal-ui", "theme_color": color, "background_color": paper,
    });
    data["icons"] = match icon {
        Some((src, w, h)) => json!([{"src": src, "sizes": format!("{w}x{h}")}]),
        None => json!([{"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml"}]),
    };
    data.to_string()
}

/// The first letter of a name, on a colour of the theme.
pub(crate) fn icon(name: &str, color: &str, ink: &str) -> String {
    let letter: String = name.chars().find(|c| c.is_alphanumeric()).into_iter().flat_map(char::to_uppercase).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\"><rect width=\"64\" height=\"64\" rx=\"14\" fill=\"{}\"/>\
         <text x=\"32\" y=\"33\" fill=\"{}\" font-family=\"system-ui,sans-serif\" font-size=\"36\" font-weight=\"600\" \
         text-anchor=\"middle\" dominant-baseline=\"central\">{}</text></svg>",
        escape(color),
        escape(ink),
        escape(&letter)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crawlers_stay_out_of_carts_and_of_closed_stores() {
        let open = robots(true, "https://a.example/sitemap.xml");
        for line in [
            "Disallow: /cart",
            "Disallow: /en/checkout",
            "Disallow: /search",
            "Disallow: /*?sort=",
            "Allow: /",
            "Sitemap: https://a.example/sitemap.xml",
        ] {
            assert!(open.lines().any(|l| l == line), "{line}");
        }
        assert!(!open.lines().any(|l| l == "Disallow: /"));
        assert_eq!(robots(false, "x"), "User-agent: *\nDisallow: /\n");
    }

    #[test]
    fn the_manifest_says_language_and_direction() {
        let m: serde_json::Value = serde_json::from_str(&manifest("متجر", Lang::Ar, "#1f3d36", "#ffffff", None)).unwrap();
        assert_eq!((m["lang"].as_str(), m["dir"].as_str()), (Some("ar"), Some("rtl")));
        assert_eq!(m["icons"][0]["src"], "/icon.svg");
    }

    #[test]
    fn a_store_without_an_icon_has_its_first_letter() {
        assert!(icon("«دكان»", "#1f3d36", "#ffffff").contains(">د</text>"));
        assert!(icon("& dallah", "#1f3d36", "#ffffff").contains(">D</text>"));
        assert!(!icon("<", "\"/><script>", "#ffffff").contains("<script"));
    }
}
