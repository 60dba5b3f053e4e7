-- When to look next whether the URL of a takedown still answers. Null for never.
ALTER TABLE takedowns ADD COLUMN check_at timestamptz(3);

-- What the URL of a takedown answered when the service looked, for its claimant only. `status`: the HTTP status, 0 if there was no
-- answer. `elsewhere`: whether it redirected to another page.
CREATE TABLE takedown_checks (
  id text NOT NULL, takedown_id text NOT NULL, checked_at timestamptz(3) NOT NULL, status integer NOT NULL, elsewhere boolean NOT NULL,
  CONSTRAINT takedown_checks_pkey PRIMARY KEY (id),
  CONSTRAINT takedown_checks_takedown_id_fkey FOREIGN KEY (takedown_id) REFERENCES takedowns (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT takedown_checks_shape CHECK (id ~ '^[0-9a-z]{25}$' AND (status = 0 OR status BETWEEN 100 AND 999)
    AND (NOT elsewhere OR status BETWEEN 300 AND 399)));
CREATE INDEX takedown_checks_takedown_id_id_idx ON takedown_checks (takedown_id, id);

CALL never('UPDATE OR DELETE', 'takedown_checks', 'removals_append_only', '%1$s only grows');
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON takedown_checks
  EXECUTE FUNCTION refuse('retention', '%1$s is a table of record and is never truncated');

-- Clocks that run already: few, because each ends within days.
UPDATE takedowns SET check_at = now() WHERE closed_at IS NULL;
