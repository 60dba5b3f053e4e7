import type { Statement } from "@/lib/domain/acts";
import type { Ctx, ProducerActor } from "@/lib/domain/core/context";
import { emitAll } from "@/lib/domain/events";
import { lockUser } from "@/lib/domain/parties/locks";
import { lockProduction } from "@/lib/domain/productions/production-status";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { ProductionStatus } from "@/prisma/generated/client";
import { openSigner } from "./certificate-jwt";
import { certify } from "./certify";
import { type IssuedCertificate, insertCertificate } from "./issue-certificate";
import { renewalStatementOf } from "./renewal-statement";
import { renewableFrom } from "./states";

type Renewer = Ctx<ProducerActor>;

/**
 * The statement that a producer's renewal page shows, also before the certificate can be renewed. Throws `NotFound`, and `Conflict`:
 * `production_closed`, `records_not_sealed`.
 */
export async function readRenewalStatement(ctx: Renewer, productionId: string): Promise<Statement> {
  const production = isId(productionId) ? await readProduction(db, ctx, productionId) : null;
  if (!production) throw new NotFound();
  assertDocumented(production);
  return (await getRenewable(db, productionId)).statement;
}

/**
 * Renew the certificate of a production for a year, over the same sealed package. `shown` is the hash of the statement that the
 * producer read and signed. A repeat returns the certificate that the first call issued. Contract: Events,
 * `production.certificate_renewed`. Throws `NotFound`, and `Conflict`: `production_closed`, `records_not_sealed`,
 * `renewal_too_early`, `statement_changed`; about `signedName` see `certify`.
 */
export async function renewCertificate(
  ctx: Renewer,
  {
    productionId,
    shown,
    ...signature
  }: { productionId: string; shown: string; signedName: string; addsName?: boolean },
): Promise<Pick<IssuedCertificate, "certificateId" | "expiresAt"> & { renewed: boolean }> {
  const signer = await openSigner();
  return inTransaction(async (tx) => {
    // Before the lock, so that producers don't wait for each other.
    const found = isId(productionId) ? await readProduction(tx, ctx, productionId) : null;
    // A decision about their ID compares their signatures, and takes this lock first, too.
    if (found) await lockUser(tx, ctx.actor.userId);
    const production = found && (await lockProduction(tx, productionId));
    if (!production) throw new NotFound();
    const repeated = await findRepeated(tx, productionId, shown);
    if (repeated) return { ...repeated, renewed: false };
    assertDocumented(production);
    const { statement, packageId, expiresAt: previous } = await getRenewable(tx, productionId);
    const [now, from] = [clock.now(), renewableFrom(previous)];
    if (now < from) {
      const day = from.toISOString().slice(0, 10);
      throw new Conflict("renewal_too_early", `You can renew this certificate from ${day}.`);
    }
    const act = { productionId, statement, shown, ...signature, at: now };
    const attestationId = await certify(tx, ctx, { ...act, kind: "renewal" });
    const issued = await insertCertificate(tx, ctx, { packageId, attestationId, origin: "renewed", signer });
    await sendRenewed(tx, { productionId, jwt: issued.jwt, previous });
    return { certificateId: issued.certificateId, expiresAt: issued.expiresAt, renewed: true };
  });
}

const readProduction = (tx: Pick<Tx, "production">, { actor }: Renewer, id: string) =>
  tx.production.findFirst({ where: { id, producerId: actor.producerId }, select: { status: true } });

function assertDocumented({ status }: { status: ProductionStatus }): void {
  if (status !== "documented") throw new Conflict("production_closed", "This production can’t be renewed.");
}

/** The CURRENT certificate over a sealed package, with the statement that renews it. Throws `Conflict` `records_not_sealed`. */
async function getRenewable(tx: Pick<Tx, "certificate">, productionId: string) {
  const current = await tx.certificate.findFirst({
    where: { productionId, status: "CURRENT" },
    select: {
      id: true,
      expiresAt: true,
      package: true,
    },
  });
  const sealed = current?.package;
  const { sealedAt, archiveSha256 } = sealed ?? {};
  if (!sealed || !sealedAt || !archiveSha256) {
    throw new Conflict("records_not_sealed", "Seal the records first. That brings a new certificate.");
  }
  const { id: certificateId, expiresAt } = current;
  const statement = renewalStatementOf({
    productionId,
    title: sealed.title,
    producerName: sealed.producerName,
    sealedAt,
    archiveSha256,
    performerCount: sealed.performerCount ?? 0,
    depictionCount: sealed.depictionCount ?? 0,
    certificateId,
    expiresAt,
  });
  return { packageId: sealed.id, expiresAt, statement };
}

/** The CURRENT certificate, if this very statement brought it. */
async function findRepeated(tx: Tx, productionId: string, shown: string) {
  const current = await tx.certificate.findFirst({
    where: { productionId, status: "CURRENT", origin: "renewed" },
    select: { id: true, expiresAt: true, attestation: { select: { textSha256: true } } },
  });
  if (!current?.attestation || hexOf(current.attestation.textSha256) !== shown) return null;
  return { certificateId: current.id, expiresAt: current.expiresAt };
}

type Sent = { productionId: string; jwt: string; previous: Date };

async function sendRenewed(tx: Tx, { productionId, jwt, previous }: Sent): Promise<void> {
  const linked = await tx.productionPartner.findMany({ where: { productionId }, orderBy: { partnerId: "asc" } });
  const data = { productionId, newCertificate: jwt, previousCertificateExpiresAt: previous.toISOString() };
  await emitAll(
    tx,
    linked.map(({ partnerId }) => ({ type: "production.certificate_renewed", partnerId, data }) as const),
  );
}
