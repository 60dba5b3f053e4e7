ALTER TABLE producer_invitations ADD CONSTRAINT producer_invitations_email_normal CHECK (email = lower(btrim(email)));

-- Invitations that wait for an answer.
CREATE INDEX producer_invitations_waiting ON producer_invitations (partner_id, id) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;

-- A producer belongs to one person forever. Only the name changes.
CREATE FUNCTION producers_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a producer changes only their name' USING ERRCODE = 'check_violation', CONSTRAINT = 'producers_stay_true';
END $$;
CREATE TRIGGER producers_stay_true BEFORE UPDATE ON producers FOR EACH ROW
  WHEN ((NEW.id, NEW.user_id, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.created_at))
  EXECUTE FUNCTION producers_stay_true();

-- An invitation is for one address and one link. It is answered once.
CREATE FUNCTION producer_invitations_stay_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.partner_id, NEW.email, NEW.token_hash, NEW.created_at, NEW.expires_at) IS DISTINCT FROM
     (OLD.id, OLD.partner_id, OLD.email, OLD.token_hash, OLD.created_at, OLD.expires_at)
     OR (OLD.accepted_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL)
       AND (NEW.accepted_at, NEW.withdrawn_at) IS DISTINCT FROM (OLD.accepted_at, OLD.withdrawn_at) THEN
    RAISE EXCEPTION 'an invitation is answered once' USING ERRCODE = 'check_violation', CONSTRAINT = 'producer_invitations_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER producer_invitations_stay_true BEFORE UPDATE ON producer_invitations FOR EACH ROW
  EXECUTE FUNCTION producer_invitations_stay_true();
CREATE TRIGGER producers_not_truncated BEFORE TRUNCATE ON producers FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
