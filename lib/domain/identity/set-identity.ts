import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { sealFacts } from "./id-facts";

/** Keeps whom an approved check identified, in place of an earlier identity. */
export async function setIdentity(
  tx: Tx,
  {
    userId,
    ...identity
  }: { userId: string; checkId: string; legalName: string; verifiedAt: Date; lastChangedAt: Date },
): Promise<void> {
  await tx.identity.upsert({ where: { userId }, create: { userId, ...identity }, update: identity });
}

/** An identity that was verified elsewhere, with a decided check. Returns the check's id. */
export async function insertImported(
  tx: Tx,
  {
    userId,
    legalName,
    birthDate,
    verifiedAt,
  }: { userId: string; legalName: string; birthDate: Date; verifiedAt: Date },
): Promise<string> {
  const now = clock.now();
  const id = newId();
  const facts = await sealFacts(tx, { id, userId }, { birthDate });
  const decided = { driver: "import", status: "approved", submittedAt: verifiedAt, decidedAt: verifiedAt } as const;
  await tx.identityCheck.create({ data: { id, userId, legalName, facts, ...decided, createdAt: now, updatedAt: now } });
  await tx.identity.create({ data: { userId, checkId: id, legalName, verifiedAt, lastChangedAt: now } });
  return id;
}
