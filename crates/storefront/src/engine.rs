//! The template engine: minijinja with escaping, a fuel limit and no file access.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, OnceLock};

use kernel::{Currency, Lang, Millis, locale};
use minijinja::value::{Kwargs, Serde, Value, merge_maps};
use minijinja::{AutoEscape, Environment};
use site::theme::{DEFAULT_THEME, Manifest, ThemeDefinition, ThemeFolder, ThemeProblem};

use crate::escape::{escape, escape_json, escape_to, safe_url};
use crate::template_limits;
use crate::theme::Theme;
use crate::theme_guard::guard;

/// Fuel (instructions) of one rendering; a page of 48 cards takes about 30,000.
const FUEL: u64 = 2_000_000;

thread_local! {
    /// Language and currency of the current rendering: macros have no access to the page's context, functions need both.
    static VOICE: Cell<(Lang, Currency)> = const { Cell::new((Lang::Ar, Currency::SAR)) };
    /// The look's settings and the time of the current rendering: macros ask for both as well.
    static LOOK: RefCell<(Value, i64)> = const { RefCell::new((Value::UNDEFINED, 0)) };
}

/// The compiled templates of a theme.
pub(crate) struct Engine {
    env: Environment<'static>,
    /// Its templates are a stranger's: what it prints is counted.
    is_own: bool,
}

/// A theme with its compiled templates.
pub(crate) struct LoadedTheme {
    /// Its files.
    pub(crate) theme: Arc<Theme>,
    /// Its templates.
    pub(crate) engine: Engine,
}

/// The themes of the program, each compiled when a page first needs it; a test compiles them all.
static BUNDLED: LazyLock<HashMap<String, OnceLock<Arc<LoadedTheme>>>> =
    LazyLock::new(|| ThemeFolder::bundled_ids().into_iter().map(|id| (id, OnceLock::new())).collect());

#[expect(clippy::panic, reason = "files of the build, not input; a test loads them all")]
fn bundled(folder: &ThemeFolder) -> LoadedTheme {
    LoadedTheme::load(folder).unwrap_or_else(|problem| panic!("themes/{}/{problem}", folder.id()))
}

impl LoadedTheme {
    /// Reads a theme and compiles its templates.
    ///
    /// # Errors
    /// The first file that is missing, cannot be read or does not compile.
    pub(crate) fn load(folder: &ThemeFolder) -> Result<Self, ThemeProblem> {
        Self::compile(Theme::load(folder)?, false)
    }

    /// Reads a theme whose assets are served below `assets`; one that is not of the program with what bounds it (decision 0080).
    ///
    /// # Errors
    /// The first file that is missing, cannot be read or does not compile.
    pub(crate) fn load_own(folder: &ThemeFolder, assets: &str) -> Result<Self, ThemeProblem> {
        let mut theme = Theme::load(folder)?;
        // Behind the hash of all assets: those of the theme that it extends change with the program.
        theme.asset_base = format!("{assets}{}/", theme.assets_hash);
        Self::compile(theme, ThemeDefinition::find(folder.id()).is_none())
    }

    fn compile(theme: Theme, is_own: bool) -> Result<Self, ThemeProblem> {
        let theme = Arc::new(theme);
        Ok(Self { engine: Engine::new(&theme, is_own)?, theme })
    }

    /// Bytes that it holds, roughly.
    pub(crate) fn weight(&self) -> u32 {
        let assets = self.theme.assets.values().map(|asset| asset.body.len() + asset.gzip.as_ref().map_or(0, bytes::Bytes::len));
        let templates = self.theme.templates.iter().map(|(_, source)| source.len() * 4);
        u32::try_from(assets.chain(templates).sum::<usize>()).unwrap_or(u32::MAX)
    }

    /// A theme of the program; that of a new store when there is none of this name.
    pub(crate) fn find(id: &str) -> Arc<Self> {
        let (id, theme) =
            BUNDLED.get_key_value(id).map_or((DEFAULT_THEME, &BUNDLED[DEFAULT_THEME]), |(id, theme)| (id.as_str(), theme));
        theme.get_or_init(|| Arc::new(bundled(&ThemeFolder::bundled(id)))).clone()
    }

    /// The theme of a new store.
    pub(crate) fn default_theme() -> Arc<Self> {
        Self::find(DEFAULT_THEME)
    }

    /// A text of the theme.
    pub(crate) fn say(&self, lang: Lang, key: &str, n: Option<i64>) -> String {
        self.theme.say(lang, key, n)
    }
}

/// A template error: a fault of the theme, not of the shopper.
#[derive(Debug)]
pub(crate) struct TemplateError(minijinja::Error);

impl TemplateError {
    /// The reason and the place in one line, without the template around it.
    pub(crate) fn summary(&self) -> String {
        self.to_string().lines().next().unwrap_or_default().to_owned()
    }

    /// The template, the line in it, and the reason: for its author.
    pub(crate) fn place(&self) -> (Option<&str>, Option<usize>, String) {
        let error = &self.0;
        let reason = error.detail().map_or_else(|| error.kind().to_string(), |detail| format!("{}: {detail}", error.kind()));
        (error.name(), error.line(), reason)
    }
}

