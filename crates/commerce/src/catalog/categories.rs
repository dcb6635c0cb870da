//! Categories (PR-07): a tree without cycles, at most [`MOST_LEVELS`] deep, sorted among siblings.

use std::collections::{HashMap, HashSet};

use db::{Conn, Topics};
use kernel::text_guard::Lines;
use kernel::{BatchId, CategoryId, Env, Lang, MediaId, StoreScope, Texts};
use serde_json::json;
use web::message::{Message, common};

use super::check::{Checker, Faults};
use super::errors::{CatalogError, no_such};
use super::links;
use super::model::Category;
use super::store::{categories as rows, links as link_rows, products};
use crate::journal::{self, Act, Entry};

const TOPICS: Topics = Topics::CATALOG.and(Topics::STOREFRONT);

/// The deepest level of the tree.
pub const MOST_LEVELS: usize = 5;

const CYCLE: Message = Message::new("لا يمكن أن يكون التصنيف فرعًا من نفسه.", "A category cannot be inside itself.");
const TOO_DEEP: Message =
    Message::new("لا يمكن أن تتجاوز التصنيفات {max} مستويات.", "Categories cannot be more than {max} levels deep.");
const TOO_MANY: Message =
    Message::new("وصل المتجر إلى أكبر عدد من التصنيفات ({max}).", "The store has as many categories as it can hold ({max}).");
const NO_LETTERS: Message = Message::new("الرابط يجب أن يحتوي على حروف أو أرقام.", "The link must hold letters or digits.");

/// A category as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryDraft {
    /// The category above it.
    pub parent_id: Option<CategoryId>,
    /// Needed in one language at least.
    pub name: Texts,
    /// Plain text.
    pub description: Texts,
    /// Made of the name when none.
    pub slug: Option<String>,
    /// A picture.
    pub image_id: Option<MediaId>,
    /// It is shown in the store.
    pub is_active: bool,
}

impl CategoryDraft {
    fn check(mut self, language: Lang) -> Result<Self, Faults> {
        let mut check = Checker::new();
        check.texts("name", &mut self.name, 120, Lines::Single);
        if self.name.is_empty() {
            check.faults.add(format!("name.{}", language.code()), common::REQUIRED);
        }
        check.texts("description", &mut self.description, 2_000, Lines::Many);
        self.slug.take_if(|slug| slug.trim().is_empty());
        if let Some(slug) = &mut self.slug {
            check.text("slug", slug, 200, Lines::Single);
            match kernel::slug::slugify(slug) {
                Some(made) => *slug = made,
                None => check.faults.add("slug", NO_LETTERS),
            }
        }
        if check.faults.is_empty() { Ok(self) } else { Err(check.faults) }
    }
}

/// The category and everything below it.
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

/// A parent stands before its children, siblings in their order.
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

