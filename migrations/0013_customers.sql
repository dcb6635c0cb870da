-- Customers in full (CU-01): what they came to is kept with them, tags, groups, consents, notes, the blocklist.

-- Kept in the transaction of each order, beside orders_count, total_spent and last_order_at.
ALTER TABLE customers ADD COLUMN first_order_at BIGINT;
ALTER TABLE customers ADD COLUMN cancelled_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE customers ADD COLUMN returned_count BIGINT NOT NULL DEFAULT 0;
-- Somebody who may not check out, since when and why.
ALTER TABLE customers ADD COLUMN blocked_at BIGINT;
ALTER TABLE customers ADD COLUMN block_reason TEXT NOT NULL DEFAULT '';
UPDATE customers SET
  first_order_at = (SELECT MIN(o.created_at) FROM orders o WHERE o.store_id = customers.store_id AND o.customer_id = customers.id),
  cancelled_count = (SELECT COUNT(*) FROM orders o WHERE o.store_id = customers.store_id AND o.customer_id = customers.id AND o.status = 'CNCL'),
  returned_count = (SELECT COUNT(*) FROM orders o WHERE o.store_id = customers.store_id AND o.customer_id = customers.id AND o.status = 'RTRN');
CREATE INDEX customers_by_last_order ON customers (store_id, last_order_at, id) WHERE last_order_at IS NOT NULL;
CREATE INDEX customers_by_city ON customers (store_id, city, created_at, id);
CREATE INDEX customers_blocked ON customers (store_id, blocked_at, id) WHERE blocked_at IS NOT NULL;
CREATE INDEX customer_addresses_in_order ON customer_addresses (store_id, customer_id, used_at, id);

-- Free words. The key is the folded word, so that two spellings are one tag.
CREATE TABLE customer_tags (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  tag_key TEXT NOT NULL,
  customer_id BIGINT NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (store_id, tag_key, customer_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, id)
);
CREATE INDEX customer_tags_by_customer ON customer_tags (store_id, customer_id, tag_key);
-- Named groups that the merchant owns.
CREATE TABLE customer_groups (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, name_key)
);
CREATE TABLE customer_group_members (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  group_id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  PRIMARY KEY (store_id, group_id, customer_id),
  FOREIGN KEY (store_id, group_id) REFERENCES customer_groups (store_id, id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, id)
);
CREATE INDEX customer_group_members_by_customer ON customer_group_members (store_id, customer_id, group_id);
-- What a person said to a channel last, how the store learned it, and when; what was said before is in the journal.
CREATE TABLE customer_consents (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  customer_id BIGINT NOT NULL,
  channel TEXT NOT NULL,
  is_granted BOOLEAN NOT NULL,
  source TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (store_id, customer_id, channel),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, id)
);
CREATE INDEX customer_consents_by_channel ON customer_consents (store_id, channel, customer_id) WHERE is_granted;
-- What the staff write about a customer, for themselves.
CREATE TABLE customer_notes (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  text TEXT NOT NULL,
  author_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, id)
);
CREATE INDEX customer_notes_by_customer ON customer_notes (store_id, customer_id, id);

-- Whose cart it is, as far as its contact says: E.164.
ALTER TABLE carts ADD COLUMN mobile TEXT;
UPDATE carts SET mobile = json_extract(contact, '$.mobile') WHERE contact <> 'null'; -- sqlite
UPDATE carts SET mobile = contact::json ->> 'mobile' WHERE contact <> 'null'; -- postgres
CREATE INDEX carts_by_mobile ON carts (store_id, mobile, active_at, id) WHERE mobile IS NOT NULL;
