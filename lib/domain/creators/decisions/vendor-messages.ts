import { isKnownMessage, takeMessage } from "@/lib/domain/billing";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import {
  findAndLockCheck,
  keepVerified,
  type LockedCheck,
  moveCheck,
  readUsualTimes,
  readVendorSession,
  type VerifiedPerson,
} from "@/lib/domain/identity";
import { isUnderAge } from "@/lib/domain/identity/id-facts";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { verifyStripeMessage } from "@/lib/platform/payments/stripe-client";
import { acceptIdentity, rejectCheck } from "./apply-decision";

/**
 * Process one Stripe message. Its id is stored in the transaction of its effect, so a replay changes nothing. After a failure,
 * Stripe sends it again. `refused`: the signature is missing, wrong, or too old.
 */
export async function receiveVendorMessage(
  ctx: Ctx<SystemActor>,
  { rawBody, signature }: { rawBody: string; signature: string | null },
): Promise<"taken" | "known" | "refused"> {
  const event = signature ? verifyStripeMessage(rawBody, signature) : null;
  if (!event) return "refused";
  if (await isKnownMessage(event.id)) return "known";
  const sessionId = sessionIdIn(event);
  const session = sessionId ? await readSession(sessionId) : null;
  return inTransaction(async (tx) => {
    if (!(await takeMessage(tx, event))) return "known";
    if (session) await applySession(tx, ctx, session);
    return "taken";
  });
}

function sessionIdIn(event: { type: string; data: { object: object } }): string | null {
  if (!event.type.startsWith("identity.verification_session.") || event.type.endsWith(".redacted")) return null;
  const id: unknown = Reflect.get(event.data.object, "id");
  return typeof id === "string" ? id : null;
}

/** Update a check from its session now, without waiting for a message, because the person has just come back. */
export async function refreshVendorCheck(ctx: Ctx<SystemActor>, checkId: string): Promise<void> {
  const check = await db.identityCheck.findUnique({ where: { id: checkId } });
  if (!check?.vendorSessionId || check.status === "approved" || check.status === "rejected") return;
  const session = await readSession(check.vendorSessionId);
  await inTransaction((tx) => applySession(tx, ctx, session));
}

/** A session, and what the mail about a rejection says, read before the transaction holds its locks. */
const readSession = async (id: string) => ({
  ...(await readVendorSession(id)),
  reviewMs: (await readUsualTimes()).reviewMs,
});

type ReadSession = Awaited<ReturnType<typeof readSession>>;

/** Update a check to its session's state. A decided check, and another check's session, change nothing. */
async function applySession(tx: Tx, ctx: Ctx<SystemActor>, session: ReadSession): Promise<void> {
  const { state, reviewMs } = session;
  const check = session.checkId ? await findAndLockCheck(tx, session.checkId) : null;
  if (check?.driver !== "stripe_identity") return;
  // A message can arrive before the request that opened the session has stored its id.
  if (check.vendorSessionId !== null && check.vendorSessionId !== session.id) return;
  if (check.status === "approved" || check.status === "rejected" || state.stage === "open") return;

  if (check.status === "draft") await markSubmitted(tx, ctx, check, session.id);
  if (state.stage === "failed") {
    await rejectCheck(tx, ctx, check, { reason: state.reason, note: null, reviewMs, detail: { code: state.code } });
  }
  if (state.stage === "verified") await decide(tx, ctx, check, { ...state, reviewMs });
}

async function markSubmitted(tx: Tx, ctx: Ctx<SystemActor>, check: LockedCheck, sessionId: string): Promise<void> {
  await moveCheck(tx, { id: check.id, to: "submitted", submittedAt: clock.now(), vendorSessionId: sessionId });
  record(tx, { ctx, action: "identity_check.submitted", subject: { kind: "identity_check", id: check.id } });
}

// Records the name and birth date from the document, not the typed ones.
async function decide(
  tx: Tx,
  ctx: Ctx<SystemActor>,
  check: LockedCheck,
  { person, reportId, reviewMs }: { person: VerifiedPerson; reportId: string | null; reviewMs: number | null },
): Promise<void> {
  const detail = {
    report: reportId,
    session: check.vendorSessionId,
    birthDateAsEntered: check.birthDate?.getTime() === person.birthDate.getTime(),
  };
  await keepVerified(tx, check, person);
  if (isUnderAge(person.birthDate, clock.now())) {
    await rejectCheck(tx, ctx, check, { reason: "under_age", note: null, reviewMs, detail });
  } else {
    await acceptIdentity(tx, ctx, check, person, detail);
  }
}
