import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { sessionCookie } from "@/app/current-actor";
import { signInStore } from "@/lib/domain/parties/people";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner } from "@/lib/testing/factories";
import { makeProduction } from "@/lib/testing/productions";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { step } from "@/scripts/progress.mjs";
import { withKeys } from "./database";
import { type Bench, compared, inTurns, load, type Row, share, timed, UNIQUE } from "./measure";
import { addressOf, type Request, requestsTo, type Server, startService, startYardstick } from "./servers";

// A key may send 300 requests in 60 seconds, so the ten keys of a real partner would be refused before they are heavy.
const READERS = 60;
const HEAVY_KEYS = 120;
const PARALLEL = 8;
const PAUSE_MS = 4;

/** Calls of the busy partner, and where they go. */
type Heavy = { requests: readonly Request[]; server: Server };

/**
 * Measures how long one partner's reads take while another partner makes heavy calls, eight at a time, against the same reads
 * alone. Two kinds send bodies to a bare server: what busy cores cost anybody.
 */
export async function benchFairness({ client, short }: Bench): Promise<Row[]> {
  const [rounds, seconds] = short ? [1, 1] : [3, 6];
  const partner = await makePartner();
  const about = await step("Making a busy partner", () => makeBusy(client, partner, short ? 50 : 1));
  const given: { partnerId: string; accountId: string }[] = [];
  for (let n = 0; n < READERS; n++) {
    const { id: accountId, partnerId } = await makeAccount();
    given.push({ partnerId, accountId });
  }
  const busyKeys = Array.from({ length: HEAVY_KEYS }, () => ({ partnerId: partner.id, accountId: about.accountId }));
  const keyed = await withKeys(client, [...given, ...busyKeys], HEAVY_KEYS);
  const [service, bare] = [await startService(), await startYardstick("bodies")];
  const reads = requestsTo(keyed.slice(0, READERS), ({ accountId }) => `/api/v1/solo-accounts/${accountId}`);
  const heavy = heavyCalls(keyed.slice(READERS), { ...about, service, bare });
  const names = Object.keys(heavy);
  const read = () => readFor(service.url, reads, seconds);
  const beside = (make: () => Heavy) => async () => {
    const { requests, server } = make();
    const sending = load(server, requests, { seconds: seconds + 2, connections: PARALLEL, status: "any" });
    await wait(2_000);
    const times = await read();
    await sending;
    await wait(500);
    return times;
  };
  const times = await inTurns(rounds, {
    alone: read,
    ...Object.fromEntries(Object.entries(heavy).map(([name, one]) => [name, beside(one)])),
  });
  const of = (name: string) => (times as Record<string, Times[]>)[name]?.map(({ p99 }) => p99) ?? [];
  return names.map((name) =>
    compared(`reads beside ${name}, p99 ms`, of(name), of("alone"), {
      digits: 1,
      ...(!name.endsWith("bare server") && { atMost: 3 }),
    }),
  );
}

type About = { cookie: string; productionId: string; accountId: string; service: Server; bare: Server };

