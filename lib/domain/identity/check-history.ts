import { z } from "zod";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";

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
