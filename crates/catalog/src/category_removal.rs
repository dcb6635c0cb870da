//! Deleting categories, and restoring them (PR-07).
//!
//! The caller decides about the subcategories (they move up or are deleted too) and the products (they stay in the store or move
//! to another category). What was deleted is kept for 30 days, so that a mistake is undone in one step. Invariant: restoring
//! never creates a cycle, never takes a link that another category has by now, and never overwrites a change made in the
//! meantime.

use std::collections::HashSet;

use db::Conn;
use kernel::{BatchId, CategoryId, Env, Millis, ProductId, StoreScope};
use web::message::{Message, common};

use super::categories::{TOPICS, lock, snapshot};
use super::category_tree::{check_tree, tree_of, with_descendants};
use super::check::Faults;
use super::entities;
use super::errors::CatalogError;
use super::links;
use super::model::Category;
use super::store::removals::{self, Child, DeletedCategory, Removal};
use super::store::{categories as rows, links as link_rows};
use platform::journal::{self, Act, Entry};

/// How long a deleted category can be restored.
const KEPT: i64 = 30 * Millis::DAY;

const INSIDE: Message = Message::new("اختر تصنيفًا لا يُحذف معه.", "Choose a category that isn't being deleted.");

/// What happens to the content of a deleted category. By default its subcategories move up and its products stay in the store
/// without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProductDisposition {
    /// Its subcategories are deleted too.
    pub with_children: bool,
    /// Its products move to this category.
    pub products_to: Option<CategoryId>,
}

/// Removes a category; the answer is the id for [`restore_categories`].
///
/// # Errors
/// [`CatalogError::NotFound`], [`CatalogError::Invalid`] with `products_to`.
pub async fn remove_category(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: CategoryId,
    disposition: ProductDisposition,
) -> Result<BatchId, CatalogError> {
    let now = env.now();
    rows::lock_tree(c, scope).await?;
    let root = lock(c, scope, id, None).await?;
    let all = rows::list(c, scope).await?;
    let branch = if disposition.with_children { with_descendants(&all, id) } else { vec![id] };
    if let Some(to) = disposition.products_to {
        if !all.iter().any(|x| x.id == to) {
            return Err(Faults::one("products_to", common::NO_SUCH).into());
        }
        if branch.contains(&to) {
            return Err(Faults::one("products_to", INSIDE).into());
        }
    }
    let gone: Vec<&Category> = branch.iter().filter_map(|id| all.iter().find(|x| x.id == *id)).collect();
    let children: Vec<Child> = all
        .iter()
        .filter(|x| !disposition.with_children && x.parent_id == Some(id))
        .map(|x| Child { id: x.id, display_order: x.display_order })
        .collect();
    let products = removals::list_products(c, scope, &branch).await?;
    let positions = removals::list_positions(c, scope, &branch).await?;
    let moved = match disposition.products_to {
        Some(to) => Some((to, removals::move_products(c, scope, &branch, to).await?)),
        None => None,
    };
    removals::move_children(c, scope, now, id, root.parent_id).await?;
    removals::delete(c, scope, &branch).await?;
    let content = Removal {
        categories: gone.iter().map(|x| DeletedCategory::from_category(x)).collect(),
        children,
        products,
        places: positions,
        moved,
    };
    let batch: BatchId = env.id();
    removals::insert(c, scope, now, batch, &content).await?;
    removals::delete_older(c, scope, now.plus(-KEPT)).await?;
    for category in gone {
        let entry = Entry::new(Act::Delete, entities::CATEGORY, category.id).before(snapshot(category)).batch(Some(batch));
        journal::write(c, scope, now, TOPICS, entry).await?;
    }
    Ok(batch)
}

/// Restores what one deletion removed, except what something else has taken since.
///
/// # Errors
/// [`CatalogError::NotFound`] when there is no such deletion, or it was undone already.
pub async fn restore_categories(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    removal: BatchId,
) -> Result<Vec<CategoryId>, CatalogError> {
    let now = env.now();
    rows::lock_tree(c, scope).await?;
    let Removal { categories, children, products, places, moved } =
        removals::claim(c, scope, removal).await?.ok_or(CatalogError::NotFound)?;
    let there = rows::count(c, scope).await?;
    if there + i64::try_from(categories.len()).unwrap_or(i64::MAX) > rows::MOST {
        return Err(Faults::one("id", super::categories::TOO_MANY.with("max", rows::MOST)).into());
    }
    let mut tree = tree_of(&rows::list(c, scope).await?);
    let mut restored = Vec::with_capacity(categories.len());
    for category in categories {
        let DeletedCategory {
            id,
            parent_id,
            name,
            description,
            slug,
            image_id,
            display_order,
            is_active,
            seo,
            product_order,
            template,
        } = category;
        let parent_id = parent_id.filter(|p| tree.contains_key(&p.raw()));
        tree.insert(id.raw(), parent_id.map(CategoryId::raw));
        let parent_id = if check_tree(&tree).is_ok() { parent_id } else { None };
        tree.insert(id.raw(), parent_id.map(CategoryId::raw));
        let slug = links::free_category_slug(c, scope, Some(&slug), &name, id).await?;
        let image_id = match image_id {
            Some(image) => link_rows::list_known_images(c, scope, &[image]).await?.first().map(|(id, _, _)| *id),
            None => None,
        };
        let category = Category {
            id,
            parent_id,
            name,
            description,
            slug,
            image_id,
            display_order,
            is_active,
            seo,
            product_order,
            template,
            version: 1,
        };
        rows::insert(c, scope, now, &category).await?;
        link_rows::delete_redirect(c, scope, "category", &kernel::slug::uniqueness_key(&category.slug)).await?;
        restored.push(category);
    }
    if let Some(root) = restored.first() {
        for Child { id, display_order } in children {
            // It may have been moved since; then it stays there.
            if tree.get(&id.raw()) != Some(&root.parent_id.map(CategoryId::raw)) {
                continue;
            }
            let before = tree.insert(id.raw(), Some(root.id.raw()));
            if check_tree(&tree).is_ok() {
                rows::set_position(c, scope, now, id, Some(root.id), display_order).await?;
            } else if let Some(before) = before {
                tree.insert(id.raw(), before);
            }
        }
    }
    let live: HashSet<i64> = removals::list_live_products(c, scope, &products).await?.into_iter().map(ProductId::raw).collect();
    let is_live = |(_, product, _): &&(CategoryId, ProductId, i64)| live.contains(&product.raw());
    removals::insert_products(c, scope, &products.iter().filter(is_live).copied().collect::<Vec<_>>()).await?;
    removals::insert_positions(c, scope, &places.iter().filter(is_live).copied().collect::<Vec<_>>()).await?;
    if let Some((category, products)) = moved {
        removals::delete_products(c, scope, category, &products).await?;
    }
    let ids: Vec<CategoryId> = restored.iter().map(|x| x.id).collect();
    for category in restored {
        let entry = Entry::new(Act::Create, entities::CATEGORY, category.id).after(snapshot(&category)).batch(Some(removal));
        let seq = journal::write(c, scope, now, TOPICS, entry).await?;
        rows::set_seq(c, scope, category.id, seq).await?;
    }
    Ok(ids)
}
