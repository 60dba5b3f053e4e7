-- The index of greenlit scenes: an entry for the uploader and each performer, which may outlive the scene.

CREATE TABLE scene_index_entries (
  scene_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL,
  production_date timestamptz(3) NOT NULL,
  last_changed_at timestamptz(3) NOT NULL,
  legal_hold boolean NOT NULL DEFAULT false,
  title text,
  content_urls text,
  CONSTRAINT scene_index_entries_pkey PRIMARY KEY (scene_id, user_id)
);
CREATE INDEX scene_index_entries_user_id_scene_id_idx ON scene_index_entries (user_id, scene_id);
CREATE INDEX scene_index_entries_last_changed ON scene_index_entries (last_changed_at);

-- Custodians find a publication by its URL and its hash. The URL may be longer than a btree index takes.
CREATE INDEX scene_publications_url ON scene_publications USING hash (content_url);
CREATE INDEX scene_publications_sha256 ON scene_publications (depiction_sha256, partner_id);

-- Scenes whose seven years are over are looked for every night.
CREATE INDEX collab_scenes_retention ON collab_scenes (greatest(shoot_date, created_at), id);

-- Only a greenlit scene has entries, and one under a legal hold passes it on. FOR SHARE: a parallel hold waits, or is seen.
CREATE FUNCTION scene_index_entries_of_greenlit() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE held boolean;
BEGIN
  SELECT legal_hold INTO held FROM collab_scenes WHERE id = NEW.scene_id AND status = 'greenlit' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'only a greenlit scene is in the index' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_index_entries_of_greenlit';
  END IF;
  NEW.legal_hold := NEW.legal_hold OR held;
  RETURN NEW;
END $$;
CREATE TRIGGER scene_index_entries_of_greenlit BEFORE INSERT ON scene_index_entries
  FOR EACH ROW EXECUTE FUNCTION scene_index_entries_of_greenlit();

-- An entry stays at least as long as its scene, which stays at least as long as its publications.
CREATE FUNCTION scene_index_entries_keep_seven_years() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF must_be_kept(greatest(OLD.production_date, OLD.last_changed_at), OLD.legal_hold)
     OR EXISTS (SELECT FROM collab_scenes s WHERE s.id = OLD.scene_id) THEN
    RAISE EXCEPTION 'index entries are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER scene_index_entries_keep_seven_years BEFORE DELETE ON scene_index_entries
  FOR EACH ROW EXECUTE FUNCTION scene_index_entries_keep_seven_years();

CREATE FUNCTION scene_index_entries_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.scene_id, NEW.user_id, NEW.partner_id, NEW.production_date) IS DISTINCT FROM
     (OLD.scene_id, OLD.user_id, OLD.partner_id, OLD.production_date) THEN
    RAISE EXCEPTION 'what an index entry says does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_index_entries_stay_true';
  END IF;
  IF NEW.last_changed_at < OLD.last_changed_at THEN
    RAISE EXCEPTION 'the clock of an index entry does not go back' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_index_entries_stay_true';
  END IF;
  -- Written once, when the scene is erased.
  IF OLD.title IS NOT NULL AND (NEW.title, NEW.content_urls) IS DISTINCT FROM (OLD.title, OLD.content_urls) THEN
    RAISE EXCEPTION 'what an index entry says does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_index_entries_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER scene_index_entries_stay_true BEFORE UPDATE ON scene_index_entries
  FOR EACH ROW EXECUTE FUNCTION scene_index_entries_stay_true();
CREATE TRIGGER scene_index_entries_not_truncated BEFORE TRUNCATE ON scene_index_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- A legal hold is placed on a depiction or on a scene.
ALTER TABLE legal_holds
  ALTER COLUMN depiction_id DROP NOT NULL,
  ADD COLUMN scene_id text,
  ADD CONSTRAINT legal_holds_one_record CHECK (num_nonnulls(depiction_id, scene_id) = 1);
