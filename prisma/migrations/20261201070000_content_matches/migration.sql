-- Content that was logged or stored although a removal of it was confirmed.
CREATE TABLE content_matches (
  depiction_id text NOT NULL,
  partner_id text NOT NULL,
  reasons text[] NOT NULL,
  matched_at timestamptz(3) NOT NULL,
  mailed_at timestamptz(3),
  CONSTRAINT content_matches_pkey PRIMARY KEY (depiction_id, partner_id),
  CONSTRAINT content_matches_depiction_id_fkey FOREIGN KEY (depiction_id, partner_id) REFERENCES depictions (id, partner_id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT content_matches_reasons CHECK (cardinality(reasons) > 0)
);
CREATE INDEX content_matches_unmailed ON content_matches (matched_at) WHERE mailed_at IS NULL;
CREATE INDEX content_matches_mailed_at_idx ON content_matches (mailed_at);

-- Whether a removal request knows the file or the URL of content that is logged, in any state: then a job looks closer. In the
-- database, so that no way of logging content can miss it, and nearly all of it needs no job.
CREATE FUNCTION look_at_logged() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  own_url text := match_url(NEW.content_url);
  own_url_hash bytea := match_url_hash(NEW.content_url);
BEGIN
  IF EXISTS (SELECT FROM removal_targets t WHERE t.sha256 = NEW.file_hash)
    OR EXISTS (SELECT FROM removal_targets t WHERE t.sha256 = NEW.kept_sha256)
    OR EXISTS (SELECT FROM removal_targets t WHERE t.url_hash = own_url_hash)
    OR EXISTS (SELECT FROM search_records r JOIN removal_items i ON i.depiction_id = r.id
      WHERE r.kind = 'depiction' AND r.url_hash = own_url_hash)
    OR EXISTS (SELECT FROM scene_publications p JOIN removal_items i ON i.publication_id = p.id
      WHERE match_url(p.content_url) = own_url)
    OR EXISTS (SELECT FROM production_depictions c JOIN removal_items i ON i.production_id = c.production_id
      WHERE c.sha256 IN (NEW.file_hash, NEW.kept_sha256))
    OR EXISTS (SELECT FROM production_depictions c JOIN removal_items i ON i.production_id = c.production_id
      WHERE match_url(c.url) = own_url)
  THEN
    PERFORM graphile_worker.add_job('match_logged', json_build_object('data', json_build_object('depictionIds', json_build_array(NEW.id))));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER depictions_look_at_logged AFTER INSERT ON depictions FOR EACH ROW EXECUTE FUNCTION look_at_logged();
CREATE TRIGGER depictions_look_at_stored AFTER UPDATE OF kept_sha256 ON depictions FOR EACH ROW
  WHEN (NEW.kept_sha256 IS DISTINCT FROM OLD.kept_sha256) EXECUTE FUNCTION look_at_logged();
