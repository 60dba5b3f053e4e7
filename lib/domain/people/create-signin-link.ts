import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { emailAddress } from "@/lib/platform/wire";
import { issueSignInToken } from "./sign-in-tokens";

/**
 * A sign-in link for an existing user, to hand over by other means than mail. Works once, for an hour.
 * Throws `NotFound` when nobody has this address, `ZodError` when it is none.
 */
export async function createSigninLink(
  ctx: Ctx<SystemActor>,
  { email: address }: { email: string },
): Promise<{ url: string; expiresAt: Date }> {
  const email = emailAddress.parse(address);
  return inTransaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) throw new NotFound(`Nobody has the address ${email}.`);
    record(tx, { ctx, action: "signin_link.created", subject: { kind: "user", id: user.id } });
    return issueSignInToken(tx, { email, mailed: false });
  });
}
