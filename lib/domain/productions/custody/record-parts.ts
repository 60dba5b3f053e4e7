import type { Latest } from "@/lib/domain/core/ledger";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";

const SHOWN = 100;

/** Who is in a production, by address, with the scenes in which they signed, and the ids of those with an account. */
export async function performerRecordsOf(productionId: string) {
  const rows = await db.productionPerformer.findMany({
    where: { productionId },
    orderBy: [{ email: "asc" }, { sceneId: "asc" }],
    select: {
      email: true,
      scenePerformerId: true,
      scene: { select: { id: true, title: true } },
      scenePerformer: {
        select: { userId: true, signedAt: true, consentedAt: true, refusedAt: true, withdrawnAt: true },
      },
    },
  });
  const accounts = await db.user.findMany({
    where: { email: { in: rows.map(({ email }) => email) } },
    select: { id: true },
  });
  const signed = rows.flatMap(({ scenePerformer }) => (scenePerformer?.userId ? [scenePerformer.userId] : []));
  const performers = [...Map.groupBy(rows, ({ email }) => email)].map(([email, roles]) => ({
    email,
    scenes: roles.map(({ scene, scenePerformer, scenePerformerId }) => ({
      ...scene,
      isUploader: scenePerformerId === null,
      signedAt: scenePerformer?.signedAt ?? null,
      withdrawnAt: scenePerformer?.withdrawnAt ?? null,
      consentedAt: scenePerformer?.consentedAt ?? null,
      refusedAt: scenePerformer?.refusedAt ?? null,
    })),
  }));
  return { performers, people: [...new Set([...signed, ...accounts.map(({ id }) => id)])] };
}

/** The latest hundred depictions of a production, newest first. */
export async function depictionsOf(productionId: string) {
  const where = { productionId };
  const [rows, total] = await Promise.all([
    db.productionDepiction.findMany({
      where,
      orderBy: { id: "desc" },
      take: SHOWN,
      select: { id: true, url: true, sha256: true, title: true, producedOn: true },
    }),
    db.productionDepiction.count({ where }),
  ]);
  return latest(
    rows.map(({ sha256, ...row }) => ({ ...row, sha256: sha256 && hexOf(sha256) })),
    total,
  );
}

/** The latest hundred packages of a production, newest first, also those being made and failed ones. */
export async function packagesOf(productionId: string) {
  const where = { productionId };
  const [rows, total] = await Promise.all([
    db.sealedPackage.findMany({
      where,
      orderBy: { id: "desc" },
      take: SHOWN,
      select: {
        id: true,
        revision: true,
        requestedAt: true,
        sealedAt: true,
        failure: true,
        archiveSha256: true,
        bytes: true,
        performerCount: true,
        depictionCount: true,
      },
    }),
    db.sealedPackage.count({ where }),
  ]);
  const packages = rows.map(({ archiveSha256, bytes, ...row }) => ({
    ...row,
    archiveSha256: archiveSha256 && hexOf(archiveSha256),
    bytes: bytes === null ? null : Number(bytes),
  }));
  return latest(packages, total);
}

/** The latest hundred certificates of a production, newest first. */
export async function certificatesOf(productionId: string) {
  const where = { productionId };
  const [rows, total] = await Promise.all([
    db.certificate.findMany({
      where,
      orderBy: [{ issuedAt: "desc" }, { id: "desc" }],
      take: SHOWN,
      select: {
        id: true,
        status: true,
        origin: true,
        packageId: true,
        issuedAt: true,
        expiresAt: true,
        supersededAt: true,
        revokedAt: true,
        reason: true,
      },
    }),
    db.certificate.count({ where }),
  ]);
  return latest(rows, total);
}

const latest = <Row>(rows: Row[], total: number): Latest<Row> => ({ rows, total });
