import { sealProductionTask } from "@/lib/domain/productions/packages";
import { db } from "@/lib/platform/db";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { firstRun } from "@/lib/testing/run-jobs";

export { closeDatabase } from "@/lib/platform/db";

/** A production of a scene with performers and their uploader, and what its producer's seal leaves. Returns the open package. */
export async function makeOpenPackage({
  performers,
  ...about
}: {
  performers: number;
  depictions: number;
  photo?: Buffer;
}) {
  const names = Array.from({ length: performers }, (_, n) => `Ada Example ${n}`);
  const { production } = await makeSealable({ names, ...about });
  return (await openSeal(production)).packageId;
}

/** Seals an open package as the worker does. Returns the bytes of the plain archive. */
export async function sealNow(packageId: string): Promise<number> {
  await sealProductionTask.run({ packageId }, firstRun);
  const { bytes, failure } = await db.sealedPackage.findUniqueOrThrow({ where: { id: packageId } });
  if (bytes === null) throw new Error(failure ?? "The package isn't sealed.");
  return Number(bytes);
}
