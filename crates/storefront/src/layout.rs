//! Renders the frame around every page of a store: header, footer, tokens; once per generation and language.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::Lang;
use minijinja::Value;
use platform::media;
use site::theme::{PreviewKind, SESSION, Section, Zone};

use crate::cache::{Embeds, Policy, page_headers};
use crate::current_store::Store;
use crate::engine::context;
use crate::error::PageError;
use crate::escape::escape_json;
use crate::frame::{Layout, OTHER};
use crate::menus;
use crate::sections;
use crate::shop::Shop;
use crate::theme::Theme;
use crate::view::Image;
use crate::whatsapp::WhatsApp;

/// The layout of a store in a language.
pub(crate) async fn layout(shop: &Shop, store: &Store, lang: Lang) -> Result<Arc<Layout>, PageError> {
    let key = (store.profile.id.raw(), store.generation, lang);
    let now = shop.app.env().now().0;
    if let Some(found) = shop.layout.get(&key).filter(|found| found.until.is_none_or(|until| now < until)) {
        return Ok(found);
    }
    let shared_layout = Arc::new(render(shop, store, lang).await?);
    shop.layout.insert(key, shared_layout.clone());
    if store.draft.is_none() {
        shop.frames.insert((key.0, lang), shared_layout.clone());
    }
    Ok(shared_layout)
}

async fn render(shop: &Shop, store: &Store, lang: Lang) -> Result<Layout, PageError> {
    let c = shop.app.db().conn();
    let (profile, settings) = (&store.profile, &store.profile.settings);
    let ids: Vec<_> = [settings.logo, settings.favicon].into_iter().flatten().collect();
    let pictures = if ids.is_empty() { Vec::new() } else { media::list_views(c, &store.scope, &ids).await? };
    let picture = |id: Option<kernel::MediaId>| id.and_then(|id| pictures.iter().find(|m| m.id == id));
    let logo = picture(settings.logo).map(Image::logo);
    let favicon = picture(settings.favicon);
    let menus::StoreLinks { menus, policies } = menus::store_links(shop, store, lang).await?;
    let sections = sections::load(shop, store, "all").await?;
    let (tokens, primary, paper) = tokens(&store.theme.theme, &sections);
    let look = look_of(shop, store, lang, &sections).await?;
    let link = |path: &str| store.path(lang, path);
    let links = context! {
        home => link("/"), cart => link("/cart"), checkout => link("/checkout"), search => link("/search"), collections => link("/collections"),
        newsletter => link("/newsletter"), cards => link("/fragments/products"),
    };
    let store_view = context! {
        name => profile.name, logo => logo, phone => settings.store_phone, email => settings.store_email,
        address => settings.store_address.get(lang), vat_rate => settings.vat_rate_bp, prices_include_vat => settings.prices_include_vat,
        show_buy_now => settings.show_buy_now_button, require_email => settings.require_email_in_checkout,
        mobile_example => kernel::phone::example(&profile.country), vat_number => settings.vat_number,
        commercial_registration => settings.commercial_registration,
    };
    let other = store.other(lang).map(|l| {
        let (name, short) = if l == Lang::Ar { ("العربية", "ع") } else { ("English", "EN") };
        context! { lang => l.code(), name => name, short => short, marker => OTHER }
    });
    let until = sections::next_moment(store, &sections, shop.app.env().now());
    let year = kernel::locale::year(shop.app.env().now(), &profile.timezone);
    let mut note = String::new();
    if store.draft.as_ref().is_some_and(|draft| draft.kind == PreviewKind::Share) {
        let view = context! { leave => format!("?{SESSION}=end") };
        note = store.theme.engine.render("parts/draft_note.html", lang, profile.currency, view)?;
    }
    let whatsapp = WhatsApp::from_look(&look);
    let payments = payments(shop, store, lang, &sections).await?;
    let (mut pre, mut post, mut embeds) = (note.clone(), String::new(), Embeds::default());
    for section in sections.iter().filter(|s| s.is_active && matches!(s.zone, Zone::Pre | Zone::Post)) {
        let Some(resolved) = sections::resolve(shop, store, lang, section, &sections::SectionPlacement::default()).await? else {
            continue;
        };
        let context = context! {
            section => resolved, menus => menus, policies => policies, payments => payments, store => store_view, links => links,
            other => other, year => year, look => look, whatsapp => whatsapp.as_ref().map(|button| button.url(&[])),
        };
        let html = store.theme.engine.render(&format!("sections/{}.html", section.section), lang, profile.currency, context)?;
        let (html, of_texts) = Embeds::take(html);
        embeds.add(of_texts);
        embeds.add(sections::embeds(store, section));
        let html = sections::marked(store, lang, section, html);
        if section.zone == Zone::Pre { &mut pre } else { &mut post }.push_str(&html);
    }
    let plain = context! { policies => policies, store => store_view, links => links, year => year };
    let plain_pre = note + &store.theme.engine.render("parts/checkout_head.html", lang, profile.currency, plain.clone())?;
    let plain_post = store.theme.engine.render("parts/checkout_foot.html", lang, profile.currency, plain)?;
    let script_texts = [
        ("add", "product.add"),
        ("sold", "product.sold_out"),
        ("view", "cart.view"),
        ("large", "form.file_large"),
        ("offline", "line.offline"),
        ("still", "line.still"),
        ("failed", "line.failed"),
    ]
    .map(|(name, key)| (name, store.theme.say(lang, key, None)));
    let mut script_texts: BTreeMap<_, _> = script_texts.into_iter().collect();
    // In the editor's frame the cart is nobody's.
    if opens_drawer(&look) && !store.is_editing() {
        script_texts.insert("drawer", link("/cart/drawer"));
    }
    let script_texts = crate::engine::safe(escape_json(&serde_json::to_string(&script_texts).unwrap_or_default()));
    let platform = shop.app.base.platform_url();
    let policy = Policy { style: Some(&tokens), platform: &platform, is_https: shop.app.base.settings.scheme == "https" };
    Ok(Layout {
        headers: Arc::new(page_headers(lang, &policy)),
        embeds,
        pre,
        post,
        until,
        tokens,
        primary,
        paper,
        store: store_view,
        links,
        plain_pre,
        plain_post,
        script_texts,
        look,
        whatsapp,
        favicon_size: favicon.map_or((64, 64), |m| (m.width, m.height)),
        favicon: favicon.map(|m| Image { src: m.url.clone(), ..Image::new(m, lang, "") }),
        logo,
    })
}