/// Proves that a tree of (id, parent) has no cycle and is not too deep; the first id that breaks a rule, and how.
fn check_tree(tree: &HashMap<i64, Option<i64>>) -> Result<(), (i64, Message)> {
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

fn tree_of(all: &[Category]) -> HashMap<i64, Option<i64>> {
    all.iter().map(|c| (c.id.raw(), c.parent_id.map(CategoryId::raw))).collect()
}

async fn check_place(c: Conn<'_>, scope: &StoreScope, id: CategoryId, parent: Option<CategoryId>) -> Result<(), CatalogError> {
    let Some(parent) = parent else { return Ok(()) };
    let mut tree = tree_of(&rows::list(c, scope).await?);
    if !tree.contains_key(&parent.raw()) {
        return Err(no_such("parent_id").into());
    }
    tree.insert(id.raw(), Some(parent.raw()));
    check_tree(&tree).map_err(|(_, message)| Faults::one("parent_id", message).into())
}

async fn check_image(c: Conn<'_>, scope: &StoreScope, image: Option<MediaId>) -> Result<(), CatalogError> {
    let Some(image) = image else { return Ok(()) };
    if link_rows::known_images(c, scope, &[image]).await?.is_empty() { Err(no_such("image_id").into()) } else { Ok(()) }
}

fn snapshot(x: &Category) -> serde_json::Value {
    let Category { id: _, parent_id, name, description, slug, image_id, display_order, is_active, version: _ } = x;
    json!({
        "parent_id": parent_id, "name": name, "description": description, "slug": slug, "image_id": image_id,
        "display_order": display_order, "is_active": is_active,
    })
}

/// Makes a category, last among its siblings.
///
/// # Errors
/// [`CatalogError::Invalid`].
pub async fn create_category(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    draft: &CategoryDraft,
    batch: Option<BatchId>,
) -> Result<CategoryId, CatalogError> {
    let CategoryDraft { parent_id, name, description, slug, image_id, is_active } =
        draft.clone().check(products::facts(c, scope).await?.language)?;
    let (id, now) = (env.id(), env.now());
    if rows::count(c, scope).await? >= rows::MOST {
        return Err(Faults::one("name", TOO_MANY.with("max", rows::MOST)).into());
    }
    check_place(c, scope, id, parent_id).await?;
    check_image(c, scope, image_id).await?;
    let slug = links::free_category_slug(c, scope, slug.as_deref(), &name, id).await?;
    let display_order = rows::next_order(c, scope, parent_id).await?;
    let category = Category { id, parent_id, name, description, slug, image_id, display_order, is_active, version: 1 };
    rows::insert(c, scope, now, &category).await?;
    link_rows::release(c, scope, "category", &kernel::slug::uniqueness_key(&category.slug)).await?;
    let entry = Entry::new(Act::Create, "category", id).after(snapshot(&category)).batch(batch);
    let seq = journal::write(c, scope, now, TOPICS, entry).await?;
    rows::finish(c, scope, id, seq).await?;
    Ok(id)
}

/// Writes every field of a category. A changed slug leaves a redirect.
///
/// # Errors
/// [`CatalogError::NotFound`], [`CatalogError::Stale`], [`CatalogError::Invalid`].
pub async fn update_category(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: CategoryId,
    expected_version: Option<i64>,
    draft: &CategoryDraft,
) -> Result<(), CatalogError> {
    let CategoryDraft { parent_id, name, description, slug, image_id, is_active } =
        draft.clone().check(products::facts(c, scope).await?.language)?;
    let before = lock(c, scope, id, expected_version).await?;
    let now = env.now();
    if parent_id != before.parent_id {
        check_place(c, scope, id, parent_id).await?;
    }
    if image_id != before.image_id {
        check_image(c, scope, image_id).await?;
    }
    let slug = slug.unwrap_or_else(|| before.slug.clone());
    if slug != before.slug {
        links::check_category_slug(c, scope, &slug, id).await?;
    }
    let display_order =
        if parent_id == before.parent_id { before.display_order } else { rows::next_order(c, scope, parent_id).await? };
    let after = Category { id, parent_id, name, description, slug, image_id, display_order, is_active, version: before.version };
    rows::update(c, scope, now, &after).await?;
    let (from, to) = (kernel::slug::uniqueness_key(&before.slug), kernel::slug::uniqueness_key(&after.slug));
    if from != to {
        link_rows::redirect(c, scope, "category", id.raw(), &from, &to, now).await?;
    }
    let entry = Entry::new(Act::Update, "category", id).before(snapshot(&before)).after(snapshot(&after));
    let seq = journal::write(c, scope, now, TOPICS, entry).await?;
    rows::finish(c, scope, id, seq).await?;
    Ok(())
}

/// Removes a category: what is below it moves up, its products stay in the store.
///
/// # Errors
/// [`CatalogError::NotFound`].
pub async fn remove_category(c: Conn<'_>, env: &Env, scope: &StoreScope, id: CategoryId) -> Result<(), CatalogError> {
    let before = lock(c, scope, id, None).await?;
    let now = env.now();
    rows::delete(c, scope, now, &before).await?;
    journal::write(c, scope, now, TOPICS, Entry::new(Act::Delete, "category", id).before(snapshot(&before))).await?;
    Ok(())
}

/// A new place in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Which category.
    pub id: CategoryId,
    /// Under which one.
    pub parent_id: Option<CategoryId>,
    /// Among its siblings, from 0.
    pub display_order: i64,
}

