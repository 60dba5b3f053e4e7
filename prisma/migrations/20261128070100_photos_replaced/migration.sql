-- A better photo doesn't delete the one that it replaces, which stays as evidence: the newest of a kind counts. The version before
-- finds a photo by check and kind, too, and takes any.
DROP INDEX CONCURRENTLY IF EXISTS identity_photos_check_id_kind_key;
