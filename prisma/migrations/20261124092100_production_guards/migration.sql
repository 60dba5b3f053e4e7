-- A production's records change only while no package of them is made, and its history stays true.

-- The removal requests that name a production. It is being taken down while one is open or was confirmed.
CREATE TABLE production_takedowns (
  production_id text NOT NULL REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  removal_request_id text NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  rejected_at timestamptz(3),
  PRIMARY KEY (production_id, removal_request_id),
  CONSTRAINT production_takedowns_shape CHECK (
    removal_request_id ~ '^[0-9a-z]{25}$' AND (confirmed_at IS NULL OR rejected_at IS NULL))
);

-- The productions of each performer that a partner may read, so that the time to list them tells nothing about other partners'.
CREATE TABLE partner_performers (
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  email text NOT NULL,
  production_id text NOT NULL REFERENCES productions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  PRIMARY KEY (partner_id, email, production_id)
);
CREATE INDEX partner_performers_production_id_idx ON partner_performers (production_id);

-- The same moves as in the service: `revoked` and `takedown_complete` are final.
CREATE FUNCTION production_moves(before production_status, after production_status) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT before = after OR CASE after
    WHEN 'pending_documentation' THEN before = 'takedown_pending'
    WHEN 'documented' THEN before IN ('pending_documentation', 'takedown_pending')
    WHEN 'takedown_pending' THEN before IN ('pending_documentation', 'documented')
    WHEN 'takedown_complete' THEN before = 'takedown_pending'
    WHEN 'revoked' THEN before IN ('pending_documentation', 'documented', 'takedown_pending')
  END
$$;

CREATE FUNCTION productions_stay_true() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a production is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  IF (NEW.id, NEW.producer_id, NEW.created_by_partner_id, NEW.content_id, NEW.created_at) IS DISTINCT FROM
     (OLD.id, OLD.producer_id, OLD.created_by_partner_id, OLD.content_id, OLD.created_at) THEN
    RAISE EXCEPTION 'whose a production is does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'productions_stay_true';
  END IF;
  IF NOT production_moves(OLD.status, NEW.status) THEN
    RAISE EXCEPTION 'a production does not go from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'productions_stay_true';
  END IF;
  IF OLD.documented_at IS NOT NULL AND NEW.documented_at IS DISTINCT FROM OLD.documented_at OR NEW.revision < OLD.revision THEN
    RAISE EXCEPTION 'what was sealed does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'productions_stay_true';
  END IF;
  IF (NEW.title, NEW.production_date, NEW.revision) IS DISTINCT FROM (OLD.title, OLD.production_date, OLD.revision) AND (
    OLD.status NOT IN ('pending_documentation', 'documented') OR production_is_sealing(OLD.id)) THEN
    RAISE EXCEPTION 'a production changes while it is open'
     USING ERRCODE = 'check_violation', CONSTRAINT = 'production_open';
  END IF;
  RETURN NEW;
END $$;

-- Whether a package of a production is being made.
CREATE FUNCTION production_is_sealing(id text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM sealed_packages k WHERE k.production_id = $1 AND k.sealed_at IS NULL AND k.failure IS NULL)
$$;

CREATE TRIGGER productions_stay_true BEFORE UPDATE OR DELETE ON productions FOR EACH ROW EXECUTE FUNCTION productions_stay_true();
CREATE TRIGGER productions_not_truncated BEFORE TRUNCATE ON productions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- A link stays. Only whether the partner took the production down changes.
CREATE FUNCTION production_partners_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.production_id, NEW.partner_id, NEW.linked_at) IS DISTINCT FROM (OLD.production_id, OLD.partner_id, OLD.linked_at) THEN
    RAISE EXCEPTION 'a linked partner stays linked' USING ERRCODE = 'check_violation', CONSTRAINT = 'production_partners_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER production_partners_stay_true BEFORE UPDATE OR DELETE ON production_partners
  FOR EACH ROW EXECUTE FUNCTION production_partners_stay_true();
