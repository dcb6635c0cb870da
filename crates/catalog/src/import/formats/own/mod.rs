//! Our own product file: every field of a product, in a format that round-trips.
//!
//! One row per product, its variants in rows below it. Captions and words are in the language of the user who exported; both
//! languages are read. A value too long for a spreadsheet cell continues in rows marked as continuations. `catalog::export`
//! writes what `read` reads; the cell formats are defined here, once. The columns are `crate::fields::FILE_COLUMNS`.

pub(super) mod read;
#[cfg(test)]
mod tests;

use kernel::{Lang, Texts};

use crate::model::{DynamicField, FieldType};

/// The type of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A product.
    Product,
    /// A variant of the product above it, or of the one with the same id.
    Variant,
    /// The continuation of cells of the row above that were too long.
    Continued,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Product, Self::Variant, Self::Continued];

    /// The word in a file of this language.
    pub(crate) const fn word(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Self::Product, Lang::Ar) => "منتج",
            (Self::Product, Lang::En) => "product",
            (Self::Variant, Lang::Ar) => "صنف",
            (Self::Variant, Lang::En) => "variant",
            (Self::Continued, Lang::Ar) => "تتمة",
            (Self::Continued, Lang::En) => "continued",
        }
    }

    fn parse(cell: &str) -> Option<Self> {
        let cell = kernel::fold::fold(cell);
        Self::ALL.into_iter().find(|kind| [Lang::Ar, Lang::En].iter().any(|lang| kernel::fold::fold(kind.word(*lang)) == cell))
    }
}

/// Yes or no.
pub(crate) const fn flag(is_on: bool, lang: Lang) -> &'static str {
    match (is_on, lang) {
        (true, Lang::Ar) => "نعم",
        (false, Lang::Ar) => "لا",
        (true, Lang::En) => "yes",
        (false, Lang::En) => "no",
    }
}

/// Joins parts so that [`split`] restores them; `mark` separates them and is escaped inside them.
fn join<'p>(parts: impl IntoIterator<Item = &'p str>, mark: char, between: &str) -> String {
    let mut out = String::new();
    for (i, part) in parts.into_iter().enumerate() {
        if i > 0 {
            out.push_str(between);
        }
        for c in part.chars() {
            match c {
                '\n' => out.push_str("\\n"),
                '\\' | ',' | '>' | '|' => out.extend(['\\', c]),
                c if c == mark => out.extend(['\\', c]),
                c => out.push(c),
            }
        }
    }
    out
}

/// Splits at `mark`; parts stay escaped, for a second split or for [`unescape`].
fn split(cell: &str, mark: char) -> Vec<&str> {
    let (mut parts, mut from, mut is_escaped) = (Vec::new(), 0, false);
    for (at, c) in cell.char_indices() {
        if is_escaped {
            is_escaped = false;
        } else if c == '\\' {
            is_escaped = true;
        } else if c == mark {
            parts.push(cell[from..at].trim());
            from = at + c.len_utf8();
        }
    }
    parts.push(cell[from..].trim());
    parts
}

fn unescape(part: &str) -> String {
    let mut out = String::with_capacity(part.len());
    let mut chars = part.chars();
    while let Some(c) = chars.next() {
        match (c, chars.as_str().chars().next()) {
            ('\\', Some('n')) => {
                chars.next();
                out.push('\n');
            }
            ('\\', Some(next @ ('\\' | ',' | '>' | '|'))) => {
                chars.next();
                out.push(next);
            }
            _ => out.push(c),
        }
    }
    out
}

/// Tags, option values, colours: `أحمر, أزرق`.
pub(crate) fn list<'p>(parts: impl IntoIterator<Item = &'p str>) -> String {
    join(parts, ',', ", ")
}

/// The parts of a list; blank ones are kept, because lists may be parallel.
pub(crate) fn parts(cell: &str) -> Vec<String> {
    if cell.trim().is_empty() { Vec::new() } else { split(cell, ',').into_iter().map(unescape).collect() }
}