impl std::fmt::Display for TemplateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl Engine {
    /// Its templates are a stranger's.
    pub(crate) const fn is_own(&self) -> bool {
        self.is_own
    }

    /// Compiles every template of a theme.
    fn new(theme: &Arc<Theme>, is_own: bool) -> Result<Self, ThemeProblem> {
        let mut env = Environment::new();
        env.set_auto_escape_callback(|_| AutoEscape::Html);
        env.set_fuel(Some(FUEL));
        env.set_recursion_limit(60);
        env.set_syntax(
            minijinja::syntax::SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().unwrap_or_default(),
        );
        // As the default, but `/` is not escaped: half of what a page prints are URLs.
        env.set_formatter(move |out, state, value| {
            let text = value.as_str();
            if is_own {
                template_limits::spend(template_limits::printed(value)?)?;
            }
            match text {
                Some(text) if !value.is_safe() && matches!(state.auto_escape(), AutoEscape::Html) => {
                    escape_to(text, |piece| out.write_str(piece))
                        .map_err(|_| minijinja::Error::new(minijinja::ErrorKind::WriteFailure, "output"))
                }
                _ => minijinja::escape_formatter(out, state, value),
            }
        });
        let Manifest { styles, preload, sizes, .. } = &theme.manifest;
        env.add_global("theme", context! { styles => styles, preload => preload, sizes => sizes });
        let own = theme.clone();
        env.add_function("t", move |key: &str, slots: Kwargs| {
            let text = say(&own, key, &slots, if is_own { template_limits::filled } else { fill })?;
            Ok::<_, minijinja::Error>(Value::from(text))
        });
        let own = theme.clone();
        env.add_function("icon", move |name: &str| own.icons.get(name).cloned().unwrap_or_default());
        let own = theme.clone();
        env.add_function("asset", move |name: &str| format!("{}{name}", own.asset_base));
        env.add_function("look_setting", |name: &str| LOOK.with_borrow(|(look, _)| look.get_attr(name).unwrap_or_default()));
        env.add_function("is_new", |created_at: i64| {
            LOOK.with_borrow(|(look, now)| {
                let days = look.get_attr("new_days").ok().and_then(|days| i64::try_from(days).ok()).unwrap_or(0);
                created_at <= *now && now - created_at < days.saturating_mul(Millis::DAY)
            })
        });
        env.add_filter("money", |minor: i64| {
            let (lang, currency) = VOICE.get();
            Value::from_safe_string(format!("<bdi class=\"money\">{}</bdi>", locale::amount(minor, currency, lang)))
        });
        // A discount: the minus sign belongs to the number and stands before it in either text direction.
        env.add_filter("money_off", |minor: i64| {
            let (lang, currency) = VOICE.get();
            let text = locale::amount(minor, currency, lang);
            let end = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).unwrap_or(text.len());
            let (number, unit) = text.split_at(end);
            Value::from_safe_string(format!("<bdi class=\"money\">\u{2066}−{number}\u{2069}{unit}</bdi>"))
        });
        env.add_filter("money_text", |minor: i64| {
            let (lang, currency) = VOICE.get();
            locale::amount(minor, currency, lang)
        });
        env.add_filter("url", |url: &str| safe_url(url).to_owned());
        env.add_filter("lines", |text: &str| Value::from_safe_string(escape(text).replace('\n', "<br>")));
        env.add_filter("json", |value: Value| Value::from_safe_string(script_json(&value)));
        if is_own {
            template_limits::restrict(&mut env);
        }
        for (name, source) in &theme.templates {
            let is_foreign = is_own && !ThemeFolder::is_bundled_file(name, source.as_bytes());
            let source = if is_foreign { guard(source).source } else { source.clone() };
            let compiled = env.add_template_owned(name.clone(), source);
            compiled.map_err(|e| ThemeProblem::unreadable(name, TemplateError(e).summary()))?;
        }
        Ok(Self { env, is_own })
    }

    /// Renders a template.
    pub(crate) fn render(&self, name: &str, lang: Lang, currency: Currency, context: Value) -> Result<String, TemplateError> {
        let before = VOICE.replace((lang, currency));
        let look = context.get_attr("look").unwrap_or_default();
        let now = context.get_attr("now").ok().and_then(|now| i64::try_from(now).ok()).unwrap_or(0);
        let look_before = LOOK.replace((look, now));
        if self.is_own {
            template_limits::start();
        }
        let result = self.env.get_template(name).and_then(|t| t.render(context)).map_err(TemplateError);
        VOICE.set(before);
        LOOK.set(look_before);
        result
    }
}

/// `t('cart.added')`, `t('product.left', n=3)`: the text in the page's language with its placeholders filled.
fn say(
    theme: &Theme,
    key: &str,
    slots: &Kwargs,
    fill: fn(&str, &str, &Value) -> Result<String, minijinja::Error>,
) -> Result<String, minijinja::Error> {
    let (lang, _) = VOICE.get();
    let n: Option<i64> = slots.get::<Option<i64>>("n").ok().flatten();
    let mut text = theme.say(lang, key, n);
    for name in slots.args() {
        let value: Value = slots.get(name)?;
        text = fill(&text, &format!("{{{name}}}"), &value)?;
    }
    slots.assert_all_used()?;
    Ok(text)
}

