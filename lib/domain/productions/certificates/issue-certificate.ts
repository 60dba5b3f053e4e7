import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { emitAll } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { type CertificateSigner, signCertificate } from "./certificate-jwt";
import { documentedEvents } from "./documented-events";

/** A certificate with a JWT, as its production's partners get it. */
export type IssuedCertificate = { certificateId: string; jwt: string; issuedAt: Date; expiresAt: Date };

/**
 * Issue the certificate of a package that this transaction sealed, over the CURRENT one, and send it to every linked partner. Lock
 * the production first, and open the signer before the transaction. Contract: Certificate states.
 */
export async function issueCertificate(
  tx: Tx,
  ctx: Ctx,
  { packageId, signer }: { packageId: string; signer: CertificateSigner },
): Promise<IssuedCertificate> {
  const { productionId, attestationId } = await tx.sealedPackage.findUniqueOrThrow({
    where: { id: packageId },
    select: { productionId: true, attestationId: true },
  });
  const isFirst = (await tx.certificate.count({ where: { productionId } })) === 0;
  const origin = isFirst ? "documented" : "reissued";
  const issued = await insertCertificate(tx, ctx, { packageId, attestationId, origin, signer });
  await emitAll(tx, await documentedEvents(tx, { productionId }));
  return issued;
}

type NewCertificate = {
  packageId: string;
  attestationId: string;
  origin: "documented" | "reissued" | "renewed";
  signer: CertificateSigner;
};

/**
 * Sign and store a certificate over a sealed package, and supersede the CURRENT one. Lock the production first. The caller sends
 * the event. The database refuses it for a production that isn't documented.
 */
export async function insertCertificate(
  tx: Tx,
  ctx: Ctx,
  { packageId, attestationId, origin, signer }: NewCertificate,
): Promise<IssuedCertificate> {
  const sealed = await tx.sealedPackage.findUniqueOrThrow({ where: { id: packageId }, include: { production: true } });
  const { productionId, sealedAt, archiveSha256, performerCount, production } = sealed;
  const { documentedAt } = production;
  if (!sealedAt || !archiveSha256 || performerCount === null || !documentedAt) throw new Error("nothing is sealed");
  const certificateId = newId();
  const contents = {
    productionId,
    certificateId,
    performerCount,
    documentedAt,
    sealedAt,
    archiveSha256: hexOf(archiveSha256),
  };
  const { jwt, issuedAt, expiresAt } = await signCertificate(contents, signer);
  await tx.certificate.updateMany({
    where: { productionId, status: "CURRENT" },
    data: {
      status: "SUPERSEDED",
      supersededAt: clock.now(),
      supersededById: certificateId,
      reason: origin === "renewed" ? "annual_renewal" : null,
    },
  });
  const { kid } = signer;
  await tx.certificate.create({
    data: { id: certificateId, productionId, origin, packageId, attestationId, kid, jwt, issuedAt, expiresAt },
  });
  record(tx, {
    ctx,
    action: `certificate.${origin === "renewed" ? "renewed" : "issued"}`,
    subject: { kind: "production", id: productionId },
    partnerId: null,
    detail: { certificateId, packageId, expiresAt: expiresAt.toISOString() },
  });
  return { certificateId, jwt, issuedAt, expiresAt };
}
