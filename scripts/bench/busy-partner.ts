import type { Client } from "pg";
import { sessionCookie } from "@/app/current-actor";
import { signInStore } from "@/lib/domain/parties/people";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makeKey, makePartner } from "@/lib/testing/factories";
import { makeProduction } from "@/lib/testing/productions";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import type { Partner } from "./timed-service";

export { closeDatabase } from "@/lib/platform/db";

// A key may send 300 requests in 60 seconds, so ten keys would be refused before they are heavy.
const KEYS = 120;
const DEPICTIONS = 50_000;
const TAKEDOWNS = 600;
const CALLS = 300_000;

/** An account of each partner, with its key. */
export async function makeReaders(partners: readonly Partner[]) {
  const readers: { key: string; accountId: string }[] = [];
  for (const { id, key } of partners) {
    const { plan } = await db.partner.findUniqueOrThrow({ where: { id } });
    readers.push({ key, accountId: (await makeAccount({ id, plan })).id });
  }
  return readers;
}

/** A partner with much of everything, its keys, and the cookie of its owner. */
export async function makeBusyPartner(client: Client) {
  const partner = await makePartner();
  const keys: string[] = [];
  await client.query("ALTER TABLE api_keys DISABLE TRIGGER api_keys_at_most_ten");
  for (let n = 0; n < KEYS; n++) keys.push((await makeKey(partner)).key);
  const account = await makeAccount(partner, { status: "active" });
  await client.query(
    `WITH logged AS (
       INSERT INTO depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type,
         platform, production_date, copy_state, created_at)
       SELECT substr(md5('a' || n || $1), 1, 25), substr(md5('c' || n || $1), 1, 25), $1, $2, 'post-' || n,
         'https://platform.example.com/posts/' || n, 'Behind the scenes ' || n, 'image', 'Platform', now(), 'missing', now()
       FROM generate_series(1, ${DEPICTIONS}) AS n RETURNING id)
     INSERT INTO search_queue SELECT 'depiction', id FROM logged`,
    [partner.id, account.id],
  );
  await fillWholeSearch();
  await makeTakedowns(partner.id);
  await client.query(
    `INSERT INTO request_log (id, at, partner_id, api_key_id, method, route, path, status, status_class, duration_ms, request_headers,
       response_headers)
     SELECT 'r' || n, now() - (n % 1440) * interval '1 minute', $1, 'key', 'GET', '/api/v1/x', '/api/v1/x', 200, 2, 1, '{}', '{}'
     FROM generate_series(1, ${CALLS}) AS n`,
    [partner.id],
  );
  await client.query("ANALYZE depictions, search_records, request_log, takedowns, removal_items, removal_requests");
  const session = newId();
  await signInStore({ requestId: newId() }).createSession({ sessionToken: session, userId: partner.users.owner.id });
  const production = await makeProduction({ partners: [partner], performers: [], depictions: 0 });
  return { keys, cookie: `${sessionCookie()}=${session}`, productionId: production.id, accountId: account.id };
}

async function makeTakedowns(partnerId: string): Promise<void> {
  const depictions = await db.depiction.findMany({ where: { partnerId }, take: TAKEDOWNS, select: { id: true } });
  const request = await makeRemoval({ requestedAt: new Date(Date.now() - DAY_MS) });
  for (const { id: depictionId } of depictions) {
    const item = await makeItem(request, { depictionId, status: "confirmed" });
    await makeTakedown(item, { partnerId });
  }
}
