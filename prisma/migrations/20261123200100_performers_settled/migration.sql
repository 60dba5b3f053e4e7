-- Who performs is settled before the scene is announced.
CREATE FUNCTION scene_performers_before_announcement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- FOR SHARE: a parallel announcement waits, or is seen.
  PERFORM FROM collab_scenes WHERE id = NEW.scene_id AND announced_at IS NULL AND status = 'pending_signatures' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'who performs is settled before a scene is announced'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'scene_performers_stay_true';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER scene_performers_before_announcement BEFORE INSERT ON scene_performers
  FOR EACH ROW EXECUTE FUNCTION scene_performers_before_announcement();
