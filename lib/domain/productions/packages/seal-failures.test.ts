import { describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage/storage";
import { linesOn } from "@/lib/testing/effects";
import { loseKey } from "@/lib/testing/identity-checks";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { runJobs } from "@/lib/testing/run-jobs";
import { objectsOf, packageRow, productionEventsOf, sealPackage } from "@/lib/testing/sealed-packages";
import { ownObjectFolder } from "@/lib/testing/storage-drivers";
import { sealProductionTask } from "./seal-production";

await ownObjectFolder();

const failuresOf = async (productionId: string) =>
  (await linesOn(productionId)).filter(({ action }) => action === "production.sealing_failed");

describe("a package fails", () => {
  it("for a photo that can't be read, in words that name no legal name", async () => {
    const { production, performers, partner } = await makeSealable();
    const [performer] = performers;
    await loseKey(performer?.userId ?? "");
    const { packageId } = await openSeal(production);
    await sealPackage(packageId);
    expect((await packageRow(packageId)).failure).toBe(`The stored ID of ${performer?.email} can’t be read.`);
    const { status } = await db.production.findUniqueOrThrow({ where: { id: production.id } });
    expect(status).toBe("pending_documentation");
    expect([await objectsOf(packageId), await productionEventsOf(partner)]).toEqual([[], []]);
    // The ledger can't forget an address.
    expect(await failuresOf(production.id)).toMatchObject([
      { detail: JSON.stringify({ packageId, problem: "UnreadableRecord" }) },
    ]);
    // The producer may seal again.
    await openSeal(production);
  });

  it("for a missing copy, after waiting a minute for it", async () => {
    const { production, performers } = await makeSealable();
    const [performer] = performers;
    const { key } = await db.releaseCopy.findUniqueOrThrow({ where: { performerId: performer?.id ?? "" } });
    await storage().delete(key);
    const { packageId } = await openSeal(production);
    await sealPackage(packageId, { failures: 4 });
    expect((await packageRow(packageId)).failure).toBeNull();
    await sealPackage(packageId, { failures: 5 });
    expect((await packageRow(packageId)).failure).toBe(`The signed release of ${performer?.email} is missing.`);
  });

  it("after some hours if it can't be stored", async () => {
    const { production } = await makeSealable();
    const { packageId } = await openSeal(production);
    vi.spyOn(storage(), "put").mockRejectedValue(new Error("the store is down"));
    await sealPackage(packageId, { failures: 9 });
    expect((await packageRow(packageId)).failure).toBeNull();
    await sealPackage(packageId, { failures: 10 });
    expect((await packageRow(packageId)).failure).toBe("The package could not be stored.");
    expect(await failuresOf(production.id)).toMatchObject([
      { detail: JSON.stringify({ packageId, problem: "NotStored" }) },
    ]);
  });

  it("only after retries, the first of them at once", async () => {
    const { production } = await makeSealable();
    const { packageId } = await openSeal(production);
    const put = vi.spyOn(storage(), "put").mockRejectedValue(new Error("the store is down"));
    await sealPackage(packageId);
    expect(await runJobs(sealProductionTask, { packageId })).toBe(1);
    put.mockRestore();
    expect(await runJobs(sealProductionTask, { packageId })).toBe(0);
    clock.advance(3000);
    expect(await runJobs(sealProductionTask, { packageId })).toBe(1);
    expect((await packageRow(packageId)).sealedAt).not.toBeNull();
  });

  it("not because the worker stopped", async () => {
    const { production } = await makeSealable();
    const { packageId } = await openSeal(production);
    await sealPackage(packageId, { failures: 10, signal: AbortSignal.abort() });
    expect((await packageRow(packageId)).failure).toBeNull();
    expect(await runJobs(sealProductionTask, { packageId, failures: 10 })).toBe(1);
    expect((await packageRow(packageId)).sealedAt).not.toBeNull();
  });

  it("for a production that was closed meanwhile, which gets no certificate", async () => {
    const { production, partner } = await makeSealable();
    const { packageId } = await openSeal(production);
    const put = storage().put.bind(storage());
    vi.spyOn(storage(), "put").mockImplementationOnce(async (...sent) => {
      await put(...sent);
      await db.$executeRaw`UPDATE productions SET status = 'revoked' WHERE id = ${production.id}`;
    });
    await sealPackage(packageId);
    expect((await packageRow(packageId)).failure).toBe("The production was revoked or is being taken down.");
    expect(await db.certificate.count({ where: { productionId: production.id } })).toBe(0);
    expect([await objectsOf(packageId), await productionEventsOf(partner)]).toEqual([[], []]);
  });
});
