-- A partner's content that matches confirmed removals, for its list.
DROP INDEX CONCURRENTLY IF EXISTS content_matches_partner_id_depiction_id_idx;
CREATE INDEX CONCURRENTLY content_matches_partner_id_depiction_id_idx ON content_matches (partner_id, depiction_id);
