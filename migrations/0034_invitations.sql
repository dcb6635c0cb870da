-- Invitations into a store's team (decisions §2): whoever holds the link joins once, within seven days.
CREATE TABLE invitations (
  store_id BIGINT NOT NULL REFERENCES stores (id),
  id BIGINT NOT NULL,
  -- Of the link's token only this is kept.
  token_hash TEXT NOT NULL,
  -- Whom it is for: an E.164 number ('sms') or a lower-case address ('email').
  channel TEXT NOT NULL,
  contact TEXT NOT NULL,
  -- What the member may do from then on, by the word of the role.
  role TEXT NOT NULL,
  invited_by BIGINT NOT NULL REFERENCES users (id),
  invited_by_name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  accepted_at BIGINT,
  accepted_by BIGINT,
  -- Withdrawn, or replaced by a later one for the same person.
  revoked_at BIGINT,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX invitations_by_token ON invitations (token_hash);
-- One invitation of a person at a time; the list of a store's.
CREATE UNIQUE INDEX invitations_open ON invitations (store_id, contact) WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE INDEX invitations_by_age ON invitations (expires_at);
