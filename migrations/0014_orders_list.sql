-- The orders list: filters that begin with an index, tags, who works on an order, saved views.

-- The customer's first order in the store, kept as it was when the order came.
ALTER TABLE orders ADD COLUMN is_first_order BOOLEAN NOT NULL DEFAULT FALSE;
-- The member of the store who works on it.
ALTER TABLE orders ADD COLUMN assignee_id BIGINT;
UPDATE orders SET is_first_order = TRUE WHERE NOT EXISTS (
  SELECT 1 FROM orders e WHERE e.store_id = orders.store_id AND e.customer_id = orders.customer_id
  AND (e.created_at < orders.created_at OR (e.created_at = orders.created_at AND e.id < orders.id)));
CREATE INDEX orders_by_state ON orders (store_id, status, payment_status, created_at, id);
CREATE INDEX orders_by_payment_provider ON orders (store_id, payment_provider, created_at, id);
CREATE INDEX orders_by_shipping_provider ON orders (store_id, shipping_provider, created_at, id);
CREATE INDEX orders_by_shipping_method ON orders (store_id, shipping_method_id, created_at, id);
CREATE INDEX orders_by_city ON orders (store_id, city, created_at, id);
CREATE INDEX orders_by_country ON orders (store_id, country, created_at, id);
CREATE INDEX orders_by_first ON orders (store_id, is_first_order, created_at, id);
CREATE INDEX orders_by_guest ON orders (store_id, was_guest_order, created_at, id);
CREATE INDEX orders_by_assignee ON orders (store_id, assignee_id, created_at, id);
-- The list in order of time reads the total on its way, without the row. It is the last
-- of the indexes: SQLite, which has no statistics, then prefers every other one that fits.
DROP INDEX orders_by_time;
CREATE INDEX orders_by_time ON orders (store_id, created_at, id, total);
CREATE INDEX order_items_by_sku ON order_items (store_id, sku, order_id);
-- What the team calls an order. The key is the folded tag; the time of the order stands in it, so that the orders of a
-- tag come out in the order of the list. One tree holds the table on SQLite.
CREATE TABLE order_tags (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  tag_key TEXT NOT NULL,
  placed_at BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (store_id, tag_key, placed_at, order_id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
) WITHOUT ROWID; -- sqlite
); -- postgres
CREATE UNIQUE INDEX order_tags_by_order ON order_tags (store_id, order_id, tag_key, tag);
-- Lists as somebody wants to see them again: filters, order and columns under a name.
CREATE TABLE order_views (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  -- Whose it is; the team's when nobody's.
  owner_id BIGINT,
  name TEXT NOT NULL,
  -- The list's query and the columns.
  content TEXT NOT NULL,
  position BIGINT NOT NULL,
  created_by BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX order_views_by_owner ON order_views (store_id, owner_id, position, id);
-- Files of orders. A file is kept in parts, in the order of their numbers, so that it is written and sent a part at a time.
CREATE TABLE order_exports (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  -- 'csv' or 'xlsx'.
  format TEXT NOT NULL,
  -- 'running', 'done' or 'failed'.
  status TEXT NOT NULL,
  lang TEXT NOT NULL,
  -- The query of the list whose orders are taken, as it came.
  query TEXT NOT NULL,
  -- Chosen orders; empty takes those of the query.
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
CREATE INDEX order_exports_expiring ON order_exports (expires_at);
-- A store writes one file at a time.
CREATE UNIQUE INDEX order_exports_at_work ON order_exports (store_id) WHERE status = 'running';
