-- One person, one record (CU-01): further numbers and e-mail addresses of a customer, records that were merged, and what
-- likely duplicates are found by.

-- A number or an e-mail address by which a customer is reached and found beside the one of their record. An order under
-- such a number is theirs. One customer of a store has a number.
CREATE TABLE customer_contacts (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  customer_id BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, kind, value, customer_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, id)
);
CREATE UNIQUE INDEX customer_contacts_by_mobile ON customer_contacts (store_id, value) WHERE kind = 'mobile';
CREATE INDEX customer_contacts_by_customer ON customer_contacts (store_id, customer_id, kind, value);

-- Where a record went: a link to it leads to the one that stayed.
CREATE TABLE customer_merges (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  gone_id BIGINT NOT NULL,
  kept_id BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (store_id, gone_id),
  FOREIGN KEY (store_id, kept_id) REFERENCES customers (store_id, id)
);
CREATE INDEX customer_merges_by_kept ON customer_merges (store_id, kept_id, gone_id);

-- The place of an address without who lives there, hashed; empty until it is written (customers::duplicates).
ALTER TABLE customer_addresses ADD COLUMN place_key TEXT NOT NULL DEFAULT '';
CREATE INDEX customer_addresses_by_place ON customer_addresses (store_id, place_key, customer_id);
CREATE INDEX customer_addresses_unplaced ON customer_addresses (id, store_id) WHERE place_key = '';
CREATE INDEX customers_by_name_city ON customers (store_id, name_key, city, id) WHERE city <> '';

-- Exports of customers (GC-02): which ones, how far the work is, where the parts are.
CREATE TABLE customer_exports (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  -- 'csv' or 'xlsx'.
  format TEXT NOT NULL,
  -- 'running', 'done' or 'failed'.
  status TEXT NOT NULL,
  lang TEXT NOT NULL,
  -- The query of the list whose customers are taken, as it came.
  query TEXT NOT NULL,
  -- Chosen customers; empty takes those of the query.
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
CREATE INDEX customer_exports_expiring ON customer_exports (expires_at);
-- A store writes one file at a time.
CREATE UNIQUE INDEX customer_exports_at_work ON customer_exports (store_id) WHERE status = 'running';
