-- Puts each index next_<name> in the place of <name>, one in a transaction of its own: only names and definitions change. Foreign keys
-- to a primary key lead to the new one, with the partner. Then checks them while others write. Can be repeated.
DO $$
DECLARE
  new record;
  key record;
  again text[];
  change text;
BEGIN
  FOR new IN SELECT indrelid::regclass AS of_table, c.relname AS name, substr(c.relname, 6) AS old, indexrelid FROM pg_index JOIN pg_class c ON c.oid = indexrelid
    WHERE c.relname LIKE 'next\_%' AND indisvalid ORDER BY indexrelid LOOP
    IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = new.of_table AND conname = new.old AND contype = 'p') THEN
      EXECUTE format('DROP INDEX %I', new.old);
      EXECUTE format('ALTER INDEX %I RENAME TO %I', new.name, new.old);
      COMMIT;
      CONTINUE;
    END IF;
    again := '{}';
    FOR key IN SELECT conrelid::regclass AS child, conname, pg_get_constraintdef(k.oid) AS definition, relkind,
        EXISTS (SELECT FROM pg_attribute WHERE attrelid = conrelid AND attname = 'partner_id') AS has_partner
      FROM pg_constraint k JOIN pg_class ON pg_class.oid = conrelid
      WHERE contype = 'f' AND conparentid = 0 AND conindid = new.old::regclass LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key.child, key.conname);
      CONTINUE WHEN NOT key.has_partner;
      change := regexp_replace(key.definition, 'KEY \((\w+)\) REFERENCES (\S+)\(id\)', 'KEY (\1, partner_id) REFERENCES \2(id, partner_id)');
      change := regexp_replace(change, 'KEY \((\w+), (.*) SET NULL$', 'KEY (\1, \2 SET NULL (\1)');
      again := again || ARRAY(SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID', relid, key.conname, change)
        FROM pg_partition_tree(key.child) WHERE isleaf UNION ALL
        SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID', key.child, key.conname, change) WHERE key.relkind = 'r');
    END LOOP;
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', new.of_table, new.old);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I PRIMARY KEY USING INDEX %I', new.of_table, new.old, new.name);
    FOREACH change IN ARRAY again LOOP
      EXECUTE change;
    END LOOP;
    COMMIT;
  END LOOP;
  FOR key IN SELECT conrelid::regclass AS child, conname FROM pg_constraint
    WHERE contype = 'f' AND NOT convalidated AND connamespace = 'public'::regnamespace LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', key.child, key.conname);
    COMMIT;
  END LOOP;
  -- Takes over those of the partitions, which were just checked.
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'webhook_deliveries'::regclass AND conname = 'webhook_deliveries_endpoint_id_fkey') THEN
    ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey
      FOREIGN KEY (endpoint_id, partner_id) REFERENCES webhook_endpoints (id, partner_id) ON DELETE RESTRICT ON UPDATE CASCADE;
  END IF;
END $$;
