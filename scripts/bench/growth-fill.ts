import { statfsSync } from "node:fs";
import type { Client } from "pg";
import { note, step } from "@/scripts/progress.mjs";
import { EACH_MOMENT, idAt, idOf, MOMENTS, makePartners, moments, unguarded, withoutIndexes } from "./database";
import type { Sizes } from "./measure";
import { ANY_WORD, WORD } from "./search";

/** Rows of a database: `events` are webhook events, those of the 90 days that they are kept. */
export type Size = { depictions: number; ledger: number; events: number };

export const CUSTODIAN = "custodian".padEnd(25, "0");
const PARTNERS = 300;
/** Depictions of a creator, on average. The busiest have thousands. */
const EACH = 200;
const YEARS = 3;
const DAYS_KEPT = 90;
/** Deliveries wait for the events of the last so many moments, of a thousand events each; as many at every size. */
const WAITING_MOMENTS = 20;
const SAMPLED = 6_000;

/** Bytes on disk with database indexes, measured by `npm run bench -- growth fill`. Webhooks and request log count as events. */
const BYTES = { depictions: 3_000, ledger: 530, events: 2_050 };
const GB = 2 ** 30;
/** What building database indexes, the write-ahead log and a run of the measurement need on top. */
const SPARE = { share: 0.1, bytes: 3 * GB };

const bytesOf = (size: Size): number =>
  (Object.keys(BYTES) as (keyof Size)[]).reduce((sum, part) => sum + size[part] * BYTES[part], 0);

/** The small and the large database: the small one has fewer of everything, in proportion. */
export function sizesOf({ small, large, ledger, events }: Sizes): Record<"small" | "large", Size> {
  const share = small / large;
  return {
    small: { depictions: small, ledger: Math.round(ledger * share), events: Math.round(events * share) },
    large: { depictions: large, ledger, events },
  };
}

/** Throws, with what to do, if these databases don't fit on the disk. */
export function assertFits(sizes: readonly Size[], folder: string): void {
  if (sizes.length === 0) return;
  const needed = sizes.reduce((sum, size) => sum + bytesOf(size), 0) * (1 + SPARE.share) + SPARE.bytes;
  const { bavail, bsize } = statfsSync(folder);
  const inGB = (bytes: number) => `${Math.ceil(bytes / GB)} GB`;
  note(`The databases need ${inGB(needed)} of disk; ${inGB(bavail * bsize)} are free.`);
  if (needed <= bavail * bsize) return;
  throw new Error(
    `${folder} needs ${inGB(needed)} free and has ${inGB(bavail * bsize)}. Choose less: --large, --ledger, --events.`,
  );
}

/** The tables that are filled. */
const FILLED = [
  ...["users", "identities", "identity_checks", "identity_photos", "person_keys", "person_aliases"],
  ...["solo_accounts", "onboarding_links"],
  ...["depictions", "index_entries", "search_records"],
  ...["attestations", "collab_scenes", "scene_performers", "scene_fees", "scene_publications", "scene_index_entries"],
  ...["webhook_endpoints", "webhook_events", "webhook_deliveries", "webhook_attempts"],
  ...["request_log", "ledger_entries"],
];

/** Whether a database has been filled, to its end. */
export async function isFilled(client: Client): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass('growth_targets') AS found");
  return rows[0].found !== null;
}

/**
 * Fills a database as three years of service do, with `generate_series`: 300 partners and all their creators by Zipf's law, ids in
 * the service's format and order, random hashes, texts and bodies of the usual length. Ledger entries have the shape of real ones,
 * but hashes that don't verify.
 */
