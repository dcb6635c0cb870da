//! The limits of a merchant's templates (decision 0080): their fuel, the bytes that a rendering prints and joins, and the filters and
//! functions that they may call.

use std::cell::Cell;
use std::fmt::Write as _;

use minijinja::Environment;
use minijinja::value::{Rest, Value, ValueKind};

use crate::escape::{escape, escape_json, safe_url};
use crate::theme_guard::FILTERS;

/// Fuel of a rendering with a merchant's theme.
const OWN_FUEL: u64 = 400_000;
/// Bytes that a rendering with a merchant's theme may print, those that it captures among them.
const MOST_PRINTED: usize = 8 * 1024 * 1024;
/// Bytes of a text that a merchant's template joins.
const MOST_TEXT: usize = 64 * 1024;
/// Bytes of data that it writes as JSON: a product with all of its variants.
const MOST_JSON: usize = 1024 * 1024;

thread_local! {
    /// Bytes that the current rendering with a merchant's theme has left to print.
    static LEFT: Cell<usize> = const { Cell::new(0) };
}

/// Begins the count of a rendering.
pub(crate) fn start() {
    LEFT.set(MOST_PRINTED);
}

fn too_much() -> minijinja::Error {
    minijinja::Error::new(minijinja::ErrorKind::OutOfFuel, "the page prints more than a theme may")
}

/// Takes bytes of what the rendering may print.
pub(crate) fn spend(bytes: usize) -> Result<(), minijinja::Error> {
    let left = LEFT.get().checked_sub(bytes).ok_or_else(too_much)?;
    LEFT.set(left);
    Ok(())
}

/// A text of values that ends with an error instead of growing past its bound.
struct Bounded(String);

