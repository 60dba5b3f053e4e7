import { openDocumentNumber, withFacts } from "@/lib/domain/identity/id-facts";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";

/** The person's open check, else the latest one. The document's number stays sealed: see `readDocumentNumber`. */
export async function findLatestCheck(userId: string) {
  const check = await db.identityCheck.findFirst({
    where: { userId },
    // Only one check can be open, and a new one starts only after the last one was decided.
    orderBy: { id: "desc" },
    include: { photos: { select: { kind: true, id: true } } },
  });
  return check && ((await withFacts(db, [check]))[0] ?? null);
}

export type OwnCheck = NonNullable<Awaited<ReturnType<typeof findLatestCheck>>>;

/** The opened number of a check's document. The caller ensures that the visit may see the check. Throws `SealBroken`. */
export async function readDocumentNumber(
  check: Pick<OwnCheck, "id" | "userId" | "documentNumber">,
): Promise<string | null> {
  return openDocumentNumber(db, check);
}

/** When a person was verified; null when they are not. */
export async function findVerification(userId: string): Promise<{ verifiedAt: Date } | null> {
  return db.identity.findUnique({ where: { userId }, select: { verifiedAt: true } });
}

const REFUSAL_MS = DAY_MS;

type Refusal = {
  until: Date;
  /** The visit that entered the age. */
  visitId: string | null;
};

/**
 * The current refusal of a person who entered an age below 18; null when they can start again. It lasts a day: a typo can be
 * corrected, but trying one birth date after another is impractical. Closing its alert doesn't end it.
 */
export async function findRefusal(userId: string, tx: Pick<Tx, "alert"> = db): Promise<Refusal | null> {
  const refusal = await tx.alert.findFirst({
    where: { personId: userId, kind: "entered" },
    orderBy: { raisedAt: "desc" },
    select: { raisedAt: true, visitId: true },
  });
  if (!refusal) return null;
  const until = new Date(refusal.raisedAt.getTime() + REFUSAL_MS);
  return until > clock.now() ? { until, visitId: refusal.visitId } : null;
}
