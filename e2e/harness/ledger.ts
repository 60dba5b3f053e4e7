import { db } from "@/lib/platform/db";

/** What the ledger says a person did, in order. */
export async function lookedAt(email: string, subjectId: string): Promise<string[]> {
  const user = await db.user.findUniqueOrThrow({ where: { email } });
  const entries = await db.ledgerEntry.findMany({ where: { actorId: user.id, subjectId }, orderBy: { seq: "asc" } });
  return entries.map(({ action }) => action);
}
