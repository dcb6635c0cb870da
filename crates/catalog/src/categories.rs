//! Writing categories (PR-07). The rules of the tree are in `category_tree`, deleting in `category_removal`.

use db::{Conn, Topics};
use kernel::text_guard::Lines;
use kernel::{BatchId, CategoryId, Env, Lang, MediaId, StoreScope, Texts};
use serde_json::json;
use web::message::{Message, common};

pub use super::category_tree::MOST_LEVELS;
use super::category_tree::{check_tree, tree_of, with_descendants};
use super::check::{Checker, Faults};
use super::entities;
use super::errors::{CatalogError, no_such};
use super::links;
use super::model::{Category, ProductOrder, Seo};
use super::store::{categories as rows, category_positions, links as link_rows, products};
use platform::journal::{self, Act, Entry};

pub(super) const TOPICS: Topics = Topics::CATALOG.and(Topics::STOREFRONT);

pub(super) const TOO_MANY: Message =
    Message::new("وصل المتجر إلى أكبر عدد من التصنيفات ({max}).", "Limit reached: a store can have {max} categories.");
const NO_LETTERS: Message = Message::new("الرابط يجب أن يحتوي على حروف أو أرقام.", "The link must contain letters or digits.");

/// The fields of a category to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryDraft {
    /// The category above it.
    pub parent_id: Option<CategoryId>,
    /// Required in at least one language.
    pub name: Texts,
    /// Plain text.
    pub description: Texts,
    /// Derived from the name when absent.
    pub slug: Option<String>,
    /// A picture.
    pub image_id: Option<MediaId>,
    /// It is shown in the store.
    pub is_active: bool,
    /// Meta data of its page for search engines.
    pub seo: Seo,
    /// How the store sorts its products.
    pub product_order: ProductOrder,
    /// The theme's alternate template that shows it, as of a product.
    pub template: Option<String>,
}

impl CategoryDraft {
    fn check(mut self, language: Lang) -> Result<Self, Faults> {
        let mut check = Checker::new();
        check.texts("name", &mut self.name, 120, Lines::Single);
        if self.name.is_empty() {
            check.faults.add(format!("name.{}", language.code()), common::REQUIRED);
        }
        check.texts("description", &mut self.description, 2_000, Lines::Many);
        check.texts("seo.meta_title", &mut self.seo.meta_title, 200, Lines::Single);
        check.texts("seo.meta_description", &mut self.seo.meta_description, 500, Lines::Single);
        check.texts("seo.keywords", &mut self.seo.keywords, 500, Lines::Single);
        match web::fields::template(self.template.as_deref()) {
            Ok(template) => self.template = template,
            Err(message) => check.faults.add("template", message),
        }
        self.slug.take_if(|slug| slug.trim().is_empty());
        if let Some(slug) = &mut self.slug {
            check.text("slug", slug, 200, Lines::Single);
            match kernel::slug::slugify(slug) {
                Some(generated) => *slug = generated,
                None => check.faults.add("slug", NO_LETTERS),
            }
        }
        if check.faults.is_empty() { Ok(self) } else { Err(check.faults) }
    }
}

async fn check_parent(c: Conn<'_>, scope: &StoreScope, id: CategoryId, parent: Option<CategoryId>) -> Result<(), CatalogError> {
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
    if link_rows::list_known_images(c, scope, &[image]).await?.is_empty() { Err(no_such("image_id").into()) } else { Ok(()) }
}

/// The snapshot of a category for the journal.
pub(super) fn snapshot(x: &Category) -> serde_json::Value {
    let Category {
        id: _,
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
        version: _,
    } = x;
    json!({
        "parent_id": parent_id, "name": name, "description": description, "slug": slug, "image_id": image_id,
        "display_order": display_order, "is_active": is_active, "seo": seo, "product_order": product_order,
        "template": template,
    })
}

