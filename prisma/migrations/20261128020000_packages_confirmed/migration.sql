-- A package that belongs to no examination is confirmed by another custodian, and may be one that people aren't told of yet.
ALTER TABLE record_packages
  ADD COLUMN told_after timestamptz(3), ADD COLUMN delay_reason text,
  ADD COLUMN confirmed_by_id text, ADD COLUMN confirmed_at timestamptz(3);
ALTER TABLE record_packages ADD CONSTRAINT record_packages_confirmed_by_id_fkey
  FOREIGN KEY (confirmed_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
-- While the build before this one runs, it still makes packages that nobody confirmed.
ALTER TABLE record_packages ADD CONSTRAINT record_packages_confirmed CHECK (
  (confirmed_by_id IS NULL) = (confirmed_at IS NULL) AND (confirmed_by_id IS NULL OR examination_id IS NULL AND confirmed_by_id <> entered_by_id)
  AND (confirmed_by_id IS NULL OR status <> 'entered')) NOT VALID;
ALTER TABLE record_packages ADD CONSTRAINT record_packages_delay CHECK (
  (told_after IS NULL) = (delay_reason IS NULL) AND length(delay_reason) BETWEEN 1 AND 500
  AND (told_after IS NULL OR examination_id IS NULL)) NOT VALID;
CALL fixed('UPDATE', 'record_packages', 'record_packages_stay', 'a package is kept as it was asked for', 'told_after, delay_reason');
CALL fixed('UPDATE', 'record_packages', 'record_packages_stay', 'a package is confirmed once', 'confirmed_by_id, confirmed_at',
  'OLD.confirmed_at IS NOT NULL');

-- A custodian opened the order of a court's examination, which another one confirms only then.
ALTER TYPE look_kind ADD VALUE 'examination_order' AFTER 'record_package';