export async function fill(client: Client, size: Size): Promise<void> {
  await client.query(`SET maintenance_work_mem = '1GB'; SET work_mem = '1GB'; SET synchronize_seqscans = off; ${WORD}`);
  await client.query(
    `SELECT request_log_ensure_day((now() AT TIME ZONE 'UTC')::date - n) FROM generate_series(0, ${DAYS_KEPT}) n`,
  );
  // One transaction, in which a table that it empties needs no write-ahead log.
  await unguarded(client, async () => {
    await client.query(`TRUNCATE partners, search_queue, ledger_verified, ${FILLED.join()} CASCADE`);
    const rebuild = await withoutIndexes(client, FILLED);
    const insert = inserter(client);
    await step("People and accounts", () => fillPeople(client, insert, size));
    await step("Depictions", () => fillDepictions(client, insert, size));
    await step("Scenes", () => fillScenes(insert, size));
    await step("Ledger", () => fillLedger(client, insert, size));
    await step("Events", () => fillEvents(insert, size));
    await rebuild();
    await step("A sample to ask for", () => sample(client, size));
  });
  await step("VACUUM ANALYZE", () => client.query("VACUUM ANALYZE"));
}

type Insert = (
  table: string,
  columns: Readonly<Record<string, string>>,
  from: string,
  values?: readonly unknown[],
) => Promise<unknown>;

/** Inserts what `from` selects. Columns that a table doesn't have are left out: some tables get `partner_id` by a later migration. */
const inserter =
  (client: Client): Insert =>
  async (table, columns, from, values = []) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped",
      [table],
    );
    const has = new Set(rows.map(({ name }) => name));
    const given = Object.entries(columns).filter(([name]) => has.has(name));
    await client.query(
      `INSERT INTO ${table} (${given.map(([name]) => name).join()}) SELECT ${given.map(([, sql]) => sql).join()} FROM ${from}`,
      [...values],
    );
  };

const creatorsOf = ({ depictions }: Size): number => Math.max(20, Math.round(depictions / EACH));
const scenesOf = ({ depictions }: Size): number => Math.round(depictions / 20);

const hash = (of: string) => `sha256(convert_to(${of}, 'UTF8'))`;
/** Random bytes of a length up to 128, by a number. */
const bytes = (of: string, length: number) =>
  `substr(${[1, 2, 3, 4].map((n) => hash(`'${n}' || ${of}`)).join(" || ")}, 1, ${length})`;
/** A partner by Zipf's law: the first has a ninth of everything. */
const ANY_PARTNER = idOf("p", `floor(${PARTNERS} ^ random())::int - 1`);
const rowsOver = (count: number, days = YEARS * 365) => moments(count, days);

