import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { factsOf, sealFacts, withFacts } from "./facts";
import { claimCheck, findAndLockCheck, opensCheck } from "./lock-check";
import { openDocumentNumber, sealDocumentNumber } from "./person-key";
import { findRefusal } from "./queries";
import type { RejectionReason } from "./rejection-reasons";

/**
 * Begin an identity check of the acting person, or come back to the one that is open. A new try after a rejection starts
 * from what was entered before, without the photos. The check is then that of the visit in which the person acts.
 * Throws `Conflict`: `already_verified`, `refused_under_age` while a refusal stands, or `begun_elsewhere` for a visit that may
 * not go on with what is there.
 */
export async function startCheck(ctx: Ctx<PersonActor>, { accountId }: { accountId: string }): Promise<Started> {
  for (;;) {
    const started = await inTransaction((tx) => start(tx, ctx, accountId));
    if (started) return started;
  }
}

type Started = { checkId: string; status: "draft" | "submitted" };

/**
 * Two starts at once would both see no open check: the person's row makes them queue. Whoever comes second then finds a check
 * that it has not locked, and a check is locked before its person; so it has to begin again. Null then, with nothing written.
 */
async function start(tx: Tx, ctx: Ctx<PersonActor>, accountId: string): Promise<Started | null> {
  const { userId, visit } = ctx.actor;
  const before = await findOpen(tx, userId);
  if (before) await findAndLockCheck(tx, before.id);
  await lockUser(tx, userId);
  const open = await findOpen(tx, userId);
  if (open && open.id !== before?.id) return null;
  if (open) {
    if (!opensCheck(visit, open)) throw begunElsewhere();
    await claimCheck(tx, ctx, open);
    return { checkId: open.id, status: open.status === "draft" ? "draft" : "submitted" };
  }
  if (await tx.identity.findUnique({ where: { userId }, select: { userId: true } })) {
    throw new Conflict("already_verified", "Your ID is verified already.");
  }
  const last = await findLastRejected(tx, userId);
  if (last && !opensCheck(visit, last)) throw begunElsewhere();
  if (await findRefusal(userId, tx)) throw new Conflict("refused_under_age", "You need to be 18.");

  const now = clock.now();
  const checkId = newId();
  const check = {
    id: checkId,
    userId,
    driver: env().identityDriver,
    accountId,
    visitId: visit?.id ?? null,
    createdAt: now,
    updatedAt: now,
  };
  await tx.identityCheck.create({ data: { ...check, ...(last && (await answersOf(tx, last, check))) } });
  record(tx, { ctx, action: "identity_check.started", subject: { kind: "identity_check", id: checkId } });
  return { checkId, status: "draft" };
}

/** Rejected for the document: what was entered about it is asked for again. */
const ASKS_ANEW = new Set<string>([
  "details_differ",
  "document_expired",
  "document_not_accepted",
  "suspected_forgery",
] satisfies RejectionReason[]);

const begunElsewhere = () => new Conflict("begun_elsewhere", "Go on from our mail to you.");

const findOpen = (tx: Tx, userId: string) =>
  tx.identityCheck.findFirst({ where: { userId, status: { in: ["draft", "submitted"] } } });

const findLastRejected = (tx: Tx, userId: string) =>
  tx.identityCheck.findFirst({ where: { userId, status: "rejected" }, orderBy: { id: "desc" } });

type Rejected = NonNullable<Awaited<ReturnType<typeof findLastRejected>>>;

async function answersOf(tx: Tx, last: Rejected, check: { id: string; userId: string }) {
  const { legalName, otherNames } = last;
  const [said] = await withFacts(tx, [last]);
  const person = { legalName, otherNames };
  if (!said) return person;
  if (ASKS_ANEW.has(last.rejectionReason ?? "")) {
    return { ...person, facts: await sealFacts(tx, check, { birthDate: said.birthDate }) };
  }
  const number = await openDocumentNumber(tx, last);
  return {
    ...person,
    facts: await sealFacts(tx, check, factsOf(said)),
    documentNumber: number === null ? null : Buffer.from(await sealDocumentNumber(tx, check, number)),
  };
}
