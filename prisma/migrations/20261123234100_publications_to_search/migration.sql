-- Custodians find a scene by its new publication about a second later, whoever registers it.
CREATE FUNCTION scene_publications_to_search() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO search_queue VALUES ('scene', NEW.scene_id);
  RETURN NULL;
END $$;
CREATE TRIGGER scene_publications_to_search AFTER INSERT ON scene_publications
  FOR EACH ROW EXECUTE FUNCTION scene_publications_to_search();
