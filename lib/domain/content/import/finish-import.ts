import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { inTransaction } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage/storage";
import type { ContentImport } from "@/prisma/generated/client";
import { forgetHandles } from "./forget-rows";

type Import = { partnerId: string; id: string };

/** Where the file of an import arrives, and can be put anew for as long as its URL holds. */
export const arrivalKey = ({ partnerId, id }: Import): string => `${ARRIVALS}/${partnerId}/${id}`;

/** What all of these begin with. */
export const ARRIVALS = "imports/incoming";

/** Where it is read from, out of the reach of its URL. */
export const importKey = ({ partnerId, id }: Import): string => `imports/${partnerId}/${id}`;

/** Ends an import, well or with a problem. The file of a dry run stays, for the import that follows. */
export async function finish(id: string, problem: string | null, reachedLine?: number): Promise<void> {
  await forgetHandles(id);
  const over = await inTransaction(async (tx) => {
    const { count } = await tx.contentImport.updateMany({
      where: { id, status: "running", ...(reachedLine !== undefined && { reachedLine }) },
      data: { status: problem ? "failed" : "done", problem, finishedAt: clock.now() },
    });
    if (count === 0) return null;
    const about = await tx.contentImport.findUniqueOrThrow({ where: { id } });
    const { logged, unchanged, differing, takenDown, repeated, refused, dryRun, fileRows, fileSha256 } = about;
    // Not of a file that was checked and could not be read again.
    const sha256 = fileRows === null ? null : fileSha256 && hexOf(fileSha256);
    const counts = { logged, unchanged, differing, takenDown, repeated, refused };
    const detail = { sha256, dryRun, ...counts, ...(problem && { failed: true }) };
    record(tx, { ctx: ctxOf(about), action: "content_import.finished", ...subjectOf(about), detail });
    return about;
  });
  if (!over || (over.dryRun && !problem)) return;
  await deleteFiles(over);
}

/** Deletes the file of an import that is over. Best effort: what stays is swept up. */
export async function deleteFiles(of: Import): Promise<void> {
  for (const key of [arrivalKey(of), importKey(of)]) {
    await storage()
      .delete(key)
      .catch(() => undefined);
  }
}

/** What the ledger says an import is. */
export const subjectOf = ({ id, partnerId }: Import) => ({
  subject: { kind: "content_import", id } as const,
  partnerId,
});

/** Whoever began it did what it does. What they may was asked then. */
export function ctxOf({ actorKind, actorId, partnerId, requestId }: ContentImport): Ctx {
  return actorKind === "portal_user"
    ? { actor: { kind: "portal_user", partnerId, userId: actorId, role: "admin" }, requestId }
    : { actor: { kind: "system", name: actorId }, requestId };
}
