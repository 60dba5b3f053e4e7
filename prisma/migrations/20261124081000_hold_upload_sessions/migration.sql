-- A legal hold of the creator's identity, or of a record at this partner that names them, keeps what they attested to.
CREATE INDEX index_entries_held ON index_entries (user_id) WHERE legal_hold;
CREATE INDEX scene_index_entries_held ON scene_index_entries (user_id) WHERE legal_hold;
CREATE INDEX collab_scenes_held ON collab_scenes (uploader_account_id) WHERE legal_hold;

-- Whether a completed session must be kept: for seven years from the day of production or its completion, and under a hold.
CREATE FUNCTION upload_session_must_be_kept(session upload_sessions) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT must_be_kept(greatest(session.shoot_date, session.completed_at), false)
    OR EXISTS (SELECT FROM attestations t WHERE t.id = session.attestation_id AND (
      EXISTS (SELECT FROM identities i WHERE i.user_id = t.user_id AND i.legal_hold)
      OR EXISTS (SELECT FROM index_entries e WHERE e.user_id = t.user_id AND e.partner_id = session.partner_id AND e.legal_hold)
      OR EXISTS (SELECT FROM scene_index_entries e WHERE e.user_id = t.user_id AND e.partner_id = session.partner_id AND e.legal_hold)))
    -- Before its greenlight, a scene has no index entries.
    OR EXISTS (SELECT FROM collab_scenes s WHERE s.uploader_account_id = session.account_id AND s.legal_hold)
$$;

CREATE OR REPLACE FUNCTION upload_sessions_stay() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.completed_at IS NOT NULL AND upload_session_must_be_kept(OLD) THEN
    RAISE EXCEPTION 'upload sessions are kept for seven years, and under a legal hold' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  IF OLD.completed_at IS NULL AND OLD.expires_at > now() THEN
    RAISE EXCEPTION 'an open upload session is kept' USING ERRCODE = 'check_violation', CONSTRAINT = 'retention';
  END IF;
  RETURN OLD;
END $$;
