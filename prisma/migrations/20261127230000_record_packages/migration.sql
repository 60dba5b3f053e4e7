-- Packages of records: everything that a scope has, in a file to hand over.
ALTER TYPE examination_look_kind ADD VALUE 'package' AFTER 'export';
ALTER TYPE look_kind ADD VALUE 'record_package' AFTER 'removal_request';
CREATE TYPE record_package_status AS ENUM ('entered', 'making', 'ready', 'failed', 'expired');

CREATE TABLE record_packages (
  id text NOT NULL, examination_id text, profile examination_profile NOT NULL, status record_package_status NOT NULL DEFAULT 'entered',
  requester text NOT NULL, authority text NOT NULL, reason text NOT NULL,
  produced_from timestamptz(3), produced_until timestamptz(3), scope_revision int,
  entered_by_id text, entered_at timestamptz(3) NOT NULL, asked_at timestamptz(3), made_at timestamptz(3), expires_at timestamptz(3),
  failure text, storage_prefix text, archive_sha256 bytea, bytes bigint, record_count int,
  CONSTRAINT record_packages_pkey PRIMARY KEY (id),
  CONSTRAINT record_packages_examination_id_fkey FOREIGN KEY (examination_id) REFERENCES examinations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT record_packages_entered_by_id_fkey FOREIGN KEY (entered_by_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT record_packages_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND profile <> 'regulator' AND length(requester) BETWEEN 1 AND 500 AND length(authority) BETWEEN 1 AND 500
    AND length(reason) BETWEEN 1 AND 500 AND (produced_from IS NULL OR produced_until IS NULL OR produced_from < produced_until)
    AND (examination_id IS NULL) = (scope_revision IS NULL) AND (examination_id IS NOT NULL OR entered_by_id IS NOT NULL)),
  CONSTRAINT record_packages_made CHECK (
    (status = 'entered') = (asked_at IS NULL) AND (status = 'failed') = (failure IS NOT NULL)
    AND (status IN ('ready', 'expired')) = (made_at IS NOT NULL) AND (made_at IS NULL) = (expires_at IS NULL)
    AND (made_at IS NULL) = (storage_prefix IS NULL) AND (made_at IS NULL) = (archive_sha256 IS NULL)
    AND (made_at IS NULL) = (bytes IS NULL) AND (made_at IS NULL) = (record_count IS NULL) AND octet_length(archive_sha256) = 32));
CREATE UNIQUE INDEX record_packages_storage_prefix_key ON record_packages (storage_prefix);
CREATE INDEX record_packages_examination_id_id_idx ON record_packages (examination_id, id);
CREATE INDEX record_packages_expiring ON record_packages (expires_at) WHERE status = 'ready';
CREATE INDEX record_packages_waiting ON record_packages (asked_at) WHERE status = 'making';

-- What was picked for a package that belongs to no examination.
CREATE TABLE record_package_scope (
  package_id text NOT NULL, kind examination_scope_kind NOT NULL, item_id text NOT NULL, added_at timestamptz(3) NOT NULL,
  CONSTRAINT record_package_scope_pkey PRIMARY KEY (package_id, kind, item_id),
  CONSTRAINT record_package_scope_package_id_fkey FOREIGN KEY (package_id) REFERENCES record_packages (id) ON DELETE RESTRICT ON UPDATE CASCADE);

CREATE TABLE record_package_records (
  package_id text NOT NULL, n int NOT NULL, kind text NOT NULL, record_id text NOT NULL, title text NOT NULL,
  production_date timestamptz(3) NOT NULL, user_ids text[], has_copy boolean NOT NULL DEFAULT false,
  CONSTRAINT record_package_records_pkey PRIMARY KEY (package_id, n),
  CONSTRAINT record_package_records_package_id_fkey FOREIGN KEY (package_id) REFERENCES record_packages (id) ON DELETE RESTRICT ON UPDATE CASCADE);
CREATE INDEX record_package_records_package_id_record_id_idx ON record_package_records (package_id, record_id);
CREATE INDEX record_package_records_user_ids_idx ON record_package_records USING gin (user_ids);

CALL fixed('UPDATE OR DELETE', 'record_packages', 'record_packages_stay', 'a package is kept as it was asked for',
  'id, examination_id, profile, requester, authority, reason, produced_from, produced_until, scope_revision, entered_by_id, entered_at');
CALL fixed('UPDATE', 'record_packages', 'record_packages_stay', 'a package that was made does not change',
  'asked_at, made_at, expires_at, storage_prefix, archive_sha256, bytes, record_count', 'OLD.made_at IS NOT NULL');
CALL never('UPDATE', 'record_packages', 'record_packages_status', 'a package is entered, made, and expires', $$
  NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN
    (('entered', 'making'), ('making', 'ready'), ('making', 'failed'), ('failed', 'making'), ('ready', 'expired'))$$);
CALL never_given('INSERT', 'record_package_scope', 'record_packages_stay', 'what a package has is chosen before it is made',
  $$NOT EXISTS (SELECT FROM record_packages WHERE id = NEW.package_id AND status = 'entered' FOR SHARE)$$);
CALL never_given('DELETE', 'record_package_scope', 'record_packages_stay', 'what a package has is chosen before it is made',
  $$NOT EXISTS (SELECT FROM record_packages WHERE id = OLD.package_id AND status = 'entered' FOR SHARE)$$);
CALL never('UPDATE', 'record_package_scope', 'record_packages_stay', 'what was picked for a package is added or removed');

DO $$ DECLARE of_table text;
BEGIN
  FOREACH of_table IN ARRAY '{record_packages, record_package_scope}'::text[] LOOP
    EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %s EXECUTE FUNCTION refuse(%L, %L)', of_table, 'retention',
      '%1$s is a table of record and is never truncated');
  END LOOP;
END $$;
