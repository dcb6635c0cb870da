-- Themes that merchants upload: the packed files of each upload, by their hash. A theme's draft and each of its versions name the
-- files that they are drawn with; those of the program have none.
CREATE TABLE theme_archives (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  hash TEXT NOT NULL,
  theme TEXT NOT NULL,
  size BIGINT NOT NULL,
  content TEXT NOT NULL,
  uploaded_at BIGINT NOT NULL,
  uploaded_by TEXT NOT NULL,
  PRIMARY KEY (store_id, hash)
);
CREATE INDEX theme_archives_by_theme ON theme_archives (store_id, theme, uploaded_at);

ALTER TABLE installed_themes ADD COLUMN archive TEXT;
ALTER TABLE installed_themes ADD COLUMN deleted_at BIGINT;
ALTER TABLE theme_versions ADD COLUMN archive TEXT;