/// The settings of the look section as templates get them.
async fn look_of(shop: &Shop, store: &Store, lang: Lang, sections: &[Section]) -> Result<Value, PageError> {
    let own = sections.iter().find(|s| s.section == "look");
    let settings = match own {
        Some(section) => {
            let placement = sections::SectionPlacement::default();
            let resolved = sections::resolve(shop, store, lang, section, &placement).await?;
            resolved.and_then(|section| section.get_attr("settings").ok())
        }
        None => None,
    };
    Ok(settings.unwrap_or_default())
}

/// Whether adding to the cart opens it over the page.
pub(crate) fn opens_drawer(look: &Value) -> bool {
    look.get_attr("after_add").is_ok_and(|v| v.as_str() == Some("drawer"))
}

/// How the store is paid, for a footer that shows it: kind and name of each method on offer.
async fn payments(shop: &Shop, store: &Store, lang: Lang, sections: &[Section]) -> Result<Vec<Value>, PageError> {
    let is_shown = |section: &&Section| {
        let schema = store.theme.theme.schemas.get(&section.section);
        section.is_active
            && schema.is_some_and(|schema| schema.fill(&section.settings).get("show_payments") == Some(&true.into()))
    };
    if !sections.iter().any(|section| is_shown(&section)) {
        return Ok(Vec::new());
    }
    let methods = shop.payment_methods(store).await?;
    let active = methods.iter().filter(|method| method.is_offered());
    Ok(active.map(|m| context! { kind => m.provider.as_str().to_lowercase(), name => m.name.get(lang) }).collect())
}

/// The tokens of one of the theme's looks over what the store has, to try it; `None` when the theme has no such look.
pub(crate) fn preset_tokens(theme: &Theme, sections: &[Section], preset: &str) -> Option<String> {
    let schema = theme.schemas.get("look")?;
    let preset = schema.presets.iter().find(|p| p.id == preset)?;
    let mut settings = sections.iter().find(|s| s.section == "look").map(|s| s.settings.clone()).unwrap_or_default();
    settings.extend(schema.look(preset));
    Some(tokens_of(theme, &settings).0)
}

/// The settings of the look section as CSS custom properties. Every value matches its schema, so no CSS can be injected.
fn tokens(theme: &Theme, sections: &[Section]) -> (String, String, String) {
    let empty = serde_json::Map::new();
    tokens_of(theme, sections.iter().find(|s| s.section == "look").map_or(&empty, |s| &s.settings))
}

