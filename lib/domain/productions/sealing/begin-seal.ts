import { counted, type Statement, statementOf } from "@/lib/domain/acts";
import type { Ctx, ProducerActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockUser } from "@/lib/domain/parties/locks";
import { quotable } from "@/lib/domain/scenes";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { type EnqueueOptions, enqueue } from "@/lib/platform/jobs";
import { certify } from "../certificates";
import { type Checklist, checklistOf, performersOf, sumDepictions } from "../checklist";
import { assertAccess, assertMayRead, assertOpen } from "../production-access";
import { lockProducerOf, lockProduction } from "../production-status";

/** The task that makes the package. */
export const SEAL_TASK = "seal_production";

/** The key of a package's job, which there is at most one of. */
export const sealJobKey = (packageId: string): string => `${SEAL_TASK} ${packageId}`;

/** Queues the job that makes a package. */
export const queueSeal = (
  tx: Tx,
  payload: { packageId: string; failures?: number },
  options: Pick<EnqueueOptions, "runAt"> = {},
): Promise<void> => enqueue(tx, SEAL_TASK, payload, { ...options, jobKey: sealJobKey(payload.packageId) });

/** What the producer certifies now. Complete or not, so that they can read it before. Throws `NotFound`. */
export async function readSealStatement(ctx: Ctx<ProducerActor>, productionId: string): Promise<Statement> {
  await assertMayRead(ctx, productionId);
  return (await readSealable(db, productionId)).statement;
}

/**
 * The producer certifies the records, and a job seals them. While a package is being made, a repeat returns it and changes nothing.
 * Contract: Documenting a production. Throws `NotFound`, and `Conflict`: `checklist_incomplete`, `nothing_to_seal`,
 * `statement_changed`, `seal_held`, `production_closed`; about `signedName` see `certify`.
 */
export function beginSeal(
  ctx: Ctx<ProducerActor>,
  {
    productionId,
    shown,
    ...signature
  }: { productionId: string; shown: string; signedName: string; addsName?: boolean },
): Promise<{ packageId: string }> {
  return inTransaction(async (tx) => {
    await assertAccess(tx, ctx.actor, productionId);
    // A decision about their ID compares their signatures, and takes this lock first, too.
    await lockUser(tx, ctx.actor.userId);
    await lockProducerOf(tx, productionId);
    const production = await lockProduction(tx, productionId);
    if (!production) throw new NotFound();
    const open = await tx.sealedPackage.findFirst({ where: { productionId, sealedAt: null, failure: null } });
    if (open) return { packageId: open.id };
    assertOpen(production);
    const { revision } = production;
    await assertUnsealed(tx, { productionId, revision });
    const { checklist, statement, title, producerName } = await readSealable(tx, productionId);
    if (!checklist.isComplete) throw new Conflict("checklist_incomplete", "Something is missing. See the checklist.");
    await assertNotHeld(tx, productionId);
    const [packageId, requestedAt] = [newId(), clock.now()];
    const act = { productionId, statement, shown, ...signature, at: requestedAt };
    const attestationId = await certify(tx, ctx, { ...act, kind: "documentation" });
    await tx.sealedPackage.create({
      data: { id: packageId, productionId, attestationId, revision, title, producerName, requestedAt },
    });
    await queueSeal(tx, { packageId });
    const subject = { kind: "production", id: productionId } as const;
    const detail = { packageId, attestation: attestationId, revision };
    record(tx, { ctx, action: "production.sealing_started", subject, partnerId: null, detail });
    return { packageId };
  });
}

/** Throws `Conflict` `nothing_to_seal` if the newest package holds this revision. */
async function assertUnsealed(
  tx: Tx,
  { productionId, revision }: { productionId: string; revision: number },
): Promise<void> {
  const newest = await tx.sealedPackage.findFirst({
    where: { productionId, sealedAt: { not: null } },
    orderBy: { id: "desc" },
    select: { revision: true },
  });
  if (newest?.revision === revision)
    throw new Conflict("nothing_to_seal", "Nothing changed since the records were sealed.");
}

type Sealable = { checklist: Checklist; statement: Statement; title: string; producerName: string };

async function readSealable(tx: Pick<Tx, "production" | "$queryRaw">, productionId: string): Promise<Sealable> {
  const production = await tx.production.findUniqueOrThrow({
    where: { id: productionId },
    select: {
      title: true,
      productionDate: true,
      revision: true,
      producer: { select: { name: true } },
    },
  });
  const { title, productionDate, revision, producer } = production;
  const performers = await performersOf(productionId, { tx });
  const depictions = await sumDepictions(productionId, tx);
  const producerName = producer.name;
  return {
    checklist: checklistOf({ productionDate, producerName, performers, depictions }),
    statement: sealStatementOf({
      title,
      productionDate,
      performerCount: performers.length,
      depictionCount: depictions.count,
      producerName,
      revision,
    }),
    title,
    producerName,
  };
}

/** The version of the statement's words. A change of any word below is a new version; stored statements keep theirs. */
export const SEAL_STATEMENT_VERSION = "documentation-2026-11-23.2";

