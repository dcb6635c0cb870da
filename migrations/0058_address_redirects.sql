-- Addresses that a merchant sends elsewhere, and addresses that shoppers asked for and the store did not have.
CREATE TABLE address_redirects (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  address TEXT NOT NULL,
  -- What a request is looked up by: the address in small letters, decoded and without its language.
  address_key TEXT NOT NULL,
  target TEXT NOT NULL,
  -- The key of a target in the store; empty for one on another host.
  target_key TEXT NOT NULL,
  is_permanent BOOLEAN NOT NULL,
  hits BIGINT NOT NULL,
  last_hit_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT,
  version BIGINT NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX address_redirects_by_address ON address_redirects (store_id, address_key) WHERE deleted_at IS NULL;
CREATE INDEX address_redirects_by_target ON address_redirects (store_id, target_key) WHERE deleted_at IS NULL AND target_key <> '';
CREATE INDEX address_redirects_by_creation ON address_redirects (store_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX address_redirects_deleted ON address_redirects (store_id, deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE missed_addresses (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  address TEXT NOT NULL,
  address_key TEXT NOT NULL,
  hits BIGINT NOT NULL,
  -- The host of the last page that linked to it; empty when none was told.
  referrer TEXT NOT NULL,
  first_seen_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  is_ignored BOOLEAN NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX missed_addresses_by_address ON missed_addresses (store_id, address_key);
CREATE INDEX missed_addresses_by_last_seen ON missed_addresses (store_id, last_seen_at, id);
