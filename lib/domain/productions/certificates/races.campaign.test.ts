import { beforeAll, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { startAtOnce } from "@/lib/testing/campaign";
import { certify, takeDown } from "@/lib/testing/certificates";
import { eventsOf } from "@/lib/testing/effects";
import { type MadePartner, makePartner, systemCtx } from "@/lib/testing/factories";
import { type MadeProducer, makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import { rounds } from "@/lib/testing/random";
import { readRenewalStatement, renewCertificate } from "./renew-certificate";
import { revokeCertificate } from "./revoke-certificate";

const ROUNDS = rounds(10);

type World = { partners: MadePartner[]; producer: MadeProducer };

let world: World;
beforeAll(async () => {
  const partners = [await makePartner(), await makePartner()];
  world = { partners, producer: await makeProducer(partners) };
});

/** A production of two partners. `documented`: its certificate ends soon. */
async function setUp({ documented }: { documented: boolean }) {
  clock.freeze("2026-12-01T12:00:00.000Z");
  const { partners, producer } = world;
  const production = await makeProduction({ producer, partners, performers: [], depictions: 0 });
  const { id: productionId } = production;
  const ctx = producerCtx(producer);
  if (documented) await certify(production);
  clock.advance(340 * DAY_MS);
  const shown = documented ? (await readRenewalStatement(ctx, productionId)).shown : "";
  return {
    productionId,
    seal: () => certify(production),
    renew: () => renewCertificate(ctx, { productionId, shown, signedName: "Ada Example" }),
    revoke: () => revokeCertificate(systemCtx(), { productionId, reason: "x" }),
    takeDown: () => takeDown(productionId),
  };
}
type SetUp = Awaited<ReturnType<typeof setUp>>;

/** The statuses of the production's certificates. Each must have been sent to each partner exactly once. */
async function outcome({ productionId }: SetUp) {
  const certificates = await db.certificate.findMany({ where: { productionId }, orderBy: { id: "asc" } });
  for (const partner of world.partners) {
    const events = (await eventsOf(partner)).filter(({ data }) => data.productionId === productionId);
    const sent = events.flatMap(({ data }) => data.certificate ?? data.newCertificate ?? []);
    expect(sent.sort()).toEqual(certificates.map(({ jwt }) => jwt).sort());
  }
  return certificates.map(({ status }) => status).sort();
}

it(`has one CURRENT certificate after seals and a renewal at once, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const made = await setUp({ documented: round % 2 === 0 });
    await startAtOnce([made.seal, made.renew, made.seal, made.renew], round);
    const statuses = await outcome(made);
    expect(statuses.filter((status) => status === "CURRENT")).toHaveLength(1);
    expect(statuses.length).toBeGreaterThanOrEqual(2);
  }
});

it.each(["revoke", "takeDown"] as const)(`has none after a %s among them, ${ROUNDS} times`, async (end) => {
  for (let round = 0; round < ROUNDS; round++) {
    const made = await setUp({ documented: true });
    await startAtOnce([made.seal, made.renew, made[end], made.seal, made[end]], round);
    const statuses = await outcome(made);
    expect(new Set(statuses)).toEqual(new Set(["REVOKED"]));
    await startAtOnce([made.seal, made.renew], round);
    expect(await outcome(made)).toEqual(statuses);
  }
});

it(`ends in one of both after a revocation and a takedown at once, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const made = await setUp({ documented: true });
    await startAtOnce([made.takeDown, made.renew, made.revoke, made.seal], round);
    expect(new Set(await outcome(made))).toEqual(new Set(["REVOKED"]));
    const reasons = await db.certificate.groupBy({ by: ["reason"], where: { productionId: made.productionId } });
    expect(reasons).toHaveLength(1);
  }
});
