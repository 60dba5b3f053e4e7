import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import { queueSeal } from "@/lib/domain/productions";
import { verifyCertificate } from "@/lib/domain/productions/certificates/certificate-jwt";
import { clock } from "@/lib/platform/clock";
import { hexOf, sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { storage } from "@/lib/platform/storage/storage";
import { linesOn } from "@/lib/testing/effects";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import {
  downloadPackage,
  makeSealed,
  objectsOf,
  packageRow,
  productionEventsOf,
  sealPackage,
} from "@/lib/testing/sealed-packages";
import { asOwner } from "@/lib/testing/sql";
import { ownObjectFolder } from "@/lib/testing/storage-drivers";
import { verifyPackages } from "./open-package";
import { sweepPackageObjectTask } from "./package-objects";
import { resumeSealingTask, sealProductionTask } from "./seal-production";

const root = await ownObjectFolder();
let first: ReturnType<typeof makeSealed> | undefined;
/** One sealed production, for the tests that only read it. */
const one = () => (first ??= makeSealed({ names: ["Zoë Example", "王小明"] }));

describe("a sealed package", () => {
  it("documents its production, with a certificate of its hash for each linked partner", async () => {
    const { production, packageId, partner, zip } = await one();
    const { archiveSha256, bytes, performerCount, depictionCount, sealedAt } = await packageRow(packageId);
    expect(hexOf(archiveSha256 ?? Buffer.of())).toBe(sha256Hex(zip));
    expect([Number(bytes), performerCount, depictionCount]).toEqual([zip.length, 3, 1]);
    const { status, documentedAt } = await db.production.findUniqueOrThrow({ where: { id: production.id } });
    expect(status).toBe("documented");
    const certificate = await db.certificate.findFirstOrThrow({ where: { productionId: production.id } });
    expect(certificate).toMatchObject({ status: "CURRENT", origin: "documented", packageId });
    expect(await verifyCertificate(certificate.jwt ?? "")).toMatchObject({
      sub: production.id,
      performerCount: 3,
      archiveSha256: sha256Hex(zip),
      sealedAt: sealedAt?.toISOString(),
    });
    expect(await productionEventsOf(partner)).toMatchObject([
      {
        type: "production.documented",
        data: { productionId: production.id, documentedAt: documentedAt?.toISOString(), certificate: certificate.jwt },
      },
    ]);
    expect((await linesOn(production.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["production.sealed", "production.documented"]),
    );
    expect(await verifyPackages(production.id)).toMatchObject({ ok: true, packages: [{ packageId, problem: null }] });
  });

  it("is stored sealed, under a key of its own", async () => {
    const { packageId, performers, zip } = await one();
    const [key, ...others] = await objectsOf(packageId);
    expect(others).toEqual([]);
    const stored = await buffer(await storage().get(key ?? ""));
    for (const bytes of [stored, await readFile(join(root, key ?? ""))]) {
      expect(bytes.includes("bagit.txt")).toBe(false);
      expect(bytes.includes(performers[0]?.email ?? "")).toBe(false);
      expect(bytes.includes(zip.subarray(0, 64))).toBe(false);
    }
  });

  it("keeps what was sealed when the records are sealed again", async () => {
    const { production, packageId, zip } = await makeSealed();
    await db.productionDepiction.deleteMany({ where: { productionId: production.id } });
    const again = await openSeal(production);
    await sealPackage(again.packageId);
    const certificates = await db.certificate.findMany({
      where: { productionId: production.id },
      orderBy: { id: "asc" },
    });
    expect(certificates).toMatchObject([
      { status: "SUPERSEDED", packageId, supersededById: certificates[1]?.id },
      { status: "CURRENT", origin: "reissued", packageId: again.packageId },
    ]);
    expect((await downloadPackage(production.id, packageId)).equals(zip)).toBe(true);
  });

  it("can't be changed or deleted in the database", async () => {
    const { packageId } = await one();
    const where = `WHERE id = '${packageId}'`;
    for (const change of ["performer_count = 1", "title = 'Another'"]) {
      await expect(asOwner(`UPDATE sealed_packages SET ${change} ${where}`)).rejects.toThrow("does not change");
    }
    await expect(asOwner(`DELETE FROM package_keys WHERE package_id = '${packageId}'`)).rejects.toThrow("is kept");
    await expect(asOwner(`DELETE FROM sealed_packages ${where}`)).rejects.toThrow("is kept");
    const open = await openSeal((await makeSealable()).production);
    await expect(
      asOwner(`UPDATE sealed_packages SET producer_name = 'Another' WHERE id = '${open.packageId}'`),
    ).rejects.toThrow("does not change");
  });
});

describe("sealing", () => {
  it("makes one package in ten runs at once", async () => {
    const { production, partner } = await makeSealable();
    const { packageId } = await openSeal(production);
    await Promise.all(Array.from({ length: 10 }, () => sealPackage(packageId)));
    expect(await objectsOf(packageId)).toEqual([(await packageRow(packageId)).storageKey]);
    expect(await db.certificate.count({ where: { productionId: production.id } })).toBe(1);
    expect(await productionEventsOf(partner)).toHaveLength(1);
  });

  it.each(["before the object", "after the object"])("makes one package after a crash %s", async (when) => {
    const { production, partner } = await makeSealable();
    const { packageId } = await openSeal(production);
    const objects = storage();
    const put = objects.put.bind(objects);
    vi.spyOn(objects, "put").mockImplementationOnce(async (...sent) => {
      if (when === "after the object") await put(...sent);
      throw new Error("killed");
    });
    await sealPackage(packageId);
    expect((await packageRow(packageId)).sealedAt).toBeNull();
    await sealPackage(packageId);
    clock.advance(7 * HOUR_MS);
    await runJobs(sweepPackageObjectTask);
    expect(await objectsOf(packageId)).toEqual([(await packageRow(packageId)).storageKey]);
    expect(await productionEventsOf(partner)).toHaveLength(1);
  });

  it("resumes a package whose job was lost, and no other", async () => {
    const [lost, fresh, retried] = [await makeSealable(), await makeSealable(), await makeSealable()];
    const { packageId } = await openSeal(lost.production);
    const waiting = await openSeal(retried.production);
    const runAt = new Date(clock.now().getTime() + 4 * HOUR_MS);
    await inTransaction((tx) => queueSeal(tx, { packageId: waiting.packageId }, { runAt }));
    clock.advance(2 * HOUR_MS);
    const young = await openSeal(fresh.production);
    for (let runs = 0; runs < 2; runs++) await resumeSealingTask.run({}, firstRun);
    expect(await runJobs(sealProductionTask, { packageId: young.packageId })).toBe(0);
    expect(await runJobs(sealProductionTask, { packageId: waiting.packageId })).toBe(0);
    expect(await runJobs(sealProductionTask, { packageId })).toBe(1);
    expect((await packageRow(packageId)).sealedAt).not.toBeNull();
  });

  it("resumes a package whose job failed for good", async () => {
    const { packageId } = await openSeal((await makeSealable()).production);
    await inTransaction((tx) => queueSeal(tx, { packageId }));
    await db.$executeRaw`
      SELECT graphile_worker.permanently_fail_jobs(
        ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = ${`seal_production ${packageId}`}))`;
    clock.advance(2 * HOUR_MS);
    await resumeSealingTask.run({}, firstRun);
    const jobs = db.$queryRaw`
      SELECT attempts FROM graphile_worker.jobs WHERE key = ${`seal_production ${packageId}`}`;
    expect(await jobs).toEqual([{ attempts: 0 }]);
  });
});
