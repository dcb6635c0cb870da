-- What the demo store is made of, so that it can be brought back to it every hour (decisions §2).
CREATE TABLE demo_plans (
  store_id BIGINT PRIMARY KEY REFERENCES stores (id),
  name TEXT NOT NULL,
  seed BIGINT NOT NULL,
  products BIGINT NOT NULL,
  orders BIGINT NOT NULL,
  days BIGINT NOT NULL,
  -- Where the journal stood when the content was last written, and when that was: nothing new, nothing to bring back.
  journal_seq BIGINT NOT NULL,
  written_at BIGINT NOT NULL
);
