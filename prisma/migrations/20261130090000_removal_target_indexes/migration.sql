-- Before they publish, partners ask whether a file or a URL is under a confirmed removal: of no request in particular.
CREATE INDEX CONCURRENTLY IF NOT EXISTS removal_targets_sha256 ON removal_targets (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS removal_targets_url_hash ON removal_targets (url_hash) WHERE url_hash IS NOT NULL;
