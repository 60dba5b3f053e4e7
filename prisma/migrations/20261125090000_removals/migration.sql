-- Removal requests: a person asks that what shows them is taken down, and each platform gets a deadline.

-- The statement that a claimant signs.
ALTER TYPE attestation_kind ADD VALUE 'removal';

-- What a person is still writing, and has sent without proving their mailbox. Deleted after 24 hours.
CREATE TABLE removal_drafts (
  id text PRIMARY KEY,
  -- Of the cookie of the browser that writes it.
  token_hash bytea NOT NULL,
  -- The answers so far, sealed.
  answers bytea NOT NULL,
  -- Set when the link is mailed.
  email text,
  link_hash bytea,
  -- From where the link was asked for, so that nobody uses up the mails of another person's mailbox.
  network text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT removal_drafts_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND octet_length(token_hash) = 32 AND octet_length(link_hash) = 32
    AND (email IS NULL) = (link_hash IS NULL) AND expires_at > created_at)
);
CREATE UNIQUE INDEX removal_drafts_token_hash_key ON removal_drafts (token_hash);
CREATE UNIQUE INDEX removal_drafts_link_hash_key ON removal_drafts (link_hash);
CREATE INDEX removal_drafts_expires_at_idx ON removal_drafts (expires_at);
CREATE INDEX removal_drafts_email_idx ON removal_drafts (email);

CREATE TYPE legal_basis AS ENUM ('NCII_TAKE_IT_DOWN', 'NCII_STATE', 'AN_5196_APPEAL', 'DMCA', 'OTHER');
-- `decided`: no item is open. An appeal opens it again.
CREATE TYPE removal_status AS ENUM ('open', 'decided', 'withdrawn');

CREATE TABLE removal_requests (
  id text PRIMARY KEY,
  status removal_status NOT NULL DEFAULT 'open',
  legal_basis legal_basis NOT NULL,
  -- The claimant's address, lower-cased and trimmed, and its SHA-256 as partners get it.
  email text NOT NULL,
  email_sha256 bytea NOT NULL,
  -- Set when they filed from their own account.
  user_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Name, for whom they act, their answers and their description, and the token of their page, sealed.
  claim bytea NOT NULL,
  attestation_id text NOT NULL REFERENCES attestations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The draft it was made of: a second press of the button finds it.
  draft_id text NOT NULL,
  -- Of the mailed link to the claimant's page.
  token_hash bytea NOT NULL,
  -- When the mailbox was proven. Deadlines count from here.
  requested_at timestamptz(3) NOT NULL,
  deadline_at timestamptz(3) NOT NULL,
  -- The custodian who works on it.
  custodian_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Closing a request about intimate images without any decision needs a second custodian: the first one's.
  closing_by_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  closing_reason text,
  -- Who closed it without any decision. Others do so after an appeal.
  closed_by_ids text[] NOT NULL DEFAULT '{}',
  -- When its records were last looked for. Before that, nobody knows whom it shows, so no custodian handles it.
  searched_at timestamptz(3),
  -- A custodian asked the claimant something that is not answered yet.
  asked_at timestamptz(3),
  decided_at timestamptz(3),
  withdrawn_at timestamptz(3),
  appealed_at timestamptz(3),
  -- When it was opened again: by the appeal, or by a record that was found later. Its time to decide counts from here.
  reopened_at timestamptz(3),
  half_time_mailed_at timestamptz(3),
  last_hours_mailed_at timestamptz(3),
  CONSTRAINT removal_requests_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND octet_length(token_hash) = 32 AND octet_length(email_sha256) = 32
    AND deadline_at > requested_at AND (closing_by_id IS NULL) = (closing_reason IS NULL) AND (withdrawn_at IS NOT NULL) = (status = 'withdrawn')
    AND (status <> 'decided' OR decided_at IS NOT NULL))
);
CREATE UNIQUE INDEX removal_requests_token_hash_key ON removal_requests (token_hash);
CREATE UNIQUE INDEX removal_requests_draft_id_key ON removal_requests (draft_id);
CREATE UNIQUE INDEX removal_requests_attestation_id_key ON removal_requests (attestation_id);
CREATE INDEX removal_requests_queue ON removal_requests (deadline_at, id) WHERE status = 'open';
CREATE INDEX removal_requests_unsearched ON removal_requests (requested_at) WHERE searched_at IS NULL;
CREATE INDEX removal_requests_email_id_idx ON removal_requests (email, id);
CREATE INDEX removal_requests_user_id_idx ON removal_requests (user_id);
CREATE INDEX removal_requests_requested_at_id_idx ON removal_requests (requested_at, id);
CREATE INDEX removal_requests_withdrawn_at_idx ON removal_requests (withdrawn_at) WHERE withdrawn_at IS NOT NULL;

