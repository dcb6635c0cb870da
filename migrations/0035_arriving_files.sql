-- Files on their way in: noted before their bytes are kept, forgotten by the transaction of the row that names them.
CREATE TABLE arriving_files (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  storage_key TEXT NOT NULL,
  noted_at BIGINT NOT NULL,
  -- It took too long: the file goes, and no row may name it any more.
  given_up_at BIGINT,
  PRIMARY KEY (store_id, storage_key)
);
CREATE INDEX arriving_files_by_age ON arriving_files (noted_at);
-- Under which name each part is kept, in their order: two that write the same part never write over each other.
ALTER TABLE exports ADD COLUMN part_names TEXT NOT NULL DEFAULT '[]';
