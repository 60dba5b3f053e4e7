-- The audit logs read each action's entries by itself, the latest first. Of a partner's part only what isn't about records, of which
-- there may be any number.
DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_of_team;
CREATE INDEX CONCURRENTLY ledger_entries_of_team ON ledger_entries (partner_id, action, seq) WHERE subject_kind IN (
  'api_key', 'partner', 'partner_invitation', 'platform_invoice', 'producer_invitation', 'sample', 'user', 'webhook_endpoint');
DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_of_staff;
CREATE INDEX CONCURRENTLY ledger_entries_of_staff ON ledger_entries (action, seq) WHERE actor_kind = 'staff' OR actor_id LIKE 'ops:%';