/// Moves categories in one go: all of them or none.
///
/// # Errors
/// [`CatalogError::Invalid`] with `items.N.id` or `items.N.parent_id`.
pub async fn sort_categories(c: Conn<'_>, env: &Env, scope: &StoreScope, places: &[Place]) -> Result<(), CatalogError> {
    let all = rows::list(c, scope).await?;
    let mut tree = tree_of(&all);
    let mut faults = Faults::default();
    for (i, place) in places.iter().enumerate() {
        if !tree.contains_key(&place.id.raw()) {
            faults.add(format!("items.{i}.id"), common::NO_SUCH);
        } else if place.parent_id.is_some_and(|p| !tree.contains_key(&p.raw())) {
            faults.add(format!("items.{i}.parent_id"), common::NO_SUCH);
        } else if !(0..1_000_000).contains(&place.display_order) {
            faults.add(format!("items.{i}.display_order"), common::BETWEEN.with("min", 0).with("max", 999_999));
        } else {
            tree.insert(place.id.raw(), place.parent_id.map(CategoryId::raw));
        }
    }
    if faults.is_empty()
        && let Err((id, message)) = check_tree(&tree)
    {
        let at = places.iter().position(|p| p.id.raw() == id).unwrap_or(0);
        faults.add(format!("items.{at}.parent_id"), message);
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let now = env.now();
    let moved: Vec<&Place> = places
        .iter()
        .filter(|p| all.iter().any(|x| x.id == p.id && (x.parent_id, x.display_order) != (p.parent_id, p.display_order)))
        .collect();
    for place in &moved {
        rows::set_place(c, scope, now, place.id, place.parent_id, place.display_order).await?;
    }
    for place in moved {
        let Some(old) = all.iter().find(|x| x.id == place.id) else { continue };
        let entry = Entry::new(Act::Update, "category", place.id)
            .before(json!({ "parent_id": old.parent_id, "display_order": old.display_order }))
            .after(json!({ "parent_id": place.parent_id, "display_order": place.display_order }));
        let seq = journal::write(c, scope, now, TOPICS, entry).await?;
        rows::finish(c, scope, place.id, seq).await?;
    }
    Ok(())
}

/// The category at the end of a path of names, each under the one before; made where it is missing. How imports place products.
///
/// # Errors
/// [`CatalogError::Invalid`] when a name is not accepted, the path is empty or too deep.
pub async fn ensure_category_path(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    path: &[Texts],
    batch: Option<BatchId>,
) -> Result<CategoryId, CatalogError> {
    let mut parent: Option<CategoryId> = None;
    for name in path {
        let key = super::store::writes::name_key(name);
        parent = Some(match rows::find_by_name(c, scope, parent, &key).await? {
            Some(found) => found,
            None => {
                let draft = CategoryDraft {
                    parent_id: parent,
                    name: name.clone(),
                    description: Texts::default(),
                    slug: None,
                    image_id: None,
                    is_active: true,
                };
                create_category(c, env, scope, &draft, batch).await?
            }
        });
    }
    parent.ok_or_else(|| Faults::one("category", common::REQUIRED).into())
}

async fn lock(c: Conn<'_>, scope: &StoreScope, id: CategoryId, expected: Option<i64>) -> Result<Category, CatalogError> {
    let is_locked = rows::lock(c, scope, id, expected).await?.is_some();
    let found = rows::find(c, scope, id).await?.ok_or(CatalogError::NotFound)?;
    if is_locked { Ok(found) } else { Err(CatalogError::Stale) }
}

#[cfg(test)]
mod tests {
    use super::*;

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
