-- Which custodian works on a waiting check, and until when. Nobody does once that has passed, so nothing has to clear it.
ALTER TABLE identity_checks
  ADD COLUMN assigned_to_id text, ADD COLUMN assigned_until timestamptz(3),
  ADD CONSTRAINT identity_checks_assigned_to_id_fkey FOREIGN KEY (assigned_to_id) REFERENCES users (id)
    ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID,
  ADD CONSTRAINT identity_checks_assigned CHECK ((assigned_to_id IS NULL) = (assigned_until IS NULL)) NOT VALID;
