import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { openPackage, sealProductionTask } from "@/lib/domain/productions/packages";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { storage } from "@/lib/platform/storage/storage";
import { eventsOf } from "./effects";
import { makeCustodian, staffCtx } from "./factories";
import { makeSealable, openSeal } from "./packages";
import { firstRun } from "./run-jobs";
import { integrateAll } from "./transparency";
import { readZip } from "./zip";

/** Seals an open package as its job does, which a failure queues again. */
export const sealPackage = (
  packageId: string,
  { failures = 0, signal }: { failures?: number; signal?: AbortSignal } = {},
) => sealProductionTask.run({ packageId, failures }, { ...firstRun, signal });

export const packageRow = (id: string) => db.sealedPackage.findUniqueOrThrow({ where: { id } });

/** The plain archive, as a custodian downloads it. */
export async function downloadPackage(productionId: string, packageId: string): Promise<Buffer> {
  const ctx = staffCtx(await makeCustodian());
  return buffer((await openPackage(ctx, { productionId, packageId, purpose: "inspection" })).body);
}

/** The files of a production's archive, by their paths in its bag. */
export async function readPackage(productionId: string, packageId: string) {
  const zip = await downloadPackage(productionId, packageId);
  const bag = `production-${productionId}/`;
  const files = new Map([...readZip(zip)].map(([path, body]) => [path.slice(bag.length), body]));
  const text = (path: string) => files.get(path)?.toString() ?? "";
  const table = (path: string): Record<string, string>[] => parse(text(path), { bom: true, columns: true });
  return { zip, files, text, table };
}

/** A production that was sealed, and its archive. */
export async function makeSealed(options: Parameters<typeof makeSealable>[0] = {}) {
  const made = await makeSealable(options);
  const { packageId } = await openSeal(made.production);
  await sealPackage(packageId);
  return { ...made, packageId, ...(await readPackage(made.production.id, packageId)) };
}

/** A production that was sealed again, so that its package has proofs of the first time. */
export async function makeProven() {
  const { production } = await makeSealed();
  await integrateAll();
  const { packageId } = await openSeal(production);
  await sealPackage(packageId);
  return readPackage(production.id, packageId);
}

/** What a partner heard of its productions. The events of their scenes come before. */
export const productionEventsOf = async (partner: { id: string }) =>
  (await eventsOf(partner)).filter(({ type }) => type.startsWith("production."));

/** The keys of the stored objects of a package. */
export async function objectsOf(packageId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage().listOlder("packages", new Date(Date.now() + DAY_MS))) {
    if (key.includes(packageId)) keys.push(key);
  }
  return keys;
}
