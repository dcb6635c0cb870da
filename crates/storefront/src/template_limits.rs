//! The limits of a merchant's templates (decision 0080): their fuel, the bytes that a rendering prints and joins, and the filters and
//! functions that they may call.

use std::cell::Cell;
use std::fmt::Write as _;

use minijinja::Environment;
use minijinja::value::{Rest, Value, ValueKind};

use crate::theme_guard::FILTERS;

/// Fuel of a rendering with a merchant's theme.
const OWN_FUEL: u64 = 400_000;
/// Bytes that a rendering with a merchant's theme may print, those that it captures among them.
const MOST_PRINTED: usize = 8 * 1024 * 1024;
/// Bytes of a text that a merchant's template joins.
const MOST_TEXT: usize = 64 * 1024;

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
    env.add_filter("replace", |text: String, from: &str, to: &str| -> Result<String, minijinja::Error> {
        let grown = text.matches(from).count().saturating_mul(to.len());
        if text.len().saturating_add(grown) > MOST_TEXT {
            return Err(too_much());
        }
        spend(text.len() + grown)?;
        Ok(text.replace(from, to))
    });
    env.add_filter("list", |value: Value| -> Result<Value, minijinja::Error> {
        let elements: Vec<Value> = value.try_iter()?.take(10_001).collect();
        if elements.len() > 10_000 { Err(too_much()) } else { Ok(Value::from(elements)) }
    });
}
