-- Devices that an account has been used on (decisions §3): who shows one is not slowed down by what strangers try.
CREATE TABLE known_devices (
  -- Of the cookie's token only this is kept.
  token_hash TEXT NOT NULL,
  user_id BIGINT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  PRIMARY KEY (token_hash, user_id)
);
CREATE INDEX known_devices_by_user ON known_devices (user_id, last_seen_at);
CREATE INDEX known_devices_by_age ON known_devices (last_seen_at);
