import type { Statement } from "@/lib/domain/acts";
import type { Ctx, ProducerActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockUser } from "@/lib/domain/parties/locks";
import { certify } from "@/lib/domain/productions/certificates";
import { lockProducerOf, lockProduction } from "@/lib/domain/productions/production-status";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { type EnqueueOptions, enqueue } from "@/lib/platform/jobs";
import { type Checklist, checklistOf, performersOf, sumDepictions } from "../checklist";
import { assertAccess, assertMayRead, assertOpen } from "../production-access";
import { assertNotHeld } from "./seal-holds";
import { sealStatementOf } from "./seal-statement";

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
