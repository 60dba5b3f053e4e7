import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { LOCKS } from "@/lib/platform/locks";
import { type Acknowledged, type Caller, startLoad, watchReadiness } from "@/lib/testing/campaign";
import { startMailServer } from "@/lib/testing/mail-server";
import { askOnce, killProcess } from "@/lib/testing/mortal-postgres";
import { type MortalService, OUTSIDE, startMortalService } from "@/lib/testing/mortal-service";
import { randomNumbers, rounds } from "@/lib/testing/random";
import { startReceiver } from "@/lib/testing/receiver";

// Kills parts of the service again and again while partners keep calling it. Nothing acknowledged may be lost, everything
// owed must happen, and /readyz/worker must tell the truth throughout.

const CALLERS = 6;
const ENDPOINTS = 2;
const SOON = { timeout: 60_000, interval: 20 };
const DONE_WITHIN_MS = 120_000;
// The lock that a worker pool holds while it lives.

const random = randomNumbers();

const DEATHS = { backend: rounds(2), postmaster: rounds(2), server: rounds(1), both: rounds(1) };
type Death = keyof typeof DEATHS;
const PLAN = (Object.keys(DEATHS) as Death[])
  .flatMap((death) => Array.from({ length: DEATHS[death] }, () => ({ death, place: random() })))
  .sort((a, b) => a.place - b.place)
  .map(({ death }) => death);

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let service: MortalService;

beforeAll(async () => {
  mailServer = await startMailServer();
  // Some responses come late, so that a kill interrupts running attempts.
  receiver = await startReceiver((response) => setTimeout(() => response.end(), random() * 40));
  service = await startMortalService(mailServer.variables);
}, 300_000);

afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  await mailServer?.close();
});

it(`survives ${PLAN.length} kills of its parts without loss`, async () => {
  const { callers, partnerIds } = await makeCallers();
  const watch = watchReadiness(`${service.url}/readyz/worker`);
  onTestFinished(watch.stop);
  const load = startLoad(service.url, callers, random);
  onTestFinished(load.stop);
  const began = performance.now();
  const becomes = async (color: "red" | "green", death: string) =>
    expect.poll(watch.color, { ...SOON, message: `${death}: ${service.said().slice(-3000)}` }).toBe(color);

  for (const death of PLAN) {
    const server = service.serverPid();
    watch.forget();
    await kill(death);
    // It must be red while jobs are stopped, and jobs must progress while it is green.
    await becomes("red", death);
    await becomes("green", death);
    const [mailed, delivered] = [mailServer.mails.length, receiver.received.length];
    await expect.poll(() => mailServer.mails.length, SOON).toBeGreaterThan(mailed);
    await expect.poll(() => receiver.received.length, SOON).toBeGreaterThan(delivered);
    if (death === "backend" || death === "postmaster") {
      expect([...watch.failed()]).toEqual(expect.arrayContaining(["jobs", "sending"]));
      expect(service.serverPid()).toBe(server);
    }
    expect(service.dead()).toEqual([]);
    await wait(random() * 1000);
  }
  await load.stop();
  await expect
    .poll(() => owed(partnerIds), { timeout: DONE_WITHIN_MS, interval: 500 })
    .toEqual({ jobs: [], deliveries: [] });
  await becomes("green", "the end");
  // Each of the two runners of the worker, which was never restarted.
  expect(await poolsOutside()).toBe(2);
  const { contents, creators } = load.acknowledged;
  console.log(
    `${Math.round((performance.now() - began) / 1000)} s: ${contents.length} records and ${creators.length} creators ` +
      `acknowledged, ${load.unanswered()} calls failed, ${receiver.received.length} deliveries, ` +
      `${mailServer.mails.length} mails, ${mailServer.mails.length - new Set(mailServer.mails.map(({ id }) => id)).size} of them again`,
  );
  await expectNothingLost(load.acknowledged, partnerIds);
}, 900_000);

