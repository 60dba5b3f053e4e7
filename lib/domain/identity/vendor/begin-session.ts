import type { Ctx, PersonActor } from "@/lib/domain/context";
import { ATTESTATION } from "@/lib/domain/identity/attestation";
import { withFacts } from "@/lib/domain/identity/facts";
import { lockDraft } from "@/lib/domain/identity/lock-check";
import { opensCheck } from "@/lib/domain/identity/visit-rights";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { Conflict, Unprocessable } from "@/lib/platform/errors";
import { createVendorSession, readVendorSession } from "./session";

/**
 * Send the acting person to Stripe to show document and face: the address to go to. The declaration is recorded first.
 * Coming back leads to the same session, at a fresh address.
 * Throws `Unprocessable` `not_attested` or `check_incomplete`, `Conflict` `no_draft` once the session has been used.
 */
export async function beginVendorSession(ctx: Ctx<PersonActor>, { attested }: { attested: boolean }): Promise<string> {
  if (!attested) throw new Unprocessable("not_attested", "Tick the box to declare that this is true.");
  const found = await db.identityCheck.findFirst({ where: { userId: ctx.actor.userId, status: "draft" } });
  const [check] = found ? await withFacts(db, [found]) : [];
  if (!check || !opensCheck(ctx.actor.visit, check)) throw new Conflict("no_draft", "The check is under way already.");
  if (check.driver !== "stripe_identity" || !check.legalName || !check.birthDate) {
    throw new Unprocessable("check_incomplete", "Your name or date of birth is still missing.");
  }
  const session = await sessionOf(check);
  await inTransaction(async (tx) => {
    const draft = await lockDraft(tx, ctx);
    if (draft.id !== check.id) throw new Conflict("no_draft", "The check is under way already.");
    await tx.identityCheck.update({
      where: { id: check.id },
      data: { vendorSessionId: session.id, updatedAt: clock.now() },
    });
    record(tx, {
      ctx,
      action: "identity_check.session_opened",
      subject: { kind: "identity_check", id: check.id },
      detail: {
        session: session.id,
        attestation: ATTESTATION.text,
        attestationVersion: ATTESTATION.version,
        ip: ctx.ip ?? null,
        userAgent: ctx.userAgent ?? null,
      },
    });
  });
  if (!session.url) throw new Conflict("no_draft", "The check is under way already.");
  return session.url;
}

async function sessionOf(check: { id: string; vendorSessionId: string | null }) {
  if (!check.vendorSessionId) return createVendorSession(check.id);
  const { id, state } = await readVendorSession(check.vendorSessionId);
  return { id, url: state.stage === "open" ? state.url : null };
}