/// A text with a value in each of its places.
#[expect(clippy::unnecessary_wraps, reason = "the limited one, for strangers' themes, may fail")]
fn fill(text: &str, place: &str, value: &Value) -> Result<String, minijinja::Error> {
    Ok(text.replace(place, &value.to_string()))
}

/// JSON that cannot end the script element that contains it.
fn script_json(value: &Value) -> String {
    escape_json(&serde_json::to_string(value).unwrap_or_else(|_| "null".into()))
}

/// Any serializable value as a template value.
pub(crate) fn value(of: &impl serde::Serialize) -> Value {
    Value::from(Serde(of))
}

/// The variables of a template by name.
pub(crate) type Context = BTreeMap<&'static str, Value>;

/// The context of a template: `context! { name => value, ..more }`; the entries listed here override those of `more`, a later `more`
/// those of an earlier one, and contexts those of any other map.
macro_rules! context {
    ($($key:ident => $value:expr),* $(, ..$more:expr)* $(,)?) => {
        $crate::engine::merge(
            &[$(::minijinja::Value::from($more)),*],
            [$((stringify!($key), $crate::engine::value(&$value))),*] as [(&'static str, ::minijinja::Value); _],
        )
    };
}
pub(crate) use context;

/// Merges contexts into one map: a lookup in `merge_maps` visits every map, and the names of functions, most of the lookups, are in
/// none of them.
pub(crate) fn merge<const N: usize>(more: &[Value], own: [(&'static str, Value); N]) -> Value {
    let mut all = Context::new();
    let mut others = Vec::new();
    for value in more {
        match value.downcast_object_ref::<Context>() {
            Some(context) => all.extend(context.iter().map(|(name, value)| (*name, value.clone()))),
            None => others.push(value.clone()),
        }
    }
    all.extend(own.into_iter().filter(|(_, value)| !value.is_undefined()));
    let all = Value::from_object(all);
    if others.is_empty() { all } else { merge_maps(others.into_iter().chain([all])) }
}

/// A page in safe HTML, for contexts that print it as it is.
pub(crate) fn safe(html: String) -> Value {
    Value::from_safe_string(html)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn th_05_every_theme_of_the_program_compiles() {
        let ids = ThemeFolder::bundled_ids();
        assert_eq!(ids, ["one", "three", "two"]);
        assert!(ids.iter().all(|id| LoadedTheme::find(id).theme.manifest.id == *id));
        assert_eq!(LoadedTheme::find("gone").theme.manifest.id, DEFAULT_THEME);
    }

    #[test]
    fn texts_are_escaped_and_links_are_safe() {
        let loaded = LoadedTheme::default_theme();
        let html = loaded
            .engine
            .render(
                "sections/rich_text.html",
                Lang::Ar,
                Currency::SAR,
                context! { section => context! { settings => context! { heading => "<script>alert(1)</script>", align => "start", tone => "plain" } } },
            )
            .unwrap();
        assert!(html.contains("&lt;script&gt;") && !html.contains("<script>"));
        for bad in ["javascript:alert(1)", "//evil.example", "/\\evil.example", "data:text/html,x", " javascript:x"] {
            assert_eq!(safe_url(bad), "#");
        }
        assert_eq!(safe_url("/collections"), "/collections");
        assert_eq!(script_json(&Value::from("</script><!--")), "\"\\u003c/script\\u003e\\u003c!--\"");
    }

    #[test]
    fn a_context_holds_all_that_it_is_made_of_and_its_own_first() {
        let shared = context! { name => "shared", lines => [1, 2], coupon => "C" };
        let whole = context! { name => "own", coupon => Value::UNDEFINED, ..shared };
        let other = Value::from_pairs([("name", "other"), ("note", "n")]);
        let text =
            |context: Value| Environment::new().render_str("{{ name }} {{ lines|length }} {{ coupon }} {{ note }}", context);
        assert_eq!(text(whole.clone()).unwrap(), "own 2 C ");
        assert_eq!(text(context! { lines => [0], ..whole.clone(), ..other.clone() }).unwrap(), "own 1 C n");
        assert_eq!(text(context! { name => "last", ..other, ..whole }).unwrap(), "last 2 C n");
    }

    #[test]
    fn plurals_and_slots_are_filled() {
        let before = VOICE.replace((Lang::Ar, Currency::SAR));
        let loaded = LoadedTheme::default_theme();
        let say = |key: &str, n: i64| {
            let kwargs = Kwargs::from_iter([("n", Value::from(n))]);
            super::say(&loaded.theme, key, &kwargs, fill).unwrap()
        };
        assert_eq!(say("product.left", 2), "بقيت قطعتان");
        assert_eq!(say("product.left", 5), "بقيت 5 قطع");
        VOICE.set(before);
    }
}
