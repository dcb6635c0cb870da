-- Who acts in a store, from where, and on whose behalf: operators of the platform, members, the audit log.

-- decisions §2: whoever runs the platform, a kind of account of its own. It signs in nowhere; it makes links.
CREATE TABLE operators (
  id BIGINT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL
);
-- AU-06: a link works once, for five minutes; of its signed token only a hash is kept.
CREATE TABLE impersonation_links (
  token_hash TEXT PRIMARY KEY,
  operator_id BIGINT NOT NULL REFERENCES operators (id),
  store_id BIGINT NOT NULL REFERENCES stores (id),
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX impersonation_links_by_age ON impersonation_links (expires_at);
-- Of a session that an operator opened in a member's name: who, and the one store it opens.
ALTER TABLE sessions ADD COLUMN operator_name TEXT;
ALTER TABLE sessions ADD COLUMN operator_store_id BIGINT;
-- decisions §2: everything done is logged under both names, and from where.
ALTER TABLE journal ADD COLUMN operator_name TEXT;
ALTER TABLE journal ADD COLUMN ip TEXT;
-- GU-11: what the team did, newest first, of everybody or of one member. Shoppers' entries pay nothing for it.
CREATE INDEX journal_by_team ON journal (store_id, seq) WHERE actor_kind = 'Merchant';
CREATE INDEX journal_by_member ON journal (store_id, actor_id, seq) WHERE actor_kind = 'Merchant';
-- Keys that the program makes for itself, once per installation: what it signs, every node must recognise.
CREATE TABLE installation_secrets (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
