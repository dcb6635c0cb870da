-- One pair of tables for the acts over many things of every area, in place of one pair for each.
-- 'product', 'customer' or 'order'.
ALTER TABLE batches ADD COLUMN area TEXT NOT NULL DEFAULT 'product';
-- Of fixed rows that were changed, how many have a way back.
ALTER TABLE batches ADD COLUMN undoable BIGINT NOT NULL DEFAULT 0;
-- When what became of its rows was thrown away.
ALTER TABLE batches ADD COLUMN swept_at BIGINT;

-- What a batch that walks a list left as it was, and the rows of one whose rows are fixed when it begins.
CREATE TABLE batch_items (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  batch_id BIGINT NOT NULL,
  position BIGINT NOT NULL,
  area TEXT NOT NULL,
  -- The product, customer or order.
  subject_id BIGINT NOT NULL,
  -- 'pending', 'changed', 'same', 'failed' or 'kept'.
  outcome TEXT NOT NULL,
  -- Of an undo over fixed rows: what is done to this one.
  plan TEXT,
  -- What would take it back, where that can be done.
  way_back TEXT,
  -- Why it was left as it is: a code where there is one, and the reason in both languages.
  code TEXT NOT NULL,
  note TEXT,
  PRIMARY KEY (store_id, batch_id, position),
  FOREIGN KEY (store_id, batch_id) REFERENCES batches (store_id, id)
);

-- A batch at work speaks of the old tables in its job: it counts as given up. What it did stays and can be undone, and an undo
-- that did not come to its end may be tried again.
UPDATE customer_batches SET undone_by = NULL WHERE EXISTS (SELECT u.id FROM customer_batches u
  WHERE u.store_id = customer_batches.store_id AND u.id = customer_batches.undone_by AND u.status = 'running');
UPDATE order_batches SET undone_by = NULL WHERE EXISTS (SELECT u.id FROM order_batches u
  WHERE u.store_id = order_batches.store_id AND u.id = order_batches.undone_by AND u.status = 'running');
INSERT INTO batches (store_id, id, area, kind, status, detail, actor_id, actor_name, total, done, changed, failed, kept, undoable, reached,
    undo_of, undone_by, created_at, updated_at, finished_at)
  SELECT store_id, id, 'customer', CASE WHEN undo_of IS NULL THEN 'act' ELSE 'undo' END,
    CASE status WHEN 'running' THEN 'failed' ELSE status END, detail, actor_id, actor_name, total, done, changed, failed, kept, 0, reached,
    undo_of, undone_by, created_at, updated_at, COALESCE(finished_at, updated_at) FROM customer_batches;
INSERT INTO batches (store_id, id, area, kind, status, detail, actor_id, actor_name, total, done, changed, failed, kept, undoable, reached,
    undo_of, undone_by, created_at, updated_at, finished_at)
  SELECT store_id, id, 'order', kind, CASE status WHEN 'running' THEN 'failed' ELSE status END, detail, actor_id, actor_name, total, done,
    changed, failed, 0, undoable, '', undo_of, undone_by, created_at, COALESCE(finished_at, created_at), COALESCE(finished_at, created_at)
    FROM order_batches;
INSERT INTO batch_items (store_id, batch_id, position, area, subject_id, outcome, code, note)
  SELECT store_id, batch_id, position, 'product', product_id, outcome, '', note FROM batch_notes;
INSERT INTO batch_items (store_id, batch_id, position, area, subject_id, outcome, code, note)
  SELECT store_id, batch_id, position, 'customer', customer_id, outcome, '', note FROM customer_batch_notes;
INSERT INTO batch_items (store_id, batch_id, position, area, subject_id, outcome, plan, way_back, code, note)
  SELECT store_id, batch_id, position, 'order', order_id, outcome, plan, way_back, code, message FROM order_batch_items;
DROP TABLE batch_notes;
DROP TABLE customer_batch_notes;
DROP TABLE customer_batches;
DROP TABLE order_batch_items;
DROP TABLE order_batches;
DELETE FROM jobs WHERE kind IN ('edit_customers', 'change_orders');
-- The way back of products is the same job now.
UPDATE jobs SET kind = 'edit_products' WHERE kind = 'undo_batch';

-- The newest of an area.
CREATE INDEX batches_by_area ON batches (store_id, area, id);
-- An area other than products has one batch at work.
CREATE UNIQUE INDEX batches_at_work ON batches (store_id, area) WHERE status = 'running' AND area <> 'product';
-- Those whose rows are still kept, the oldest first.
CREATE INDEX batches_to_sweep ON batches (created_at) WHERE swept_at IS NULL;
CREATE INDEX batch_items_by_outcome ON batch_items (store_id, batch_id, outcome, position);
-- What batches keep of one thing.
CREATE INDEX batch_items_by_subject ON batch_items (store_id, area, subject_id);
