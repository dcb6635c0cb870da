-- Batches: every bulk edit, sheet, import and delete of products as one act that can be undone.
-- What changed is in the journal under the batch's id, with before and after; here is who did what, and how far it has come.
CREATE TABLE batches (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  -- What was done, as facts that every language can tell: the action, the filter, a file's name.
  detail TEXT NOT NULL,
  actor_id BIGINT,
  actor_name TEXT NOT NULL,
  -- Products to look at when it began, and how many of them are done.
  total BIGINT NOT NULL,
  done BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  kept BIGINT NOT NULL,
  -- How far background work has come: a place in the list, or a sequence number of the journal.
  reached TEXT NOT NULL,
  undo_of BIGINT,
  undone_by BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  finished_at BIGINT,
  PRIMARY KEY (store_id, id)
);
-- Products of a batch that were left as they are, and why: refused by a rule, or changed since by somebody else.
CREATE TABLE batch_notes (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  batch_id BIGINT NOT NULL,
  position BIGINT NOT NULL,
  product_id BIGINT NOT NULL,
  outcome TEXT NOT NULL,
  -- Fields with what they hold, and a message of the rule in both languages.
  note TEXT NOT NULL,
  PRIMARY KEY (store_id, batch_id, position)
);
