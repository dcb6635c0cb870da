-- Pages of text are drafted, scheduled and deleted, have data for search engines and an address in each language; menus are nested.
CREATE TABLE content_pages (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  status TEXT NOT NULL,
  publish_at BIGINT,
  policy TEXT,
  meta_title TEXT NOT NULL,
  meta_description TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
INSERT INTO content_pages (store_id, id, title, content, status, publish_at, policy, meta_title, meta_description, created_at, updated_at, deleted_at, version)
SELECT store_id, id, title, content, CASE WHEN is_published THEN 'published' ELSE 'draft' END, NULL,
       CASE WHEN slug IN ('privacy', 'terms', 'returns') THEN slug ELSE NULL END, '{}', '{}', created_at, updated_at, NULL, version
FROM pages;
CREATE UNIQUE INDEX content_pages_by_policy ON content_pages (store_id, policy) WHERE policy IS NOT NULL AND deleted_at IS NULL;

-- Every address a page has or had, by language and folded slug: its own now (is_current), else one that leads to it.
CREATE TABLE page_addresses (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  language TEXT NOT NULL,
  slug_key TEXT NOT NULL,
  slug TEXT NOT NULL,
  page_id BIGINT NOT NULL,
  is_current BOOLEAN NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, language, slug_key),
  FOREIGN KEY (store_id, page_id) REFERENCES content_pages (store_id, id)
);
CREATE INDEX page_addresses_of_page ON page_addresses (store_id, page_id);
INSERT INTO page_addresses (store_id, language, slug_key, slug, page_id, is_current, created_at)
SELECT store_id, 'ar', slug, slug, id, TRUE, created_at FROM pages;
INSERT INTO page_addresses (store_id, language, slug_key, slug, page_id, is_current, created_at)
SELECT store_id, 'en', slug, slug, id, TRUE, created_at FROM pages;
DROP TABLE pages;

ALTER TABLE menus ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE menus ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE menu_links ADD COLUMN parent_id BIGINT;
ALTER TABLE menu_links ADD COLUMN image_id BIGINT;