CREATE TRIGGER production_partners_not_truncated BEFORE TRUNCATE ON production_partners
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- A production names the people of a scene: those who were asked in it, and the uploader once it is greenlit.
CREATE FUNCTION production_performers_are_in_scene() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM collab_scenes s LEFT JOIN solo_accounts a ON a.id = s.uploader_account_id
      LEFT JOIN scene_performers p ON p.scene_id = s.id AND p.id = NEW.scene_performer_id
    WHERE s.id = NEW.scene_id AND (s.status = 'greenlit' OR s.uploader_account_id IS NULL)
      AND NEW.email = CASE WHEN NEW.scene_performer_id IS NULL THEN a.email ELSE p.email END) THEN
    RAISE EXCEPTION 'a production names the people of its scenes'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'production_performers_are_in_scene';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER production_performers_are_in_scene BEFORE INSERT ON production_performers
  FOR EACH ROW EXECUTE FUNCTION production_performers_are_in_scene();

CREATE FUNCTION production_performers_stay_true() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM productions WHERE id = OLD.production_id AND documented_at IS NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'who is in a documented production does not change'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'production_performers_stay_true';
END $$;
CREATE TRIGGER production_performers_stay_true BEFORE UPDATE OR DELETE ON production_performers
  FOR EACH ROW EXECUTE FUNCTION production_performers_stay_true();
CREATE TRIGGER production_performers_not_truncated BEFORE TRUNCATE ON production_performers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

CREATE FUNCTION production_depictions_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a depiction is added or removed, but does not change'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'production_depictions_stay_true';
END $$;
CREATE TRIGGER production_depictions_stay_true BEFORE UPDATE ON production_depictions
  FOR EACH ROW EXECUTE FUNCTION production_depictions_stay_true();
CREATE TRIGGER production_depictions_not_truncated BEFORE TRUNCATE ON production_depictions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- For all rows of a statement at once, because a file brings 10,000.
CREATE FUNCTION production_parts_of_open() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT production_id FROM changed) c JOIN productions p ON p.id = c.production_id
    WHERE p.status NOT IN ('pending_documentation', 'documented') OR production_is_sealing(p.id)) THEN
    RAISE EXCEPTION 'a production changes while it is open' USING ERRCODE = 'check_violation', CONSTRAINT = 'production_open';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER production_performers_added_to_open AFTER INSERT ON production_performers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION production_parts_of_open();
CREATE TRIGGER production_performers_removed_from_open AFTER DELETE ON production_performers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION production_parts_of_open();
CREATE TRIGGER production_depictions_added_to_open AFTER INSERT ON production_depictions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION production_parts_of_open();
CREATE TRIGGER production_depictions_removed_from_open AFTER DELETE ON production_depictions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION production_parts_of_open();

-- What a partner finds by a performer's address follows its links and the performers.
CREATE FUNCTION partner_performers_of_performers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO partner_performers (partner_id, email, production_id)
  SELECT DISTINCT l.partner_id, c.email, c.production_id FROM changed c JOIN production_partners l ON l.production_id = c.production_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER partner_performers_of_performers AFTER INSERT ON production_performers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION partner_performers_of_performers();

CREATE FUNCTION partner_performers_of_partners() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO partner_performers (partner_id, email, production_id)
  SELECT DISTINCT c.partner_id, m.email, c.production_id FROM changed c JOIN production_performers m ON m.production_id = c.production_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER partner_performers_of_partners AFTER INSERT ON production_partners
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION partner_performers_of_partners();

CREATE FUNCTION partner_performers_without_performers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM partner_performers f USING changed c WHERE f.production_id = c.production_id AND f.email = c.email
    AND NOT EXISTS (SELECT FROM production_performers m WHERE m.production_id = f.production_id AND m.email = f.email);
  RETURN NULL;
END $$;
CREATE TRIGGER partner_performers_without_performers AFTER DELETE ON production_performers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION partner_performers_without_performers();

-- A removal request is decided once.
CREATE FUNCTION production_takedowns_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.confirmed_at IS NOT NULL OR OLD.rejected_at IS NOT NULL
     OR (NEW.production_id, NEW.removal_request_id, NEW.requested_at) IS DISTINCT FROM (OLD.production_id, OLD.removal_request_id, OLD.requested_at) THEN
    RAISE EXCEPTION 'a removal request is decided once' USING ERRCODE = 'check_violation', CONSTRAINT = 'production_takedowns_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER production_takedowns_stay_true BEFORE UPDATE OR DELETE ON production_takedowns
  FOR EACH ROW EXECUTE FUNCTION production_takedowns_stay_true();
CREATE TRIGGER production_takedowns_not_truncated BEFORE TRUNCATE ON production_takedowns
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