type Stated = {
  title: string;
  productionDate: Date;
  performerCount: number;
  depictionCount: number;
  producerName: string;
  /** The production's revision. So the statement is another one after every change of what it covers. */
  revision: number;
};

/**
 * The statement that a producer makes when they seal a production's records, with today's custodian. Show `text` byte for byte.
 * It names no performer.
 */
export function sealStatementOf(stated: Stated): Statement {
  const { title, productionDate, performerCount, depictionCount, producerName, revision } = stated;
  const { custodianName, custodianAddress } = env();
  const custodian = `${quotable(custodianName)}, ${quotable(custodianAddress)}`;
  const day = productionDate.toISOString().slice(0, 10);
  const introduction =
    `I make this statement for ${quotable(producerName)} (the “Producer”). It is about one production only: ` +
    `“${quotable(title)}”, produced on ${day} (the “Production”), with ${counted(performerCount, "performer")} and ` +
    `${counted(depictionCount, "depiction")}, in version ${revision} of its records. ${SERVICE_NAME} (the “Service”) keeps the records and is not a producer of the Production.`;
  const clauses = [...CLAUSES, custody(custodian), ...CONSEQUENCES];
  const [heading, version] = ["Statement of the producer", SEAL_STATEMENT_VERSION];
  return statementOf({ heading, version, introduction, clauses, signature: SIGNATURE });
}

const CLAUSES = [
  "I am the Producer, or the Producer authorized me to make this statement.",
  "The performers on the page where I make this statement are all the persons who are depicted in the Production in actual or " +
    "simulated sexually explicit conduct as defined in 18 U.S.C. § 2256(2)(A). I have left out no one.",
  "Each of them was at least eighteen (18) years old on the day the Production was produced. A government-issued photo " +
    "identification of each of them was verified, by the Service or elsewhere. The records say how and when. They hold a copy of " +
    "the identification where the Service was given one, and say so where it was not.",
  "Each of them signed a release or, as the uploader of a scene, a statement about it.",
  "The depictions on that page are all the copies of the Production that I publish or have others publish, as far as I know today. " +
    "Each URL and each day of production is correct. If I add, move or remove one, I correct these records and seal them again.",
];

const custody = (custodian: string): string =>
  "The records that 18 U.S.C. § 2257 and 28 C.F.R. Part 75 require for the Production are kept by " +
  `${custodian}. I consent to their being kept for at least seven years, and for as long after that as the law requires.`;

const CONSEQUENCES = [
  "I ask the Service to seal these records in one package and to issue a certificate to the platforms that are linked to the " +
    "Production. The certificate names no performer and ends after one year, unless I renew it.",
  "I know that a knowingly false entry in these records is a crime under 18 U.S.C. § 2257(f).",
];

const SIGNATURE =
  "I have read this statement, and it is true. By typing my name and pressing the button, I make it and sign it electronically " +
  "(15 U.S.C. § 7001). The Service records when, from which network address and with which browser I did so, as evidence of it.";

/** A production that failed to seal because a person's age wasn't proven, or its first day was moved back. */
export type SealHold = { id: string; title: string };

/** What the producer reads, whichever production failed first. It must tell nothing about a performer. */
export const SEAL_HELD = "These records can’t be sealed as they are. Our custodian looks into it and will contact you.";

/**
 * What keeps a production from being sealed until a custodian releases it: itself, or others of its producer with one of its
 * performers. Otherwise the producer could move a day and seal again, until they know when a performer turned 18.
 */
export const sealHoldsOn = (tx: Pick<Tx, "$queryRaw">, productionId: string): Promise<SealHold[]> =>
  tx.$queryRaw<SealHold[]>`
    WITH people AS (
      SELECT unnest(ARRAY[p.user_id, t.user_id, u.id]) AS id FROM production_performers m
        JOIN collab_scenes s ON s.id = m.scene_id
        LEFT JOIN scene_performers p ON p.id = m.scene_performer_id
        LEFT JOIN attestations t ON t.id = s.attestation_id AND m.scene_performer_id IS NULL
        LEFT JOIN users u ON u.email = m.email
      WHERE m.production_id = ${productionId}
    ), failed AS (
      SELECT subject_id AS id FROM alerts WHERE kind = 'in_production' AND person_id IN (SELECT id FROM people)
      UNION SELECT ${productionId}
    )
    SELECT other.id, other.title FROM failed JOIN productions other ON other.id = failed.id
      JOIN productions this ON this.id = ${productionId} AND this.producer_id = other.producer_id
    WHERE EXISTS (SELECT FROM seal_holds h WHERE h.production_id = other.id AND h.released_at IS NULL)
    ORDER BY other.id`;

/** Throws `Conflict` `seal_held`. The caller has locked the producer, so that no seal fails meanwhile. */
export async function assertNotHeld(tx: Tx, productionId: string): Promise<void> {
  if ((await sealHoldsOn(tx, productionId)).length > 0) throw new Conflict("seal_held", SEAL_HELD);
}
