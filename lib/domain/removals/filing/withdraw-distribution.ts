import { actedBy } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { lockToWithdraw, recordWithdrawal, withdrawalStatement } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { file } from "./file-request";
import { SignatureInput } from "./schemas";
import type { Signature } from "./sign";

/**
 * The acting person withdraws the distribution that their release of a scene gave, and asks for the scene's removal, in one
 * transaction. A repeat returns the same request. A scene that waits for others is never greenlit then. Contract: Collab scenes,
 * withdrawing distribution. Throws `NotFound` for somebody else's, `ZodError` for the name, and `Conflict`: `not_withdrawable`,
 * `statement_changed` when the statement isn't the one that was read.
 */
export function withdrawDistribution(
  ctx: Ctx<PersonActor>,
  { performerId, shown, ...typed }: Signature & { performerId: string },
): Promise<{ requestId: string }> {
  const { signedName } = SignatureInput.parse(typed);
  return inTransaction(async (tx) => {
    const { email, withdrawalId, title } = await lockToWithdraw(tx, ctx, performerId);
    if (withdrawalId) return { requestId: withdrawalId };
    const { shown: current, ...statement } = await withdrawalStatement(ctx, performerId, tx);
    if (current !== shown) {
      throw new Conflict("statement_changed", "The statement has changed. Read it again before you sign.");
    }
    const at = clock.now();
    const { userId, ip, userAgent, ...by } = actedBy(ctx);
    const { id: requestId } = await file(tx, ctx, {
      // A draft of its own: a release is withdrawn once.
      ...{ draftId: performerId, userId, by, isWithdrawal: true },
      signed: {
        claim: {
          ...{
            name: signedName,
            otherNames: [],
            actsFor: null,
            description: "",
            chosen: { title },
            kind: "withdrawal",
          },
        },
        ...{ email, urls: [], sha256s: [], statement, signedName, ip, userAgent, signedAt: at.toISOString() },
        account: { userId, record: { kind: "scene", id: performerId } },
      },
    });
    await recordWithdrawal(tx, ctx, { performerId, requestId, at });
    return { requestId };
  });
}
