import { z } from "zod";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { assertMayReview } from "./review-guards";

const Detail = z.record(z.string(), z.unknown());

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
  const parsed = Detail.safeParse(JSON.parse(detail));
  return parsed.success && typeof parsed.data.kind === "string" ? parsed.data.kind : null;
}