async function fillPeople(client: Client, insert: Insert, size: Size): Promise<void> {
  const count = creatorsOf(size);
  await makePartners(client, PARTNERS);
  // Limits must not end the measurement.
  await client.query("UPDATE partners SET key_limit = 600000, address_limit = 600000");
  await client.query(
    `INSERT INTO users (id, email, staff_role) VALUES ('${CUSTODIAN}', 'custodian@example.com', 'custodian')`,
  );
  // One creator in ten hasn't shown an ID yet.
  await client.query(
    `CREATE TEMP TABLE creators ON COMMIT DROP AS
     SELECT n, at, ${ANY_PARTNER} AS partner_id, ${idAt("n", "account")} AS id, ${idAt("n", "user")} AS user_id,
       ${idAt("n", "check")} AS check_id, n % 10 <> 9 AS active, pg_temp.word(n) || ' ' || pg_temp.word(n * 31 % 200000) AS name
     FROM ${MOMENTS}, ${EACH_MOMENT} WHERE n < ${count}`,
    rowsOver(count),
  );
  await client.query("CREATE UNIQUE INDEX ON creators (n); ANALYZE creators");
  const email = "'creator.' || n || '@example.com'";
  await insert("users", { id: "user_id", email, created_at: "at" }, "creators");
  await insert(
    "solo_accounts",
    {
      ...{ id: "id", partner_id: "partner_id", external_user_id: "'user-' || n", email },
      ...{ callback_url: "'https://platform.example.com/callback'", funded_by: "'platform'::funding" },
      user_id: "CASE WHEN active THEN user_id END",
      status: "CASE WHEN active THEN 'active' ELSE 'pending_id_verification' END::solo_status",
      ...{ verified_at: "CASE WHEN active THEN at END", active_since: "CASE WHEN active THEN at END" },
      ...{ status_changed_at: "at", created_at: "at", updated_at: "at" },
    },
    "creators",
  );
  await insert(
    "onboarding_links",
    {
      ...{ id: "overlay(id placing left(kind::text, 1) from 16)", partner_id: "partner_id", account_id: "id" },
      ...{ serial: "1", kind: "kind", token_hash: hash("kind || id") },
      ...{ created_at: "at", expires_at: "at + interval '7 days'" },
    },
    "creators, unnest(enum_range(NULL::onboarding_link_kind)) AS kind",
  );
  await insert(
    "identity_checks",
    {
      ...{ id: "check_id", user_id: "user_id", driver: "'custodian_review'", status: "'approved'", account_id: "id" },
      ...{ legal_name: "name", facts: bytes("check_id", 128), document_number: bytes("user_id", 64) },
      ...{ created_at: "at", updated_at: "at", submitted_at: "at", decided_at: "at" },
      ...{ decided_by_id: `'${CUSTODIAN}'` },
    },
    "creators WHERE active",
  );
  await insert(
    "identity_photos",
    {
      id: "overlay(check_id placing left(kind::text, 1) || right(kind::text, 1) from 16)",
      ...{ check_id: "check_id", kind: "kind", storage_key: "'identity/' || check_id || '/' || kind" },
      ...{ sha256: hash("check_id || kind"), bytes: "480000", created_at: "at" },
    },
    "creators, unnest(enum_range(NULL::photo_kind)) AS kind WHERE active",
  );
  await insert(
    "identities",
    { user_id: "user_id", check_id: "check_id", legal_name: "name", verified_at: "at", last_changed_at: "at" },
    "creators WHERE active",
  );
  await insert("person_keys", { user_id: "user_id", wrapped_key: bytes("user_id", 64), created_at: "at" }, "creators");
  await insert(
    "person_aliases",
    { id: "check_id", user_id: "user_id", name: "pg_temp.word(n * 17 % 200000)", created_at: "at" },
    "creators WHERE active",
  );
}

/** Rows of moments with a creator each, as `c`. The first ones are the busiest; all are active. */
const withCreator = (count: number, size: Size) => `(
  SELECT *, k - (k % 10 = 9)::int AS creator FROM (
    SELECT n, step, head, at, floor(${creatorsOf(size)} * random() ^ 1.5)::int AS k FROM ${MOMENTS}, ${EACH_MOMENT} WHERE n < ${count}) rows
  ) rows JOIN creators c ON c.n = rows.creator`;

async function fillDepictions(client: Client, insert: Insert, size: Size): Promise<void> {
  const n = "rows.n";
  const stored = `${n} % 50 <> 0`;
  const removed = `${n} % 100 = 7`;
  const pending = `${n} % 100 = 0`;
  const declared = (sql: string) => `CASE WHEN ${stored} OR ${pending} THEN ${sql} END`;
  await insert(
    "depictions",
    {
      ...{ id: idAt(n), content_log_id: idAt(n, "log"), partner_id: "c.partner_id", account_id: "c.id" },
      external_content_id: `'post-' || ${n}`,
      content_url: `'https://www.site' || ltrim(substr(c.partner_id, 2), '0') || '.example.com/'
        || (ARRAY['videos', 'posts', 'albums', 'stories'])[1 + ${n} % 4] || '/' || ${ANY_WORD} || '-' || ${ANY_WORD} || '/' || ${n}`,
      title: `${[ANY_WORD, ANY_WORD, ANY_WORD].join(" || ' ' || ")} || CASE WHEN random() < 0.5 THEN ' ' || ${ANY_WORD} ELSE '' END`,
      ...{ content_type: "'image'", platform: "'Platform'" },
      production_date: "rows.at - floor(30 * random()) * interval '1 day'",
      file_hash: hash(`'file' || ${n}`),
      copy_state: `CASE WHEN ${stored} THEN 'stored' WHEN ${pending} THEN 'pending' ELSE 'missing' END::compliance_copy_state`,
      ...{ copy_mime_type: declared("'image/jpeg'"), copy_bytes: declared("482130") },
      kept_key: `CASE WHEN ${stored} THEN 'copies/' || ${idAt(n)} END`,
      ...{
        kept_sha256: `CASE WHEN ${stored} THEN ${hash(`'copy' || ${n}`)} END`,
        kept_at: `CASE WHEN ${stored} THEN rows.at END`,
      },
      created_at: "rows.at",
      removed_at: `CASE WHEN ${removed} THEN rows.at + interval '9 days' END`,
      removed_by_kind: `CASE WHEN ${removed} THEN 'partner_key' END`,
      ...{
        removed_by_id: `CASE WHEN ${removed} THEN c.partner_id END`,
        removal_reason: `CASE WHEN ${removed} THEN 'Deleted by its creator' END`,
      },
    },
    withCreator(size.depictions, size),
    rowsOver(size.depictions),
  );
  await insert(
    "search_records",
    {
      ...{
        kind: "'depiction'",
        id: "id",
        partner_id: "partner_id",
        production_date: "production_date",
        erased: "false",
      },
      text: "concat_ws(E'\\n', title, substr(content_url, 9), external_content_id)",
      ...{ external_id: "external_content_id", url_hash: "match_url_hash(content_url)", file_hash: "file_hash" },
    },
    "depictions",
  );
  await insert(
    "index_entries",
    {
      ...{
        depiction_id: "d.id",
        user_id: "a.user_id",
        partner_id: "d.partner_id",
        production_date: "d.production_date",
      },
      last_changed_at: "d.created_at",
    },
    "depictions d JOIN solo_accounts a ON a.id = d.account_id",
  );
  await client.query("ANALYZE depictions");
}

