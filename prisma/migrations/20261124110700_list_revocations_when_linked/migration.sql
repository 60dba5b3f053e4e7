-- A partner that is linked later finds the production's earlier revocations in its next sync. So its link is committed as quickly.

-- What a sync with `since` reads beside `certificates_listed_since`.
CREATE INDEX production_partners_partner_id_linked_at_idx ON production_partners (partner_id, linked_at);

CREATE FUNCTION production_partners_link_at_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF clock_timestamp() - transaction_timestamp() > interval '30 seconds' THEN
    RAISE EXCEPTION 'a link is committed within 30 seconds'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'production_partners_link_at_once';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER production_partners_link_at_once AFTER INSERT ON production_partners
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION production_partners_link_at_once();