-- Each decision of a request, for the monthly report. A request that is opened again is decided more than once.
CREATE TABLE removal_decisions (
  id text PRIMARY KEY,
  request_id text NOT NULL REFERENCES removal_requests (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  started_at timestamptz(3) NOT NULL,
  deadline_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3) NOT NULL,
  CONSTRAINT removal_decisions_shape CHECK (id ~ '^[0-9a-z]{25}$')
);
CREATE INDEX removal_decisions_decided_at_idx ON removal_decisions (decided_at);
CREATE INDEX removal_decisions_request_id_idx ON removal_decisions (request_id);

-- What the claimant named, and what was found identical to it: looked for at filing, and for a year after.
CREATE TABLE removal_targets (
  id text PRIMARY KEY,
  request_id text NOT NULL REFERENCES removal_requests (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- As the claimant wrote it; null for a file's hash.
  url text,
  -- SHA-256 of match_url(url), as in search_records.
  url_hash bytea,
  sha256 bytea,
  -- False for the hash of a confirmed copy.
  named boolean NOT NULL,
  added_at timestamptz(3) NOT NULL,
  CONSTRAINT removal_targets_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(url) BETWEEN 1 AND 2048 AND octet_length(url_hash) = 32 AND octet_length(sha256) = 32
    AND (url IS NULL) = (url_hash IS NULL) AND (url IS NULL) <> (sha256 IS NULL))
);
CREATE UNIQUE INDEX removal_targets_url_key ON removal_targets (request_id, url_hash) WHERE url_hash IS NOT NULL;
CREATE UNIQUE INDEX removal_targets_sha256_key ON removal_targets (request_id, sha256) WHERE sha256 IS NOT NULL;

-- `suggested`: only shown to custodians. `open`: part of the request, to be decided.
CREATE TYPE removal_item_status AS ENUM ('suggested', 'open', 'confirmed', 'rejected', 'already_removed', 'dismissed', 'withdrawn');
CREATE TYPE removal_found_by AS ENUM ('url', 'sha256', 'email', 'name', 'external_id', 'similar', 'copy', 'custodian', 'account');

CREATE TABLE removal_items (
  id text PRIMARY KEY,
  request_id text NOT NULL REFERENCES removal_requests (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Exactly one. No foreign keys: depictions and scenes are erased after seven years.
  depiction_id text,
  production_id text,
  publication_id text,
  -- Whose record it is; null for a production.
  partner_id text REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  status removal_item_status NOT NULL,
  found_by removal_found_by NOT NULL,
  added_at timestamptz(3) NOT NULL,
  decided_by_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  decided_at timestamptz(3),
  -- In words the claimant reads.
  reason text,
  -- A rejection under NCII needs a second custodian: the first one's.
  proposed_by_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  proposed_at timestamptz(3),
  proposed_reason text,
  -- Who rejected it before the appeal, or proposed to. Others decide the appeal.
  rejected_by_ids text[] NOT NULL DEFAULT '{}',
  CONSTRAINT removal_items_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND num_nonnulls(depiction_id, production_id, publication_id) = 1
    AND (production_id IS NULL) = (partner_id IS NOT NULL)
    AND (status IN ('confirmed', 'rejected')) = (decided_by_id IS NOT NULL)
    AND (proposed_by_id IS NULL) = (proposed_at IS NULL) AND (proposed_by_id IS NULL) = (proposed_reason IS NULL))
);
CREATE UNIQUE INDEX removal_items_depiction_key ON removal_items (request_id, depiction_id) WHERE depiction_id IS NOT NULL;
CREATE UNIQUE INDEX removal_items_production_key ON removal_items (request_id, production_id) WHERE production_id IS NOT NULL;
CREATE UNIQUE INDEX removal_items_publication_key ON removal_items (request_id, publication_id) WHERE publication_id IS NOT NULL;
CREATE INDEX removal_items_request_id_id_idx ON removal_items (request_id, id);
CREATE INDEX removal_items_suggested ON removal_items (request_id) WHERE status = 'suggested';
CREATE INDEX removal_items_depiction_id_idx ON removal_items (depiction_id) WHERE depiction_id IS NOT NULL;
CREATE INDEX removal_items_production_id_idx ON removal_items (production_id) WHERE production_id IS NOT NULL;
CREATE INDEX removal_items_publication_id_idx ON removal_items (publication_id) WHERE publication_id IS NOT NULL;

