import type { Ctx, ProvenVisit, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { CODE_TRIES, digitsOf, isHashOf } from "./codes";
import { findVisit, proveVisit, type VisitCookie } from "./visits";

export type CodeChecked =
  | { outcome: "proven"; visit: ProvenVisit; cookie: VisitCookie }
  | { outcome: "wrong"; triesLeft: number }
  | { outcome: "over" };

/**
 * Check a typed code. Right: this browser has proven the mailbox. Each try is counted before it is compared, in one
 * guarded statement, so that tries sent at once cannot exceed five. `over`: no code, too old, or tried too often.
 */
export async function checkCode(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken, code }: { accountId: string; visitToken: string | undefined; code: string },
): Promise<CodeChecked> {
  return inTransaction(async (tx) => {
    const visit = await findVisit(accountId, visitToken, tx);
    if (!visit) return { outcome: "over" };
    const [tried] = await tx.$queryRaw<{ code_hash: Uint8Array; code_tries: number }[]>`
      UPDATE onboarding_visits SET code_tries = code_tries + 1
      WHERE id = ${visit.id} AND code_hash IS NOT NULL AND code_expires_at > ${clock.now()} AND code_tries < ${CODE_TRIES}
      RETURNING code_hash, code_tries`;
    if (!tried) return { outcome: "over" };
    if (!isHashOf(tried.code_hash, visit.id, digitsOf(code))) {
      const triesLeft = CODE_TRIES - tried.code_tries;
      return triesLeft > 0 ? { outcome: "wrong", triesLeft } : { outcome: "over" };
    }
    const proven = await proveVisit(tx, { id: visit.id, accountId, provenBy: "code" });
    record(tx, {
      ctx,
      action: "onboarding.mailbox_proven",
      subject: { kind: "solo_account", id: accountId },
      reason: "code",
      detail: { ip: ctx.ip ?? null },
    });
    return { outcome: "proven", ...proven };
  });
}
