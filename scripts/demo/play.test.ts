import { beforeAll, describe, expect, it } from "vitest";
import { verifyLedger } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { setVariables } from "@/lib/testing/env";
import { OWNER_EMAIL } from "@/prisma/seed";
import { anyFreePort } from "@/scripts/environment";
import { playDemo } from "./play";

let partnerId = "";
let ours = { where: { partnerId } };
const began = new Date();

beforeAll(async () => {
  // The receiver takes the port after the sink's. Below 32768, where outgoing connections take none.
  const [sink, stripe] = [20_000 + 2 * Math.floor(Math.random() * 5_000), await anyFreePort()];
  setVariables({ SINK_PORT: String(sink), STRIPE_PORT: String(stripe) });
  await playDemo();
  ({ partnerId } = await db.partnerMember.findFirstOrThrow({ where: { user: { email: OWNER_EMAIL } } }));
  ours = { where: { partnerId } };
}, 600_000);

const count = async (sql: string): Promise<number> =>
  (await db.$queryRawUnsafe<{ count: number }[]>(`SELECT count(*)::int FROM ${sql}`, partnerId))[0]?.count ?? 0;

describe("the played demo", () => {
  it("leaves the clock real, and an intact ledger that grew in order", async () => {
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
    expect((await verifyLedger()).ok).toBe(true);
    const backwards = `(SELECT at < lag(at) OVER (ORDER BY chain, position) AND chain = lag(chain) OVER (ORDER BY chain, position) AS back
      FROM ledger_entries WHERE partner_id = $1) entries WHERE back`;
    expect(await count(backwards)).toBe(0);
  });

  it("has calls of every kind, on each of the last ten days", async () => {
    const statuses = await db.$queryRaw<{ status: number }[]>`
      SELECT DISTINCT status FROM request_log WHERE partner_id = ${partnerId}`;
    expect(statuses.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 409, 429]));
    const days = "(SELECT DISTINCT at::date FROM request_log WHERE partner_id = $1) days";
    expect(await count(days)).toBeGreaterThanOrEqual(10);
  });

  it("gives each key that called a last use, and each delivery an event", async () => {
    expect(
      await count(`api_keys k WHERE partner_id = $1 AND last_used_at IS NULL
        AND (EXISTS (SELECT FROM request_log r WHERE r.api_key_id = k.id)
          OR EXISTS (SELECT FROM ledger_entries l WHERE l.actor_kind = 'partner_key' AND l.actor_id = k.id))`),
    ).toBe(0);
    expect(
      await count(`webhook_deliveries d WHERE partner_id = $1
        AND NOT EXISTS (SELECT FROM webhook_events e WHERE e.id = d.event_id AND e.partner_id = d.partner_id)`),
    ).toBe(0);
    expect(await count("api_keys WHERE partner_id = $1 AND mode = 'live' AND revoked_at IS NOT NULL")).toBe(1);
  });

  it("has an endpoint that failed and recovered, and nothing left to send", async () => {
    const [endpoint] = await db.webhookEndpoint.findMany(ours);
    expect(endpoint).toMatchObject({ status: "enabled", failingSince: null });
    const deliveries = await db.webhookDelivery.findMany({ ...ours, include: { attempts: true } });
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(["delivered"]));
    const answers = deliveries.flatMap(({ attempts }) => attempts.map(({ responseStatus }) => responseStatus));
    expect(answers.filter((status) => status === 503).length).toBeGreaterThan(3);
    expect(answers).toHaveLength(deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0));
  });

  it("has scenes in every status, and productions whose performers agree with their status", async () => {
    const scenes = await db.collabScene.findMany({ where: { partnerId, isJob: false }, include: { performers: true } });
    expect(new Set(scenes.map(({ status }) => status))).toEqual(
      new Set(["greenlit", "pending_signatures", "blocked", "cancelled"]),
    );
    for (const { status, performers, title } of scenes)
      if (status === "greenlit")
        expect(
          performers.every(({ signedAt }) => signedAt),
          title,
        ).toBe(true);
    const productions = await db.production.findMany({
      where: { createdByPartnerId: partnerId },
      include: { performers: true, certificates: true, packages: true },
    });
    for (const { title, status, performers, certificates } of productions) {
      expect(performers.length, title).toBeGreaterThan(0);
      expect(
        certificates.some(({ status: its }) => its === "CURRENT"),
        title,
      ).toBe(status === "documented");
    }
    expect(new Set(productions.map(({ status }) => status))).toEqual(
      new Set(["pending_documentation", "documented", "revoked"]),
    );
  });

  it("has takedowns that run and one that was done in time, and a removal that waits", async () => {
    const takedowns = await db.takedown.findMany(ours);
    expect(takedowns.map(({ outcome }) => outcome).sort()).toEqual([null, "taken_down"]);
    for (const { closedAt, deadlineAt } of takedowns) expect((closedAt ?? new Date()) < deadlineAt).toBe(true);
    const waiting = await db.removalRequest.findMany({ where: { status: "open" }, include: { items: true } });
    expect(waiting).toMatchObject([{ items: [{ status: "open" }] }]);
  });

  it("has creators with rejected and waiting IDs, and a paid invoice whose figures sum up", async () => {
    const checks = await db.identityCheck.groupBy({ by: ["status"], where: { account: { partnerId } }, _count: true });
    expect(new Set(checks.map(({ status }) => status))).toEqual(
      new Set(["approved", "submitted", "rejected", "draft"]),
    );
    const invoices = await db.platformInvoice.findMany({ ...ours, include: { lines: true, fees: true } });
    expect(invoices.map(({ status }) => status)).toContain("paid");
    for (const { lineCount, lines } of invoices) expect(lines).toHaveLength(lineCount);
  });

  it("has nothing from after its end, and almost nothing left for the worker", async () => {
    const late = `(SELECT created_at AS at FROM solo_accounts WHERE partner_id = $1
      UNION ALL SELECT created_at FROM api_keys WHERE partner_id = $1
      UNION ALL SELECT created_at FROM collab_scenes WHERE partner_id = $1
      UNION ALL SELECT at FROM ledger_entries WHERE partner_id = $1
      UNION ALL SELECT at FROM request_log WHERE partner_id = $1) moments
      WHERE at > '${new Date(began.getTime() + DAY_MS / 24).toISOString()}'`;
    expect(await count(late)).toBe(0);
    const left = await db.$queryRaw<
      { task: string }[]
    >`SELECT DISTINCT task_identifier AS task FROM graphile_worker.jobs`;
    for (const { task } of left) expect(["check_readiness", "read_document"]).toContain(task);
  });
});