const STATEMENT = "'I am the producer of this scene. ' || repeat('Everyone in it is an adult and agreed to it. ', 12)";

/** Greenlit scenes of two performers each, published once. */
async function fillScenes(insert: Insert, size: Size): Promise<void> {
  const count = scenesOf(size);
  const n = "rows.n";
  const over = rowsOver(count);
  const from = withCreator(count, size);
  const attestation = (kind: string, subject: string, id: string, about: string) => ({
    ...{ id, kind: `'${kind}'`, subject_kind: `'${subject}'`, subject_id: about, partner_id: "c.partner_id" },
    ...{
      text: STATEMENT,
      text_sha256: hash(STATEMENT),
      user_id: "c.user_id",
      proof: "'partner_api'",
      ip: "'203.0.113.7'",
    },
    ...{ user_agent: "'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148'" },
    ...{ attested_at: "rows.at", created_at: "rows.at" },
  });
  await insert("attestations", attestation("producer", "collab_scene", idAt(n, "says"), idAt(n, "scene")), from, over);
  await insert(
    "collab_scenes",
    {
      ...{
        id: idAt(n, "scene"),
        partner_id: "c.partner_id",
        uploader_account_id: "c.id",
        attestation_id: idAt(n, "says"),
      },
      ...{
        title: `${ANY_WORD} || ' ' || ${ANY_WORD}`,
        shoot_date: "rows.at",
        callback_url: "'https://platform.example.com/callback'",
      },
      ...{ status: "'greenlit'", announced_at: "rows.at", greenlit_at: "rows.at + interval '1 day'" },
      ...{ created_at: "rows.at", expires_at: "rows.at + interval '14 days'" },
    },
    from,
    over,
  );
  const performers = `${from}, generate_series(0, 1) AS place`;
  const performer = idAt(`(${n} * 2 + place)`, "performer");
  const release = idAt(`(${n} * 2 + place)`, "release");
  await insert("attestations", attestation("release", "scene_performer", release, performer), performers, over);
  await insert(
    "scene_performers",
    {
      ...{ id: performer, scene_id: idAt(n, "scene"), partner_id: "c.partner_id", position: "place" },
      ...{ email: `'performer.' || ${n} || '.' || place || '@example.com'`, user_id: "c.user_id", release_id: release },
      ...{
        signed_at: "rows.at",
        consented_at: "rows.at",
        link_serial: "1",
        link_hash: hash(performer),
        mailed_at: "rows.at",
      },
    },
    performers,
    over,
  );
  await insert(
    "scene_fees",
    {
      ...{ id: idAt(n, "fee"), scene_id: idAt(n, "scene"), partner_id: "c.partner_id", scene_fee_cents: "500" },
      ...{ onboarding_fee_cents: "0", billed_to: "'platform_invoice'", status: "'invoiced'", created_at: "rows.at" },
    },
    from,
    over,
  );
  await insert(
    "scene_publications",
    {
      ...{
        id: idAt(n, "publication"),
        scene_id: idAt(n, "scene"),
        partner_id: "c.partner_id",
        published_at: "rows.at",
      },
      content_url: `'https://www.site' || ltrim(substr(c.partner_id, 2), '0') || '.example.com/scenes/' || ${n}`,
      depiction_sha256: hash(`'scene' || ${n}`),
    },
    from,
    over,
  );
  await insert(
    "scene_index_entries",
    {
      ...{ scene_id: idAt(n, "scene"), user_id: "c.user_id", partner_id: "c.partner_id", production_date: "rows.at" },
      last_changed_at: "rows.at",
    },
    from,
    over,
  );
}

