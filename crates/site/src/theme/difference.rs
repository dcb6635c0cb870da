//! What differs between two sets of sections: for the summary before a publication, and for versions. Pure.

use std::collections::BTreeSet;

use kernel::{SectionId, Texts};
use serde_json::Value;

use super::model::{Section, Zone};
use super::schema::SectionSchema;

web::words! {
    /// How a section differs.
    ChangeKind as ThemeChangeKind {
        /// It is new.
        Added "added",
        /// It is no longer there.
        Deleted "deleted",
        /// Its settings, blocks or name are others.
        Changed "changed",
        /// It stands elsewhere on its page.
        Moved "moved",
        /// It was shown.
        Hidden "hidden",
        /// It was hidden.
        Shown "shown",
    }
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) kind: ChangeKind,
    pub(super) section: SectionId,
    pub(super) page: String,
    pub(super) name: Texts,
    /// The labels of the settings that differ.
    pub(super) settings: Vec<Texts>,
    /// Blocks that were added, deleted, moved or changed.
    pub(super) has_blocks: bool,
}

/// The differences in the order of the pages. `schema` finds the schema of a section by its name.
pub(super) fn changes<'s>(
    before: &[Section],
    after: &[Section],
    schema: impl Fn(&str) -> Option<&'s SectionSchema>,
) -> Vec<Change> {
    let moved = moved(before, after);
    let mut out = Vec::new();
    let change = |kind: ChangeKind, s: &Section| Change {
        kind,
        section: s.id,
        page: s.page.clone(),
        name: s.name.clone(),
        settings: Vec::new(),
        has_blocks: false,
    };
    for now in after {
        let Some(was) = before.iter().find(|s| s.id == now.id) else {
            out.push(change(ChangeKind::Added, now));
            continue;
        };
        let settings = changed_settings(was, now, schema(&now.section));
        let has_blocks = was.blocks != now.blocks;
        if !settings.is_empty() || has_blocks || was.name != now.name {
            out.push(Change { settings, has_blocks, ..change(ChangeKind::Changed, now) });
        }
        if was.is_active != now.is_active {
            out.push(change(if now.is_active { ChangeKind::Shown } else { ChangeKind::Hidden }, now));
        }
        if moved.contains(&now.id) {
            out.push(change(ChangeKind::Moved, now));
        }
    }
    out.extend(before.iter().filter(|s| !after.iter().any(|now| now.id == s.id)).map(|s| change(ChangeKind::Deleted, s)));
    out
}

/// The labels of the settings that differ, as shoppers see them: a default that is written out is the same as one that is not.
fn changed_settings(was: &Section, now: &Section, schema: Option<&SectionSchema>) -> Vec<Texts> {
    if was.settings == now.settings {
        return Vec::new();
    }
    let Some(schema) = schema else { return Vec::new() };
    let (was, now) = (schema.fill(&was.settings), schema.fill(&now.settings));
    let differs = |id: &str| was.get(id).unwrap_or(&Value::Null) != now.get(id).unwrap_or(&Value::Null);
    schema.settings.iter().filter(|s| differs(&s.id)).map(|s| s.label.clone()).collect()
}

/// The fewest sections whose moves turn the order before into the order after: those outside the longest common order.
fn moved(before: &[Section], after: &[Section]) -> BTreeSet<SectionId> {
    let mut out = BTreeSet::new();
    let pages: BTreeSet<&str> = after.iter().map(|s| s.page.as_str()).collect();
    for page in pages {
        let order = |all: &[Section]| -> Vec<SectionId> {
            let mut list: Vec<&Section> = all.iter().filter(|s| s.page == page && s.zone == Zone::Sortable).collect();
            list.sort_by_key(|s| (s.display_order, s.id));
            list.into_iter().map(|s| s.id).collect()
        };
        let (was, now) = (order(before), order(after));
        let places: Vec<(SectionId, usize)> =
            now.iter().filter_map(|id| Some((*id, was.iter().position(|other| other == id)?))).collect();
        // Length of the longest rising run that ends here, and the place before it: pages have 60 sections at most.
        let mut best: Vec<(usize, Option<usize>)> = Vec::with_capacity(places.len());
        for (at, (_, place)) in places.iter().enumerate() {
            let before = (0..at).filter(|i| places[*i].1 < *place).max_by_key(|i| best[*i].0);
            best.push((before.map_or(1, |i| best[i].0 + 1), before));
        }
        let mut unmoved = BTreeSet::new();
        let mut at = (0..best.len()).max_by_key(|i| best[*i].0);
        while let Some(i) = at {
            unmoved.insert(places[i].0);
            at = best[i].1;
        }
        out.extend(places.iter().map(|(id, _)| *id).filter(|id| !unmoved.contains(id)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, json};

    fn section(id: i64, order: i64) -> Section {
        Section {
            id: SectionId::from_raw(id),
            page: "index".into(),
            zone: Zone::Sortable,
            section: "hero".into(),
            name: Texts::new("أ", "a"),
            is_active: true,
            display_order: order,
            settings: Map::new(),
            blocks: Vec::new(),
            version: 1,
        }
    }

    fn kinds(before: &[Section], after: &[Section]) -> Vec<(i64, ChangeKind)> {
        changes(before, after, |_| None).into_iter().map(|c| (c.section.raw(), c.kind)).collect()
    }

    #[test]
    fn th_03_one_that_moves_over_many_is_one_move() {
        let before: Vec<Section> = (1..=5).map(|n| section(n, n)).collect();
        let mut after = before.clone();
        after[0].display_order = 9;
        after.sort_by_key(|s| s.display_order);
        assert_eq!(kinds(&before, &after), [(1, ChangeKind::Moved)]);
        assert_eq!(kinds(&before, &before), []);
    }

    #[test]
    fn th_03_what_was_added_deleted_hidden_and_renamed_is_told() {
        let before = vec![section(1, 1), section(2, 2), section(3, 3)];
        let mut after = vec![section(4, 0), section(2, 2), section(3, 3)];
        after[1].is_active = false;
        after[2].name = Texts::new("ب", "b");
        assert_eq!(
            kinds(&before, &after),
            [(4, ChangeKind::Added), (2, ChangeKind::Hidden), (3, ChangeKind::Changed), (1, ChangeKind::Deleted)]
        );
    }

    #[test]
    fn th_04_a_default_that_is_written_out_is_no_change_of_a_setting() {
        let schema: SectionSchema = serde_json::from_value(json!({
            "name": {"ar": "أ", "en": "a"}, "description": {"ar": "أ", "en": "a"}, "pages": ["index"], "zone": "sortable",
            "settings": [
                {"id": "limit", "type": "range", "label": {"ar": "العدد", "en": "Limit"}, "min": 2, "max": 8, "step": 1, "default": 4},
                {"id": "tone", "type": "color", "label": {"ar": "اللون", "en": "Colour"}, "default": "#ffffff"}
            ],
            "presets": []
        }))
        .unwrap();
        let (before, mut after) = (section(1, 1), section(1, 1));
        after.settings = json!({"limit": 4}).as_object().unwrap().clone();
        assert_eq!(changes(std::slice::from_ref(&before), std::slice::from_ref(&after), |_| Some(&schema)), []);
        after.settings = json!({"limit": 6}).as_object().unwrap().clone();
        let found = changes(&[before], &[after], |_| Some(&schema));
        assert_eq!(found[0].settings, [Texts::new("العدد", "Limit")]);
    }
}
