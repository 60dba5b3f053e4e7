-- What somebody agreed to goes with what it was about, and an erased scene still says whom it showed in a depiction.

-- It never changes. It is deleted only after the scene, performer or session it was about, which their own guards keep, and
-- foreign keys keep one that another record refers to.
CREATE OR REPLACE FUNCTION attestations_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.subject_kind IN ('collab_scene', 'scene_performer', 'upload_session')
     AND NOT EXISTS (SELECT FROM collab_scenes WHERE id = OLD.subject_id)
     AND NOT EXISTS (SELECT FROM scene_performers WHERE id = OLD.subject_id)
     AND NOT EXISTS (SELECT FROM upload_sessions WHERE id = OLD.subject_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'an attestation is kept as it was' USING ERRCODE = 'check_violation', CONSTRAINT = 'attestations_stay';
END $$;

-- The people of an erased scene that was published as a depiction. They go with the depiction.
CREATE TABLE erased_scene_people (
  depiction_id text NOT NULL REFERENCES depictions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT erased_scene_people_pkey PRIMARY KEY (depiction_id, user_id)
);
CREATE INDEX erased_scene_people_user_id_idx ON erased_scene_people (user_id);

CREATE FUNCTION erased_scene_people_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM depictions WHERE id = OLD.depiction_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'whom a depiction shows does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'erased_scene_people_stay';
END $$;
CREATE TRIGGER erased_scene_people_stay BEFORE UPDATE OR DELETE ON erased_scene_people
  FOR EACH ROW EXECUTE FUNCTION erased_scene_people_stay();
CREATE TRIGGER erased_scene_people_not_truncated BEFORE TRUNCATE ON erased_scene_people
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