-- Questions to the claimant, their answers, and an appeal's words, sealed.
CREATE TABLE removal_messages (
  id text PRIMARY KEY,
  request_id text NOT NULL REFERENCES removal_requests (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Null for the claimant's own.
  custodian_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  is_appeal boolean NOT NULL DEFAULT false,
  text bytea NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  CONSTRAINT removal_messages_shape CHECK (id ~ '^[0-9a-z]{25}$' AND (custodian_id IS NULL OR NOT is_appeal))
);
CREATE INDEX removal_messages_request_id_id_idx ON removal_messages (request_id, id);
CREATE UNIQUE INDEX removal_messages_appeal_key ON removal_messages (request_id) WHERE is_appeal;

-- How a partner's clock ended. `no_longer_asked`: the request was rejected or withdrawn.
CREATE TYPE takedown_outcome AS ENUM ('taken_down', 'already_removed', 'no_longer_asked');

-- What one partner must take down, and by when: one open clock for each item and partner. An appeal starts another one.
CREATE TABLE takedowns (
  id text PRIMARY KEY,
  item_id text NOT NULL REFERENCES removal_items (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- From when the deadline counts.
  requested_at timestamptz(3) NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  deadline_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  outcome takedown_outcome,
  closed_by_kind text,
  closed_by_id text,
  opening_mailed_at timestamptz(3),
  half_time_mailed_at timestamptz(3),
  last_hours_mailed_at timestamptz(3),
  -- The last check whether the URL still answers: its HTTP status, 0 if there was no answer.
  checked_at timestamptz(3),
  checked_status integer,
  CONSTRAINT takedowns_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND (closed_at IS NULL) = (outcome IS NULL) AND (closed_at IS NULL) = (closed_by_kind IS NULL)
    AND (closed_at IS NULL) = (closed_by_id IS NULL) AND (checked_at IS NULL) = (checked_status IS NULL))
);
CREATE INDEX takedowns_item_id_partner_id_idx ON takedowns (item_id, partner_id);
CREATE UNIQUE INDEX takedowns_one_open ON takedowns (item_id, partner_id) WHERE closed_at IS NULL;
CREATE INDEX takedowns_open ON takedowns (partner_id, deadline_at, id) WHERE closed_at IS NULL;
CREATE INDEX takedowns_open_deadline ON takedowns (deadline_at, id) WHERE closed_at IS NULL;
CREATE INDEX takedowns_partner_id_id_idx ON takedowns (partner_id, id);
CREATE INDEX takedowns_closed_at_idx ON takedowns (closed_at) WHERE closed_at IS NOT NULL;

-- The monthly report for the acquirer, as it was when the month ended.
CREATE TABLE removal_reports (
  id text PRIMARY KEY,
  -- The month's first day.
  month date NOT NULL,
  -- Null for the whole service.
  partner_id text REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  rows jsonb NOT NULL,
  made_at timestamptz(3) NOT NULL,
  CONSTRAINT removal_reports_shape CHECK (id ~ '^[0-9a-z]{25}$' AND extract(day FROM month) = 1)
);
CREATE UNIQUE INDEX removal_reports_month_partner_key ON removal_reports (month, partner_id) NULLS NOT DISTINCT;

-- Of stored compliance copies that are images, to find those that look alike.
CREATE TABLE copy_fingerprints (
  depiction_id text PRIMARY KEY REFERENCES depictions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  -- A perceptual hash of 64 bits; null for an image that could not be read.
  hash bigint,
  made_at timestamptz(3) NOT NULL
);
-- To find those without one. A log call writes nothing here.
CREATE INDEX depictions_stored_images ON depictions (id) WHERE copy_state = 'stored' AND copy_mime_type LIKE 'image/%';

-- A URL as requests compare it: without scheme, credentials, "www.", port of the scheme, fragment, trailing slashes and the spaces
-- around it, host in lower case and without its trailing dot.
CREATE FUNCTION match_url(url text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(rtrim((parts)[1], '.')) || rtrim(regexp_replace(regexp_replace((parts)[2], '#.*$', ''), '^\?', '/?'), '/')
  FROM regexp_match(btrim(url, E' \t\r\n'), '^https?://(?:[^/?#]*@)?(?:www\.)?([^/?#:]+)(?::(?:80|443)(?=[/?#]|$))?(.*)$', 'i') AS parts
$$;
CREATE INDEX scene_publications_match_url ON scene_publications USING hash (match_url(content_url));
CREATE INDEX production_depictions_match_url ON production_depictions USING hash (match_url(url));
CREATE INDEX production_depictions_sha256 ON production_depictions (sha256) WHERE sha256 IS NOT NULL;
