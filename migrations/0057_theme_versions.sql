-- A store's themes: each with its draft (theme_sections) and immutable versions; shoppers see the published version of the live one.
CREATE TABLE installed_themes (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  theme TEXT NOT NULL,
  id BIGINT NOT NULL,
  is_live BOOLEAN NOT NULL,
  published BIGINT NOT NULL,
  last_version BIGINT NOT NULL,
  draft_version BIGINT NOT NULL,
  draft_changed_at BIGINT,
  draft_changed_by TEXT,
  scheduled BIGINT,
  publish_at BIGINT,
  installed_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, theme)
);
INSERT INTO installed_themes (store_id, theme, id, is_live, published, last_version, draft_version, installed_at)
SELECT store_id, theme, MIN(id), TRUE, 1, 1, 1, MIN(updated_at) FROM theme_sections GROUP BY store_id, theme;

CREATE TABLE theme_versions (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  theme TEXT NOT NULL,
  number BIGINT NOT NULL,
  kind TEXT NOT NULL,
  note TEXT NOT NULL,
  based_on BIGINT,
  created_at BIGINT NOT NULL,
  created_by TEXT NOT NULL,
  PRIMARY KEY (store_id, theme, number),
  FOREIGN KEY (store_id, theme) REFERENCES installed_themes (store_id, theme)
);
INSERT INTO theme_versions (store_id, theme, number, kind, note, based_on, created_at, created_by)
SELECT store_id, theme, 1, 'published', '', NULL, installed_at, '' FROM installed_themes;

CREATE TABLE theme_version_sections (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  theme TEXT NOT NULL,
  number BIGINT NOT NULL,
  id BIGINT NOT NULL,
  page TEXT NOT NULL,
  zone TEXT NOT NULL,
  section TEXT NOT NULL,
  name TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  display_order BIGINT NOT NULL,
  settings TEXT NOT NULL,
  blocks TEXT NOT NULL,
  PRIMARY KEY (store_id, theme, number, id),
  FOREIGN KEY (store_id, theme, number) REFERENCES theme_versions (store_id, theme, number)
);
INSERT INTO theme_version_sections (store_id, theme, number, id, page, zone, section, name, is_active, display_order, settings, blocks)
SELECT store_id, theme, 1, id, page, zone, section, name, is_active, display_order, settings, blocks FROM theme_sections;

ALTER TABLE theme_sections ADD COLUMN deleted_at BIGINT;

-- Who looks at a draft: an editor that is open, or a link that was shared. The token is the query's editor-session.
CREATE TABLE theme_previews (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  token_hash TEXT NOT NULL,
  theme TEXT NOT NULL,
  kind TEXT NOT NULL,
  user_id BIGINT,
  user_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, token_hash)
);
CREATE INDEX theme_previews_by_expiry ON theme_previews (store_id, expires_at);
CREATE INDEX theme_previews_by_theme ON theme_previews (store_id, theme, kind, seen_at);
