CREATE INDEX CONCURRENTLY IF NOT EXISTS takedowns_check_at ON takedowns (check_at, id) WHERE check_at IS NOT NULL;
-- What a partner took down in a month.
CREATE INDEX CONCURRENTLY IF NOT EXISTS takedowns_partner_closed ON takedowns (partner_id, closed_at, id) WHERE closed_at IS NOT NULL;
-- A production comes down before a custodian confirms it, so a month's confirmations are looked up too.
CREATE INDEX CONCURRENTLY IF NOT EXISTS removal_items_confirmed_productions ON removal_items (decided_at, id)
  WHERE status = 'confirmed' AND production_id IS NOT NULL;
