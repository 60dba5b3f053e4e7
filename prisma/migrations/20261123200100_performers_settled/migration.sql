-- Who performs is settled before the scene is announced, or with it.
CREATE FUNCTION scene_performers_before_announcement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- A scene may be written and announced in one statement, which this runs at the end of. FOR SHARE: a parallel announcement
  -- waits, or is seen.
  PERFORM FROM collab_scenes WHERE id = NEW.scene_id AND status = 'pending_signatures'
    AND (announced_at IS NULL OR xmin = pg_current_xact_id()::xid) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'who performs is settled before a scene is announced'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_performers_stay_true';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER scene_performers_before_announcement AFTER INSERT ON scene_performers
  FOR EACH ROW EXECUTE FUNCTION scene_performers_before_announcement();
