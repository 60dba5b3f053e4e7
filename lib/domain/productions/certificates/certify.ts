import { actedBy, attest, type Statement } from "@/lib/domain/acts";
import type { Ctx, ProducerActor } from "@/lib/domain/core/context";
import { assertOwnName, SignedName } from "@/lib/domain/identity/names";
import type { Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";

type Certified = {
  kind: "documentation" | "renewal";
  productionId: string;
  statement: Statement;
  /** The hash of the statement that the producer read. */
  shown: string;
  signedName: string;
  /** Adds the name to the producer's record if their ID is verified and has another. */
  addsName?: boolean | undefined;
  at: Date;
};

/**
 * Keeps what a producer certified about a production, word for word, and returns the attestation's id. Throws `ZodError` for the
 * name, and `Conflict` `statement_changed` if the statement isn't the one that the producer read. About `signedName`: `InvalidField`,
 * and `AppError` 422 `name_differs` for a verified producer.
 */
export async function certify(
  tx: Tx,
  ctx: Ctx<ProducerActor>,
  { kind, productionId, statement, shown, signedName, addsName = false, at }: Certified,
): Promise<string> {
  const name = SignedName.parse(signedName);
  if (statement.shown !== shown) {
    throw new Conflict(
      "statement_changed",
      "The statement has changed since you opened it. Read it again, then certify.",
    );
  }
  await assertOwnName(tx, ctx, { signedName: name, addsName, signing: productionId, at });
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: ctx.actor.userId }, select: { email: true } });
  return attest(tx, {
    ...actedBy(ctx),
    kind,
    subjectKind: "production",
    subjectId: productionId,
    text: statement.text,
    textVersion: statement.version,
    signedName: name,
    email,
    attestedAt: at,
  });
}
