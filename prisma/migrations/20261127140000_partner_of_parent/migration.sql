-- A row without a partner gets its parent's. For the version before, which doesn't write the column; a later release drops it.
CREATE FUNCTION partner_of_parent() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('SELECT partner_id FROM %I WHERE id = $1', TG_ARGV[0]) USING to_jsonb(NEW) ->> TG_ARGV[1] INTO NEW.partner_id;
  RETURN NEW;
END $$;

-- Two tables whose rows never change take their partner once.
ALTER TABLE erased_scene_people ADD COLUMN partner_id text;
DROP TRIGGER rule_01 ON erased_scene_people;
CALL never('UPDATE', 'erased_scene_people', 'erased_scene_people_stay', 'whom a depiction shows does not change',
  'OLD.partner_id IS NOT NULL OR (NEW.depiction_id, NEW.user_id) IS DISTINCT FROM (OLD.depiction_id, OLD.user_id)');
ALTER TABLE platform_invoice_fees ADD COLUMN partner_id text;
DROP TRIGGER rule_02 ON platform_invoice_fees;
DROP TRIGGER rule_03 ON platform_invoice_fees;
CALL set_once('platform_invoice_fees', 'platform_invoice_fees_stay', 'a fee stays on its invoice', 'partner_id');

-- A person's check outlives any partner, so no foreign key leads from it to a partner's table. These do the same.
CREATE FUNCTION identity_checks_of_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- FOR KEY SHARE: a parallel erasure waits, or is seen.
  PERFORM FROM solo_accounts WHERE id = NEW.account_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a check is started from an account' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'identity_checks_account_id_fkey';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER of_account AFTER INSERT OR UPDATE OF account_id ON identity_checks
  FOR EACH ROW WHEN (NEW.account_id IS NOT NULL) EXECUTE FUNCTION identity_checks_of_account();

CREATE FUNCTION solo_accounts_without_checks() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM identity_checks WHERE account_id = OLD.id) THEN
    RAISE EXCEPTION 'a check was started from this account' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'identity_checks_account_id_fkey';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER without_checks BEFORE DELETE ON solo_accounts FOR EACH ROW EXECUTE FUNCTION solo_accounts_without_checks();
