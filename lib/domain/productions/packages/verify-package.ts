import { verifyCertificate } from "@/lib/domain/productions/certificates";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { findSealed, readArchive } from "./package-objects";

/** What is wrong with a sealed package; null for a sound one. */
type Verified = { packageId: string; sealedAt: Date; bytes: number; archiveSha256: string; problem: string | null };

/**
 * Opens every sealed package of a production, as stored, and compares it with its hash and with the certificates that name it.
 * Shows nothing of what is in it. Throws `NotFound`.
 */
export async function verifyPackages(productionId: string): Promise<{ ok: boolean; packages: Verified[] }> {
  if (!isId(productionId) || (await db.production.count({ where: { id: productionId } })) === 0) throw new NotFound();
  const rows = await db.sealedPackage.findMany({
    where: { productionId, sealedAt: { not: null } },
    orderBy: { id: "asc" },
    select: { id: true, sealedAt: true, bytes: true, archiveSha256: true },
  });
  const packages: Verified[] = [];
  for (const { id: packageId, sealedAt, bytes, archiveSha256 } of rows) {
    if (!sealedAt || bytes === null || !archiveSha256) continue;
    const sha256 = hexOf(archiveSha256);
    const problem = (await archiveProblem(packageId)) ?? (await certificateProblem(packageId, sha256));
    packages.push({ packageId, sealedAt, bytes: Number(bytes), archiveSha256: sha256, problem });
  }
  return { ok: packages.every(({ problem }) => problem === null), packages };
}

async function archiveProblem(packageId: string): Promise<string | null> {
  const sealed = await findSealed(packageId);
  if (!sealed) return "not sealed";
  try {
    for await (const _ of readArchive(sealed));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function certificateProblem(packageId: string, archiveSha256: string): Promise<string | null> {
  const certificates = await db.certificate.findMany({ where: { packageId }, select: { id: true, jwt: true } });
  for (const { id, jwt } of certificates) {
    const claims = jwt === null ? null : await verifyCertificate(jwt);
    if (claims?.archiveSha256 !== archiveSha256) return `Certificate ${id} doesn't name this archive.`;
  }
  return null;
}