/** The entries of each depiction: logged, its copy stored, then looks at it, at accounts and at people, long after. */
async function fillLedger(client: Client, insert: Insert, { ledger, depictions }: Size): Promise<void> {
  const each = Math.max(1, Math.floor(ledger / depictions));
  // `kind`: what a row is about.
  await client.query(
    `CREATE TEMP TABLE entries_about ON COMMIT DROP AS
     SELECT row_number() OVER (ORDER BY d.id) - 1 AS k, d.id, d.partner_id, d.account_id, a.user_id
     FROM depictions d JOIN solo_accounts a ON a.id = d.account_id`,
  );
  await client.query("ANALYZE entries_about");
  const byKind = (depiction: string, account: string, person: string) =>
    `CASE kind WHEN 'person' THEN ${person} WHEN 'solo_account' THEN ${account} ELSE ${depiction} END`;
  await insert(
    "ledger_entries",
    {
      ...{ seq: "rows.n + 1", chain: "rows.n % 64", position: "rows.n / 64 + 1", at: "rows.at" },
      actor_kind: byKind("CASE WHEN turn < 2 THEN 'partner_key' ELSE 'portal_user' END", "'partner_key'", "'staff'"),
      actor_id: byKind("'key' || substr(partner_id, 4)", "'key' || substr(partner_id, 4)", `'${CUSTODIAN}'`),
      action: byKind(
        "CASE turn WHEN 0 THEN 'depiction.logged' WHEN 1 THEN 'depiction.copy_stored' ELSE 'depiction.viewed' END",
        "'solo_account.deactivated'",
        "'index.searched'",
      ),
      ...{ subject_kind: "kind", subject_id: byKind("about.id", "about.account_id", "about.user_id") },
      ...{ partner_id: byKind("partner_id", "partner_id", "NULL"), request_id: idAt("rows.n", "request") },
      detail: byKind("'{}'", "'{}'", `'{"by":["name"]}'`),
      ...{ prev_hash: hash("(rows.n - 64)::text"), hash: hash("rows.n::text") },
    },
    `(SELECT *, CASE WHEN turn < 2 THEN k ELSE floor(k * (1 - random() ^ 4))::int END AS subject,
        CASE WHEN turn < 2 THEN 'depiction' WHEN n % 7 = 0 THEN 'person' WHEN n % 7 = 1 THEN 'solo_account' ELSE 'depiction' END AS kind
      FROM (SELECT n, head, at, n % ${each} AS turn, least(n / ${each}, ${depictions - 1}) AS k
            FROM ${MOMENTS}, ${EACH_MOMENT} WHERE n < ${ledger}) numbered) rows
     JOIN entries_about about ON about.k = rows.subject`,
    rowsOver(ledger),
  );
  await client.query(`
    UPDATE ledger_heads h SET length = l.length, hash = l.hash
    FROM (SELECT DISTINCT ON (chain) chain, position AS length, hash FROM ledger_entries
          WHERE seq > ${ledger - 1_000} ORDER BY chain, position DESC) l WHERE l.chain = h.chain;
    SELECT setval('ledger_entries_seq_seq', ${ledger + 1})`);
}

