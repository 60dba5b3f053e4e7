-- Verification jobs: a partner has performers verified for its content. The scene behind a job has no uploader and no statement of
-- one, and no collab route reaches it.

ALTER TABLE collab_scenes
  ADD COLUMN is_job boolean NOT NULL DEFAULT false,
  ALTER COLUMN uploader_account_id DROP NOT NULL,
  ALTER COLUMN attestation_id DROP NOT NULL,
  ADD CONSTRAINT collab_scenes_job CHECK (
    CASE WHEN is_job
      THEN num_nonnulls(uploader_account_id, attestation_id, callback_url, upload_session_id) = 0 AND shoot_date IS NOT NULL
      ELSE num_nulls(uploader_account_id, attestation_id) = 0 END);

-- Lists of a partner's scenes leave jobs out without reading them.
DROP INDEX collab_scenes_partner_id_id_key;
DROP INDEX collab_scenes_partner_id_status_id_idx;
CREATE INDEX collab_scenes_partner_id_is_job_id_idx ON collab_scenes (partner_id, is_job, id);
CREATE INDEX collab_scenes_partner_id_is_job_status_id_idx ON collab_scenes (partner_id, is_job, status, id);

CREATE TABLE verification_jobs (
  id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- The partner's own ids of the job and of the content.
  job_id text NOT NULL,
  content_id text NOT NULL,
  -- Has its title, day of production, status and performers.
  scene_id text NOT NULL REFERENCES collab_scenes (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  production_id text REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT verification_jobs_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(job_id) BETWEEN 1 AND 255 AND length(content_id) BETWEEN 1 AND 255)
);
CREATE UNIQUE INDEX verification_jobs_partner_id_job_id_key ON verification_jobs (partner_id, job_id);
CREATE UNIQUE INDEX verification_jobs_scene_id_key ON verification_jobs (scene_id);
CREATE INDEX verification_jobs_partner_id_id_idx ON verification_jobs (partner_id, id);
CREATE INDEX verification_jobs_production_id_id_idx ON verification_jobs (production_id, id);

-- A job is of a scene made for it, and of a production that its partner is linked to.
CREATE FUNCTION verification_jobs_fit() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM collab_scenes WHERE id = NEW.scene_id AND partner_id = NEW.partner_id AND is_job) THEN
    RAISE EXCEPTION 'a verification job has a scene of its own' USING ERRCODE = 'check_violation', CONSTRAINT = 'verification_jobs_fit';
  END IF;
  IF NEW.production_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM production_partners WHERE production_id = NEW.production_id AND partner_id = NEW.partner_id) THEN
    RAISE EXCEPTION 'the partner is not linked to this production' USING ERRCODE = 'check_violation', CONSTRAINT = 'verification_jobs_fit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER verification_jobs_fit BEFORE INSERT ON verification_jobs FOR EACH ROW EXECUTE FUNCTION verification_jobs_fit();

-- The scene is written first, so this waits for the end of the transaction.
CREATE FUNCTION collab_scenes_of_job() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM verification_jobs WHERE scene_id = NEW.id) THEN
    RAISE EXCEPTION 'the scene of a job has a job' USING ERRCODE = 'check_violation', CONSTRAINT = 'collab_scenes_of_job';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER collab_scenes_of_job AFTER INSERT ON collab_scenes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.is_job) EXECUTE FUNCTION collab_scenes_of_job();

-- A job never changes, and is kept as long as its scene.
CREATE FUNCTION verification_jobs_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a verification job does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'verification_jobs_stay_true';
END $$;
CREATE TRIGGER verification_jobs_stay_true BEFORE UPDATE ON verification_jobs
  FOR EACH ROW EXECUTE FUNCTION verification_jobs_stay_true();
CREATE TRIGGER verification_jobs_keep_seven_years BEFORE DELETE ON verification_jobs
  FOR EACH ROW EXECUTE FUNCTION scene_parts_keep_seven_years();
CREATE TRIGGER verification_jobs_not_truncated BEFORE TRUNCATE ON verification_jobs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE OR REPLACE FUNCTION collab_scenes_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.partner_id, NEW.uploader_account_id, NEW.title, NEW.shoot_date, NEW.callback_url, NEW.upload_session_id,
      NEW.attestation_id, NEW.is_job, NEW.created_at, NEW.expires_at) IS DISTINCT FROM
     (OLD.id, OLD.partner_id, OLD.uploader_account_id, OLD.title, OLD.shoot_date, OLD.callback_url, OLD.upload_session_id,
      OLD.attestation_id, OLD.is_job, OLD.created_at, OLD.expires_at) THEN
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

-- The scene of a job is neither extended nor published.
CREATE OR REPLACE FUNCTION scene_extensions_need_greenlight() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM collab_scenes WHERE id = NEW.scene_id AND status = 'greenlit' AND NOT is_job) THEN
    RAISE EXCEPTION 'only a greenlit scene is extended'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_extensions_need_greenlight';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION scene_publications_need_permission() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM collab_scenes s WHERE s.id = NEW.scene_id AND s.status = 'greenlit' AND NOT s.is_job AND (s.partner_id = NEW.partner_id
      OR EXISTS (SELECT FROM scene_extensions e WHERE e.scene_id = s.id AND e.partner_id = NEW.partner_id))) THEN
    RAISE EXCEPTION 'only a greenlit scene is published, by its creator or after an extension'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_publications_need_permission';
  END IF;
  RETURN NEW;
END $$;

-- A scene is also kept as long as a production counts on it.
CREATE OR REPLACE FUNCTION scene_must_be_kept(scene collab_scenes) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT must_be_kept(greatest(scene.shoot_date, scene.created_at), scene.legal_hold)
    OR EXISTS (SELECT FROM scene_publications p WHERE p.scene_id = scene.id AND p.removed_at IS NULL)
    OR EXISTS (SELECT FROM production_performers p WHERE p.scene_id = scene.id)
$$;

-- The partner pays for a job, by card or on its invoice.
ALTER TABLE scene_fees
  DROP CONSTRAINT scene_fees_kind,
  ADD CONSTRAINT scene_fees_kind CHECK (CASE kind
    WHEN 'scene' THEN billed_to <> 'partner_card' AND extension_fee_cents = 0
    WHEN 'extension' THEN billed_to = 'partner_card' AND scene_fee_cents = 0 AND onboarding_fee_cents = 0
    ELSE billed_to <> 'uploader_card' AND extension_fee_cents = 0 END);
DROP INDEX scene_fees_one_scene_fee;
CREATE UNIQUE INDEX scene_fees_one_scene_fee ON scene_fees (scene_id) WHERE kind <> 'extension';
DROP INDEX scene_fees_partner_id_kind_status_id_idx;
CREATE INDEX scene_fees_partner_id_billed_to_status_id_idx ON scene_fees (partner_id, billed_to, status, id);

CREATE OR REPLACE FUNCTION scene_fees_of_scene() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE of_job boolean;
BEGIN
  -- After the statement, which may write the scene too. FOR KEY SHARE: a parallel erasure waits, or is seen.
  SELECT is_job INTO of_job FROM collab_scenes WHERE id = NEW.scene_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a fee is of a scene' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'scene_fees_scene_id_fkey';
  END IF;
  IF (NEW.kind = 'verification') <> of_job THEN
    RAISE EXCEPTION 'the scene of a job has the fee of a job' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_fees_kind';
  END IF;
  RETURN NULL;
END $$;
