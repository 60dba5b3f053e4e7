-- The queue: sent checks, and known cases planted in it, in its order.
DROP INDEX CONCURRENTLY IF EXISTS identity_checks_waiting;
CREATE INDEX CONCURRENTLY identity_checks_waiting ON identity_checks (submitted_at, id)
  WHERE status = 'submitted' OR planted_for_id IS NOT NULL;
