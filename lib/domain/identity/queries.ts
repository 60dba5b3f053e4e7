import { z } from "zod";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { assertMayReview } from "./evidence-access";
import { withFacts } from "./facts";
import { openDocumentNumber } from "./person-key";

/** The person's check that is not decided, else the latest one. The document's number is sealed: `readDocumentNumber`. */
export async function findLatestCheck(userId: string) {
  const check = await db.identityCheck.findFirst({
    where: { userId },
    // Only one can be open, and a new one begins only after the one before was decided.
    orderBy: { id: "desc" },
    include: { photos: { select: { kind: true, id: true } } },
  });
  return check && ((await withFacts(db, [check]))[0] ?? null);
}

export type OwnCheck = NonNullable<Awaited<ReturnType<typeof findLatestCheck>>>;

/**
 * The number of a check's document, opened for a page that shows it. Whether that page's visit may see the check is for the
 * caller to know. Throws `SealBroken` when it was changed or moved.
 */
export async function readDocumentNumber(
  check: Pick<OwnCheck, "id" | "userId" | "documentNumber">,
): Promise<string | null> {
  return openDocumentNumber(db, check);
}

/** When a person was verified; null when they are not. */
export async function findVerification(userId: string): Promise<{ verifiedAt: Date } | null> {
  return db.identity.findUnique({ where: { userId }, select: { verifiedAt: true } });
}

const Detail = z.object({ visit: z.string().nullable().default(null) });
const STANDS_FOR_MS = DAY_MS;

/** The ledger's name for somebody who said that they are younger than 18. Nothing else about them is kept. */
export const REFUSED_UNDER_AGE = "identity_check.refused_under_age";

type Refusal = {
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

const KindDetail = z.record(z.string(), z.unknown());

/**
 * What the ledger holds about a check, newest first: who did or saw what, and why. For custodians.
 * Throws `NotFound`, `Forbidden`.
 */
export async function listCheckHistory(ctx: Ctx<StaffActor>, checkId: string) {
  const check = await db.identityCheck.findUnique({ where: { id: checkId }, select: { userId: true } });
  if (!check) throw new NotFound();
  await assertMayReview(db, ctx, check);
  const rows = await db.ledgerEntry.findMany({
    where: { subjectKind: "identity_check", subjectId: checkId },
    orderBy: { seq: "desc" },
    take: 200,
    select: { seq: true, at: true, action: true, actorKind: true, actorId: true, reason: true, detail: true },
  });
  const people = await db.user.findMany({
    where: { id: { in: rows.filter((row) => row.actorKind === "staff").map((row) => row.actorId) } },
    select: { id: true, name: true, email: true },
  });
  return rows.map((row) => {
    const person = people.find(({ id }) => id === row.actorId);
    return {
      id: row.seq.toString(),
      at: row.at,
      action: row.action,
      reason: row.reason,
      kind: kindOf(row.detail),
      who: row.actorKind === "person" ? "Creator" : (person?.name ?? person?.email ?? row.actorId),
    };
  });
}

function kindOf(detail: string): string | null {
  const parsed = KindDetail.safeParse(JSON.parse(detail));
  return parsed.success && typeof parsed.data.kind === "string" ? parsed.data.kind : null;
}
