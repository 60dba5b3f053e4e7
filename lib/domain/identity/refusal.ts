import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";

const STANDS_FOR_MS = 24 * 60 * 60 * 1000;

/** The ledger's name for somebody who said that they are younger than 18. Nothing else about them is kept. */
export const REFUSED_UNDER_AGE = "identity_check.refused_under_age";

/**
 * Until when a person who gave an age below 18 cannot begin again; null when they can. A day, so that a slip of the
 * finger can be put right, while nobody types one birth date after the other until it fits. Custodians see the refusal.
 */
export async function refusedUntil(userId: string, tx: Pick<Tx, "ledgerEntry"> = db): Promise<Date | null> {
  const refusal = await tx.ledgerEntry.findFirst({
    where: { subjectKind: "person", subjectId: userId, action: REFUSED_UNDER_AGE },
    orderBy: { seq: "desc" },
    select: { at: true },
  });
  const until = refusal && new Date(refusal.at.getTime() + STANDS_FOR_MS);
  return until && until > clock.now() ? until : null;
}
