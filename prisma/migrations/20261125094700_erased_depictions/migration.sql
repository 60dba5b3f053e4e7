-- A depiction is erased on time, whatever was asked about it: its partner sees when it is gone, and must not see that somebody asked.
-- What a later confirmation sends is kept here.
CREATE TABLE erased_depictions (
  depiction_id text PRIMARY KEY,
  partner_id text NOT NULL REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  account_id text NOT NULL,
  content_log_id text NOT NULL,
  external_content_id text,
  content_url text NOT NULL,
  content_type text NOT NULL,
  title text,
  file_hash bytea,
  kept_sha256 bytea,
  removed_at timestamptz(3)
);
CREATE INDEX erased_depictions_account_id_external_content_id_idx ON erased_depictions (account_id, external_content_id);

CREATE FUNCTION keep_requested_depiction() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM removal_items i WHERE i.depiction_id = OLD.id AND i.status NOT IN ('dismissed', 'withdrawn')) THEN
    INSERT INTO erased_depictions (depiction_id, partner_id, account_id, content_log_id, external_content_id, content_url, content_type,
      title, file_hash, kept_sha256, removed_at)
    VALUES (OLD.id, OLD.partner_id, OLD.account_id, OLD.content_log_id, OLD.external_content_id, OLD.content_url, OLD.content_type,
      OLD.title, OLD.file_hash, OLD.kept_sha256, OLD.removed_at);
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER depictions_keep_requested BEFORE DELETE ON depictions FOR EACH ROW EXECUTE FUNCTION keep_requested_depiction();

CREATE FUNCTION erased_depictions_stay_true() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.removed_at IS NOT NULL
     OR to_jsonb(NEW) - 'removed_at' IS DISTINCT FROM to_jsonb(OLD) - 'removed_at' THEN
    RAISE EXCEPTION 'an erased depiction is removed once, and does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER erased_depictions_stay_true BEFORE UPDATE OR DELETE ON erased_depictions
  FOR EACH ROW EXECUTE FUNCTION erased_depictions_stay_true();
CREATE TRIGGER erased_depictions_not_truncated BEFORE TRUNCATE ON erased_depictions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();

-- An erasure waits for a request that is about to name the record, and keeps it. What was erased before isn't added. Its name
-- sorts after the other checks of a new item, so that it skips only a valid one.
CREATE FUNCTION removal_items_still_there() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM depictions WHERE id = NEW.depiction_id FOR KEY SHARE;
  IF NEW.depiction_id IS NOT NULL AND NOT FOUND THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER removal_items_still_there BEFORE INSERT ON removal_items
  FOR EACH ROW EXECUTE FUNCTION removal_items_still_there();
