-- What people agreed to, scenes, who performs in them, and what a scene costs.

CREATE TYPE attestation_kind AS ENUM ('producer', 'release', 'refusal');
CREATE TYPE attestation_proof AS ENUM ('partner_api', 'mail_link', 'code', 'session');
CREATE TYPE scene_status AS ENUM ('pending_signatures', 'greenlit', 'blocked', 'cancelled');
CREATE TYPE scene_block AS ENUM ('refused', 'expired');
CREATE TYPE refusal_reason_kind AS ENUM ('not_me', 'declining', 'other');
CREATE TYPE scene_billing AS ENUM ('uploader_card', 'platform_invoice');
CREATE TYPE scene_fee_status AS ENUM ('charging', 'unpaid', 'paid', 'invoiced');

CREATE TABLE attestations (
  id text PRIMARY KEY,
  kind attestation_kind NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  "text" text NOT NULL,
  text_version text,
  text_sha256 bytea NOT NULL,
  signed_name text,
  reason text,
  user_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  email text,
  proof attestation_proof NOT NULL,
  visit_id text,
  ip text,
  user_agent text,
  attested_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT attestations_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND text_sha256 = sha256(convert_to("text", 'UTF8')) AND length("text") > 0
    AND length(signed_name) BETWEEN 1 AND 200)
);
CREATE INDEX attestations_subject_kind_subject_id_idx ON attestations (subject_kind, subject_id);
CREATE INDEX attestations_user_id_id_idx ON attestations (user_id, id);

