-- Export of products, and what an import may do.

-- 'both', 'create' or 'update'.
ALTER TABLE imports ADD COLUMN mode TEXT NOT NULL DEFAULT 'both';
-- Products that the mode leaves alone.
ALTER TABLE imports ADD COLUMN skipped_count BIGINT NOT NULL DEFAULT 0;
-- The file of an export is kept in parts, in the order of their numbers, so that it is written and sent a part at a time.
CREATE TABLE product_exports (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  -- 'csv' or 'xlsx'.
  format TEXT NOT NULL,
  -- 'running', 'done' or 'failed'.
  status TEXT NOT NULL,
  lang TEXT NOT NULL,
  -- The query of the list whose products are taken, as it came.
  query TEXT NOT NULL,
  -- Chosen products; empty takes those of the query.
  items TEXT NOT NULL,
  products_total BIGINT NOT NULL,
  products_done BIGINT NOT NULL,
  -- Where the next part goes on: the list's cursor, and what the file's frame must know of the parts before.
  cursor TEXT,
  frame TEXT NOT NULL,
  parts BIGINT NOT NULL,
  size_bytes BIGINT NOT NULL,
  created_by BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  finished_at BIGINT,
  -- After it the file is gone.
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX product_exports_expiring ON product_exports (expires_at);
-- A store writes one file at a time.
CREATE UNIQUE INDEX product_exports_at_work ON product_exports (store_id) WHERE status = 'running';
