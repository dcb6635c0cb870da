-- One table for the exports of every kind, in place of one for each.
CREATE TABLE exports (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  -- 'product', 'customer', 'order' or 'cart'.
  kind TEXT NOT NULL,
  -- 'csv' or 'xlsx'.
  format TEXT NOT NULL,
  -- 'running', 'done' or 'failed'.
  status TEXT NOT NULL,
  lang TEXT NOT NULL,
  -- The query of the list whose rows are taken, as it came.
  query TEXT NOT NULL,
  -- Chosen ones; empty takes those of the query.
  items TEXT NOT NULL,
  columns TEXT NOT NULL,
  total BIGINT NOT NULL,
  is_total_capped BOOLEAN NOT NULL,
  done BIGINT NOT NULL,
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
-- The newest of a kind.
CREATE INDEX exports_by_kind ON exports (store_id, kind, id);
CREATE INDEX exports_expiring ON exports (kind, expires_at);
-- A store writes one file of a kind at a time.
CREATE UNIQUE INDEX exports_at_work ON exports (store_id, kind) WHERE status = 'running';

-- Files that are there stay until their time is over. One that was being written is begun again by whoever wants it: its job
-- speaks of the old tables.
INSERT INTO exports (store_id, id, kind, format, status, lang, query, items, columns, total, is_total_capped, done, cursor, frame, parts,
    size_bytes, created_by, created_at, updated_at, finished_at, expires_at)
  SELECT store_id, id, 'product', format, CASE status WHEN 'running' THEN 'failed' ELSE status END, lang, query, items, '[]',
    products_total, FALSE, products_done, cursor, frame, parts, size_bytes, created_by, created_at, updated_at,
    COALESCE(finished_at, updated_at), expires_at FROM product_exports;
INSERT INTO exports (store_id, id, kind, format, status, lang, query, items, columns, total, is_total_capped, done, cursor, frame, parts,
    size_bytes, created_by, created_at, updated_at, finished_at, expires_at)
  SELECT store_id, id, 'order', format, CASE status WHEN 'running' THEN 'failed' ELSE status END, lang, query, items, columns,
    total, is_total_capped, done, cursor, frame, parts, size_bytes, created_by, created_at, updated_at,
    COALESCE(finished_at, updated_at), expires_at FROM order_exports;
INSERT INTO exports (store_id, id, kind, format, status, lang, query, items, columns, total, is_total_capped, done, cursor, frame, parts,
    size_bytes, created_by, created_at, updated_at, finished_at, expires_at)
  SELECT store_id, id, 'customer', format, CASE status WHEN 'running' THEN 'failed' ELSE status END, lang, query, items, columns,
    total, is_total_capped, done, cursor, frame, parts, size_bytes, created_by, created_at, updated_at,
    COALESCE(finished_at, updated_at), expires_at FROM customer_exports;
DROP TABLE product_exports;
DROP TABLE order_exports;
DROP TABLE customer_exports;
DELETE FROM jobs WHERE kind IN ('write_export', 'write_order_export', 'write_customer_export');
DELETE FROM schedules WHERE name IN ('expire_exports', 'expire_order_exports', 'expire_customer_exports');

-- The orders list. What is asked of an order by its own columns stands in the index of the time: where nothing that is asked is
-- rare, the newest are walked through without being read. It also tells a period's reports all they ask.
DROP INDEX orders_for_reports;
-- The few orders of a total are put in the order of time without being read.
DROP INDEX orders_by_total;
CREATE INDEX orders_by_total ON orders (store_id, total, id, created_at);
-- The last of the indexes: SQLite, which has no statistics, then prefers every other one that fits.
DROP INDEX orders_by_time;
CREATE INDEX orders_by_time ON orders (store_id, created_at, id, total, status, payment_status, payment_provider, shipping_provider,
  shipping_method_id, city, country, is_first_order, was_guest_order, assignee_id);