CREATE INDEX legal_holds_scene_id_id_idx ON legal_holds (scene_id, id);

CREATE OR REPLACE FUNCTION legal_holds_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.lifted_at IS NOT NULL
     OR (NEW.id, NEW.depiction_id, NEW.scene_id, NEW.placed_by_id, NEW.placed_at, NEW.placed_reason)
     IS DISTINCT FROM (OLD.id, OLD.depiction_id, OLD.scene_id, OLD.placed_by_id, OLD.placed_at, OLD.placed_reason) THEN
    RAISE EXCEPTION 'a legal hold is lifted once and never changes' USING ERRCODE = 'check_violation', CONSTRAINT = 'legal_holds_stay_true';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION legal_hold_stands() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  was jsonb := to_jsonb(OLD);
  depiction text := CASE TG_TABLE_NAME WHEN 'depictions' THEN was ->> 'id' WHEN 'index_entries' THEN was ->> 'depiction_id' END;
  scene text := CASE TG_TABLE_NAME WHEN 'collab_scenes' THEN was ->> 'id' WHEN 'scene_index_entries' THEN was ->> 'scene_id' END;
BEGIN
  IF EXISTS (SELECT FROM legal_holds h WHERE (h.depiction_id = depiction OR h.scene_id = scene) AND h.lifted_at IS NULL) THEN
    RAISE EXCEPTION 'a legal hold of this record stands' USING ERRCODE = 'check_violation', CONSTRAINT = 'legal_hold_stands';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER collab_scenes_legal_hold_stands BEFORE UPDATE OF legal_hold ON collab_scenes FOR EACH ROW
  WHEN (OLD.legal_hold AND NOT NEW.legal_hold) EXECUTE FUNCTION legal_hold_stands();
CREATE TRIGGER scene_index_entries_legal_hold_stands BEFORE UPDATE OF legal_hold ON scene_index_entries FOR EACH ROW
  WHEN (OLD.legal_hold AND NOT NEW.legal_hold) EXECUTE FUNCTION legal_hold_stands();

-- A check outlives the scene that it was started from, and is otherwise as final as before.
ALTER TABLE identity_checks
  DROP CONSTRAINT identity_checks_performer_id_fkey,
  ADD CONSTRAINT identity_checks_performer_id_fkey FOREIGN KEY (performer_id) REFERENCES scene_performers (id)
    ON DELETE SET NULL ON UPDATE CASCADE;
CREATE OR REPLACE FUNCTION identity_checks_final() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.status IN ('approved', 'rejected') AND (
      to_jsonb(NEW) - 'performer_id' IS DISTINCT FROM to_jsonb(OLD) - 'performer_id'
      OR OLD.performer_id IS NULL OR NEW.performer_id IS NOT NULL
      OR EXISTS (SELECT FROM scene_performers p WHERE p.id = OLD.performer_id)) THEN
    RAISE EXCEPTION 'a decided identity check does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'identity_checks_final';
  END IF;
  RETURN NEW;
END $$;

-- Scenes that are greenlit already. The account's link may have ended since, so the uploader is who attested.
INSERT INTO scene_index_entries (scene_id, user_id, partner_id, production_date, last_changed_at)
SELECT s.id, who.user_id, s.partner_id, coalesce(s.shoot_date, s.created_at), s.greenlit_at
FROM collab_scenes s CROSS JOIN LATERAL (
  SELECT coalesce(t.user_id, a.user_id) AS user_id
  FROM solo_accounts a JOIN attestations t ON t.id = s.attestation_id WHERE a.id = s.uploader_account_id
  UNION SELECT p.user_id FROM scene_performers p WHERE p.scene_id = s.id
) AS who WHERE s.status = 'greenlit' AND who.user_id IS NOT NULL;
INSERT INTO search_queue SELECT 'scene', id FROM collab_scenes WHERE status = 'greenlit';
