import { db } from "@/lib/platform/db";

/** The ledger's lines on a subject, the oldest first. */
export const linesOn = (subjectId: string) =>
  db.ledgerEntry.findMany({ where: { subjectId }, orderBy: { seq: "asc" } });
