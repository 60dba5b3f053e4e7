import type { ProvenVisit } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newestPhotos } from "./documents";
import { openDocumentNumber, withFacts, withReadableFacts } from "./id-facts";
import { copyHolder } from "./labels";
import { opensCheck } from "./lock-check";
import { findDifferences } from "./reading";

/** The person's open check, else the latest one. The document's number stays sealed: see `readDocumentNumber`. */
export async function findLatestCheck(userId: string) {
  const check = await db.identityCheck.findFirst({
    where: { userId },
    // Only one check can be open, and a new one starts only after the last one was decided.
    orderBy: { id: "desc" },
    include: { photos: { select: { kind: true, id: true, createdAt: true } } },
  });
  return check && ((await withFacts(db, [{ ...check, photos: newestPhotos(check.photos) }]))[0] ?? null);
}

export type OwnCheck = NonNullable<Awaited<ReturnType<typeof findLatestCheck>>>;

/** The opened number of a check's document. The caller ensures that the visit may see the check. Throws `SealBroken`. */
export async function readDocumentNumber(
  check: Pick<OwnCheck, "id" | "userId" | "documentNumber">,
): Promise<string | null> {
  return openDocumentNumber(db, check);
}

/** What was read from the document of a draft and isn't what its person entered. The caller ensures that the visit may see the check. */
export const readDifferences = (check: OwnCheck) => findDifferences(db, check);

/** When a person was verified; null when they are not. */
export async function findVerification(userId: string): Promise<{ verifiedAt: Date } | null> {
  return db.identity.findUnique({ where: { userId }, select: { verifiedAt: true } });
}

/** What proves who verified people are: the check, its document and the date. People without an identity are missing. */
export async function findProofs(userIds: readonly string[]) {
  const identities = await db.identity.findMany({
    where: { userId: { in: [...userIds] } },
    include: { check: { include: { photos: { select: { id: true }, take: 1 } } } },
  });
  const checks = await withReadableFacts(
    db,
    identities.map(({ check }) => check),
  );
  return new Map(
    identities.map(({ userId, checkId, verifiedAt, check: { driver, photos } }) => {
      const check = checks.find(({ id }) => id === checkId);
      const document = { type: check?.documentType ?? null, country: check?.documentCountry ?? null };
      return [userId, { checkId, verifiedAt, document, copy: copyHolder({ driver, photos }) }] as const;
    }),
  );
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

/** The stage of a person's ID, as far as a visit may know it. */
export type IdentityStage =
  | { at: "ready" }
  /** Another visit started a check. This visit may not see more. */
  | { at: "begun_elsewhere" }
  | { at: "draft"; check: OwnCheck }
  | { at: "submitted"; check: OwnCheck }
  | { at: "rejected"; check: OwnCheck }
  | { at: "refused"; until: Date }
  | { at: "verified"; verifiedAt: Date };

const BEGUN_ELSEWHERE = { at: "begun_elsewhere" } as const;

/**
 * The stage of the ID of a person whose mailbox this visit has proven. A person can be tricked into passing on a code, so a
 * visit proven by a code sees no check started elsewhere; and that the person is verified, only with `verifiedIsKnown`.
 */
export async function readIdentityStage(
  userId: string,
  visit: ProvenVisit,
  { verifiedIsKnown = false } = {},
): Promise<IdentityStage> {
  const [verification, check] = await Promise.all([findVerification(userId), findLatestCheck(userId)]);
  const opens = check === null || opensCheck(visit, check);
  if (verification) {
    return opens || verifiedIsKnown ? { at: "verified", verifiedAt: verification.verifiedAt } : BEGUN_ELSEWHERE;
  }
  if (!opens) return BEGUN_ELSEWHERE;
  if (check?.status === "draft") return { at: "draft", check };
  if (check?.status === "submitted") return { at: "submitted", check };
  const refusal = await findRefusal(userId);
  if (refusal) return opensCheck(visit, refusal) ? { at: "refused", until: refusal.until } : BEGUN_ELSEWHERE;
  return check?.status === "rejected" ? { at: "rejected", check } : { at: "ready" };
}