function heavyCalls(keyed: readonly { key: string }[], { cookie, productionId, accountId, service, bare }: About) {
  const pad = (bytes: number) => "x".repeat(bytes);
  const post =
    (path: string, body: unknown, server = service) =>
    (): Heavy => ({
      requests: requestsTo(
        keyed,
        () => (server === bare ? "/" : `/api/v1${path}`),
        () => body,
      ),
      server,
    });
  const visit = (path: string) => (): Heavy => ({
    requests: Array.from({ length: PARALLEL }, (_, n) => ({
      path,
      headers: { Cookie: cookie, "X-Forwarded-For": addressOf(READERS + HEAVY_KEYS + n) },
    })),
    server: service,
  });
  /** A thousand lines a call. */
  const bulk = (path: string, lineOf: (n: string) => object) => (): Heavy => ({
    requests: requestsTo(keyed, () => `/api/v1${path}`).map(({ path: to, headers }, n) => ({
      method: "POST",
      path: to,
      headers: { ...headers, "Content-Type": "application/x-ndjson" },
      body: Array.from({ length: 1_000 }, (_, line) => JSON.stringify(lineOf(`${n}-${line}-${UNIQUE}`))).join("\n"),
    })),
    server: service,
  });
  const url = "https://platform.example.com/";
  const verify = `/productions/${productionId}/verify-certificate`;
  return {
    "1 MB to a bare server": post("", pad(1_000_000), bare),
    "1 KB to a bare server": post("", pad(1_000), bare),
    "talent checks of 1 MB": post("/talent/check", { email: "a@example.com", note: pad(1_000_000) }),
    "content of 1 MB": post(`/solo-accounts/${accountId}/content`, { note: `https://${pad(1_000_000)}` }),
    "certificates of 800 KB": post(verify, { certificate: pad(800_000) }),
    "certificates of 60 KB": post(verify, { certificate: pad(60_000) }),
    "content in bulk": bulk("/content/bulk", (n) => ({
      accountId,
      contentUrl: `${url}${n}`,
      title: "Behind the scenes",
      externalContentId: n,
      complianceCopy: { mimeType: "image/jpeg", sizeBytes: 48213 },
    })),
    "creators in bulk": bulk("/solo-accounts/bulk", (n) => ({
      externalUserId: n,
      email: `${n}@example.com`,
      callbackUrl: url,
    })),
    "takedown PDFs": visit("/api/portal/takedowns/print?view=all"),
    "the overview": visit("/portal"),
    "CSV exports": visit("/api/portal/content/export"),
    searches: visit("/api/portal/content?q=behind"),
  };
}

type Times = { p50: number; p99: number };

/** Reads one at a time, with pauses, so that waiting for others shows and nothing else does. */
async function readFor(url: string, reads: readonly Request[], seconds: number): Promise<Times> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < end; n++) {
    const { path = "", headers } = reads[n % reads.length] ?? {};
    times.push(
      await timed(async () => {
        const answer = await fetch(url + path, { headers });
        await answer.text();
        if (answer.status !== 200) throw new Error(`A read was answered with ${answer.status}.`);
      }),
    );
    await wait(PAUSE_MS);
  }
  return { p50: share(times, 0.5), p99: share(times, 0.99) };
}

/** Gives a partner much of everything. */
async function makeBusy(client: Client, partner: Awaited<ReturnType<typeof makePartner>>, less: number) {
  const { id: partnerId } = partner;
  await client.query("UPDATE partners SET key_limit = 600000 WHERE id = $1", [partnerId]);
  const account = await makeAccount(partner, { status: "active" });
  await client.query(
    `WITH logged AS (
       INSERT INTO depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type,
         platform, production_date, copy_state, created_at)
       SELECT substr(md5('a' || n || $1), 1, 25), substr(md5('c' || n || $1), 1, 25), $1, $2, 'post-' || n,
         'https://platform.example.com/posts/' || n, 'Behind the scenes ' || n, 'image', 'Platform', now(), 'missing', now()
       FROM generate_series(1, ${50_000 / less}) AS n RETURNING id)
     INSERT INTO search_queue SELECT 'depiction', id FROM logged`,
    [partnerId, account.id],
  );
  await fillWholeSearch();
  const depictions = await db.depiction.findMany({ where: { partnerId }, take: 600 / less, select: { id: true } });
  const request = await makeRemoval({ requestedAt: new Date(Date.now() - DAY_MS) });
  for (const { id: depictionId } of depictions) {
    await makeTakedown(await makeItem(request, { depictionId, status: "confirmed" }), { partnerId });
  }
  await client.query(
    `INSERT INTO request_log (id, at, partner_id, api_key_id, method, route, path, status, status_class, duration_ms, request_headers,
       response_headers)
     SELECT 'r' || n, now() - (n % 1440) * interval '1 minute', $1, 'key', 'GET', '/api/v1/x', '/api/v1/x', 200, 2, 1, '{}', '{}'
     FROM generate_series(1, ${300_000 / less}) AS n`,
    [partnerId],
  );
  await client.query("ANALYZE");
  const session = newId();
  await signInStore({ requestId: newId() }).createSession({ sessionToken: session, userId: partner.users.owner.id });
  const { id: productionId } = await makeProduction({ partners: [partner], performers: [], depictions: 0 });
  return { cookie: `${sessionCookie()}=${session}`, productionId, accountId: account.id };
}
