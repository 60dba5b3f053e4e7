import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";

const Detail = z.object({ visit: z.string().nullable().default(null) });
const STANDS_FOR_MS = DAY_MS;

/** The ledger's name for somebody who said that they are younger than 18. Nothing else about them is kept. */
export const REFUSED_UNDER_AGE = "identity_check.refused_under_age";

export type Refusal = {
  until: Date;
  /** The visit in which the age was given. */
  visitId: string | null;
};

/**
 * The refusal of a person who gave an age below 18, as long as it keeps them from beginning again; null when they can. A day, so that a slip of the
 * finger can be put right, while nobody types one birth date after the other until it fits. Custodians see the refusal.
 */
export async function findRefusal(userId: string, tx: Pick<Tx, "ledgerEntry"> = db): Promise<Refusal | null> {
  const refusal = await tx.ledgerEntry.findFirst({
    where: { subjectKind: "person", subjectId: userId, action: REFUSED_UNDER_AGE },
    orderBy: { seq: "desc" },
    select: { at: true, detail: true },
  });
  if (!refusal) return null;
  const until = new Date(refusal.at.getTime() + STANDS_FOR_MS);
  return until > clock.now() ? { until, visitId: Detail.parse(JSON.parse(refusal.detail)).visit } : null;
}
