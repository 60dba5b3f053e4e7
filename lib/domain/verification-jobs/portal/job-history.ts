import { type LedgerAction, whoInWords } from "@/lib/domain/ledger";
import { db } from "@/lib/platform/db";
import type { FoundJob } from "../queries";

/** One event of a job's timeline, as its partner may see it. `by` is null where the service or a performer acted. */
export type JobEvent = { at: Date } & (
  | { what: "started" | "cancelled"; by: string | null }
  | { what: "completed" | "expired" }
  | { what: "invited_again"; email: string; by: string }
  | { what: "signed" | "verified" | "refused"; email: string }
);

const STARTED = "verification_job.started" satisfies LedgerAction;
const CANCELLED = "verification_job.cancelled" satisfies LedgerAction;
const INVITED = "scene_performer.invited" satisfies LedgerAction;

/** A job's history as its partner may see it, newest first. */
export async function readJobHistory({ id, partnerId, createdAt, scene }: FoundJob): Promise<JobEvent[]> {
  const acts = await actsOf({ id, partnerId, performerIds: scene.performers.map((performer) => performer.id) });
  const by = (action: string) => acts.find((act) => act.action === action)?.by ?? null;
  const events: JobEvent[] = [{ what: "started", at: createdAt, by: by(STARTED) }];
  for (const { id: performerId, email, signedAt, consentedAt, refusedAt } of scene.performers) {
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

type Act = { action: string; at: Date; subjectId: string; by: string };
type Acting = { id: string; partnerId: string; performerIds: string[] };

/** What the partner's team and keys did. The partner may see no other entry of the ledger. */
async function actsOf({ id, partnerId, performerIds }: Acting): Promise<Act[]> {
  const lines = await db.ledgerEntry.findMany({
    where: {
      actorKind: { in: ["partner_key", "portal_user"] },
      OR: [
        { subjectKind: "verification_job", subjectId: id, action: { in: [STARTED, CANCELLED] } },
        { subjectKind: "scene_performer", subjectId: { in: performerIds }, action: INVITED },
      ],
    },
    select: { action: true, at: true, subjectId: true, actorKind: true, actorId: true },
    orderBy: { seq: "asc" },
  });
  const whoOf = ({ actorKind, actorId }: (typeof lines)[number]) => ({ kind: actorKind, id: actorId });
  const who = await whoInWords(partnerId, lines.map(whoOf));
  return lines.map((line) => ({ action: line.action, at: line.at, subjectId: line.subjectId, by: who(whoOf(line)) }));
}
