-- A check's photos by kind.
DROP INDEX CONCURRENTLY IF EXISTS identity_photos_check_id_kind_id_idx;
CREATE INDEX CONCURRENTLY identity_photos_check_id_kind_id_idx ON identity_photos (check_id, kind, id);
