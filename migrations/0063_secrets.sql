-- Secrets of stores, sealed: what payment services and couriers ask of a store (decision 0084). A sealed value opens with the key
-- of key_id alone, and only in its own row.
CREATE TABLE secrets (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  owner_kind TEXT NOT NULL,
  owner_id BIGINT NOT NULL,
  field TEXT NOT NULL,
  key_id TEXT NOT NULL,
  -- Base 64 of a version, a nonce and the ciphertext with its tag.
  sealed TEXT NOT NULL,
  -- The end of a long value, for the person who set it; empty where it would tell too much.
  last_four TEXT NOT NULL,
  set_at BIGINT NOT NULL,
  PRIMARY KEY (store_id, owner_kind, owner_id, field)
);
CREATE INDEX secrets_by_key ON secrets (key_id, store_id);
