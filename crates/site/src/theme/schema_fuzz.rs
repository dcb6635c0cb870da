//! Settings that nobody would write, against every schema of the theme: nothing panics, and what is accepted is accepted again as it
//! is stored and can be rendered.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::definition::ThemeDefinition;
use super::model::Block;

/// Values of all types, those among them that some kinds accept.
fn any_value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        ".{0,40}".prop_map(Value::String),
        Just(json!("")),
        Just(json!("#1f3d36")),
        Just(json!("/collections")),
        Just(json!("javascript:alert(1)")),
        Just(json!("<p>نص<script>alert(1)</script></p>")),
        Just(json!("prd_0000000000001")),
        Just(json!("med_0000000000001")),
        Just(json!("newest")),
        Just(json!("pag_0000000000001")),
        Just(json!("https://youtu.be/dQw4w9WgXcQ")),
        "-?[0-9]{0,3}\\.?[0-9]{0,4}".prop_map(Value::String),
        Just(json!("2026-12-31T23:59")),
        Just(json!("a\u{202e}b")),
    ];
    let leaf = prop_oneof![
        text.clone(),
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (-5_i64..60).prop_map(|n| json!(n)),
        any::<i64>().prop_map(|n| json!(n)),
        any::<f64>().prop_map(|n| json!(n)),
    ];
    let texts = (text.clone(), text).prop_map(|(ar, en)| json!({ "ar": ar, "en": en }));
    let focus = (-2_i64..104, -2_i64..104).prop_map(|(x, y)| json!({ "id": "med_0000000000001", "x": x, "y": y }));
    prop_oneof![
        4 => leaf.clone(),
        2 => texts,
        1 => focus,
        1 => prop::collection::vec(leaf.clone(), 0..4).prop_map(Value::Array),
        1 => leaf.prop_map(|v| json!({ "fr": v })),
    ]
}

/// Values by numbers that choose a setting of a schema; some choose one that is not there.
fn values(names: &[String], chosen: Vec<(usize, Value)>) -> Map<String, Value> {
    let name = |n: usize| names.get(n % (names.len() + 1)).cloned().unwrap_or_else(|| "unknown".to_owned());
    chosen.into_iter().map(|(n, value)| (name(n), value)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

    #[test]
    fn th_04_no_settings_break_a_section(
        at in 0_usize..1_000,
        settings in prop::collection::vec((0_usize..40, any_value()), 0..5),
        of_block in prop::collection::vec((0_usize..40, any_value()), 0..4),
        id in "[a-z0-9 ]{0,44}",
    ) {
        let theme = ThemeDefinition::default_theme();
        let mut schemas: Vec<_> = theme.schemas.iter().collect();
        schemas.sort_by_key(|(name, _)| name.as_str());
        let (_, schema) = schemas[at % schemas.len()];
        let names = |of: &[super::schema::Setting]| of.iter().map(|s| s.id.clone()).collect::<Vec<_>>();
        let sent = values(&names(&schema.settings), settings);
        let (stored, faults) = schema.clean(&sent);
        prop_assert_eq!(stored.len() + faults.len(), sent.len(), "each value is stored or named");
        prop_assert_eq!(schema.clean(&stored), (stored.clone(), Vec::new()), "what is stored is accepted as it is");
        let filled = schema.fill(&sent);
        prop_assert_eq!(filled.len(), schema.settings.len());
        for setting in &schema.settings {
            prop_assert!(setting.kind.check(&filled[&setting.id]).is_ok() || sent.get(&setting.id) == Some(&filled[&setting.id]));
        }
        if let Some(kind) = schema.blocks.first() {
            let block = Block { id, kind: kind.kind.clone(), is_active: true, settings: values(&names(&kind.settings), of_block) };
            let (blocks, faults) = schema.clean_blocks(std::slice::from_ref(&block));
            if faults.is_empty() {
                prop_assert_eq!(schema.clean_blocks(&blocks), (blocks.clone(), Vec::new()));
            }
            prop_assert_eq!(schema.fill_block(&block).len(), kind.settings.len());
        }
    }
}
