import { Readable } from "node:stream";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import type { ViewPurpose } from "@/lib/domain/identity";
import { assertFresh } from "@/lib/domain/parties/people";
import { hexOf } from "@/lib/platform/crypto";
import { sealedBytes } from "@/lib/platform/crypto-chunks";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound, Unavailable } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { storage } from "@/lib/platform/storage/storage";
import { verifyCertificate } from "../certificates";
import { findSealed, readArchive, type SealedFacts } from "./package-objects";

/** A plain archive to download. `body` fails before its end if the stored one isn't what was sealed. */
export type OpenedPackage = { fileName: string; bytes: number; body: Readable };

const RETRY_AFTER_S = 10;

/**
 * The plain ZIP of a sealed package, for a custodian with a stated purpose. First the ledger records the look, for the production
 * and for each person in it. Throws `NotFound`, `Forbidden` (also `conflict_of_interest` and `prove_again`), `Unavailable`.
 */
export async function openPackage(
  ctx: Ctx<StaffActor>,
  { productionId, packageId, purpose }: { productionId: string; packageId: string; purpose: ViewPurpose },
): Promise<OpenedPackage> {
  assertFresh(ctx);
  if (!isId(productionId) || !isId(packageId)) throw new NotFound();
  await inTransaction(async (tx) => {
    await assertNoConflict(tx, ctx, { production: productionId });
    const where = { id: packageId, productionId, sealedAt: { not: null } };
    if ((await tx.sealedPackage.count({ where })) === 0) throw new NotFound();
    const look = { ctx, partnerId: null, reason: purpose };
    const subject = { kind: "production", id: productionId } as const;
    record(tx, { ...look, action: "production.package_downloaded", subject, detail: { packageId } });
    for (const id of await peopleIn(tx, productionId)) {
      const person = { kind: "person", id } as const;
      record(tx, { ...look, action: "person.production_viewed", subject: person, detail: { productionId } });
    }
  });
  const sealed = await findSealed(packageId);
  if (!sealed) throw new NotFound();
  await assertStored(sealed);
  return {
    fileName: `production-${productionId}.zip`,
    bytes: sealed.bytes,
    body: Readable.from(loggedFailure(sealed), { objectMode: false }),
  };
}

async function peopleIn(tx: Tx, productionId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT coalesce(p.user_id, t.user_id) AS id FROM production_performers m
      JOIN collab_scenes s ON s.id = m.scene_id
      LEFT JOIN scene_performers p ON p.id = m.scene_performer_id
      LEFT JOIN attestations t ON t.id = s.attestation_id AND m.scene_performer_id IS NULL
    WHERE m.production_id = ${productionId} AND coalesce(p.user_id, t.user_id) IS NOT NULL ORDER BY id`;
  return rows.map(({ id }) => id);
}

// A browser can't be told once the download has begun, so what can be known before is checked before.
async function assertStored({ id, storageKey, bytes }: SealedFacts): Promise<void> {
  try {
    const found = await storage().describe(storageKey);
    if (found?.bytes === sealedBytes(bytes)) return;
    log.error({ packageId: id }, `a sealed package is ${found ? "not whole" : "missing from the storage"}`);
  } catch (error) {
    log.error({ err: error, packageId: id }, "a sealed package could not be read");
  }
  throw new Unavailable("The package can’t be read right now. Try again in a minute", RETRY_AFTER_S);
}

async function* loggedFailure(sealed: SealedFacts): AsyncGenerator<Buffer> {
  try {
    yield* readArchive(sealed);
  } catch (error) {
    log.error({ err: error, packageId: sealed.id }, "a sealed package differs from the one that was certified");
    throw error;
  }
}

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