async function expectNothingLost({ contents, creators }: Acknowledged, partnerIds: readonly string[]): Promise<void> {
  const all = async (sql: string) =>
    (await askOnce<{ id: string }>(service.databaseUrl, sql, [partnerIds])).map(({ id }) => id);
  const logged = await all("select external_content_id as id from depictions where partner_id = any($1)");
  const provisioned = await all(
    "select email as id from solo_accounts where partner_id = any($1) and status <> 'active'",
  );
  const told = await all(
    `select convert_from(body, 'UTF8')::json #>> '{data,externalContentId}' as id from webhook_events
     where partner_id = any($1) and type = 'content_log.created'`,
  );
  const deliveries = await all("select id from webhook_deliveries where partner_id = any($1)");
  const arrived = receiver.received.map(({ headers }) => String(headers["x-svc-delivery"]));

  expect(contents.length).toBeGreaterThan(5 * PLAN.length);
  expect(missing(contents, logged)).toEqual([]);
  expect(missing(creators, provisioned)).toEqual([]);
  // Unacknowledged records may exist too, but each must be complete.
  expect([...told].sort()).toEqual([...logged].sort());
  expect(deliveries.length).toBe(told.length * ENDPOINTS);
  expect(missing(deliveries, arrived)).toEqual([]);
  expect(
    missing(
      provisioned,
      mailServer.mails.map(({ to }) => to),
    ),
  ).toEqual([]);
  // The same mail may arrive twice, but not a second, different one.
  const mailIds = new Set(mailServer.mails.filter(({ to }) => provisioned.includes(to)).map(({ id }) => id));
  expect(mailIds.size).toBe(provisioned.length);
}

/** What is left to do: jobs that are started, due or given up, and deliveries. */
async function owed(partnerIds: readonly string[]) {
  const jobs = await askOnce(
    service.databaseUrl,
    `select task_identifier, attempts, max_attempts, locked_by, locked_at, run_at, last_error from graphile_worker.jobs
     where attempts > 0 or run_at < now() + interval '10 minutes'`,
  );
  const deliveries = await askOnce(
    service.databaseUrl,
    "select id from webhook_deliveries where partner_id = any($1) and status <> 'delivered'",
    [partnerIds],
  );
  return { jobs, deliveries };
}

/** How many worker pools of the server and of the worker beside it hold their lock. */
async function poolsOutside(): Promise<number> {
  const pools = await askOnce(
    service.databaseUrl,
    `select from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = $1 and granted and application_name = $2`,
    [LOCKS.worker, OUTSIDE],
  );
  return pools.length;
}

const missing = (wanted: readonly string[], there: readonly string[]): string[] => {
  const present = new Set(there);
  return wanted.filter((one) => !present.has(one));
};

async function kill(death: Death): Promise<void> {
  if (death === "backend") {
    const backends = await askOnce<{ pid: number }>(
      service.databaseUrl,
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid",
    );
    killProcess(backends[Math.floor(random() * backends.length)]?.pid ?? 0);
  }
  if (death === "postmaster" || death === "both") service.kill.postmaster();
  if (death === "server" || death === "both") service.kill.server();
}

/** Partners, each with a key, a creator and two endpoints, in the database of the service under test. */
async function makeCallers() {
  process.env.DATABASE_URL = service.databaseUrl;
  const { makeAccount, makeKey, makePartner, systemCtx } = await import("@/lib/testing/factories");
  const { createEndpoint } = await import("@/lib/domain/events");
  const { closeDatabase } = await import("@/lib/platform/db");
  const { env } = await import("@/lib/platform/env");
  // Read once for all tests, so nothing imported above may have read it.
  expect(env().databaseUrl).toBe(service.databaseUrl);
  const callers: Caller[] = [];
  const partnerIds: string[] = [];
  for (let n = 0; n < CALLERS; n++) {
    const partner = await makePartner();
    const account = await makeAccount(partner, { status: "active" });
    for (let m = 0; m < ENDPOINTS; m++) {
      const about = { partnerId: partner.id, url: `${receiver.url}&n=${m}`, description: null, types: [] };
      await createEndpoint(systemCtx(), about);
    }
    callers.push({ key: (await makeKey(partner)).key, accountId: account.id });
    partnerIds.push(partner.id);
  }
  await closeDatabase();
  return { callers, partnerIds };
}