/** Events of 90 days: the endpoints of every third partner get them, the others read the feed. And a request for every tenth. */
async function fillEvents(insert: Insert, size: Size): Promise<void> {
  const { events } = size;
  const over = rowsOver(events, DAYS_KEPT);
  const endpoint = idOf("w", "right(id, 6)::int");
  await insert(
    "webhook_endpoints",
    {
      ...{ id: endpoint, partner_id: "id", url: "'https://hooks.example.com/' || right(id, 6)", types: "'{}'" },
      ...{ status: "'enabled'", created_at: `now() - interval '${YEARS} years'` },
    },
    "partners WHERE right(id, 6)::int % 3 = 0",
  );
  const n = "rows.n";
  const eventId = `'evt_' || ${idAt(n)}`;
  await insert(
    "webhook_events",
    {
      ...{ id: eventId, partner_id: "c.partner_id", type: "'content_log.created'", created_at: "rows.at" },
      body: `convert_to('{"id":"' || ${eventId} || '","type":"content_log.created","created":' || extract(epoch FROM rows.at)::bigint
        || ',"data":{"accountId":"' || c.id || '","externalContentId":"post-' || ${n} || '","contentLogId":"' || ${idAt(n, "log")}
        || '","depictionId":"' || ${idAt(n, "of")} || '","contentUrl":"https://www.site.example.com/videos/behind-the-scenes/' || ${n}
        || '","contentType":"image","sha256":"' || encode(${hash(n.concat("::text"))}, 'hex') || '","complianceCopy":"pending"}}', 'UTF8')`,
      position: `(extract(epoch FROM rows.at) * 1000)::bigint * 1000 + ${n} % 1000`,
      objects: `ARRAY[c.id, 'post-' || ${n}, ${idAt(n, "log")}, ${idAt(n, "of")}]`,
    },
    withCreator(events, size),
    over,
  );
  const waitingSince = over[1].at(-WAITING_MOMENTS - 1) ?? new Date(0);
  const failed = "hashtext(e.id) % 200 = 0";
  const state = (pending: string, failure: string, delivered: string) =>
    `CASE WHEN e.created_at > $1 THEN ${pending} WHEN ${failed} THEN ${failure} ELSE ${delivered} END`;
  await insert(
    "webhook_deliveries",
    {
      id: "'del_' || substr(e.id, 5, 16) || left(md5(e.id || w.id), 9)",
      ...{
        event_id: "e.id",
        endpoint_id: "w.id",
        partner_id: "e.partner_id",
        type: "e.type",
        created_at: "e.created_at",
      },
      status: `${state("'pending'", "'failed'", "'delivered'")}::webhook_delivery_status`,
      failures: state("0", "5", "0"),
      next_attempt_at: state("e.created_at", "NULL", "NULL"),
      settled_at: state("NULL", "e.created_at + interval '3 hours'", "e.created_at + interval '1 second'"),
    },
    "webhook_events e JOIN webhook_endpoints w ON w.partner_id = e.partner_id",
    [waitingSince],
  );
  await insert(
    "webhook_attempts",
    {
      ...{ id: "substr(d.id, 5)", delivery_id: "d.id", endpoint_id: "d.endpoint_id", partner_id: "d.partner_id" },
      ...{
        url: "'https://hooks.example.com/' || right(d.partner_id, 6)",
        at: "d.settled_at",
        duration_ms: "40 + 100 * random()",
      },
      request_headers: `json_build_object('Content-Type', 'application/json', 'User-Agent', 'Vellum-Webhooks/1', 'X-SVC-Event', d.type,
        'X-SVC-Delivery', d.id, 'webhook-id', d.event_id, 'webhook-timestamp', extract(epoch FROM d.created_at)::bigint,
        'webhook-signature', 'v1,' || encode(${hash("d.id")}, 'base64'))`,
      response_status: "CASE d.status WHEN 'failed' THEN 503 ELSE 200 END",
      response_headers: `'{"date":"Fri, 27 Nov 2026 08:00:00 GMT","content-type":"application/json","content-length":"15","connection":"keep-alive","server":"nginx"}'`,
      ...{ response_body: `'{"received":1}'::bytea`, succeeded: "d.status = 'delivered'" },
    },
    "webhook_deliveries d WHERE d.status <> 'pending'",
  );
  const requests = Math.round(events / 10);
  await insert(
    "request_log",
    {
      ...{
        id: idAt(n, "request"),
        at: "rows.at",
        partner_id: "c.partner_id",
        api_key_id: "'key' || substr(c.partner_id, 4)",
      },
      ...{
        method: "'POST'",
        route: "'/api/v1/solo-accounts/{accountId}/content'",
        path: "'/api/v1/solo-accounts/' || c.id || '/content'",
      },
      ...{
        status: `CASE WHEN ${n} % 50 = 0 THEN 400 ELSE 201 END`,
        status_class: `CASE WHEN ${n} % 50 = 0 THEN 4 ELSE 2 END`,
      },
      ...{ duration_ms: "5 + 10 * random()", ip: "'203.0.113.7'", user_agent: "'platform/1.0 (node 24)'" },
      request_headers: `'{"accept":"*/*","host":"records.example.com","content-type":"application/json","content-length":"412"}'::jsonb`,
      request_body: `'{"contentUrl":"https://www.site.example.com/videos/behind-the-scenes/' || ${n} || '","title":"' || ${ANY_WORD} || ' ' || ${ANY_WORD}
        || '","externalContentId":"post-' || ${n} || '","fileHash":"' || encode(${hash(n.concat("::text"))}, 'hex') || '"}'`,
      response_headers: `'{"content-type":"application/json; charset=utf-8","x-ratelimit-limit":"300","x-ratelimit-remaining":"299"}'::jsonb`,
      response_body: `'{"contentLogId":"' || ${idAt(n, "log")} || '","depictionId":"' || ${idAt(n, "of")} || '","complianceCopy":"pending"}'`,
    },
    withCreator(requests, size),
    rowsOver(requests, DAYS_KEPT),
  );
}

