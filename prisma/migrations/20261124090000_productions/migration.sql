-- Productions: a producer documents who is in one, seals the records, and gets a certificate.

-- What a producer certifies when they seal a production's records, and a year later when they renew the certificate.
ALTER TYPE attestation_kind ADD VALUE 'documentation';
ALTER TYPE attestation_kind ADD VALUE 'renewal';

CREATE TABLE producers (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The name in the statement that the regulation requires.
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT producers_shape CHECK (id ~ '^[0-9a-z]{25}$' AND length(name) BETWEEN 1 AND 200)
);
CREATE UNIQUE INDEX producers_user_id_key ON producers (user_id);

CREATE TABLE producer_invitations (
  id text PRIMARY KEY,
  -- Null for an operator's.
  partner_id text REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  email text NOT NULL,
  token_hash bytea NOT NULL,
  invited_by_id text REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3),
  CONSTRAINT producer_invitations_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND octet_length(token_hash) = 32 AND expires_at > created_at
    AND (accepted_at IS NULL OR withdrawn_at IS NULL))
);
CREATE UNIQUE INDEX producer_invitations_token_hash_key ON producer_invitations (token_hash);
CREATE INDEX producer_invitations_partner_id_id_idx ON producer_invitations (partner_id, id);
CREATE INDEX producer_invitations_email_idx ON producer_invitations (email);

