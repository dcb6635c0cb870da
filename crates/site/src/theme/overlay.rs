//! What a theme changes in a file of the theme that it extends: `changes/hero.json` says what differs in `sections/hero.json`. Pure.

use serde_json::Value;

/// What names an element of a list: a setting's or a block's id, a kind of block, an option's value.
fn key(element: &Value) -> Option<&str> {
    ["id", "type", "value"].into_iter().find_map(|name| element[name].as_str())
}

/// Applies changes: an object changes the fields that it names, or in a list the elements of these names; anything else takes the place
/// of what stood there.
///
/// # Errors
/// The dotted path of an element that the list does not have.
pub(super) fn apply(target: &mut Value, changes: &Value) -> Result<(), String> {
    let below = |name: &str, path: String| if path.is_empty() { name.to_owned() } else { format!("{name}.{path}") };
    match (target, changes) {
        (Value::Object(fields), Value::Object(changes)) => {
            for (name, change) in changes {
                match fields.get_mut(name) {
                    Some(field) => apply(field, change).map_err(|path| below(name, path))?,
                    None => {
                        fields.insert(name.clone(), change.clone());
                    }
                }
            }
        }
        (Value::Array(elements), Value::Object(changes)) => {
            for (name, change) in changes {
                let element = elements.iter_mut().find(|element| key(element) == Some(name));
                apply(element.ok_or_else(|| name.clone())?, change).map_err(|path| below(name, path))?;
            }
        }
        (target, changes) => *target = changes.clone(),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn th_05_what_differs_is_changed_and_the_rest_stays() {
        let mut schema = json!({
            "settings": [{"id": "columns", "type": "range", "max": 5, "default": 4}, {"id": "tone", "options": [{"value": "plain"}]}],
            "presets": [{"id": "default", "blocks": [{"id": "b1", "settings": {"text": "a"}}]}],
        });
        let changes = json!({
            "settings": {"columns": {"max": 8, "hint": "wide"}, "tone": {"options": [{"value": "plain"}, {"value": "dark"}]}},
            "presets": {"default": {"blocks": {"b1": {"settings": {"text": "b"}}}}},
        });
        apply(&mut schema, &changes).unwrap();
        assert_eq!(
            schema,
            json!({
                "settings": [
                    {"id": "columns", "type": "range", "max": 8, "default": 4, "hint": "wide"},
                    {"id": "tone", "options": [{"value": "plain"}, {"value": "dark"}]},
                ],
                "presets": [{"id": "default", "blocks": [{"id": "b1", "settings": {"text": "b"}}]}],
            })
        );
        assert_eq!(apply(&mut schema, &json!({"settings": {"rows": {"max": 2}}})), Err("settings.rows".to_owned()));
    }
}
