import { presentVerificationFee } from "@/lib/domain/billing";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { dated, type HistoryLine, newestFirst } from "@/lib/domain/core/ledger";
import { markReader } from "@/lib/domain/core/mark";
import { actsOfTeam, invitationOf, isOpen } from "@/lib/domain/scenes";
import { neededText } from "@/lib/domain/scenes/consents";
import { clock } from "@/lib/platform/clock";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { jobPerformerStatus, jobStatus } from "../labels";
import { type FoundJob, findJob } from "../queries";

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
    /** What its performers must consent to, by its label; null where the job didn't say so. */
    needs: neededText(scene.needs),
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

/** A job's history as its partner may see it, newest first. */
async function historyOf({ id, partnerId, createdAt, scene }: FoundJob): Promise<HistoryLine[]> {
  const { performers, block, blockedAt } = scene;
  const acts = await actsOfTeam({ partnerId, subject: { kind: "verification_job", id }, performers });
  return newestFirst([
    { at: createdAt, did: "Started", by: acts.by("verification_job.started") },
    ...performers.flatMap(({ id: performerId, email: who, signedAt, consentedAt, refusedAt, fallsShort }) => [
      ...acts.invited(performerId, who),
      ...dated(fallsShort ? null : signedAt, { who, did: "signed the forms" }),
      ...dated(consentedAt, { who, did: "is verified" }),
      ...dated(refusedAt, { who, did: "refused" }),
    ]),
    ...dated(scene.greenlitAt, { did: "Completed" }),
    ...dated(block === "expired" ? blockedAt : null, { did: "Blocked", more: "not everyone finished within 14 days" }),
    ...dated(scene.cancelledAt, { did: "Canceled", by: acts.by("verification_job.cancelled") }),
  ]);
}

const SHOWN = `
  SELECT s.status, s.expires_at,
    (SELECT json_agg(json_build_array(CASE WHEN NOT p.falls_short THEN p.signed_at END, p.consented_at, p.refused_at, p.mailed_at, p.mail_refused_at,
       p.reminded_at) ORDER BY p.position) FROM scene_performers p WHERE p.scene_id = s.id) AS performers,
    (SELECT f.payment_charge_id FROM scene_fees f WHERE f.scene_id = s.id AND f.kind = 'verification') AS charge_id
  FROM verification_jobs j JOIN collab_scenes s ON s.id = j.scene_id WHERE j.id = $1 AND j.partner_id = $2`;

/** The mark of the page of one of the partner's own jobs: a signature, a refusal, a mail, a fee or the end. */
export const readJobMark = markReader<{ expiresAt: Date }>("job_mark", SHOWN, (row) => [
  row,
  clock.now() < row.expiresAt,
]);