impl std::fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        if self.0.len() + text.len() > MOST_TEXT {
            return Err(std::fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

fn bounded<'v>(values: impl Iterator<Item = &'v Value>, between: &str) -> Result<String, minijinja::Error> {
    let mut text = Bounded(String::new());
    for (n, value) in values.enumerate() {
        let separator = if n == 0 { "" } else { between };
        write!(text, "{separator}{value}").map_err(|_| too_much())?;
    }
    spend(text.0.len())?;
    Ok(text.0)
}

/// A value as text, within the bound of texts: a list in it has as many elements as the template wrote.
fn text_of(value: &Value) -> Result<String, minijinja::Error> {
    let mut text = Bounded(String::new());
    write!(text, "{value}").map_err(|_| too_much())?;
    Ok(text.0)
}

/// The bytes that printing a value takes. Lists and maps are written within the bound of texts; what is escaped counts as such.
pub(crate) fn printed(value: &Value) -> Result<usize, minijinja::Error> {
    match (value.as_str(), value.kind()) {
        (Some(text), _) if value.is_safe() => Ok(text.len()),
        // `&#x27;` is the longest that a byte becomes.
        (Some(text), _) => Ok(text.len() + 5 * text.bytes().filter(|b| matches!(b, b'<' | b'>' | b'&' | b'"' | b'\'')).count()),
        (None, ValueKind::Seq | ValueKind::Iterable | ValueKind::Map | ValueKind::Plain) => Ok(6 * text_of(value)?.len()),
        (None, _) => Ok(64),
    }
}

/// A text with a value in each of its places, within the bound of texts.
pub(crate) fn filled(text: &str, place: &str, value: &Value) -> Result<String, minijinja::Error> {
    replaced(text, place, &text_of(value)?)
}

fn replaced(text: &str, from: &str, to: &str) -> Result<String, minijinja::Error> {
    let grown = text.matches(from).count().saturating_mul(to.len());
    if text.len().saturating_add(grown) > MOST_TEXT {
        return Err(too_much());
    }
    spend(text.len() + grown)?;
    Ok(text.replace(from, to))
}

/// What a filter made of a text, counted.
fn counted(text: String) -> Result<String, minijinja::Error> {
    if text.len() > MOST_TEXT {
        return Err(too_much());
    }
    spend(text.len())?;
    Ok(text)
}

/// JSON that ends with an error instead of growing past its bound.
struct BoundedJson(Vec<u8>);

impl std::io::Write for BoundedJson {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.0.len() + bytes.len() > MOST_JSON {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn json_of(value: &Value) -> Result<String, minijinja::Error> {
    let mut out = BoundedJson(Vec::new());
    serde_json::to_writer(&mut out, value).map_err(|_| too_much())?;
    let json = escape_json(&String::from_utf8(out.0).unwrap_or_default());
    if json.len() > MOST_JSON {
        return Err(too_much());
    }
    spend(json.len())?;
    Ok(json)
}

/// The filters that make a text of whatever they are given: each output is bounded and counted, so that one of them upon itself, again
/// and again, has an end.
fn restrict_texts(env: &mut Environment<'static>) {
    env.add_filter("upper", |value: Value| counted(text_of(&value)?.to_uppercase()));
    env.add_filter("lower", |value: Value| counted(text_of(&value)?.to_lowercase()));
    env.add_filter("trim", |value: Value| counted(text_of(&value)?.trim().to_owned()));
    env.add_filter("url", |value: Value| counted(safe_url(&text_of(&value)?).to_owned()));
    env.add_filter("lines", |value: Value| counted(escape(&text_of(&value)?).replace('\n', "<br>")).map(Value::from_safe_string));
    env.add_filter("escape", |value: Value| {
        if value.is_safe() { Ok(value) } else { counted(escape(&text_of(&value)?)).map(Value::from_safe_string) }
    });
    env.add_filter("json", |value: Value| json_of(&value).map(Value::from_safe_string));
    env.add_filter("replace", |value: Value, from: &str, to: Value| replaced(&text_of(&value)?, from, &text_of(&to)?));
}

/// What bounds a stranger's templates: filters that take as long as their input, and the calls that the guard (`theme_guard`) puts into them.
pub(crate) fn restrict(env: &mut Environment<'static>) {
    env.set_fuel(Some(OWN_FUEL));
    for filter in [
        "safe",
        "title",
        "capitalize",
        "dictsort",
        "reverse",
        "split",
        "abs",
        "int",
        "float",
        "attr",
        "sort",
        "string",
        "bool",
        "batch",
        "slice",
        "sum",
        "indent",
        "select",
        "reject",
        "map",
        "groupby",
        "unique",
        "chain",
        "zip",
        "pprint",
        "format",
        "tojson",
        "e",
    ]
    .iter()
    .filter(|name| !FILTERS.contains(name))
    {
        env.remove_filter(filter);
    }
    restrict_texts(env);
    env.remove_global("dict");
    env.remove_global("debug");
    env.add_function("bounded_text", |values: Rest<Value>| bounded(values.iter(), ""));
    // Lists hold no lists, maps hold neither: what is in itself twice, again and again, would have no end.
    env.add_function("bounded_value", |value: Value| -> Result<Value, minijinja::Error> {
        let is_map = value.kind() == ValueKind::Map;
        let elements: Vec<Value> = if is_map {
            value.try_iter()?.map(|key| value.get_item(&key)).collect::<Result<_, _>>()?
        } else {
            value.try_iter()?.collect()
        };
        let nests = |element: &Value| match element.kind() {
            ValueKind::Seq | ValueKind::Iterable => true,
            ValueKind::Map => is_map,
            _ => false,
        };
        if elements.iter().any(nests) {
            return Err(minijinja::Error::new(
                minijinja::ErrorKind::InvalidOperation,
                "lists of lists and maps of maps aren't available",
            ));
        }
        Ok(value)
    });
    env.add_function("count_text", |bytes: usize| -> Result<&'static str, minijinja::Error> { spend(bytes).map(|()| "") });
    env.add_filter("join", |value: Value, between: Option<String>| -> Result<String, minijinja::Error> {
        let elements: Vec<Value> = value.try_iter()?.take(10_000).collect();
        bounded(elements.iter(), between.as_deref().unwrap_or_default())
    });
    env.add_filter("list", |value: Value| -> Result<Value, minijinja::Error> {
        let elements: Vec<Value> = value.try_iter()?.take(10_001).collect();
        if elements.len() > 10_000 { Err(too_much()) } else { Ok(Value::from(elements)) }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(source: &str, x: &Value) -> Result<String, minijinja::Error> {
        let mut env = Environment::new();
        restrict(&mut env);
        start();
        env.render_str(source, minijinja::context! { x => x })
    }

    #[test]
    fn th_05_a_filter_upon_itself_again_and_again_has_an_end() {
        let text = Value::from("<\"&'".repeat(8_000));
        let list = Value::from(vec![text.clone(); 2_000]);
        for filter in FILTERS {
            for x in [&text, &list] {
                let source = format!("{{{{ (x{})|length }}}}", format!("|{filter}").repeat(60));
                let began = std::time::Instant::now();
                // An answer or an error: the test ends, and in time.
                drop(rendered(&source, x));
                assert!(began.elapsed().as_secs() < 20, "{filter}");
                assert!(LEFT.get() <= MOST_PRINTED);
            }
        }
        assert!(rendered(&format!("{{{{ x{} }}}}", "|json".repeat(30)), &text).is_err());
        assert!(rendered("{{ x|upper }}", &list).is_err());
    }

    #[test]
    fn th_05_what_templates_do_with_texts_is_as_before() {
        let x = Value::from("<b> نص");
        assert_eq!(rendered("{{ x|upper }}{{ x|trim }}", &x).unwrap(), "<B> نص<b> نص");
        assert_eq!(rendered("{{ x|escape|escape }}{{ x|lines }}", &x).unwrap(), "&lt;b&gt; نص&lt;b&gt; نص");
        assert_eq!(rendered("{{ x|replace('b', 'i')|replace('i', 1) }}", &x).unwrap(), "<1> نص");
        assert_eq!(rendered("{{ x|json }}{{ [1, 2]|json }}", &x).unwrap(), "\"\\u003cb\\u003e نص\"[1,2]");
        assert_eq!(rendered("{{ 'javascript:x'|url }}{{ '/a'|url }}", &x).unwrap(), "#/a");
    }

    #[test]
    fn th_05_a_text_with_many_places_is_not_filled_without_end() {
        start();
        let value = Value::from("x".repeat(32_000));
        assert!(filled(&"{a}".repeat(8_000), "{a}", &value).is_err());
        assert_eq!(filled("{a} و{a}", "{a}", &Value::from(5)).unwrap(), "5 و5");
    }
}
