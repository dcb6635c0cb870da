//! Rules of the category tree (PR-07): no cycles, at most [`MOST_LEVELS`] deep. Pure.

use std::collections::{HashMap, HashSet};

use kernel::CategoryId;
use web::message::Message;

use super::model::Category;

/// Most levels of the tree.
pub const MOST_LEVELS: usize = 5;

const CYCLE: Message = Message::new("لا يمكن أن يكون التصنيف فرعًا من نفسه.", "A category can't be inside itself.");
const TOO_DEEP: Message = Message::new("لا يمكن أن تتجاوز التصنيفات {max} مستويات.", "Categories can be up to {max} levels deep.");

/// The category and all of its descendants.
#[must_use]
pub fn with_descendants(all: &[Category], root: CategoryId) -> Vec<CategoryId> {
    let mut out = vec![root];
    let mut at = 0;
    while at < out.len() {
        let parent = out[at];
        for child in all.iter().filter(|c| c.parent_id == Some(parent)) {
            if !out.contains(&child.id) {
                out.push(child.id);
            }
        }
        at += 1;
    }
    out
}

/// Sorts categories so that a parent comes before its children and siblings are in their order.
#[must_use]
pub fn in_tree_order(all: Vec<Category>) -> Vec<Category> {
    let ids: HashSet<i64> = all.iter().map(|c| c.id.raw()).collect();
    let mut by_parent: HashMap<Option<i64>, Vec<Category>> = HashMap::new();
    for category in all {
        let parent = category.parent_id.map(CategoryId::raw).filter(|p| ids.contains(p));
        by_parent.entry(parent).or_default().push(category);
    }
    let mut out = Vec::with_capacity(ids.len());
    let mut stack: Vec<Category> = by_parent.remove(&None).unwrap_or_default().into_iter().rev().collect();
    while let Some(category) = stack.pop() {
        stack.extend(by_parent.remove(&Some(category.id.raw())).unwrap_or_default().into_iter().rev());
        out.push(category);
    }
    out
}

/// Checks that a tree of (id, parent) has no cycle and is not too deep; else the first id that breaks a rule, and how.
pub(super) fn check_tree(tree: &HashMap<i64, Option<i64>>) -> Result<(), (i64, Message)> {
    for start in tree.keys() {
        let mut level = 1;
        let mut at = *start;
        while let Some(Some(parent)) = tree.get(&at) {
            if parent == start || level > tree.len() {
                return Err((*start, CYCLE));
            }
            at = *parent;
            level += 1;
        }
        if level > MOST_LEVELS {
            return Err((*start, TOO_DEEP.with("max", MOST_LEVELS)));
        }
    }
    Ok(())
}

pub(super) fn tree_of(all: &[Category]) -> HashMap<i64, Option<i64>> {
    all.iter().map(|c| (c.id.raw(), c.parent_id.map(CategoryId::raw))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ProductOrder, Seo};
    use kernel::Texts;

    fn category(id: i64, parent: Option<i64>) -> Category {
        Category {
            id: CategoryId::from_raw(id),
            parent_id: parent.map(CategoryId::from_raw),
            name: Texts::new("أ", ""),
            description: Texts::default(),
            slug: id.to_string(),
            image_id: None,
            display_order: id,
            is_active: true,
            seo: Seo::default(),
            product_order: ProductOrder::default(),
            template: None,
            version: 1,
        }
    }

    #[test]
    fn pr_07_a_cycle_is_found_however_long() {
        let tree = |pairs: &[(i64, Option<i64>)]| pairs.iter().copied().collect::<HashMap<_, _>>();
        assert_eq!(check_tree(&tree(&[(1, None), (2, Some(1)), (3, Some(2))])), Ok(()));
        assert!(check_tree(&tree(&[(1, Some(1))])).is_err());
        assert!(check_tree(&tree(&[(1, Some(3)), (2, Some(1)), (3, Some(2))])).is_err());
        let deep: Vec<_> = (1..=6).map(|n| (n, (n > 1).then_some(n - 1))).collect();
        assert_eq!(check_tree(&tree(&deep)).unwrap_err().0, 6);
        assert_eq!(check_tree(&tree(&deep[..5])), Ok(()));
    }

    #[test]
    fn pr_07_the_tree_is_listed_parents_first_and_nothing_is_lost() {
        let all = vec![category(3, Some(2)), category(2, None), category(1, None), category(4, Some(2)), category(5, Some(99))];
        let order: Vec<i64> = in_tree_order(all.clone()).iter().map(|c| c.id.raw()).collect();
        assert_eq!(order, [2, 3, 4, 1, 5]);
        let below: Vec<i64> = with_descendants(&all, CategoryId::from_raw(2)).iter().map(|c| c.raw()).collect();
        assert_eq!(below, [2, 3, 4]);
    }
}
