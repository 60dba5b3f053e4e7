ALTER TABLE identity_checks VALIDATE CONSTRAINT identity_checks_assigned_to_id_fkey;
ALTER TABLE identity_checks VALIDATE CONSTRAINT identity_checks_assigned;
-- A custodian's checks.
DROP INDEX CONCURRENTLY IF EXISTS identity_checks_assigned_to_id_idx;
CREATE INDEX CONCURRENTLY identity_checks_assigned_to_id_idx ON identity_checks (assigned_to_id) WHERE assigned_to_id IS NOT NULL;
