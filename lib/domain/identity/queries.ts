import { db } from "@/lib/platform/db";
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