/// Creates a category, last among its siblings.
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
    let CategoryDraft { parent_id, name, description, slug, image_id, is_active, seo, product_order, template } =
        draft.clone().check(products::get_store_context(c, scope).await?.language)?;
    let (id, now) = (env.id(), env.now());
    if parent_id.is_some() {
        rows::lock_tree(c, scope).await?;
    }
    if rows::count(c, scope).await? >= rows::MOST {
        return Err(Faults::one("name", TOO_MANY.with("max", rows::MOST)).into());
    }
    check_parent(c, scope, id, parent_id).await?;
    check_image(c, scope, image_id).await?;
    let slug = links::free_category_slug(c, scope, slug.as_deref(), &name, id).await?;
    let display_order = rows::get_next_order(c, scope, parent_id).await?;
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
    let entry = Entry::new(Act::Create, entities::CATEGORY, id).after(snapshot(&category)).batch(batch);
    let seq = journal::write(c, scope, now, TOPICS, entry).await?;
    rows::set_seq(c, scope, id, seq).await?;
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
    let CategoryDraft { parent_id, name, description, slug, image_id, is_active, seo, product_order, template } =
        draft.clone().check(products::get_store_context(c, scope).await?.language)?;
    rows::lock_tree(c, scope).await?;
    let before = lock(c, scope, id, expected_version).await?;
    let now = env.now();
    if parent_id != before.parent_id {
        check_parent(c, scope, id, parent_id).await?;
    }
    if image_id != before.image_id {
        check_image(c, scope, image_id).await?;
    }
    let slug = slug.unwrap_or_else(|| before.slug.clone());
    if slug != before.slug {
        links::check_category_slug(c, scope, &slug, id).await?;
    }
    let display_order =
        if parent_id == before.parent_id { before.display_order } else { rows::get_next_order(c, scope, parent_id).await? };
    let after = Category {
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
        version: before.version,
    };
    rows::update(c, scope, now, &after).await?;
    if after.product_order == ProductOrder::Manual && before.product_order != ProductOrder::Manual {
        // Manual sorting starts from the order that the store shows now.
        let within = with_descendants(&rows::list(c, scope).await?, id);
        category_positions::delete_order(c, scope, id).await?;
        category_positions::insert_missing(c, scope, id, &within, before.product_order).await?;
    }
    let (from, to) = (kernel::slug::uniqueness_key(&before.slug), kernel::slug::uniqueness_key(&after.slug));
    if from != to {
        link_rows::insert_redirect(c, scope, "category", id.raw(), &from, &to, now).await?;
    }
    let entry = Entry::new(Act::Update, entities::CATEGORY, id).before(snapshot(&before)).after(snapshot(&after));
    let seq = journal::write(c, scope, now, TOPICS, entry).await?;
    rows::set_seq(c, scope, id, seq).await?;
    Ok(())
}

/// A new position in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CategoryPosition {
    /// Which category.
    pub id: CategoryId,
    /// The new parent.
    pub parent_id: Option<CategoryId>,
    /// Position among its siblings, from 0.
    pub display_order: i64,
}

/// Moves categories: all of them or none.
///
/// # Errors
/// [`CatalogError::Invalid`] with `items.N.id` or `items.N.parent_id`.
pub async fn sort_categories(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    positions: &[CategoryPosition],
) -> Result<(), CatalogError> {
    rows::lock_tree(c, scope).await?;
    let all = rows::list(c, scope).await?;
    let mut tree = tree_of(&all);
    let mut faults = Faults::default();
    for (i, position) in positions.iter().enumerate() {
        if !tree.contains_key(&position.id.raw()) {
            faults.add(format!("items.{i}.id"), common::NO_SUCH);
        } else if position.parent_id.is_some_and(|p| !tree.contains_key(&p.raw())) {
            faults.add(format!("items.{i}.parent_id"), common::NO_SUCH);
        } else if !(0..1_000_000).contains(&position.display_order) {
            faults.add(format!("items.{i}.display_order"), common::BETWEEN.with("min", 0).with("max", 999_999));
        } else {
            tree.insert(position.id.raw(), position.parent_id.map(CategoryId::raw));
        }
    }
    if faults.is_empty()
        && let Err((id, message)) = check_tree(&tree)
    {
        let at = positions.iter().position(|p| p.id.raw() == id).unwrap_or(0);
        faults.add(format!("items.{at}.parent_id"), message);
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let now = env.now();
    let moved: Vec<&CategoryPosition> = positions
        .iter()
        .filter(|p| all.iter().any(|x| x.id == p.id && (x.parent_id, x.display_order) != (p.parent_id, p.display_order)))
        .collect();
    for position in &moved {
        rows::set_position(c, scope, now, position.id, position.parent_id, position.display_order).await?;
    }
    for position in moved {
        let Some(old) = all.iter().find(|x| x.id == position.id) else { continue };
        let entry = Entry::new(Act::Update, entities::CATEGORY, position.id)
            .before(json!({ "parent_id": old.parent_id, "display_order": old.display_order }))
            .after(json!({ "parent_id": position.parent_id, "display_order": position.display_order }));
        let seq = journal::write(c, scope, now, TOPICS, entry).await?;
        rows::set_seq(c, scope, position.id, seq).await?;
    }
    Ok(())
}

/// The category at the end of a path of names, each below the one before; missing ones are created. Imports place products with
/// it.
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
        parent = Some(if let Some(found) = rows::find_by_name(c, scope, parent, &key).await? {
            found
        } else {
            let draft = CategoryDraft {
                parent_id: parent,
                name: name.clone(),
                description: Texts::default(),
                slug: None,
                image_id: None,
                is_active: true,
                seo: Seo::default(),
                product_order: ProductOrder::default(),
                template: None,
            };
            create_category(c, env, scope, &draft, batch).await?
        });
    }
    parent.ok_or_else(|| Faults::one("category", common::REQUIRED).into())
}

pub(super) async fn lock(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CategoryId,
    expected: Option<i64>,
) -> Result<Category, CatalogError> {
    let is_locked = rows::lock(c, scope, id, expected).await?.is_some();
    let found = rows::find(c, scope, id).await?.ok_or(CatalogError::NotFound)?;
    if is_locked { Ok(found) } else { Err(CatalogError::Stale) }
}
