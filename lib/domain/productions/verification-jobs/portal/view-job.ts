import { presentVerificationFee } from "@/lib/domain/billing";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import type { LedgerAction } from "@/lib/domain/core/ledger";
import { actsOfTeam, invitationOf, isOpen } from "@/lib/domain/scenes";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { jobPerformerStatus, jobStatus } from "../labels";
import { type FoundJob, findJob } from "../queries";

/** One event of a job's timeline, as its partner may see it. `by` is null where the service or a performer acted. */
export type JobEvent = { at: Date } & (
  | { what: "started" | "cancelled"; by: string | null }
  | { what: "completed" | "expired" }
  | { what: "invited_again"; email: string; by: string }
  | { what: "signed" | "verified" | "refused"; email: string }
);

/** One of the partner's own jobs, with what the API and its events show and no more. Throws `NotFound`. */
export async function viewJob(ctx: Ctx<PortalUserActor>, id: string) {
  const { partnerId } = ctx.actor;
  const job = isId(id) ? await findJob(partnerId, { id }) : null;
  if (!job) throw new NotFound();
  const { jobId, contentId, productionId, createdAt, scene, fee } = job;
  const { title, status, shootDate, expiresAt, performers } = scene;
  const open = isOpen(scene);
  return {
    id,
    jobId,
    contentId,
    title,
    productionId,
    createdAt,
    expiresAt,
    status: jobStatus(status),
    // A job's scene always has one.
    productionDate: shootDate ?? createdAt,
    endedAt: scene.greenlitAt ?? scene.blockedAt ?? scene.cancelledAt,
    // Nothing about the person or their ID but what the API answers.
    performers: performers.map((performer) => ({
      id: performer.id,
      email: performer.email,
      status: jobPerformerStatus(performer),
      ...invitationOf(performer, open),
    })),
    fees: presentVerificationFee(fee),
    /** Whether a performer may still decide, and the partner cancel. */
    isOpen: open,
    history: await historyOf(job),
  };
}

/** What a job's page shows. */
export type JobView = Awaited<ReturnType<typeof viewJob>>;
export type JobPerformerView = JobView["performers"][number];

const STARTED = "verification_job.started" satisfies LedgerAction;
const CANCELLED = "verification_job.cancelled" satisfies LedgerAction;

/** A job's history as its partner may see it, newest first. */
async function historyOf({ id, partnerId, createdAt, scene }: FoundJob): Promise<JobEvent[]> {
  const { performers } = scene;
  const subject = { kind: "verification_job", id } as const;
  const acts = await actsOfTeam({ partnerId, subject, performers, actions: [STARTED, CANCELLED] });
  const by = (action: string) => acts.find((act) => act.action === action)?.by ?? null;
  const events: JobEvent[] = [{ what: "started", at: createdAt, by: by(STARTED) }];
  for (const { id: performerId, email, signedAt, consentedAt, refusedAt } of performers) {
    for (const act of acts.filter(({ subjectId }) => subjectId === performerId)) {
      events.push({ what: "invited_again", at: act.at, email, by: act.by });
    }
    if (signedAt) events.push({ what: "signed", at: signedAt, email });
    if (consentedAt) events.push({ what: "verified", at: consentedAt, email });
    if (refusedAt) events.push({ what: "refused", at: refusedAt, email });
  }
  if (scene.greenlitAt) events.push({ what: "completed", at: scene.greenlitAt });
  if (scene.blockedAt && scene.block === "expired") events.push({ what: "expired", at: scene.blockedAt });
  if (scene.cancelledAt) events.push({ what: "cancelled", at: scene.cancelledAt, by: by(CANCELLED) });
  // Among events of one moment, the last one written is the newest.
  return events.toReversed().toSorted((a, b) => b.at.getTime() - a.at.getTime());
}