CREATE TABLE collab_scenes (
  id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  uploader_account_id text NOT NULL,
  title text NOT NULL,
  shoot_date timestamptz(3),
  callback_url text NOT NULL,
  upload_session_id text,
  attestation_id text NOT NULL REFERENCES attestations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  status scene_status NOT NULL DEFAULT 'pending_signatures',
  block scene_block,
  announced_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  greenlit_at timestamptz(3),
  blocked_at timestamptz(3),
  cancelled_at timestamptz(3),
  legal_hold boolean NOT NULL DEFAULT false,
  CONSTRAINT collab_scenes_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(title) BETWEEN 1 AND 500 AND length(callback_url) <= 2048 AND expires_at > created_at),
  CONSTRAINT collab_scenes_status CHECK (
    (status = 'greenlit') = (greenlit_at IS NOT NULL) AND (status = 'blocked') = (blocked_at IS NOT NULL)
    AND (status = 'blocked') = (block IS NOT NULL) AND (status = 'cancelled') = (cancelled_at IS NOT NULL)),
  CONSTRAINT collab_scenes_uploader_fkey FOREIGN KEY (partner_id, uploader_account_id)
    REFERENCES solo_accounts (partner_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX collab_scenes_attestation_id_key ON collab_scenes (attestation_id);
CREATE UNIQUE INDEX collab_scenes_upload_session_id_key ON collab_scenes (upload_session_id);
CREATE UNIQUE INDEX collab_scenes_partner_id_id_key ON collab_scenes (partner_id, id);
CREATE INDEX collab_scenes_partner_id_status_id_idx ON collab_scenes (partner_id, status, id);
CREATE INDEX collab_scenes_uploader_account_id_id_idx ON collab_scenes (uploader_account_id, id);
CREATE INDEX collab_scenes_expiring ON collab_scenes (expires_at) WHERE status = 'pending_signatures';
CREATE INDEX collab_scenes_unannounced ON collab_scenes (created_at) WHERE announced_at IS NULL;

CREATE TABLE scene_performers (
  id text PRIMARY KEY,
  scene_id text NOT NULL REFERENCES collab_scenes (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  "position" integer NOT NULL,
  email text NOT NULL,
  user_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  release_id text REFERENCES attestations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  signed_at timestamptz(3),
  consented_at timestamptz(3),
  refusal_id text REFERENCES attestations (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  refused_at timestamptz(3),
  refusal_reason refusal_reason_kind,
  registered_here boolean NOT NULL DEFAULT false,
  link_serial integer NOT NULL DEFAULT 0,
  mailed_at timestamptz(3),
  reminded_at timestamptz(3),
  CONSTRAINT scene_performers_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND "position" BETWEEN 0 AND 9 AND email = lower(email)),
  CONSTRAINT scene_performers_decided CHECK (
    (signed_at IS NULL) = (release_id IS NULL) AND num_nulls(refusal_id, refused_at, refusal_reason) IN (0, 3)
    AND (refused_at IS NULL OR consented_at IS NULL) AND (consented_at IS NULL OR signed_at IS NOT NULL)
    AND (signed_at IS NULL OR user_id IS NOT NULL))
);
CREATE UNIQUE INDEX scene_performers_scene_id_position_key ON scene_performers (scene_id, "position");
CREATE UNIQUE INDEX scene_performers_scene_id_email_key ON scene_performers (scene_id, email);
CREATE UNIQUE INDEX scene_performers_release_id_key ON scene_performers (release_id);
CREATE UNIQUE INDEX scene_performers_refusal_id_key ON scene_performers (refusal_id);
CREATE INDEX scene_performers_email_idx ON scene_performers (email text_pattern_ops);
CREATE INDEX scene_performers_user_id_id_idx ON scene_performers (user_id, id);

CREATE TABLE scene_fees (
  id text PRIMARY KEY,
  scene_id text NOT NULL,
  partner_id text NOT NULL,
  payer_id text REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  scene_fee_cents integer NOT NULL,
  onboarding_fee_cents integer NOT NULL,
  billed_to scene_billing NOT NULL,
  status scene_fee_status NOT NULL,
  payment_charge_id text,
  charge_error text,
  try integer NOT NULL DEFAULT 0,
  tried_at timestamptz(3),
  next_try_at timestamptz(3),
  paid_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT scene_fees_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND scene_fee_cents >= 0 AND onboarding_fee_cents >= 0 AND try >= 0
    AND (billed_to = 'uploader_card') = (payer_id IS NOT NULL) AND (status = 'invoiced') = (billed_to = 'platform_invoice')
    AND (status = 'paid') = (paid_at IS NOT NULL) AND (payment_charge_id IS NULL OR status = 'paid')),
  CONSTRAINT scene_fees_scene_fkey FOREIGN KEY (partner_id, scene_id)
    REFERENCES collab_scenes (partner_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX scene_fees_scene_id_key ON scene_fees (scene_id);
CREATE UNIQUE INDEX scene_fees_payment_charge_id_key ON scene_fees (payment_charge_id);
CREATE UNIQUE INDEX scene_fees_partner_id_scene_id_key ON scene_fees (partner_id, scene_id);
CREATE INDEX scene_fees_payer_id_id_idx ON scene_fees (payer_id, id);
CREATE INDEX scene_fees_partner_id_id_idx ON scene_fees (partner_id, id);
CREATE INDEX scene_fees_due ON scene_fees (next_try_at) WHERE next_try_at IS NOT NULL;

-- What somebody agreed to is never changed and never erased.
CREATE FUNCTION attestations_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an attestation is kept as it was' USING ERRCODE = 'check_violation', CONSTRAINT = 'attestations_stay';
END $$;
CREATE TRIGGER attestations_stay BEFORE UPDATE OR DELETE ON attestations FOR EACH ROW EXECUTE FUNCTION attestations_stay();
CREATE TRIGGER attestations_not_truncated BEFORE TRUNCATE ON attestations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- A scene and its performers are kept for seven years from the shoot, or from the scene's creation.
CREATE FUNCTION collab_scenes_keep_seven_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF must_be_kept(greatest(OLD.shoot_date, OLD.created_at), OLD.legal_hold) THEN
    RAISE EXCEPTION 'scene records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER collab_scenes_keep_seven_years BEFORE DELETE ON collab_scenes FOR EACH ROW EXECUTE FUNCTION collab_scenes_keep_seven_years();
CREATE TRIGGER collab_scenes_not_truncated BEFORE TRUNCATE ON collab_scenes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE FUNCTION scene_parts_keep_seven_years() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM collab_scenes s WHERE s.id = OLD.scene_id AND must_be_kept(greatest(s.shoot_date, s.created_at), s.legal_hold)) THEN
    RAISE EXCEPTION 'scene records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER scene_performers_keep_seven_years BEFORE DELETE ON scene_performers FOR EACH ROW EXECUTE FUNCTION scene_parts_keep_seven_years();
CREATE TRIGGER scene_fees_keep_seven_years BEFORE DELETE ON scene_fees FOR EACH ROW EXECUTE FUNCTION scene_parts_keep_seven_years();
CREATE TRIGGER scene_performers_not_truncated BEFORE TRUNCATE ON scene_performers FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER scene_fees_not_truncated BEFORE TRUNCATE ON scene_fees FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- What a scene is never changes, and a final status is final.
CREATE FUNCTION collab_scenes_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.partner_id, NEW.uploader_account_id, NEW.title, NEW.shoot_date, NEW.callback_url, NEW.upload_session_id,
      NEW.attestation_id, NEW.created_at, NEW.expires_at) IS DISTINCT FROM
     (OLD.id, OLD.partner_id, OLD.uploader_account_id, OLD.title, OLD.shoot_date, OLD.callback_url, OLD.upload_session_id,
      OLD.attestation_id, OLD.created_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'what a scene is does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'collab_scenes_stay_true';
  END IF;
  IF OLD.status <> 'pending_signatures' AND (NEW.status, NEW.block, NEW.greenlit_at, NEW.blocked_at, NEW.cancelled_at) IS DISTINCT FROM
     (OLD.status, OLD.block, OLD.greenlit_at, OLD.blocked_at, OLD.cancelled_at) THEN
    RAISE EXCEPTION 'the final status of a scene does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'collab_scenes_stay_true';
  END IF;
  IF OLD.announced_at IS NOT NULL AND NEW.announced_at IS DISTINCT FROM OLD.announced_at THEN
    RAISE EXCEPTION 'a scene is announced once' USING ERRCODE = 'check_violation', CONSTRAINT = 'collab_scenes_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER collab_scenes_stay_true BEFORE UPDATE ON collab_scenes FOR EACH ROW EXECUTE FUNCTION collab_scenes_stay_true();

-- Who was asked never changes, and neither does what they decided.
CREATE FUNCTION scene_performers_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.scene_id, NEW."position", NEW.email) IS DISTINCT FROM (OLD.id, OLD.scene_id, OLD."position", OLD.email)
     OR (OLD.user_id IS NOT NULL AND (NEW.user_id, NEW.registered_here) IS DISTINCT FROM (OLD.user_id, OLD.registered_here)) THEN
    RAISE EXCEPTION 'who performs does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_performers_stay_true';
  END IF;
  IF OLD.signed_at IS NOT NULL AND (NEW.signed_at, NEW.release_id) IS DISTINCT FROM (OLD.signed_at, OLD.release_id)
     OR OLD.consented_at IS NOT NULL AND NEW.consented_at IS DISTINCT FROM OLD.consented_at
     OR OLD.refused_at IS NOT NULL AND (NEW.refused_at, NEW.refusal_id, NEW.refusal_reason, NEW.signed_at) IS DISTINCT FROM
        (OLD.refused_at, OLD.refusal_id, OLD.refusal_reason, OLD.signed_at) THEN
    RAISE EXCEPTION 'what a performer decided does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_performers_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER scene_performers_stay_true BEFORE UPDATE ON scene_performers FOR EACH ROW EXECUTE FUNCTION scene_performers_stay_true();

-- What a scene costs never changes.
CREATE FUNCTION scene_fees_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.scene_id, NEW.partner_id, NEW.payer_id, NEW.scene_fee_cents, NEW.onboarding_fee_cents, NEW.billed_to, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.scene_id, OLD.partner_id, OLD.payer_id, OLD.scene_fee_cents, OLD.onboarding_fee_cents, OLD.billed_to, OLD.created_at)
     OR NEW.try < OLD.try THEN
    RAISE EXCEPTION 'what a scene costs does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_fees_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER scene_fees_stay_true BEFORE UPDATE ON scene_fees FOR EACH ROW EXECUTE FUNCTION scene_fees_stay_true();
