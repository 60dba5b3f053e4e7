-- An invoice keeps the fees it charged, also after their scene is erased. Without a foreign key, triggers say the same of all others.

ALTER TABLE scene_fees DROP CONSTRAINT scene_fees_scene_id_fkey;

CREATE FUNCTION scene_fees_of_scene() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- After the statement, which may write the scene too. FOR KEY SHARE: a parallel erasure waits, or is seen.
  PERFORM FROM collab_scenes WHERE id = NEW.scene_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a fee is of a scene' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'scene_fees_scene_id_fkey';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER scene_fees_of_scene AFTER INSERT ON scene_fees FOR EACH ROW EXECUTE FUNCTION scene_fees_of_scene();

CREATE FUNCTION collab_scenes_without_fees() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM scene_fees WHERE scene_id = OLD.id AND billed_to <> 'platform_invoice') THEN
    RAISE EXCEPTION 'only invoiced fees outlive their scene' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'scene_fees_scene_id_fkey';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER collab_scenes_without_fees BEFORE DELETE ON collab_scenes FOR EACH ROW EXECUTE FUNCTION collab_scenes_without_fees();
