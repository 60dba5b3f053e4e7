-- A list's filters under a name, for the one who saved them or for the whole team.
CREATE TABLE saved_filters (
  id text NOT NULL, partner_id text NOT NULL, user_id text NOT NULL, path text NOT NULL, name text NOT NULL, query text NOT NULL,
  is_shared boolean NOT NULL, created_at timestamptz(3) NOT NULL,
  CONSTRAINT saved_filters_pkey PRIMARY KEY (id, partner_id),
  CONSTRAINT saved_filters_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT saved_filters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT saved_filters_shape CHECK (
    id ~ '^[0-9a-z]{25}$' AND length(name) BETWEEN 1 AND 60 AND length(query) BETWEEN 1 AND 2000));
CREATE INDEX saved_filters_partner_id_id_idx ON saved_filters (partner_id, id);
CREATE INDEX saved_filters_user_id_idx ON saved_filters (user_id);
CREATE UNIQUE INDEX saved_filters_own_name ON saved_filters (user_id, path, name, partner_id) WHERE NOT is_shared;
CREATE UNIQUE INDEX saved_filters_team_name ON saved_filters (path, name, partner_id) WHERE is_shared;