/** What the measurement asks for: records by chance, so busy partners and creators more often. Kept, because choosing them reads all. */
async function sample(client: Client, size: Size): Promise<void> {
  await client.query(`
    CREATE TABLE growth_targets AS
    SELECT 'depiction' AS kind, d.id, d.partner_id, d.account_id, a.user_id, i.legal_name AS name, d.content_url AS url,
      encode(d.file_hash, 'hex') AS hash, d.external_content_id AS external_id, d.title
    FROM depictions d TABLESAMPLE BERNOULLI (${percent(size.depictions)})
      JOIN solo_accounts a ON a.id = d.account_id JOIN identities i ON i.user_id = a.user_id
    UNION ALL
    SELECT 'scene', s.id, s.partner_id, s.uploader_account_id, NULL, NULL, NULL, NULL, NULL, s.title
    FROM collab_scenes s TABLESAMPLE BERNOULLI (${percent(scenesOf(size))})`);
}
const percent = (of: number) => Math.min(100, (100 * SAMPLED) / of);

/** A table's rows, and its bytes without and of its database indexes, with all partitions. */
export type TableSize = { table: string; rows: number; heap: number; indexes: number };

export async function tableSizes(client: Client): Promise<TableSize[]> {
  const { rows } = await client.query<TableSize>(
    `SELECT t AS table, sum(greatest(c.reltuples, 0)::float8) AS rows, sum(pg_table_size(c.oid))::float8 AS heap,
       sum(pg_indexes_size(c.oid))::float8 AS indexes
     FROM unnest($1::text[]) WITH ORDINALITY AS filled(t, n) LEFT JOIN LATERAL pg_partition_tree(t::regclass) p ON true
       JOIN pg_class c ON c.oid = coalesce(p.relid, t::regclass)
     WHERE c.relkind = 'r' GROUP BY t, n ORDER BY n`,
    [FILLED],
  );
  return rows;
}
