import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { filedRequest } from "@/lib/testing/certificates";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeCustodian, makePartner, portalCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { confirmTakedown, markTakenDown, rejectTakedown, requestTakedown } from ".";

async function setUp(options: Parameters<typeof makeProduction>[0] = {}) {
  const [first, second] = [await makePartner(), await makePartner()];
  const producer = await makeProducer([first, second]);
  const { id: productionId } = await makeProduction({ producer, ...options });
  const custodian = staffCtx(await makeCustodian());
  const request = (removalRequestId: string) =>
    inTransaction((tx) => requestTakedown(tx, systemCtx("removals"), filedRequest({ productionId, removalRequestId })));
  return {
    first,
    second,
    productionId,
    request,
    confirm: (removalRequestId: string) =>
      inTransaction((tx) => confirmTakedown(tx, custodian, { productionId, removalRequestId })),
    reject: (removalRequestId: string) =>
      inTransaction((tx) => rejectTakedown(tx, custodian, { productionId, removalRequestId })),
    status: async () => (await db.production.findUniqueOrThrow({ where: { id: productionId } })).status,
    requests: async (partner: { id: string }) =>
      (await eventsOf(partner))
        .filter(({ type }) => type === "production.takedown_requested")
        .map(({ data }) => data.removalRequestId),
  };
}

it("a request closes the production and tells each linked partner once, also under a race", async () => {
  const { first, second, request, status, requests } = await setUp();
  const id = newId();
  const filed = await Promise.all([request(id), request(id)]);
  expect(filed.map((partners) => partners.length).sort()).toEqual([0, 2]);
  expect(await status()).toBe("takedown_pending");
  for (const partner of [first, second]) expect(await requests(partner)).toEqual([id]);
});

it("a confirmed one is complete once every linked partner took it down, in any order, and is final", async () => {
  const { first, second, productionId, request, confirm, reject, status, requests } = await setUp({
    status: "documented",
  });
  const none = markTakenDown(keyCtx(first), { productionId });
  await expect(none).rejects.toMatchObject({ code: "no_takedown" });
  const [id, other] = [newId(), newId()];
  await request(id);
  const { takenDownAt } = await markTakenDown(portalCtx(first, "admin"), { productionId });
  clock.advance(1_000);
  expect(await markTakenDown(keyCtx(first), { productionId })).toEqual({ takenDownAt });
  await expect(markTakenDown(portalCtx(second, "viewer"), { productionId })).rejects.toMatchObject({ status: 403 });
  await expect(markTakenDown(keyCtx(await makePartner()), { productionId })).rejects.toMatchObject({ status: 404 });
  await request(other);
  expect([await requests(first), await requests(second)]).toEqual([[id], [id, other]]);
  const decided = await Promise.all([confirm(id), reject(id)]);
  expect(decided.filter(Boolean)).toHaveLength(1);
  if (decided[1]) await confirm(other);
  expect(await status()).toBe("takedown_pending");
  await markTakenDown(keyCtx(second), { productionId });
  expect(await status()).toBe("takedown_complete");
  await reject(other);
  expect(await status()).toBe("takedown_complete");
});

it.each([
  ["documented", true],
  ["pending_documentation", false],
] as const)("rejecting the last one leads back to %s, and partners hear nothing", async (status, isDocumented) => {
  const {
    first,
    productionId,
    request,
    reject,
    status: now,
  } = await setUp({ status, documentedAt: isDocumented ? clock.now() : null });
  const [id, other] = [newId(), newId()];
  await request(id);
  await request(other);
  await markTakenDown(keyCtx(first), { productionId });
  const before = (await eventsOf(first)).length;
  expect(await reject(id)).toBe(true);
  expect(await now()).toBe("takedown_pending");
  expect([await reject(other), await reject(other)]).toEqual([true, false]);
  expect(await now()).toBe(status);
  expect((await eventsOf(first)).length).toBe(before);
  expect(await db.productionPartner.count({ where: { productionId, takenDownAt: { not: null } } })).toBe(0);
  await expect(reject(newId())).rejects.toMatchObject({ status: 404 });
});