/// Category paths of one language: `ملابس > نسائي, عطور`. Blank when no category has a name in it.
pub(crate) fn paths(paths: &[Vec<Texts>], lang: Lang) -> String {
    if paths.iter().flatten().all(|level| level.exact(lang).is_empty()) {
        return String::new();
    }
    let path = |path: &Vec<Texts>| join(path.iter().map(|level| level.exact(lang)), '>', " > ");
    paths.iter().map(path).collect::<Vec<_>>().join(", ")
}

/// The paths of both languages, level by level. Where one language has another shape, its paths are ignored.
fn read_paths(ar: &str, en: &str) -> Vec<Vec<Texts>> {
    let shape = |cell: &str| -> Vec<Vec<String>> {
        if cell.trim().is_empty() {
            return Vec::new();
        }
        split(cell, ',').into_iter().map(|path| split(path, '>').into_iter().map(unescape).collect()).collect()
    };
    let (ar, en) = (shape(ar), shape(en));
    let count = ar.len().max(en.len());
    let path = |at: usize| -> Vec<Texts> {
        match (ar.get(at), en.get(at)) {
            (Some(ar), Some(en)) if ar.len() == en.len() => ar.iter().zip(en).map(|(ar, en)| Texts::new(ar, en)).collect(),
            (Some(ar), _) => ar.iter().map(|ar| Texts::new(ar, "")).collect(),
            (None, Some(en)) => en.iter().map(|en| Texts::new("", en)).collect(),
            (None, None) => Vec::new(),
        }
    };
    (0..count).map(path).filter(|path| !path.is_empty() && path.iter().all(|level| !level.is_empty())).collect()
}

const FIELD_TYPES: [(FieldType, &str, &str); 5] = [
    (FieldType::Text, "نص", "text"),
    (FieldType::Number, "رقم", "number"),
    (FieldType::Choice, "اختيار", "choice"),
    (FieldType::Date, "تاريخ", "date"),
    (FieldType::File, "ملف", "file"),
];
const REQUIRED: (&str, &str) = ("مطلوب", "required");
const OPTIONAL: (&str, &str) = ("اختياري", "optional");

/// Fields that the shopper fills in, one per line: `text | required | نقش | Engraving`, then the choices.
pub(crate) fn dynamic_fields(fields: &[DynamicField], lang: Lang) -> String {
    let word = |(ar, en): (&'static str, &'static str)| if lang == Lang::Ar { ar } else { en };
    let line = |field: &DynamicField| {
        let kind = FIELD_TYPES.iter().find(|(kind, ..)| *kind == field.field_type).map_or("", |(_, ar, en)| word((ar, en)));
        let required = word(if field.field_required { REQUIRED } else { OPTIONAL });
        let head = [kind, required, field.field_label.exact(Lang::Ar), field.field_label.exact(Lang::En)];
        join(head.into_iter().chain(field.choices.iter().map(String::as_str)), '|', " | ")
    };
    fields.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Parses what [`dynamic_fields`] writes; a line that does not parse is returned as the error.
fn read_dynamic_fields(cell: &str) -> Result<Vec<DynamicField>, String> {
    let lines = cell.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let parts: Vec<String> = split(line, '|').into_iter().map(unescape).collect();
            let [kind, required, ar, en, choices @ ..] = &parts[..] else { return Err(line.to_owned()) };
            let is = |cell: &str, (ar, en): (&str, &str)| {
                [ar, en].iter().any(|word| kernel::fold::fold(word) == kernel::fold::fold(cell))
            };
            let kind = FIELD_TYPES.iter().find(|(_, ar, en)| is(kind, (ar, en))).ok_or_else(|| line.to_owned())?;
            if !is(required, REQUIRED) && !is(required, OPTIONAL) {
                return Err(line.to_owned());
            }
            Ok(DynamicField {
                field_label: Texts::new(ar, en),
                field_type: kind.0,
                field_required: is(required, REQUIRED),
                choices: choices.to_vec(),
            })
        })
        .collect()
}
