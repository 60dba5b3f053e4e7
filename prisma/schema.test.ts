import { Client } from "pg";
import { expect, inject, it } from "vitest";
import { ownerClient } from "@/lib/testing/sql";
import { runDatabase } from "@/lib/testing/worker-database";
import { projectSchema, withSchemaEngine } from "./schema-engine";

// What Prisma can't express, besides functions, triggers, checks and partial indexes.
const BEYOND_SCHEMA = [
  // Partitioned by time.
  "table request_log",
  "table webhook_attempts",
  "table webhook_deliveries",
  "table webhook_events",
  // A partition is dropped whole.
  "constraint webhook_attempts.webhook_attempts_delivery_id_partner_id_fkey",
  "constraint webhook_deliveries.webhook_deliveries_event_id_partner_id_fkey",
  // Storage options.
  "table copy_hashes",
  "table search_queue",
  "table webhook_endpoint_hours",
  // Lists are never null.
  "column content_matches.reasons",
  "column copy_hashes.turned",
  "column deadline_rehearsals.events",
  "column document_readings.kept_fields",
  "column golden_checks.reasons",
  "column hosted_visits.pages_viewed",
  "column identity_checks.photos_asked",
  "column identity_marks.photo_marks",
  "column looks.photos",
  "column rehearsals.events",
  "column removal_items.rejected_by_ids",
  "column removal_requests.closed_by_ids",
  "column webhook_endpoint_hours.latencies",
  "column webhook_endpoints.types",
  "column webhook_events.objects",
  // Over an expression.
  ...["copy_hashes", "wanted_hashes", "listed_hashes"].flatMap((table) =>
    Array.from({ length: 11 }, (_, word) => `index ${table}_word_${word}`),
  ),
  "index collab_scenes_retention",
  "index production_depictions_match_url",
  "index production_depictions_url_key",
  "index scene_publications_match_url",
  // A person's check outlives any partner, so triggers keep this one.
  "constraint identity_checks.identity_checks_account_id_fkey",
  // Null stands for the whole service.
  "index removal_reports_month_partner_key",
  // Trigram and array indexes.
  "index collab_scenes_title_search",
  "index identities_name_search",
  "index identity_marks_photo_marks",
  "index person_aliases_name_search",
  "index productions_title_search",
  "index search_records_text",
  "index upload_sessions_title_search",
  "index webhook_events_about",
  "index webhook_events_beside",
  // A replaced key that is deleted leaves the partner.
  "constraint api_keys.api_keys_replaces_id_fkey",
  // Checked at the commit.
  "constraint certificates.certificates_superseded_by_id_fkey",
  // Invoiced fees outlive their scene.
  "constraint scene_fees.scene_fees_scene_id_fkey",
  // Two tables refer to each other.
  "constraint statements.statements_published_version_fkey",
];

it("describes the migrated database: every table, column, key and index", async () => {
  const migrated = await catalogOf(await ownerClient());
  const described = await catalogOf(await databaseOfSchema());
  const missing = described.filter((line) => !migrated.includes(line));
  const beyond = migrated.filter((line) => !described.includes(line));
  const names = [...missing, ...beyond].map((line) => line.slice(0, line.indexOf(": ")));
  expect([...new Set(names)].sort()).toEqual([...BEYOND_SCHEMA].sort());
});

// Everything in the schema `public` but what extensions brought, the history of migrations, and partitions.
const CATALOG = `
  WITH own AS (
    SELECT c.* FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
      AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e'))
  SELECT 'table ' || relname AS name,
    concat_ws(' ', CASE relkind WHEN 'r' THEN 'ordinary' WHEN 'p' THEN pg_get_partkeydef(oid) ELSE pg_get_viewdef(oid) END,
      CASE WHEN relpersistence <> 'p' THEN 'unlogged' END, CASE WHEN relrowsecurity THEN 'row security' END,
      reloptions::text) AS definition
  FROM own WHERE relkind <> 'S'
  UNION ALL
  SELECT 'column ' || relname || '.' || attname,
    concat_ws(' ', format_type(atttypid, atttypmod), CASE WHEN attcollation <> typcollation THEN attcollation::regcollation::text END,
      CASE WHEN attnotnull THEN 'not null' END, nullif(concat(attidentity, attgenerated), ''),
      'default ' || pg_get_expr(adbin, adrelid))
  FROM own JOIN pg_attribute ON attrelid = own.oid JOIN pg_type t ON t.oid = atttypid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relkind <> 'S' AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT 'constraint ' || relname || '.' || conname, pg_get_constraintdef(k.oid)
  FROM own JOIN pg_constraint k ON conrelid = own.oid WHERE contype IN ('f', 'p', 'u', 'x')
  UNION ALL
  SELECT 'index ' || i.relname, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
  FROM own JOIN pg_index ON indrelid = own.oid JOIN pg_class i ON i.oid = indexrelid
  WHERE indpred IS NULL AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = own.oid)
  UNION ALL
  SELECT 'sequence ' || relname, concat_ws(' ', format_type(seqtypid, NULL), seqstart, seqincrement, seqmin, seqmax, seqcycle)
  FROM own JOIN pg_sequence ON seqrelid = own.oid
  UNION ALL
  SELECT 'type ' || typname, (SELECT string_agg(enumlabel, ', ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid)
  FROM pg_type t
  WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.classid = 'pg_type'::regclass AND d.deptype = 'e')`;

// The schema has keys without the partner at their end, because rows are looked up by the rest. `partner-keys.test.ts` holds it there.
const KEY = /^constraint |: CREATE UNIQUE INDEX /;

/** What a database has as "kind name: definition". Leaves out guards; the order of columns doesn't count, nor who owns what. */
async function catalogOf(client: Client): Promise<string[]> {
  try {
    const { rows } = await client.query<{ line: string }>(
      `SELECT concat(name, ': ', definition) AS line FROM (${CATALOG}) AS lines`,
    );
    return rows.map(({ line }) => (KEY.test(line) ? line.replaceAll(", partner_id)", ")") : line));
  } finally {
    await client.end();
  }
}

/** A database made from the schema alone. */
async function databaseOfSchema(): Promise<Client> {
  const { address, runPid } = inject("testServer");
  const database = runDatabase(runPid, "schema");
  const admin = new Client({ connectionString: address });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database}`);
  await admin.end();
  const url = Object.assign(new URL(address), { pathname: `/${database}` }).href;
  const [path, content] = projectSchema();
  const { stdout } = await withSchemaEngine(url, (engine) =>
    engine.diff({
      from: { tag: "empty" },
      to: { tag: "schemaDatamodel", files: [{ path, content }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(stdout ?? "");
  return client;
}
