-- Comments of orders as they read now, the members they name, and one act over many orders.

-- What the team wrote about an order. The journal keeps every wording; here is the one that stands.
CREATE TABLE order_comments (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  -- Its entry in the journal: its place in the order's activity.
  seq BIGINT NOT NULL,
  author_id BIGINT,
  -- Members are named in it by their ids (@usr_...); empty once it was deleted.
  body TEXT NOT NULL,
  -- The customer reads it on the order's page in the store.
  is_visible BOOLEAN NOT NULL,
  version BIGINT NOT NULL,
  edited_at BIGINT,
  deleted_at BIGINT,
  deleted_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX order_comments_by_order ON order_comments (store_id, order_id, seq);
INSERT INTO order_comments (store_id, id, order_id, seq, author_id, body, is_visible, version, edited_at, deleted_at, deleted_by, created_at)
  SELECT j.store_id, j.seq, j.subject_id, j.seq, CASE WHEN j.actor_kind = 'Merchant' THEN j.actor_id ELSE NULL END, COALESCE(j.note, ''),
    CASE WHEN j.after LIKE '%"is_visible":true%' THEN TRUE ELSE FALSE END, 1, NULL, NULL, '', j.at
  FROM journal j JOIN orders o ON o.store_id = j.store_id AND o.id = j.subject_id
  WHERE j.subject = 'order' AND j.action = 'comment';
-- Members whom a comment names, and whether they have seen it.
CREATE TABLE order_mentions (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  user_id BIGINT NOT NULL,
  comment_id BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  read_at BIGINT,
  PRIMARY KEY (store_id, user_id, comment_id),
  FOREIGN KEY (store_id, comment_id) REFERENCES order_comments (store_id, id)
);
CREATE INDEX order_mentions_unread ON order_mentions (store_id, user_id, order_id) WHERE read_at IS NULL;
CREATE INDEX order_mentions_by_comment ON order_mentions (store_id, comment_id);
-- One act over all orders that matched a filter when it began.
CREATE TABLE order_batches (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  -- What is done, as facts that every language can tell.
  detail TEXT NOT NULL,
  actor_id BIGINT,
  actor_name TEXT NOT NULL,
  total BIGINT NOT NULL,
  -- Counted from the rows below while the work goes on.
  done BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  undoable BIGINT NOT NULL,
  undo_of BIGINT,
  undone_by BIGINT,
  created_at BIGINT NOT NULL,
  finished_at BIGINT,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX order_batches_at_work ON order_batches (store_id) WHERE status = 'running';
-- Its orders, fixed when it began, and what became of each: pending, changed, same or failed.
CREATE TABLE order_batch_items (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  batch_id BIGINT NOT NULL,
  position BIGINT NOT NULL,
  order_id BIGINT NOT NULL,
  outcome TEXT NOT NULL,
  -- Of an undo: what is done to this order.
  plan TEXT,
  -- What would take it back, where that can be done.
  way_back TEXT,
  -- Why it was left as it is: a code, and the reason in both languages.
  code TEXT NOT NULL,
  message TEXT,
  PRIMARY KEY (store_id, batch_id, position),
  FOREIGN KEY (store_id, batch_id) REFERENCES order_batches (store_id, id)
);
CREATE INDEX order_batch_items_by_outcome ON order_batch_items (store_id, batch_id, outcome, position);
