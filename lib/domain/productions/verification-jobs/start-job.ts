import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { cancelIn, completeCreation, insertJob, writeScene } from "@/lib/domain/scenes";
import type { Consents } from "@/lib/domain/scenes/consents";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { InvalidField, NotFound, Unprocessable } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { lockName } from "@/lib/platform/locks";
import { joinScene, type ProductionStatus, type Registration, registerProductionIn } from "..";
import { type NamedJob, ofPartner, readJob } from "./queries";
import type { VerificationJob, VerificationJobCancelled } from "./schemas";

type Starter = Ctx<PartnerKeyActor | PortalUserActor>;

type NewJob = {
  /** The partner's own id. */
  jobId: string;
  contentId: string;
  title: string;
  productionDate: Date;
  performers: readonly { email: string }[];
  /** The production that the job's scene joins. */
  productionId?: string | undefined;
  /** What the job's scene needs. */
  requiredConsents?: Consents | undefined;
};

/** A job that a call names: by its first call, or as it was. */
type Started = { /** Our own id of it. */ id: string; job: VerificationJob; isNew: boolean };

/**
 * Start a verification job, charge its fee and invite its performers. A repeat with the same `jobId` changes nothing and returns the
 * job as it is. A fee that can't be charged doesn't stop the job. An interrupted call is finished by a job within a minute.
 * Contract: Verification jobs, start. Throws `Forbidden`, `InvalidField` `productionId` for one that isn't linked to the partner, and
 * `Conflict` as `joinScene` does.
 */
export async function startJob(ctx: Starter, input: NewJob): Promise<Started> {
  const entered = await inTransaction((tx) => enterJob(tx, ctx, input));
  return completeStart(ctx, entered);
}

/**
 * Register a production as `registerProduction` does, and start a job for it, together or not at all. The job's id is ours, or the
 * form's. Contract: Creating a production. Throws as both do.
 */
export async function registerWithJob(
  ctx: Starter,
  {
    performers,
    contentId,
    requiredConsents,
    ...production
  }: Registration & Pick<NewJob, "performers" | "contentId" | "requiredConsents">,
): Promise<{ productionId: string; status: ProductionStatus; verificationJobId: string }> {
  const { title, productionDate } = production;
  const { registered, entered } = await inTransaction(async (tx) => {
    const made = await registerProductionIn(tx, ctx, { ...production, contentId });
    const { productionId } = made;
    const job = {
      jobId: production.id ?? newId(),
      contentId,
      title,
      productionDate,
      performers,
      productionId,
      requiredConsents,
    };
    return { registered: made, entered: await enterJob(tx, ctx, job) };
  });
  const { job } = await completeStart(ctx, entered);
  return { ...registered, verificationJobId: job.id };
}

/** A job's scene. Not `isNew` for a repeat. */
type Entered = { id: string; jobId: string; sceneId: string; isNew: boolean };

/** Write a job with its scene, or find the first one with this id. Throws `Forbidden`. */
async function enterJob(
  tx: Tx,
  ctx: Starter,
  { jobId, contentId, productionId, ...content }: NewJob,
): Promise<Entered> {
  const { partnerId } = ctx.actor;
  await assertMay(tx, ctx, { partnerId, to: "manage_records" });
  await lockName(tx, `verification job ${partnerId} ${jobId}`);
  const first = await tx.verificationJob.findUnique({ where: { partnerId_jobId: { partnerId, jobId } } });
  if (first) return { id: first.id, jobId, sceneId: first.sceneId, isNew: false };
  const { title, productionDate: shootDate, performers, requiredConsents: needs } = content;
  const wanted = { partnerId, title, shootDate, performers, needs, uploading: null };
  const { id: sceneId } = await writeScene(ctx, wanted, tx);
  if (productionId) await joinLinked(tx, ctx, { productionId, sceneId });
  const id = newId();
  const createdAt = clock.now();
  await insertJob(tx, { id, partnerId, jobId, contentId, sceneId, productionId: productionId ?? null, createdAt });
  record(tx, {
    ctx,
    action: "verification_job.started",
    subject: { kind: "verification_job", id },
    detail: { sceneId, ...(productionId && { productionId }) },
  });
  return { id, jobId, sceneId, isNew: true };
}

/** Another partner's production is refused like an unknown one. */
async function joinLinked(tx: Tx, ctx: Starter, joining: { productionId: string; sceneId: string }): Promise<void> {
  await joinScene(tx, ctx, joining).catch((error: unknown) => {
    if (error instanceof NotFound) throw new InvalidField("productionId", "No production linked to you has this id.");
    throw error;
  });
}

/** Charge a new job's fee to a card and invite the performers, after its transaction. */
async function completeStart(ctx: Starter, { id, jobId, sceneId, isNew }: Entered): Promise<Started> {
  if (isNew) await completeCreation(ctx, sceneId);
  return { id, job: await readJob(ctx, jobId), isNew };
}

/**
 * Cancel a job that waits for its performers, and send `verification.cancelled`. Nothing is refunded. A repeat returns the same
 * answer and sends nothing. A job whose time is over is blocked instead. Contract: Verification jobs, cancel. Throws `NotFound`,
 * `Forbidden`, and 422 `job_not_cancellable`.
 */
export async function cancelJob(
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  named: NamedJob,
): Promise<VerificationJobCancelled> {
  const { partnerId } = ctx.actor;
  const { jobId, cancelled } = await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    const job = await tx.verificationJob.findUnique({ where: ofPartner(partnerId, named) });
    if (!job) throw new NotFound();
    const done = await cancelIn(tx, ctx, job.sceneId);
    const subject = { kind: "verification_job", id: job.id } as const;
    if (done?.isNow) record(tx, { ctx, action: "verification_job.cancelled", subject });
    return { jobId: job.jobId, cancelled: done };
  });
  if (!cancelled) {
    throw new Unprocessable("job_not_cancellable", "Only a job that waits for its performers can be canceled");
  }
  return { id: jobId, status: "cancelled", cancelledAt: cancelled.at.toISOString(), refunded: false };
}
