-- What a store keeps of a person, and its end (CU-01): files that are handed to them, records that were erased, refusals that
-- outlive the record.

-- The record was erased then: what is left of it belongs to nobody and is kept for the sums and the papers of its orders.
ALTER TABLE customers ADD COLUMN erased_at BIGINT;

-- Files of everything that is kept of a customer.
CREATE TABLE person_exports (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  -- 'running', 'done' or 'failed'.
  status TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  downloads BIGINT NOT NULL,
  created_by BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  finished_at BIGINT,
  -- After it the file is gone.
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX person_exports_by_customer ON person_exports (store_id, customer_id, id);
CREATE INDEX person_exports_expiring ON person_exports (expires_at);
-- One file of a customer at a time.
CREATE UNIQUE INDEX person_exports_at_work ON person_exports (store_id, customer_id) WHERE status = 'running';

-- What somebody whose record was erased had said no to, found by the hash of the number or e-mail address and by nothing else.
CREATE TABLE customer_refusals (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  mark TEXT NOT NULL,
  -- A channel ('sms', 'whatsapp', 'email', 'calls'), 'reminders', or 'blocked'.
  what TEXT NOT NULL,
  -- How the store learned it, of a channel.
  source TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (store_id, mark, what)
);

-- A movement names its order; who ordered stands there alone. A cart that was taken away is told without its shopper's name.
UPDATE stock_movements SET actor_name = '' WHERE actor_kind = 'Customer' AND actor_name <> '';
UPDATE journal SET before = NULL WHERE subject = 'cart' AND action = 'delete' AND before IS NOT NULL;
