-- A scene stays in a production, and is kept with it, only once a package holds it. One that came later is a draft.

ALTER TABLE production_performers
  -- The production's revision that brought the scene.
  ADD COLUMN revision integer NOT NULL DEFAULT 0;

-- Whether a package holds the row, or is being made of it.
CREATE FUNCTION performer_is_sealed(performer production_performers) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM sealed_packages k
    WHERE k.production_id = performer.production_id AND k.failure IS NULL AND k.revision >= performer.revision)
$$;

CREATE OR REPLACE FUNCTION production_performers_stay_true() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT performer_is_sealed(OLD) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'who is in a sealed package does not change'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'production_performers_stay_true';
END $$;

CREATE OR REPLACE FUNCTION scene_must_be_kept(scene collab_scenes) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT must_be_kept(greatest(scene.shoot_date, scene.created_at), scene.legal_hold)
    OR EXISTS (SELECT FROM scene_publications p WHERE p.scene_id = scene.id AND p.removed_at IS NULL)
    OR EXISTS (SELECT FROM production_performers p WHERE p.scene_id = scene.id AND performer_is_sealed(p))
$$;

-- A closed production takes no change. But a scene whose time is over leaves it.
CREATE FUNCTION production_performers_leave_open() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM changed c JOIN productions p ON p.id = c.production_id JOIN collab_scenes s ON s.id = c.scene_id
    WHERE (p.status NOT IN ('pending_documentation', 'documented') OR production_is_sealing(p.id)) AND scene_must_be_kept(s)) THEN
    RAISE EXCEPTION 'a production changes while it is open' USING ERRCODE = 'check_violation', CONSTRAINT = 'production_open';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER production_performers_removed_from_open ON production_performers;
CREATE TRIGGER production_performers_removed_from_open AFTER DELETE ON production_performers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION production_performers_leave_open();
