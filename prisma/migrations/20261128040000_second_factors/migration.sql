-- Second factors: authenticator apps, recovery codes, and when a session proved one.
ALTER TABLE sessions ADD COLUMN factor_at timestamptz(3);
ALTER TABLE partners ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;

CREATE TABLE totp_secrets (
  user_id text NOT NULL, sealed bytea NOT NULL, created_at timestamptz(3) NOT NULL, confirmed_at timestamptz(3), last_step int,
  CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id),
  CONSTRAINT totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT totp_secrets_confirmed CHECK ((confirmed_at IS NULL) = (last_step IS NULL)));
CREATE INDEX totp_secrets_unconfirmed ON totp_secrets (created_at) WHERE confirmed_at IS NULL;

CREATE TABLE recovery_codes (
  user_id text NOT NULL, code_hash bytea NOT NULL, created_at timestamptz(3) NOT NULL, used_at timestamptz(3),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT recovery_codes_hash CHECK (octet_length(code_hash) = 32));

-- Wrong codes, to limit them. Kept for a day.
CREATE TABLE factor_tries (
  id text NOT NULL, user_id text NOT NULL, tried_at timestamptz(3) NOT NULL,
  CONSTRAINT factor_tries_pkey PRIMARY KEY (id),
  CONSTRAINT factor_tries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE INDEX factor_tries_user_id_tried_at_idx ON factor_tries (user_id, tried_at);
CREATE INDEX factor_tries_tried_at_idx ON factor_tries (tried_at);
