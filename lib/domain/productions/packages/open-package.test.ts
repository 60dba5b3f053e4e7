import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { s3Storage } from "@/lib/platform/storage/s3";
import { storage } from "@/lib/platform/storage/storage";
import { linesOn } from "@/lib/testing/effects";
import { makeCustodian, makeUser, staffCtx } from "@/lib/testing/factories";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { startS3Peer } from "@/lib/testing/s3-peer";
import { sealPackage } from "@/lib/testing/sealed-packages";
import { ownObjectFolder, replaceStorage } from "@/lib/testing/storage-drivers";
import { openPackage, verifyPackages } from "./open-package";
import { findSealed } from "./package-objects";

await ownObjectFolder();

async function sealed() {
  const made = await makeSealable();
  const { packageId } = await openSeal(made.production);
  await sealPackage(packageId);
  const found = await findSealed(packageId);
  if (!found) throw new Error("not sealed");
  const which = { productionId: made.production.id, packageId };
  return { ...made, ...found, which };
}

const asCustodian = async (user?: { id: string }) => staffCtx(user ?? (await makeCustodian()));

/** Replaces the stored bytes of a package. */
async function tamper(storageKey: string, change: (stored: Buffer) => Buffer): Promise<void> {
  const stored = await buffer(await storage().get(storageKey));
  await storage().put(storageKey, change(stored), { contentType: "application/octet-stream" });
}

describe("downloading a sealed package", () => {
  it("is recorded first, with the reason, where no partner sees it", async () => {
    const { which, bytes, performers } = await sealed();
    const ctx = await asCustodian();
    const { body, ...about } = await openPackage(ctx, { ...which, purpose: "court_order" });
    expect(about).toEqual({ fileName: `production-${which.productionId}.zip`, bytes });
    const downloads = (await linesOn(which.productionId)).filter(
      ({ action }) => action === "production.package_downloaded",
    );
    expect(downloads).toMatchObject([
      {
        actorKind: "staff",
        actorId: ctx.actor.userId,
        reason: "court_order",
        partnerId: null,
        detail: JSON.stringify({ packageId: which.packageId }),
      },
    ]);
    const seen = (await linesOn(performers[0]?.userId ?? "")).filter(
      ({ action }) => action === "person.production_viewed",
    );
    expect(seen).toMatchObject([{ actorKind: "staff", partnerId: null, reason: "court_order" }]);
    expect((await buffer(body)).length).toBe(bytes);
  });

  it("is refused to everyone but a custodian who isn't in it", async () => {
    const { which, producer, performers, uploader } = await sealed();
    const purpose = "inspection";
    for (const userId of [producer.userId, performers[0]?.userId ?? "", uploader.userId ?? ""]) {
      await db.user.update({ where: { id: userId }, data: { staffRole: "custodian" } });
      await expect(openPackage(await asCustodian({ id: userId }), { ...which, purpose })).rejects.toMatchObject({
        code: "conflict_of_interest",
      });
    }
    await expect(openPackage(await asCustodian(await makeUser()), { ...which, purpose })).rejects.toMatchObject({
      status: 403,
    });
    const custodian = await asCustodian();
    for (const wrong of [{ packageId: newId() }, { productionId: newId() }, { packageId: "?" }])
      await expect(openPackage(custodian, { ...which, ...wrong, purpose })).rejects.toMatchObject({ status: 404 });
    expect((await linesOn(which.productionId)).map(({ action }) => action)).not.toContain(
      "production.package_downloaded",
    );
  });

  it("ends early if the stored archive was changed", async () => {
    const { which, storageKey } = await sealed();
    await tamper(storageKey, (stored) => {
      stored.writeUInt8(stored.readUInt8(stored.length - 1) ^ 1, stored.length - 1);
      return stored;
    });
    const { body } = await openPackage(await asCustodian(), { ...which, purpose: "inspection" });
    await expect(buffer(body)).rejects.toThrow("was changed");
    const { ok, packages } = await verifyPackages(which.productionId);
    expect([ok, packages[0]?.problem]).toEqual([false, expect.stringContaining("was changed")]);
  });

  it("is refused at once if the stored archive is cut off or missing", async () => {
    const { which, storageKey } = await sealed();
    const open = async () => openPackage(await asCustodian(), { ...which, purpose: "inspection" });
    await tamper(storageKey, (stored) => stored.subarray(0, -1));
    await expect(open()).rejects.toMatchObject({ status: 503 });
    await storage().delete(storageKey);
    await expect(open()).rejects.toMatchObject({ status: 503 });
    expect((await verifyPackages(which.productionId)).ok).toBe(false);
  });
});

const peer = await startS3Peer({ objectLock: true });
afterAll(() => peer.close());

describe("in a bucket", () => {
  it("a package is sealed by us, and locked for seven years", async () => {
    replaceStorage(s3Storage(peer.settings));
    const { storageKey, which, bytes } = await sealed();
    const object = peer.objects.get(storageKey);
    expect(object?.body.includes("bagit.txt")).toBe(false);
    const { sealedAt } = await db.sealedPackage.findUniqueOrThrow({ where: { id: which.packageId } });
    expect(object?.retention?.mode).toBe("COMPLIANCE");
    expect(object?.retention?.until.getUTCFullYear()).toBe((sealedAt?.getUTCFullYear() ?? 0) + 7);
    const { body } = await openPackage(await asCustodian(), { ...which, purpose: "inspection" });
    expect((await buffer(body)).length).toBe(bytes);
  });
});
