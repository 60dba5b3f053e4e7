-- What a claimant named, and the records found there: their page shows the outcome of what they named, and no records.
CREATE TABLE removal_item_targets (
  item_id text NOT NULL REFERENCES removal_items (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  target_id text NOT NULL REFERENCES removal_targets (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT removal_item_targets_pkey PRIMARY KEY (item_id, target_id)
);
CREATE INDEX removal_item_targets_target_id_idx ON removal_item_targets (target_id);

CREATE TRIGGER removal_item_targets_append_only BEFORE UPDATE OR DELETE ON removal_item_targets
  FOR EACH ROW EXECUTE FUNCTION removals_append_only();
CREATE TRIGGER removal_item_targets_not_truncated BEFORE TRUNCATE ON removal_item_targets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
