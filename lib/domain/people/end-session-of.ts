import type { Ctx } from "@/lib/domain/context";
import { inTransaction } from "@/lib/platform/db";
import { endLiving } from "./end-session";
import { sessionTokenHash } from "./find-session";

/** Ends the session of a token, if it lives: when somebody signs out, or signs in anew in the same browser. */
export async function endSessionOf(client: Omit<Ctx, "actor">, token: string): Promise<void> {
  await inTransaction(async (tx) => {
    const where = { sessionToken: sessionTokenHash(token) };
    const session = await tx.session.findUnique({ where, select: { id: true, userId: true } });
    if (session) await endLiving(tx, { ...client, actor: { kind: "person", userId: session.userId } }, session.id);
  });
}
