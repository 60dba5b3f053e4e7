import { z } from "zod";
import { assertNoConflict } from "@/lib/domain/conflicts";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { openDocumentNumber, withFacts } from "@/lib/domain/id-facts";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";

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

const RefusalDetail = z.object({ visit: z.string().nullable().default(null) });
const REFUSAL_MS = DAY_MS;

/** The ledger's action for a person who entered an age below 18. We keep nothing else of that entry. */
export const REFUSED_UNDER_AGE = "identity_check.refused_under_age";

type Refusal = {
  until: Date;
  /** The visit that entered the age. */
  visitId: string | null;
};

/**
 * The current refusal of a person who entered an age below 18; null when they can start again. It lasts a day: a typo can be
 * corrected, but trying one birth date after another is impractical. Custodians see the refusal.
 */
export async function findRefusal(userId: string, tx: Pick<Tx, "ledgerEntry"> = db): Promise<Refusal | null> {
  const refusal = await tx.ledgerEntry.findFirst({
    where: { subjectKind: "person", subjectId: userId, action: REFUSED_UNDER_AGE },
    orderBy: { seq: "desc" },
    select: { at: true, detail: true },
  });
  if (!refusal) return null;
  const until = new Date(refusal.at.getTime() + REFUSAL_MS);
  return until > clock.now() ? { until, visitId: RefusalDetail.parse(JSON.parse(refusal.detail)).visit } : null;
}

const KindDetail = z.record(z.string(), z.unknown());

/** A check's ledger entries, newest first, for custodians. Throws `NotFound`, `Forbidden`. */
export async function listCheckHistory(ctx: Ctx<StaffActor>, checkId: string) {
  const check = await db.identityCheck.findUnique({
    where: { id: checkId },
    select: { performerId: true },
  });
  if (!check) throw new NotFound();
  await assertNoConflict(db, ctx, { check: checkId });
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
  const owner = check.performerId ? "Performer" : "Creator";
  return rows.map((row) => {
    const person = people.find(({ id }) => id === row.actorId);
    return {
      id: row.seq.toString(),
      at: row.at,
      action: row.action,
      reason: row.reason,
      kind: kindOf(row.detail),
      who: row.actorKind === "person" ? owner : (person?.name ?? person?.email ?? row.actorId),
    };
  });
}

function kindOf(detail: string): string | null {
  const parsed = KindDetail.safeParse(JSON.parse(detail));
  return parsed.success && typeof parsed.data.kind === "string" ? parsed.data.kind : null;
}
