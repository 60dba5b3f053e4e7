-- The partners that a greenlit scene was extended to, and where it is published.

CREATE TABLE scene_extensions (
  id text PRIMARY KEY,
  scene_id text NOT NULL REFERENCES collab_scenes (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT scene_extensions_shape CHECK (id ~ '^[0-9a-z]{25}$')
);
CREATE UNIQUE INDEX scene_extensions_scene_id_partner_id_key ON scene_extensions (scene_id, partner_id);
CREATE INDEX scene_extensions_partner_id_id_idx ON scene_extensions (partner_id, id);

CREATE TABLE scene_publications (
  id text PRIMARY KEY,
  scene_id text NOT NULL REFERENCES collab_scenes (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  content_url text NOT NULL,
  depiction_sha256 bytea NOT NULL,
  published_at timestamptz(3) NOT NULL,
  removed_at timestamptz(3),
  removal_reason text,
  CONSTRAINT scene_publications_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(content_url) BETWEEN 1 AND 2048 AND octet_length(depiction_sha256) = 32
    AND length(removal_reason) BETWEEN 1 AND 500),
  CONSTRAINT scene_publications_removed CHECK ((removed_at IS NULL) = (removal_reason IS NULL))
);
CREATE UNIQUE INDEX scene_publications_partner_id_content_url_key ON scene_publications (partner_id, content_url);
CREATE INDEX scene_publications_scene_id_partner_id_id_idx ON scene_publications (scene_id, partner_id, id);
CREATE INDEX scene_publications_standing ON scene_publications (scene_id) WHERE removed_at IS NULL;

-- Only a greenlit scene is extended.
CREATE FUNCTION scene_extensions_need_greenlight() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM collab_scenes WHERE id = NEW.scene_id AND status = 'greenlit') THEN
    RAISE EXCEPTION 'only a greenlit scene is extended'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_extensions_need_greenlight';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER scene_extensions_need_greenlight BEFORE INSERT ON scene_extensions
  FOR EACH ROW EXECUTE FUNCTION scene_extensions_need_greenlight();

-- Only a greenlit scene is published: by the partner that created it, or one that extended it.
CREATE FUNCTION scene_publications_need_permission() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM collab_scenes s WHERE s.id = NEW.scene_id AND s.status = 'greenlit' AND (s.partner_id = NEW.partner_id
      OR EXISTS (SELECT FROM scene_extensions e WHERE e.scene_id = s.id AND e.partner_id = NEW.partner_id))) THEN
    RAISE EXCEPTION 'only a greenlit scene is published, by its creator or after an extension'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_publications_need_permission';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER scene_publications_need_permission BEFORE INSERT ON scene_publications
  FOR EACH ROW EXECUTE FUNCTION scene_publications_need_permission();

-- An extension never changes. A publication is removed once, and otherwise never changes.
CREATE FUNCTION scene_extensions_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an extension does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_extensions_stay_true';
END $$;
CREATE TRIGGER scene_extensions_stay_true BEFORE UPDATE ON scene_extensions
  FOR EACH ROW EXECUTE FUNCTION scene_extensions_stay_true();

CREATE FUNCTION scene_publications_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.scene_id, NEW.partner_id, NEW.content_url, NEW.depiction_sha256, NEW.published_at) IS DISTINCT FROM
     (OLD.id, OLD.scene_id, OLD.partner_id, OLD.content_url, OLD.depiction_sha256, OLD.published_at) THEN
    RAISE EXCEPTION 'what a publication is does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_publications_stay_true';
  END IF;
  IF OLD.removed_at IS NOT NULL AND (NEW.removed_at, NEW.removal_reason) IS DISTINCT FROM (OLD.removed_at, OLD.removal_reason) THEN
    RAISE EXCEPTION 'a removal is final' USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_publications_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER scene_publications_stay_true BEFORE UPDATE ON scene_publications
  FOR EACH ROW EXECUTE FUNCTION scene_publications_stay_true();

-- Whether a scene's records must be kept: its seven years aren't over, it is under a legal hold, or it is still published.
CREATE FUNCTION scene_must_be_kept(scene collab_scenes) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT must_be_kept(greatest(scene.shoot_date, scene.created_at), scene.legal_hold)
    OR EXISTS (SELECT FROM scene_publications p WHERE p.scene_id = scene.id AND p.removed_at IS NULL)
$$;

CREATE OR REPLACE FUNCTION collab_scenes_keep_seven_years() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF scene_must_be_kept(OLD) THEN
    RAISE EXCEPTION 'scene records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE FUNCTION scene_parts_keep_seven_years() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM collab_scenes s WHERE s.id = OLD.scene_id AND scene_must_be_kept(s)) THEN
    RAISE EXCEPTION 'scene records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER scene_extensions_keep_seven_years BEFORE DELETE ON scene_extensions FOR EACH ROW EXECUTE FUNCTION scene_parts_keep_seven_years();
CREATE TRIGGER scene_publications_keep_seven_years BEFORE DELETE ON scene_publications FOR EACH ROW EXECUTE FUNCTION scene_parts_keep_seven_years();
CREATE TRIGGER scene_extensions_not_truncated BEFORE TRUNCATE ON scene_extensions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER scene_publications_not_truncated BEFORE TRUNCATE ON scene_publications FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE OR REPLACE FUNCTION release_copies_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'the copy of a release does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'release_copies_stay';
  END IF;
  IF EXISTS (SELECT FROM scene_performers p JOIN collab_scenes s ON s.id = p.scene_id
             WHERE p.id = OLD.performer_id AND scene_must_be_kept(s)) THEN
    RAISE EXCEPTION 'scene records are kept for seven years' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
