import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx, PersonActor } from "../context";
import { record } from "../ledger";
import { openDocumentNumber, sealDocumentNumber } from "./person-key";
import { refusedUntil } from "./refusal";
import type { RejectionReason } from "./rejection-reasons";

/**
 * Begin an identity check of the acting person, or come back to the one that is open. A new try after a rejection starts
 * from what was entered before, without the photos.
 * Throws `Conflict`: `already_verified`, or `refused_under_age` while a refusal stands.
 */
export async function startCheck(
  ctx: Ctx<PersonActor>,
  { accountId }: { accountId: string },
): Promise<{ checkId: string; status: "draft" | "submitted" }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    // Two starts at once would both see no open check: the person's row makes them queue.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
    const open = await tx.identityCheck.findFirst({ where: { userId, status: { in: ["draft", "submitted"] } } });
    if (open) return { checkId: open.id, status: open.status === "draft" ? "draft" : "submitted" };
    if (await tx.identity.findUnique({ where: { userId }, select: { userId: true } })) {
      throw new Conflict("already_verified", "Your ID is verified already.");
    }
    if (await refusedUntil(userId, tx)) throw new Conflict("refused_under_age", "You need to be 18.");

    const now = clock.now();
    const checkId = newId();
    const check = { id: checkId, userId, driver: env().identityDriver, accountId, createdAt: now, updatedAt: now };
    await tx.identityCheck.create({ data: { ...check, ...(await lastAnswers(tx, check)) } });
    record(tx, { ctx, action: "identity_check.started", subject: { kind: "identity_check", id: checkId } });
    return { checkId, status: "draft" as const };
  });
}

/** Rejected for the document: what was entered about it is asked for again. */
const ASKS_ANEW = new Set<string>([
  "details_differ",
  "document_expired",
  "document_not_accepted",
  "suspected_forgery",
] satisfies RejectionReason[]);

async function lastAnswers(tx: Tx, check: { id: string; userId: string }) {
  const last = await tx.identityCheck.findFirst({
    where: { userId: check.userId, status: "rejected" },
    orderBy: { id: "desc" },
  });
  if (!last) return {};
  const { legalName, birthDate, otherNames, documentType, documentCountry, documentExpiry } = last;
  const person = { legalName, birthDate, otherNames };
  if (ASKS_ANEW.has(last.rejectionReason ?? "")) return person;
  const number = await openDocumentNumber(tx, last);
  return {
    ...person,
    documentType,
    documentCountry,
    documentExpiry,
    documentNumber: number === null ? null : Buffer.from(await sealDocumentNumber(tx, check, number)),
  };
}
