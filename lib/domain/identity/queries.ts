import { db } from "@/lib/platform/db";
import { openDocumentNumber } from "./person-key";

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
