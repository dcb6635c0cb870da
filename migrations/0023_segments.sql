-- Segments of customers (CU-01): customers under a name by what they are.

-- Who meets the rules is asked each time; nothing is kept of the customers.
CREATE TABLE customer_segments (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  name TEXT NOT NULL,
  -- Groups of rules: all rules of one of the groups hold.
  rules TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX customer_segments_kept ON customer_segments (store_id, id) WHERE deleted_at IS NULL;

-- What segments begin with where it names few.
CREATE INDEX customers_by_country ON customers (store_id, country, created_at, id);
CREATE INDEX phone_outcomes_refused ON phone_outcomes (store_id, mobile) WHERE refused > 0;

-- One action over all customers that matched, as one act that can be undone. What changed is in the journal under the batch's id, with
-- before and after; here is who did what, and how far it has come.
CREATE TABLE customer_batches (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  -- 'running', 'done', 'cancelled' or 'failed'.
  status TEXT NOT NULL,
  -- The action, the list's query, and what its segment asked for then.
  detail TEXT NOT NULL,
  actor_id BIGINT,
  actor_name TEXT NOT NULL,
  -- Customers to look at when it began, and how many of them are done.
  total BIGINT NOT NULL,
  done BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  kept BIGINT NOT NULL,
  -- A place in the list, or a sequence number of the journal.
  reached TEXT NOT NULL,
  undo_of BIGINT,
  undone_by BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  finished_at BIGINT,
  PRIMARY KEY (store_id, id)
);
-- A store works one off at a time.
CREATE UNIQUE INDEX customer_batches_at_work ON customer_batches (store_id) WHERE status = 'running';
CREATE INDEX customer_batches_undone_by ON customer_batches (store_id, undone_by) WHERE undone_by IS NOT NULL;
-- Customers of a batch who were left as they are, and why, in both languages.
CREATE TABLE customer_batch_notes (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  batch_id BIGINT NOT NULL,
  position BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  outcome TEXT NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (store_id, batch_id, position)
);
CREATE INDEX customer_batch_notes_by_customer ON customer_batch_notes (store_id, customer_id);
