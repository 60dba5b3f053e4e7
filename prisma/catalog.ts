import type { Client } from "pg";

// Everything in the schema `public` but what extensions brought, the history of migrations, and the days of the request log.
const OWN = `
  own AS (
    SELECT c.* FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
      AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e'))`;

const LINES = `
  SELECT 'table ' || relname AS name,
    concat_ws(' ', CASE relkind WHEN 'r' THEN 'ordinary' WHEN 'p' THEN pg_get_partkeydef(oid) ELSE pg_get_viewdef(oid) END,
      CASE WHEN relpersistence <> 'p' THEN 'unlogged' END, CASE WHEN relrowsecurity THEN 'row security' END,
      reloptions::text) AS definition
  FROM own WHERE relkind <> 'S'
  UNION ALL
  SELECT 'column ' || relname || '.' || attname,
    concat_ws(' ', format_type(atttypid, atttypmod), CASE WHEN attcollation <> typcollation THEN attcollation::regcollation::text END,
      CASE WHEN attnotnull THEN 'not null' END, nullif(concat(attidentity, attgenerated), ''),
      'default ' || replace(pg_get_expr(adbin, adrelid), 'ARRAY[]::', '''{}''::'))
  FROM own JOIN pg_attribute ON attrelid = own.oid JOIN pg_type t ON t.oid = atttypid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relkind <> 'S' AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT 'constraint ' || relname || '.' || conname, pg_get_constraintdef(k.oid)
  FROM own JOIN pg_constraint k ON conrelid = own.oid WHERE contype IN ('c', 'f', 'p', 'u', 'x')
  UNION ALL
  SELECT 'index ' || i.relname, pg_get_indexdef(indexrelid) || CASE WHEN indisvalid THEN '' ELSE ' invalid' END
  FROM own JOIN pg_index ON indrelid = own.oid JOIN pg_class i ON i.oid = indexrelid
  WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = own.oid)
  UNION ALL
  SELECT 'trigger ' || relname || '.' || tgname, pg_get_triggerdef(t.oid) || CASE tgenabled WHEN 'O' THEN '' ELSE ' enabled ' || tgenabled::text END
  FROM own JOIN pg_trigger t ON tgrelid = own.oid WHERE NOT tgisinternal
  UNION ALL
  SELECT 'policy ' || relname || '.' || polname,
    concat_ws(' ', polcmd, polpermissive, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  FROM own JOIN pg_policy ON polrelid = own.oid
  UNION ALL
  SELECT 'rule ' || relname || '.' || rulename, pg_get_ruledef(r.oid)
  FROM own JOIN pg_rewrite r ON ev_class = own.oid WHERE rulename <> '_RETURN'
  UNION ALL
  SELECT 'sequence ' || relname, concat_ws(' ', format_type(seqtypid, NULL), seqstart, seqincrement, seqmin, seqmax, seqcycle)
  FROM own JOIN pg_sequence ON seqrelid = own.oid
  UNION ALL
  SELECT 'type ' || typname, (SELECT string_agg(enumlabel, ', ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid)
  FROM pg_type t
  WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.classid = 'pg_type'::regclass AND d.deptype = 'e')
  UNION ALL
  SELECT 'function ' || p.oid::regprocedure, md5(pg_get_functiondef(p.oid))
  FROM pg_proc p
  WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')`;

/**
 * What a database has, one line each: tables, columns, constraints, indexes, triggers, functions and types, each as
 * "kind name: definition". The order of columns doesn't count, nor who owns what. Sets the session's time zone and date style.
 */
export async function readCatalog(client: Client): Promise<string[]> {
  // Constants in definitions are printed by these.
  await client.query("SET TimeZone = 'UTC'; SET DateStyle = 'ISO, MDY'");
  const { rows } = await client.query<{ line: string }>(
    `WITH ${OWN} SELECT concat(name, ': ', definition) AS line FROM (${LINES}) AS lines ORDER BY name COLLATE "C"`,
  );
  return rows.map(({ line }) => line);
}
