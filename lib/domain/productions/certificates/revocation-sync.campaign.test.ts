import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { keyCtx, makePartner, systemCtx } from "@/lib/testing/factories";
import { makeProducer } from "@/lib/testing/productions";
import { randomNumbers, rounds } from "@/lib/testing/random";
import { listRevocations } from "./list-revocations";
import { revokeAllCertificates } from "./revoke-certificate";

const REVOCATIONS = rounds(500);
const AT_ONCE = 6;
/** The longest that the database lets a revocation take. */
const SLOWEST_MS = 29_000;

/** Documented productions of a partner, each with a certificate of an earlier system, which need no signature. */
async function certified(partner: { id: string; plan: "creator_pays" | "platform_pays" }): Promise<string[]> {
  const { id: producerId } = await makeProducer([partner]);
  const ids = Array.from({ length: REVOCATIONS }, () => newId());
  const at = new Date("2026-08-01T00:00:00Z");
  const about = { producerId, title: "Summer at the lake", productionDate: at, createdAt: at };
  await db.production.createMany({ data: ids.map((id) => ({ id, ...about })) });
  await db.production.updateMany({ where: { producerId }, data: { status: "documented", documentedAt: at } });
  await db.productionPartner.createMany({
    data: ids.map((productionId) => ({ productionId, partnerId: partner.id, linkedAt: at })),
  });
  await db.certificate.createMany({
    data: ids.map((productionId) => ({
      id: newId(),
      productionId,
      origin: "imported" as const,
      issuedAt: at,
      expiresAt: new Date("2027-08-01T00:00:00Z"),
    })),
  });
  return ids;
}

it(`a sync beside ${REVOCATIONS} revocations, each slower or quicker than the next, misses none`, async () => {
  clock.freeze("2026-12-01T12:00:00Z");
  const partner = await makePartner();
  const waiting = await certified(partner);
  const all = new Set(waiting);
  const random = randomNumbers();
  const inFlight = new Set<{ since: number }>();

  // Time flies, but no transaction takes longer than the database allows.
  const ticker = setInterval(() => {
    const oldest = Math.min(...[...inFlight].map(({ since }) => since));
    if (clock.now().getTime() - oldest < SLOWEST_MS) clock.advance(1_000);
  }, 2);

  async function revokeOn(): Promise<void> {
    for (let productionId = waiting.pop(); productionId; productionId = waiting.pop()) {
      const flight = { since: clock.now().getTime() };
      const about = { productionId, listedReason: "unspecified" as const };
      inFlight.add(flight);
      await inTransaction(async (tx) => {
        await revokeAllCertificates(tx, systemCtx(), about);
        await wait(random() < 0.1 ? 100 * random() : 3);
      });
      inFlight.delete(flight);
    }
  }

  const known = new Set<string>();
  let [since, syncs, busy]: [string | undefined, number, boolean] = [undefined, 0, true];
  async function sync(): Promise<void> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listRevocations(keyCtx(partner), {
        limit: 25,
        ...(since && { since: new Date(since) }),
        ...(cursor && { cursor }),
      });
      for (const { productionId } of page.revocations) known.add(productionId);
      cursor = page.nextCursor;
      if (cursor === null) since = page.retrievedAt;
    }
    syncs++;
  }
  async function syncOn(): Promise<void> {
    while (busy) await sync();
  }

  const syncing = syncOn();
  await Promise.all(Array.from({ length: AT_ONCE }, revokeOn));
  busy = false;
  await syncing;
  await sync();
  clearInterval(ticker);
  expect(known).toEqual(all);
  // The first syncs are long over, so their entries don't come again.
  expect(syncs).toBeGreaterThan(10);
}, 300_000);
