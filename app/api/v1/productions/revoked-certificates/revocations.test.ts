import { expect, it } from "vitest";
import type { z } from "zod";
import { revokeAllCertificates, revokeCertificate } from "@/lib/domain/productions/certificates/revoke-certificate";
import { RevocationsResponse } from "@/lib/domain/productions/certificates/schemas";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { call } from "@/lib/testing/api";
import { certify } from "@/lib/testing/certificates";
import { type MadePartner, makeKey, makePartner, systemCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { GET as list } from "./route";

const NOW = "2026-12-01T12:00:00.000Z";

/** Productions of a partner, each with a certificate. */
async function certified(partner: MadePartner, count: number): Promise<string[]> {
  const producer = await makeProducer([partner]);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const production = await makeProduction({ producer, performers: [], depictions: 0 });
    await certify(production);
    ids.push(production.id);
  }
  return ids;
}

const revoke = (productionId: string) => revokeCertificate(systemCtx(), { productionId, reason: "x" });

async function reader(partner: MadePartner) {
  const { key } = await makeKey(partner);
  return async (query: Record<string, string> = {}) =>
    RevocationsResponse.parse((await call(list, { key, query })).body);
}

const productionsOf = ({ revocations }: z.infer<typeof RevocationsResponse>) =>
  revocations.map(({ productionId }) => productionId);

it("lists what was revoked of the partner's productions, in pages that don't move", async () => {
  clock.freeze(NOW);
  const partner = await makePartner();
  const [ids, others] = [await certified(partner, 5), await certified(await makePartner(), 1)];
  // Two at one moment.
  for (const id of [...ids.slice(0, 4), ...others]) await revoke(id);
  clock.advance(1000);
  const read = await reader(partner);
  const first = await read({ limit: "3" });
  expect(first.retrievedAt).toBe(new Date(clock.now().getTime() - MINUTE_MS).toISOString());
  expect(first.revocations[0]).toMatchObject({ type: "revocation", reason: "unspecified", revokedAt: NOW });

  // Revoked between two pages, with another clock: the next sync has it.
  clock.advance(1000);
  await revoke(ids[4] ?? "");
  const second = await read({ limit: "3", cursor: first.nextCursor ?? "", since: NOW });
  expect([second.retrievedAt, second.nextCursor]).toEqual([first.retrievedAt, null]);
  const all = [...first.revocations, ...second.revocations];
  expect(all.map(({ productionId }) => productionId).sort()).toEqual(ids.slice(0, 4).sort());
  expect(all.map(({ certificateId }) => certificateId)).toEqual(
    all.map(({ certificateId }) => certificateId).toSorted(),
  );
  expect(productionsOf(await read({ since: first.retrievedAt }))).toContain(ids[4]);

  // `since` is inclusive, to the millisecond.
  expect(productionsOf(await read({ since: NOW }))).toHaveLength(5);
  expect(productionsOf(await read({ since: "2026-12-01T12:00:00.001Z" }))).toEqual([ids[4]]);
});

it("has cursors that say nothing and work for one partner only", async () => {
  clock.freeze(NOW);
  const partner = await makePartner();
  for (const id of await certified(partner, 2)) await revoke(id);
  const { nextCursor, revocations } = await (await reader(partner))({ limit: "1" });
  const plain = Buffer.from(nextCursor ?? "", "base64url").toString("latin1");
  expect(plain).not.toContain("retrievedAt");
  expect(plain).not.toContain(revocations[0]?.certificateId);
  const { key } = await makeKey(await makePartner());
  for (const cursor of [nextCursor ?? "", "x", "", "AAAA"]) {
    const { status, body } = await call(list, { key, query: { cursor } });
    expect([status, body.code, body.field]).toEqual([400, "invalid_field", "cursor"]);
  }
  for (const [name, value] of [
    ["limit", "0"],
    ["limit", "201"],
    ["since", "2026-12-01"],
  ] as const) {
    const { status, body } = await call(list, { key, query: { [name]: value } });
    expect([status, body.field]).toEqual([400, name]);
  }
});

it("doesn't miss a revocation that was committed after a sync passed its time", async () => {
  const partner = await makePartner();
  const [slow = "", quick = ""] = await certified(partner, 2);
  const read = await reader(partner);
  let synced: z.infer<typeof RevocationsResponse> | undefined;
  await inTransaction(async (tx) => {
    await revokeAllCertificates(tx, systemCtx(), { productionId: slow, listedReason: "removal_request:1" });
    clock.advance(10_000);
    await revoke(quick);
    synced = await read();
  });
  expect(synced && productionsOf(synced)).toEqual([quick]);
  const next = await read({ since: synced?.retrievedAt ?? "" });
  expect(productionsOf(next)).toEqual([slow, quick]);
  expect(next.revocations[0]?.reason).toBe("removal_request:1");
});
