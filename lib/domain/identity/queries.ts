import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx, StaffActor } from "../context";
import { ageOn } from "./age";
import { openDocumentNumber } from "./person-key";
import { REFUSED_UNDER_AGE } from "./refusal";
import { assertMayReview } from "./review-guards";

/** The person's check that is not decided, else the latest one; with what the onboarding pages show of it. */
export async function findLatestCheck(userId: string) {
  const check = await db.identityCheck.findFirst({
    where: { userId },
    // Only one can be open, and a new one begins only after the one before was decided.
    orderBy: { id: "desc" },
    include: { photos: { select: { kind: true, id: true } } },
  });
  if (!check) return null;
  return { ...check, documentNumber: await openDocumentNumber(db, check) };
}

export type OwnCheck = NonNullable<Awaited<ReturnType<typeof findLatestCheck>>>;

/** When a person was verified; null when they are not. */
export async function findVerification(userId: string): Promise<{ verifiedAt: Date } | null> {
  return db.identity.findUnique({ where: { userId }, select: { verifiedAt: true } });
}

/** One check as a custodian sees it beside the photos. Throws `NotFound`, `Forbidden` for their own. */
export async function getCheckForReview(ctx: Ctx<StaffActor>, checkId: string) {
  const check = await db.identityCheck.findUnique({
    where: { id: checkId },
    include: {
      photos: { select: { id: true, kind: true, createdAt: true, bytes: true } },
      user: { select: { id: true, email: true, createdAt: true, aliases: { select: { name: true } } } },
      decidedBy: { select: { name: true, email: true } },
    },
  });
  if (!check || check.status === "draft") throw new NotFound();
  await assertMayReview(db, ctx, check);
  const [account, earlier, refusals, documentNumber] = await Promise.all([
    check.accountId
      ? db.soloAccount.findUnique({ where: { id: check.accountId }, select: { partner: { select: { name: true } } } })
      : null,
    db.identityCheck.findMany({
      where: { userId: check.userId, id: { not: checkId }, status: { in: ["approved", "rejected"] } },
      orderBy: { id: "desc" },
      take: 10,
      select: { id: true, status: true, decidedAt: true, rejectionReason: true },
    }),
    db.ledgerEntry.findMany({
      where: { subjectKind: "person", subjectId: check.userId, action: REFUSED_UNDER_AGE },
      select: { at: true },
    }),
    openDocumentNumber(db, check),
  ]);
  return {
    ...check,
    documentNumber,
    age: check.birthDate ? ageOn(check.birthDate, clock.now()) : null,
    askedBy: account?.partner.name ?? null,
    earlier,
    refusals: refusals.map(({ at }) => at),
  };
}

export type CheckForReview = Awaited<ReturnType<typeof getCheckForReview>>;

const Detail = z.record(z.string(), z.unknown());

/** What the ledger holds about a check, newest first: who did or saw what, and why. */
export async function listCheckHistory(checkId: string) {
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
  const parsed = Detail.safeParse(JSON.parse(detail));
  return parsed.success && typeof parsed.data.kind === "string" ? parsed.data.kind : null;
}
