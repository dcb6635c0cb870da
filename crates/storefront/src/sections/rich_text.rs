//! Rich texts of merchants as templates print them: their videos are players of the theme (ST-08).

use kernel::Lang;
use minijinja::Value;

use super::video;
use crate::current_store::Store;
use crate::engine::{context, safe};

/// Most videos of a text that are drawn as players; further ones are links.
const MOST_PLAYERS: usize = 20;

/// A text for templates: sanitised again, because it is printed unescaped. Each player brings the marks by which the page's policy
/// admits it, so that it does so exactly where the text is printed.
pub(crate) fn rich_text(store: &Store, lang: Lang, html: &str) -> Value {
    let html = platform::html::sanitise(html);
    let mut n = 0;
    let drawn = platform::html::map_videos(&html, |found| {
        n += 1;
        if n > MOST_PLAYERS {
            return None;
        }
        let context = context! { video => video::view(found), n => (n > 1).then_some(n) };
        // A merchant's theme may lack the part: its videos stay links.
        let player = store.theme.engine.render("parts/text_video.html", lang, store.profile.currency, context).ok()?;
        Some(format!("{}{}", player.trim(), video::embeds_of(found).marks()))
    });
    safe(drawn.into_owned())
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use platform::video::Video;

    use super::*;
    use crate::engine::LoadedTheme;

    #[test]
    fn st_08_every_theme_draws_the_videos_of_texts_as_links_that_scripts_make_players() {
        let film = Video::parse("https://youtu.be/dQw4w9WgXcQ").unwrap();
        let file = Video::parse("https://cdn.example.com/a.mp4").unwrap();
        for id in site::theme::ThemeFolder::bundled_ids() {
            let draw = |found: &Video, n: Option<usize>, lang: Lang| {
                let context = context! { video => video::view(found), n => n };
                LoadedTheme::find(&id).engine.render("parts/text_video.html", lang, Currency::SAR, context).unwrap()
            };
            let html = draw(&film, None, Lang::En);
            assert!(html.contains("<video-embed data-src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"), "{id}: {html}");
            assert!(html.contains("href=\"https://www.youtube.com/watch?v=dQw4w9WgXcQ\""), "{id}: {html}");
            assert!(html.contains("aria-label=\"Play video\"") && !html.contains("<iframe"), "{id}: {html}");
            assert!(draw(&film, Some(2), Lang::Ar).contains("aria-label=\"تشغيل الفيديو: فيديو 2\""), "{id}");
            let html = draw(&file, None, Lang::En);
            assert!(html.contains("<source src=\"https://cdn.example.com/a.mp4\" type=\"video/mp4\">"), "{id}: {html}");
        }
    }
}
