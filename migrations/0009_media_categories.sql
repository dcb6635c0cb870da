-- The media library (ME-01, ME-02) and categories with their own order of products (PR-07).

-- Pictures are listed by time and by size; files for imports share the table and are not listed.
ALTER TABLE media ADD COLUMN is_image BOOLEAN NOT NULL DEFAULT FALSE;
-- Counts how often the picture was replaced: every file name carries it, so that no browser shows the old one.
ALTER TABLE media ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
-- Bytes of all copies together.
ALTER TABLE media ADD COLUMN copies_bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE media ADD COLUMN has_alt_ar BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE media ADD COLUMN has_alt_en BOOLEAN NOT NULL DEFAULT FALSE;
-- Its AVIF copies are still to be made.
ALTER TABLE media ADD COLUMN wants_avif BOOLEAN NOT NULL DEFAULT FALSE;
-- Its words are not in the search index yet: what was uploaded before there was one.
ALTER TABLE media ADD COLUMN wants_words BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE media SET is_image = TRUE, wants_words = TRUE WHERE content_type LIKE 'image/%';
UPDATE media SET has_alt_ar = TRUE WHERE alt LIKE '%"ar":"%' AND alt NOT LIKE '%"ar":""%';
UPDATE media SET has_alt_en = TRUE WHERE alt LIKE '%"en":"%' AND alt NOT LIKE '%"en":""%';
CREATE INDEX media_by_time ON media (store_id, created_at, id) WHERE is_image;
CREATE INDEX media_by_size ON media (store_id, size_bytes, id, copies_bytes) WHERE is_image;
CREATE INDEX media_without_avif ON media (store_id, id) WHERE wants_avif;
CREATE INDEX media_without_words ON media (store_id, id) WHERE wants_words;
-- Where a picture is used.
CREATE INDEX product_variants_by_media ON product_variants (store_id, media_id) WHERE media_id IS NOT NULL;
CREATE INDEX categories_by_image ON categories (store_id, image_id) WHERE image_id IS NOT NULL;

-- PR-05 for categories: {"title", "description", "keywords"}, each translated.
ALTER TABLE categories ADD COLUMN seo TEXT NOT NULL DEFAULT '{}';
-- How the store sorts the products of the category: newest, price, -price, name, manual.
ALTER TABLE categories ADD COLUMN product_order TEXT NOT NULL DEFAULT 'newest';
-- The order by hand of the products that a category's page shows, those of the categories below it among them.
CREATE TABLE category_places (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  category_id BIGINT NOT NULL,
  product_id BIGINT NOT NULL,
  place BIGINT NOT NULL,
  PRIMARY KEY (store_id, category_id, product_id)
);
CREATE INDEX category_places_in_order ON category_places (store_id, category_id, place, product_id);
CREATE INDEX category_places_by_product ON category_places (store_id, product_id, category_id);
-- One row a store that moves in the tree take turns at: two of them together must not make a cycle.
CREATE TABLE category_trees (
  store_id BIGINT PRIMARY KEY REFERENCES stores (id),
  revision BIGINT NOT NULL
);
-- What a deleted category was, so that it can be brought back.
CREATE TABLE category_removals (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  content TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX category_removals_by_age ON category_removals (store_id, created_at);
