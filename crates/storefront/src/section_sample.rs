//! A section as the check of a theme draws it: with the settings of a preset, or with every text written and each option of its choices.

use kernel::Lang;
use minijinja::Value;
use serde_json::{Map, json};
use site::theme::{Block, BlockSchema, Kind, SectionSchema, Setting};

use crate::engine::{context, safe, value};
use crate::theme_sample::{self, section_data};

/// The id of the page whose text blocks show.
const SAMPLE_PAGE: &str = "pag_0000000000001";

/// How many options the longest choice of a section or its blocks has.
pub(crate) fn most_options(schema: &SectionSchema) -> usize {
    let options = |s: &Setting| if let Kind::Select { options } = &s.kind { options.len() } else { 1 };
    schema.settings.iter().chain(schema.blocks.iter().flat_map(|b| &b.settings)).map(options).max().unwrap_or(1)
}

/// Settings with texts in them and one option of each choice; the others as they are by default.
pub(crate) fn written(fields: &[Setting], n: usize) -> Map<String, serde_json::Value> {
    let texts =
        |is_translatable: bool, ar: &str, en: &str| if is_translatable { json!({ "ar": ar, "en": en }) } else { json!(ar) };
    let one = |s: &Setting| match &s.kind {
        Kind::Text { is_translatable, .. } | Kind::Textarea { is_translatable, .. } => texts(*is_translatable, "نص", "Text"),
        Kind::Richtext { is_translatable, .. } => texts(*is_translatable, "<p>نص</p>", "<p>Text</p>"),
        Kind::Checkbox => json!(n.is_multiple_of(2)),
        Kind::Select { options } if !options.is_empty() => json!(options[n % options.len()].value),
        Kind::Icon { options } if !options.is_empty() => json!(options[n % options.len()]),
        Kind::Page if n.is_multiple_of(2) => json!(SAMPLE_PAGE),
        _ => s.default.clone(),
    };
    fields.iter().map(|s| (s.id.clone(), one(s))).collect()
}

/// A block of each kind of the section, with its texts written.
pub(crate) fn blocks_of_all_kinds(schema: &SectionSchema, n: usize) -> Vec<Block> {
    let block = |(at, kind): (usize, &BlockSchema)| {
        let settings = written(&kind.settings, n);
        Block { id: format!("b{at}"), kind: kind.kind.clone(), is_active: true, settings }
    };
    schema.blocks.iter().enumerate().map(block).collect()
}

/// A section as its template gets it.
pub(crate) fn section_view(
    schema: &SectionSchema,
    name: &str,
    (settings, blocks): (&Map<String, serde_json::Value>, &[Block]),
    (lang, is_full): (Lang, bool),
) -> Value {
    let blocks: Vec<Value> = blocks.iter().map(|block| block_view(schema, block, lang, is_full)).collect();
    let text = context! { title => "دليل المقاسات", content => safe("<p>M</p>".to_owned()) };
    let pages: std::collections::BTreeMap<&str, Value> = is_full.then_some((SAMPLE_PAGE, text)).into_iter().collect();
    let settings = settings_view(&schema.settings, &schema.fill(settings), lang, is_full);
    context! {
        id => "sec_0000000000001", kind => name, settings => settings, blocks => blocks, is_first => false, is_near => false,
        pages => Value::from(pages), ..section_data(lang, is_full),
    }
}

fn block_view(schema: &SectionSchema, block: &Block, lang: Lang, is_full: bool) -> Value {
    let fields = schema.blocks.iter().find(|b| b.kind == block.kind).map_or(&[][..], |b| &b.settings);
    let settings = settings_view(fields, &schema.fill_block(block), lang, is_full);
    context! { id => block.id, type => block.kind, mark => "", settings => settings }
}

/// Settings as templates get them; pictures and videos are chosen where the store has everything.
fn settings_view(fields: &[Setting], values: &Map<String, serde_json::Value>, lang: Lang, is_full: bool) -> Value {
    let text = |v: &serde_json::Value| match v.as_str() {
        Some(text) => text.to_owned(),
        None => v[lang.code()].as_str().unwrap_or_default().to_owned(),
    };
    let one = |s: &Setting| {
        let v = values.get(&s.id).unwrap_or(&s.default);
        match &s.kind {
            Kind::Text { .. } | Kind::Textarea { .. } => Value::from(text(v)),
            Kind::Richtext { .. } => safe(text(v)),
            Kind::Image => {
                if is_full {
                    theme_sample::picture()
                } else {
                    Value::from(())
                }
            }
            Kind::Video => {
                if is_full {
                    theme_sample::video()
                } else {
                    Value::from(())
                }
            }
            Kind::Date => context! { iso => "2026-12-31T21:00:00Z", ms => 1_798_750_800_000_i64, text => "31", is_past => false },
            _ => value(v),
        }
    };
    fields.iter().map(|s| (s.id.clone(), one(s))).collect::<std::collections::BTreeMap<_, _>>().into()
}
