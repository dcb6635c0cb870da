-- The life of a product: the moment it is published at, the day it went to the archive, what is shown beside it,
-- a link of its own in a language, and which of its texts a language lacks.

ALTER TABLE products ADD COLUMN publish_at BIGINT;
ALTER TABLE products ADD COLUMN archived_at BIGINT;
-- Chosen by hand, in order.
ALTER TABLE products ADD COLUMN related_ids TEXT NOT NULL DEFAULT '[]';
-- Links of its own by language: {"en": "oud"}. In a language that is not named page_link is the link.
ALTER TABLE products ADD COLUMN page_links TEXT NOT NULL DEFAULT '{}';
-- Kept beside the texts, for lists: 'en.name en.description'. A text that no language has is not missed.
ALTER TABLE products ADD COLUMN untranslated TEXT NOT NULL DEFAULT '';
-- Texts are written in the order ar, en; a language without text is left out.
UPDATE products SET untranslated = TRIM(
  CASE WHEN name LIKE '{"en":%' THEN 'ar.name ' ELSE '' END
  || CASE WHEN short_description LIKE '{"en":%' THEN 'ar.short_description ' ELSE '' END
  || CASE WHEN description LIKE '{"en":%' THEN 'ar.description ' ELSE '' END
  || CASE WHEN name LIKE '{"ar":%' AND name NOT LIKE '%","en":"%' THEN 'en.name ' ELSE '' END
  || CASE WHEN short_description LIKE '{"ar":%' AND short_description NOT LIKE '%","en":"%' THEN 'en.short_description ' ELSE '' END
  || CASE WHEN description LIKE '{"ar":%' AND description NOT LIKE '%","en":"%' THEN 'en.description ' ELSE '' END);
CREATE INDEX products_by_publishing ON products (publish_at) WHERE publish_at IS NOT NULL AND deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX products_archived ON products (store_id, created_at, id) WHERE archived_at IS NOT NULL AND deleted_at IS NULL;
-- Links of a language: unique in the store, as products.page_link_key is.
CREATE TABLE product_links (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  lang TEXT NOT NULL,
  link_key TEXT NOT NULL,
  product_id BIGINT NOT NULL,
  PRIMARY KEY (store_id, lang, link_key)
);
CREATE INDEX product_links_by_product ON product_links (store_id, product_id);
-- What shoppers send with a product: kept apart from the media, reached by the order alone.
CREATE TABLE shopper_files (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  file_name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  storage_key TEXT NOT NULL,
  -- The order it belongs to; until there is one the sweep takes it after a while.
  order_id BIGINT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX shopper_files_waiting ON shopper_files (created_at) WHERE order_id IS NULL;
