import type { Ctx, SystemActor } from "@/lib/domain/context";
import { acceptIdentity } from "@/lib/domain/identity/accept-identity";
import { isUnderAge } from "@/lib/domain/identity/age";
import { declineCheck } from "@/lib/domain/identity/decline-check";
import { factsOf, sealFacts } from "@/lib/domain/identity/facts";
import { findAndLockCheck, type LockedCheck } from "@/lib/domain/identity/lock-check";
import { sealDocumentNumber } from "@/lib/domain/identity/person-key";
import { moveCheck } from "@/lib/domain/identity/states";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import type { VendorSession, VerifiedPerson } from "./session";

/**
 * Bring a check to where its session stands. Does nothing for a session that is not the check's, and nothing twice: a
 * decided check stays. The same outcomes as a custodian's, through the same path.
 */
export async function applySession(tx: Tx, ctx: Ctx<SystemActor>, session: VendorSession): Promise<void> {
  const { state } = session;
  const check = session.checkId ? await findAndLockCheck(tx, session.checkId) : null;
  if (check?.driver !== "stripe_identity") return;
  // A message may overtake the request that opened the session.
  if (check.vendorSessionId !== null && check.vendorSessionId !== session.id) return;
  if (check.status === "approved" || check.status === "rejected" || state.stage === "open") return;

  if (check.status === "draft") await markSubmitted(tx, ctx, check, session.id);
  if (state.stage === "failed") {
    await declineCheck(tx, ctx, check, { reason: state.reason, note: null, detail: { code: state.code } });
  }
  if (state.stage === "verified") await decide(tx, ctx, check, state.person, state.reportId);
}

async function markSubmitted(tx: Tx, ctx: Ctx<SystemActor>, check: LockedCheck, sessionId: string): Promise<void> {
  await moveCheck(tx, { id: check.id, to: "submitted", submittedAt: clock.now(), vendorSessionId: sessionId });
  record(tx, { ctx, action: "identity_check.submitted", subject: { kind: "identity_check", id: check.id } });
}

// The document decides, not what was typed: name and birth date go on record as they were verified.
async function decide(
  tx: Tx,
  ctx: Ctx<SystemActor>,
  check: LockedCheck,
  person: VerifiedPerson,
  reportId: string | null,
): Promise<void> {
  const detail = {
    report: reportId,
    session: check.vendorSessionId,
    birthDateAsEntered: check.birthDate?.getTime() === person.birthDate.getTime(),
  };
  const { documentNumber } = person;
  await tx.identityCheck.update({
    where: { id: check.id },
    data: {
      facts: await sealFacts(tx, check, factsOf(person)),
      documentNumber: documentNumber ? Buffer.from(await sealDocumentNumber(tx, check, documentNumber)) : null,
    },
  });
  if (isUnderAge(person.birthDate, clock.now())) {
    await declineCheck(tx, ctx, check, { reason: "under_age", note: null, detail });
  } else {
    await acceptIdentity(tx, ctx, check, person, detail);
  }
}
