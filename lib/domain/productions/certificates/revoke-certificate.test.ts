import { expect, it } from "vitest";
import { countRevokedLately } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { certify } from "@/lib/testing/certificates";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { makeCustodian, makePartner, portalCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import { readRenewalStatement, renewCertificate } from "./renew-certificate";
import { revokeCertificate } from "./revoke-certificate";

/** A documented production of two partners, with its first certificate. */
async function documented() {
  clock.freeze("2026-12-01T12:00:00.500Z");
  const partners = [await makePartner(), await makePartner()];
  const production = await makeProduction({ partners, performers: [], depictions: 0 });
  await certify(production);
  return { production, partners, producer: producerCtx(production.producer) };
}

it("a revocation is final for all certificates and the production, and lists each one", async () => {
  const made = await documented();
  const { production, producer } = made;
  await certify(production);
  const certificates = () =>
    db.certificate.findMany({ where: { productionId: production.id }, orderBy: { id: "asc" } });
  const custodian = staffCtx(await makeCustodian());
  const act = { productionId: production.id, reason: "The records were forged" };
  expect(await revokeCertificate(custodian, act)).toMatchObject({ revoked: true });
  const ended = await certificates();
  const end = {
    status: "REVOKED",
    revokedAt: clock.now(),
    reason: "unspecified",
    listedAs: "revocation",
    listedAt: clock.now(),
  };
  expect(ended).toMatchObject([end, end]);
  expect(await db.production.findUniqueOrThrow({ where: { id: production.id } })).toMatchObject({
    status: "revoked",
  });
  const read = async () => (await linesOn(production.id)).filter(({ action }) => action.startsWith("certificate."));
  const lines = await read();
  expect(lines.find(({ action }) => action === "certificate.revoked")?.reason).toBe(act.reason);
  const told = async () => {
    const teams = made.partners.map(({ users }) => [users.owner, users.admin, users.viewer].map(({ email }) => email));
    const mails = await Promise.all([production.producer.user.email, ...teams.flat()].map(mailsTo));
    expect(JSON.stringify(mails)).not.toContain(act.reason);
    return mails.map((of) => of.map(({ template, url }) => [template, new URL(url).pathname]));
  };
  const mailed = (area: string) => [["certificate_revoked", `/${area}/productions/${production.id}`]];
  const team = [mailed("portal"), mailed("portal"), []];
  expect(await told()).toEqual([mailed("producer"), ...team, ...team]);
  const counted = () =>
    Promise.all([producer, ...made.partners.map((one) => portalCtx(one, "viewer"))].map(countRevokedLately));
  expect(await counted()).toEqual([1, 1, 1]);
  expect(await countRevokedLately(portalCtx(await makePartner()))).toBe(0);

  clock.advance(366 * DAY_MS);
  expect(await revokeCertificate(custodian, act)).toEqual({ revoked: false, certificateIds: [] });
  expect(await counted()).toEqual([0, 0, 0]);
  await expect(readRenewalStatement(producer, production.id)).rejects.toMatchObject({ code: "production_closed" });
  const press = { productionId: production.id, shown: "", signedName: "Ada Example" };
  await expect(renewCertificate(producer, press)).rejects.toMatchObject({ code: "production_closed" });
  expect(await certify(production)).toBeNull();
  expect(await certificates()).toEqual(ended);
  expect(await read()).toEqual(lines);
  expect(await told()).toEqual([mailed("producer"), ...team, ...team]);
});

it("a revocation is refused for a custodian's own production, by others, and without a certificate", async () => {
  const made = await documented();
  const custodian = await makeCustodian();
  const own = await makeProduction({ producer: await makeProducer(undefined, { user: custodian }), performers: [] });
  await certify(own);
  const revoke = (ctx: Parameters<typeof revokeCertificate>[0], { id }: { id: string }) =>
    revokeCertificate(ctx, { productionId: id, reason: "x" });
  await expect(revoke(staffCtx(custodian), own)).rejects.toMatchObject({ code: "conflict_of_interest" });
  await expect(revoke(staffCtx(made.production.producer.user), made.production)).rejects.toMatchObject({
    status: 403,
  });
  await expect(revoke(systemCtx(), { id: "none" })).rejects.toMatchObject({ status: 404 });
  const empty = await makeProduction({ performers: [], depictions: 0 });
  await expect(revoke(systemCtx(), empty)).rejects.toMatchObject({ code: "not_certified" });
  expect(await db.certificate.count({ where: { productionId: own.id, status: "CURRENT" } })).toBe(1);
});
