-- The phone that takes the photos of a draft which a visit on another device showed: a link that works once, and what became of it. It
-- goes with its draft, or when the draft is sent.
CREATE TABLE photo_handoffs (
  id text NOT NULL, check_id text NOT NULL, visit_id text NOT NULL, token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL, expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3), phone_hash bytea, finished_at timestamptz(3),
  CONSTRAINT photo_handoffs_pkey PRIMARY KEY (id),
  CONSTRAINT photo_handoffs_check_id_fkey FOREIGN KEY (check_id) REFERENCES identity_checks (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT photo_handoffs_shape CHECK (
    octet_length(token_hash) = 32 AND expires_at > created_at AND (used_at IS NULL) = (phone_hash IS NULL)
    AND (finished_at IS NULL OR used_at IS NOT NULL)));
CREATE UNIQUE INDEX photo_handoffs_check_id_key ON photo_handoffs (check_id);
CREATE UNIQUE INDEX photo_handoffs_token_hash_key ON photo_handoffs (token_hash);

CALL fixed('UPDATE', 'photo_handoffs', 'photo_handoffs_stay', 'a link is of one draft and one visit', 'id, check_id, visit_id, token_hash');
CALL fixed('UPDATE', 'photo_handoffs', 'photo_handoffs_stay', 'a link works once', 'used_at, phone_hash', 'OLD.used_at IS NOT NULL');
CALL fixed('UPDATE', 'photo_handoffs', 'photo_handoffs_stay', 'finished photos stay finished', 'finished_at', 'OLD.finished_at IS NOT NULL');