fn tokens_of(theme: &Theme, written: &serde_json::Map<String, serde_json::Value>) -> (String, String, String) {
    let look = theme.schemas.get("look").map(|schema| schema.fill(written)).unwrap_or_default();
    let value = |id: &str| look.get(id).and_then(|v| v.as_str()).unwrap_or_default().to_owned();
    let (primary, accent, paper, tint, ink) = (value("primary"), value("accent"), value("paper"), value("tint"), value("ink"));
    let m = &theme.manifest;
    let pick = |map: &BTreeMap<String, String>, id: &str, or: &str| map.get(&value(id)).cloned().unwrap_or_else(|| or.to_owned());
    let (radius, small) = m.radius.get(&value("radius")).cloned().unwrap_or_else(|| ("14px".into(), "9px".into()));
    let density = pick(&m.density, "density", "1");
    let css = format!(
        ":root{{--primary:{primary};--on-primary:{};--accent:{accent};--on-accent:{};--paper:{paper};--tint:{tint};--ink:{ink};\
         --muted:color-mix(in srgb,{ink} 72%,{paper});--line:color-mix(in srgb,{ink} 13%,{paper});--bad:#b3261e;--good:#19693c;\
         --font:{};--text:{};--r:{radius};--r-s:{small};--ratio:{};--gap-section:calc(clamp(38px,4.8vw,68px)*{density});\
         --gap:calc(clamp(14px,2vw,26px)*{density});--gap-y:calc(clamp(28px,3.4vw,46px)*{density})}}",
        on(&primary),
        on(&accent),
        pick(&m.fonts, "fonts", "sans-serif"),
        Some(value("text_size")).filter(|size| !size.is_empty()).unwrap_or_else(|| "1".to_owned()),
        pick(&m.ratio, "ratio", "4 / 5"),
    );
    (css, primary, paper)
}

/// The theme's default tokens, for pages without a store.
pub(crate) fn default_tokens(theme: &Theme) -> String {
    tokens(theme, &[]).0
}

/// Black or white, whichever has more contrast with a colour (WCAG 2.2 relative luminance, in integers of 1/10000).
pub(crate) fn on(color: &str) -> &'static str {
    let channel = |at: usize| -> i64 {
        let n = i64::from(u8::from_str_radix(color.get(at..at + 2).unwrap_or("00"), 16).unwrap_or(0));
        // sRGB to linear is close to a power of 2.2; this mix of square and cube stays within two percent.
        let x = n * 10_000 / 255;
        (x * x / 10_000 * 8 + x * x / 10_000 * x / 10_000 * 2) / 10
    };
    let luminance = (channel(1) * 2_126 + channel(3) * 7_152 + channel(5) * 722) / 10_000;
    // Contrast with white is 1.05 / (L + 0.05), with black (L + 0.05) / 0.05: equal at L = 0.179.
    if luminance > 1_790 { "#111111" } else { "#ffffff" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_on_a_merchants_colour_is_readable() {
        assert_eq!([on("#1f3d36"), on("#a83f24"), on("#000000"), on("#2b5fb3")], ["#ffffff"; 4]);
        assert_eq!([on("#ffffff"), on("#e8c33a"), on("#8fc3e8"), on("#2f9c95")], ["#111111"; 4]);
    }

    #[test]
    fn tokens_come_from_the_schema_and_a_broken_value_cannot_leave_them() {
        let (css, ..) = tokens(&crate::engine::LoadedTheme::default_theme().theme, &[]);
        assert!(css.contains("--primary:#1f3d36;--on-primary:#ffffff"));
        assert!(!css.contains('<') && css.matches('{').count() == 1);
    }

    /// Relative luminance of WCAG 2.2.
    fn luminance(channels: [f64; 3]) -> f64 {
        let linear = |c: f64| if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        0.2126 * linear(channels[0]) + 0.7152 * linear(channels[1]) + 0.0722 * linear(channels[2])
    }

    fn channels(color: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0)
    }

    fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
        let (a, b) = (luminance(one), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn th_04_every_look_of_every_theme_can_be_read() {
        for id in site::theme::ThemeFolder::bundled_ids() {
            let theme = Theme::load(&site::theme::ThemeFolder::bundled(&id)).unwrap();
            let schema = &theme.schemas["look"];
            assert!(schema.presets.len() >= 3, "{id}: how it begins, and two more");
            for preset in &schema.presets {
                let look = schema.fill(&preset.settings);
                let color = |name: &str| channels(look[name].as_str().unwrap());
                let (ink, paper, tint, primary) = (color("ink"), color("paper"), color("tint"), color("primary"));
                let muted = [0, 1, 2].map(|n| ink[n] * 0.72 + paper[n] * 0.28);
                let on_primary = channels(on(look["primary"].as_str().unwrap()));
                let on_accent = channels(on(look["accent"].as_str().unwrap()));
                for (what, one, other) in [
                    ("text", ink, paper),
                    ("text on a surface", ink, tint),
                    ("muted text", muted, paper),
                    ("muted text on a surface", muted, tint),
                    ("a button", on_primary, primary),
                    ("a tag", on_accent, color("accent")),
                    ("a focus", primary, paper),
                ] {
                    let ratio = contrast(one, other);
                    assert!(ratio >= 4.5, "{id}, {}: {what} has {ratio:.2}", preset.id);
                }
                assert!(preset_tokens(&theme, &[], &preset.id).unwrap().contains("--text:1;"));
            }
        }
    }
}