-- The partners that a producer works with: those whose invitation they accepted.
CREATE TABLE producer_partners (
  producer_id text NOT NULL REFERENCES producers (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  joined_at timestamptz(3) NOT NULL,
  PRIMARY KEY (producer_id, partner_id)
);
CREATE INDEX producer_partners_partner_id_producer_id_idx ON producer_partners (partner_id, producer_id);

CREATE TYPE production_status AS ENUM ('pending_documentation', 'documented', 'takedown_pending', 'takedown_complete', 'revoked');

CREATE TABLE productions (
  id text PRIMARY KEY,
  producer_id text NOT NULL REFERENCES producers (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  title text NOT NULL,
  production_date timestamptz(3) NOT NULL,
  -- The partner that created it; null when the producer did.
  created_by_partner_id text REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- That partner's own id of it.
  content_id text,
  status production_status NOT NULL DEFAULT 'pending_documentation',
  -- When its records were sealed for the first time.
  documented_at timestamptz(3),
  -- Counts the changes of what a seal covers. A package keeps the number it was sealed with.
  revision integer NOT NULL DEFAULT 0,
  legal_hold boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT productions_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(title) BETWEEN 1 AND 500 AND length(content_id) BETWEEN 1 AND 255
    AND (content_id IS NULL OR created_by_partner_id IS NOT NULL) AND (documented_at IS NOT NULL OR status <> 'documented'))
);
CREATE INDEX productions_producer_id_id_idx ON productions (producer_id, id);

CREATE TABLE production_partners (
  production_id text NOT NULL REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  linked_at timestamptz(3) NOT NULL,
  -- When the partner recorded that it took the production down.
  taken_down_at timestamptz(3),
  PRIMARY KEY (production_id, partner_id)
);
CREATE INDEX production_partners_partner_id_production_id_idx ON production_partners (partner_id, production_id);

-- Who is in a production, by the scene in which they signed.
CREATE TABLE production_performers (
  id text PRIMARY KEY,
  production_id text NOT NULL REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Lower-cased and trimmed.
  email text NOT NULL,
  scene_id text NOT NULL REFERENCES collab_scenes (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Null for the scene's uploader.
  scene_performer_id text REFERENCES scene_performers (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  added_at timestamptz(3) NOT NULL,
  CONSTRAINT production_performers_shape CHECK (id ~ '^[0-9a-z]{25}$')
);
CREATE UNIQUE INDEX production_performers_scene_key ON production_performers (production_id, scene_id, email);
CREATE INDEX production_performers_email_production_id_idx ON production_performers (email, production_id);
CREATE INDEX production_performers_scene_id_idx ON production_performers (scene_id);

CREATE TABLE production_depictions (
  id text PRIMARY KEY,
  production_id text NOT NULL REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  url text NOT NULL,
  sha256 bytea,
  title text,
  -- The day it was produced.
  produced_on timestamptz(3) NOT NULL,
  -- The entry of the content log it was taken from. No foreign key: that entry may be erased.
  depiction_id text,
  added_at timestamptz(3) NOT NULL,
  CONSTRAINT production_depictions_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(url) BETWEEN 1 AND 2048 AND octet_length(sha256) = 32 AND length(title) BETWEEN 1 AND 500)
);
CREATE UNIQUE INDEX production_depictions_url_key ON production_depictions (production_id, md5(url));
CREATE INDEX production_depictions_production_id_id_idx ON production_depictions (production_id, id);

-- The records of a production as they were sealed: begun by the producer's attestation, finished by a job.
CREATE TABLE sealed_packages (
  id text PRIMARY KEY,
  production_id text NOT NULL REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  attestation_id text NOT NULL REFERENCES attestations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The production's revision that it holds.
  revision integer NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  sealed_at timestamptz(3),
  -- Why it could not be made. Then the producer seals again.
  failure text,
  -- Of the plain ZIP.
  archive_sha256 bytea,
  bytes bigint,
  storage_key text,
  performer_count integer,
  depiction_count integer,
  CONSTRAINT sealed_packages_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND octet_length(archive_sha256) = 32 AND (sealed_at IS NULL OR failure IS NULL)
    AND (sealed_at IS NULL) = (archive_sha256 IS NULL) AND (sealed_at IS NULL) = (bytes IS NULL)
    AND (sealed_at IS NULL) = (storage_key IS NULL) AND (sealed_at IS NULL) = (performer_count IS NULL)
    AND (sealed_at IS NULL) = (depiction_count IS NULL))
);
CREATE UNIQUE INDEX sealed_packages_attestation_id_key ON sealed_packages (attestation_id);
CREATE UNIQUE INDEX sealed_packages_storage_key_key ON sealed_packages (storage_key);
-- One package of a production is made at a time.
CREATE UNIQUE INDEX sealed_packages_open ON sealed_packages (production_id) WHERE sealed_at IS NULL AND failure IS NULL;
CREATE INDEX sealed_packages_production_id_id_idx ON sealed_packages (production_id, id);

CREATE TYPE certificate_status AS ENUM ('CURRENT', 'SUPERSEDED', 'REVOKED');
CREATE TYPE certificate_origin AS ENUM ('documented', 'reissued', 'renewed', 'imported');
CREATE TYPE certificate_listing AS ENUM ('revocation', 'supersession');

CREATE TABLE certificates (
  id text PRIMARY KEY,
  production_id text NOT NULL REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  status certificate_status NOT NULL DEFAULT 'CURRENT',
  origin certificate_origin NOT NULL,
  -- Null for an imported one.
  package_id text REFERENCES sealed_packages (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- What the producer certified; null for an imported one.
  attestation_id text REFERENCES attestations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  kid text REFERENCES certificate_keys (kid) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Null for one issued before certificates were kept.
  jwt text,
  issued_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  superseded_at timestamptz(3),
  superseded_by_id text REFERENCES certificates (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  revoked_at timestamptz(3),
  reason text,
  -- Its entry in the revocation list.
  listed_as certificate_listing,
  -- The last of the days before the end on which the producer was reminded.
  reminded_days integer,
  CONSTRAINT certificates_shape CHECK (
    length(id) BETWEEN 1 AND 255 AND expires_at > issued_at AND (jwt IS NULL) = (kid IS NULL)
    AND (origin = 'imported') = (jwt IS NULL) AND (origin = 'imported') = (package_id IS NULL)
    AND (origin = 'imported') = (attestation_id IS NULL)
    AND (status = 'REVOKED') = (revoked_at IS NOT NULL) AND (status = 'SUPERSEDED' OR superseded_at IS NULL OR status = 'REVOKED')
    AND (status <> 'SUPERSEDED' OR superseded_at IS NOT NULL)
    AND (listed_as IS DISTINCT FROM 'revocation' OR status = 'REVOKED')
    AND (listed_as IS DISTINCT FROM 'supersession' OR (origin = 'imported' AND status = 'SUPERSEDED')))
);
CREATE UNIQUE INDEX certificates_current ON certificates (production_id) WHERE status = 'CURRENT';
CREATE INDEX certificates_production_id_id_idx ON certificates (production_id, id);
CREATE INDEX certificates_ending ON certificates (expires_at) WHERE status = 'CURRENT';

-- Given records of productions to an inspector.
CREATE TABLE inspections (
  id text PRIMARY KEY,
  agency text NOT NULL,
  inspector text NOT NULL,
  authority text NOT NULL,
  inspected_at timestamptz(3) NOT NULL,
  shown text NOT NULL,
  entered_by_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  entered_at timestamptz(3) NOT NULL,
  CONSTRAINT inspections_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(agency) BETWEEN 1 AND 200 AND length(inspector) BETWEEN 1 AND 200
    AND length(authority) BETWEEN 1 AND 500 AND length(shown) BETWEEN 1 AND 5000)
);

CREATE TABLE inspection_productions (
  inspection_id text NOT NULL REFERENCES inspections (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  production_id text NOT NULL REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  PRIMARY KEY (inspection_id, production_id)
);
CREATE INDEX inspection_productions_production_id_inspection_id_idx ON inspection_productions (production_id, inspection_id);
