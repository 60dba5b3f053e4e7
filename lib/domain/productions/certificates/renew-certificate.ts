import { actedBy, attest, counted, type Statement, statementOf } from "@/lib/domain/acts";
import type { Ctx, ProducerActor } from "@/lib/domain/core/context";
import { emitAll } from "@/lib/domain/events";
import { assertOwnName, SignedName } from "@/lib/domain/identity/names";
import { lockUser } from "@/lib/domain/parties/locks";
import { quotable } from "@/lib/domain/scenes";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { ProductionStatus } from "@/prisma/generated/client";
import { lockProduction } from "../production-status";
import { openSigner } from "./certificate-jwt";
import { type IssuedCertificate, insertCertificate } from "./issue-certificate";
import { renewableFrom } from "./states";

type Certified = {
  kind: "documentation" | "renewal";
  productionId: string;
  statement: Statement;
  /** The hash of the statement that the producer read. */
  shown: string;
  signedName: string;
  /** Adds the name to the producer's record if their ID is verified and has another. */
  addsName?: boolean | undefined;
  at: Date;
};

/**
 * Keeps what a producer certified about a production, word for word, and returns the attestation's id. Throws `ZodError` for the
 * name, and `Conflict` `statement_changed` if the statement isn't the one that the producer read. About `signedName`: `InvalidField`,
 * and `AppError` 422 `name_differs` for a verified producer.
 */
export async function certify(
  tx: Tx,
  ctx: Ctx<ProducerActor>,
  { kind, productionId, statement, shown, signedName, addsName = false, at }: Certified,
): Promise<string> {
  const name = SignedName.parse(signedName);
  if (statement.shown !== shown) {
    throw new Conflict(
      "statement_changed",
      "The statement has changed since you opened it. Read it again, then certify.",
    );
  }
  await assertOwnName(tx, ctx, { signedName: name, addsName, signing: productionId, at });
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: ctx.actor.userId }, select: { email: true } });
  return attest(tx, {
    ...actedBy(ctx),
    kind,
    subjectKind: "production",
    subjectId: productionId,
    text: statement.text,
    textVersion: statement.version,
    signedName: name,
    email,
    attestedAt: at,
  });
}

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

/** The version of the statement's words. A change of any word below is a new version; stored statements keep theirs. */
export const RENEWAL_VERSION = "renewal-2026-11-23";

/** What a renewal is about: the package, with the names that it was sealed under, and the certificate that ends. */
export type Renewed = {
  productionId: string;
  title: string;
  producerName: string;
  sealedAt: Date;
  archiveSha256: Uint8Array;
  performerCount: number;
  depictionCount: number;
  certificateId: string;
  expiresAt: Date;
};

/**
 * The statement with which a producer renews a certificate, with today's custodian. Show `text` byte for byte: it is kept as
 * evidence. It names the certificate that ends, so each renewal has a statement of its own.
 */
export function renewalStatementOf(renewed: Renewed): Statement {
  const { custodianName, custodianAddress } = env();
  const { productionId, title, producerName, sealedAt, archiveSha256, certificateId, expiresAt } = renewed;
  const introduction =
    `I make this statement for ${quotable(producerName)} (the “Producer”). It is about the production “${quotable(title)}” (number ${productionId}, the ` +
    `“Production”) and its records as they were sealed on ${sealedAt.toISOString()} (the “Records”). The Records have ` +
    `${counted(renewed.performerCount, "performer")} and ${counted(renewed.depictionCount, "depiction")}. The SHA-256 hash of their ` +
    `archive is ${hexOf(archiveSha256)}. Their certificate ${certificateId} ends on ${expiresAt.toISOString()}. ` +
    `${SERVICE_NAME} (the “Service”) issues the next one, and is not a producer of the Production.`;
  const clauses = [
    "I am the Producer, or the Producer authorized me to make this statement.",
    "I have read what the Records say about the Production: its title, its day of production, its performers and its depictions. To the " +
      "best of my knowledge, that is still true and complete.",
    "I know of no person who is depicted in the Production and whom the Records leave out.",
    "Each person who is depicted in the Production was at least eighteen (18) years old when it was produced, and took part voluntarily.",
    "The records that 18 U.S.C. § 2257 and 28 C.F.R. Part 75 require for the Production are kept by " +
      `${quotable(custodianName)}, ${quotable(custodianAddress)}. They are kept for at least seven years, and for as long after that as ` +
      "the law requires.",
    "If I learn that the Records are wrong or incomplete, I will correct them with the Service without delay.",
    "I know that a knowingly false entry in these records is a crime under 18 U.S.C. § 2257(f).",
  ];
  const heading = "Statement of the producer, to renew a certificate";
  return statementOf({ heading, version: RENEWAL_VERSION, introduction, clauses, signature: SIGNATURE });
}

const SIGNATURE =
  "I have read this statement, and it is true. By typing my name and pressing the button, I make it and sign it electronically " +
  "(15 U.S.C. § 7001). The Service records when, from which network address and with which browser I did so, as evidence of it.";
