import { Client } from "pg";
import { expect, inject, it } from "vitest";
import { ownerClient } from "@/lib/testing/sql";
import { runDatabase } from "@/lib/testing/worker-database";
import { readCatalog } from "./catalog";
import { projectSchema, withSchemaEngine } from "./schema-engine";

// What Prisma can't express, beside functions, triggers, checks and partial indexes.
const BEYOND_SCHEMA = [
  // Partitioned by day.
  "index request_log_api_key_id_at_idx",
  "index request_log_partner_id_path_at_idx",
  "table request_log",
  // Storage options.
  "table search_queue",
  "table webhook_endpoint_hours",
  // Lists are never null.
  "column removal_items.rejected_by_ids",
  "column removal_requests.closed_by_ids",
  "column webhook_endpoint_hours.latencies",
  "column webhook_endpoints.types",
  "column webhook_events.objects",
  // Over an expression.
  "index collab_scenes_retention",
  "index production_depictions_match_url",
  "index production_depictions_url_key",
  "index scene_publications_match_url",
  // Null stands for the whole service.
  "index removal_reports_month_partner_key",
  // Trigram and array indexes.
  "index collab_scenes_title_search",
  "index identities_name_search",
  "index person_aliases_name_search",
  "index productions_title_search",
  "index search_records_text",
  "index upload_sessions_title_search",
  "index webhook_events_objects",
  // Checked at the commit.
  "constraint certificates.certificates_superseded_by_id_fkey",
  // Invoiced fees outlive their scene.
  "constraint scene_fees.scene_fees_scene_id_fkey",
  // Two tables refer to each other.
  "constraint statements.statements_published_version_fkey",
];
const GUARD = /^(function|trigger) |^constraint [^:]+: CHECK |^index [^:]+: .* WHERE /;

it("describes the migrated database: every table, column, key and index", async () => {
  const migrated = await catalogOf(await ownerClient());
  const described = await catalogOf(await databaseOfSchema());
  const missing = described.filter((line) => !migrated.includes(line));
  const beyond = migrated.filter((line) => !described.includes(line) && !GUARD.test(line));
  const names = [...missing, ...beyond].map((line) => line.slice(0, line.indexOf(": ")));
  expect([...new Set(names)].sort()).toEqual([...BEYOND_SCHEMA].sort());
});

async function catalogOf(client: Client): Promise<string[]> {
  try {
    return await readCatalog(client);
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
