-- Partners list the upload sessions of one path and those that nobody completed, and find them by any part of a title.
CREATE INDEX upload_sessions_partner_id_path_id_idx ON upload_sessions (partner_id, path, id);
CREATE INDEX upload_sessions_uncompleted ON upload_sessions (partner_id, id) WHERE completed_at IS NULL;
CREATE INDEX upload_sessions_title_search ON upload_sessions
  USING gin (partner_id text_ops, search_fold(content_title) gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
