-- The roster is searched by the beginning of an address or of the partner's own id, and narrowed by why somebody is suspended.
CREATE INDEX solo_accounts_email_prefix ON solo_accounts (partner_id, email text_pattern_ops);
CREATE INDEX solo_accounts_external_user_id_prefix ON solo_accounts (partner_id, external_user_id text_pattern_ops);
CREATE INDEX solo_accounts_suspend_reason ON solo_accounts (partner_id, suspend_reason, id) WHERE suspend_reason IS NOT NULL;

CREATE TYPE roster_change_kind AS ENUM ('deactivate', 'reactivate');

-- Many creators deactivated or reactivated together, by a job, one after another.
CREATE TABLE roster_changes (
  id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  kind roster_change_kind NOT NULL,
  total integer NOT NULL CHECK (total > 0),
  -- How many were changed, how many were so already, and for how many it was refused.
  changed integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  started_by_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  request_id text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT roster_changes_counts CHECK (changed + unchanged + refused <= total)
);
CREATE INDEX roster_changes_partner_id_id_idx ON roster_changes (partner_id, id);
CREATE UNIQUE INDEX roster_changes_one_unfinished ON roster_changes (partner_id) WHERE finished_at IS NULL;

-- Whom a change is still to reach (no code), and whom it was refused for (with the code). Whoever it has reached is gone.
CREATE TABLE roster_change_items (
  change_id text NOT NULL REFERENCES roster_changes (id) ON DELETE CASCADE ON UPDATE CASCADE,
  account_id text NOT NULL REFERENCES solo_accounts (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  code text,
  PRIMARY KEY (change_id, account_id)
);
CREATE INDEX roster_change_items_waiting ON roster_change_items (change_id, account_id) WHERE code IS NULL;
