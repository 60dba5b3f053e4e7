import { actedBy, attest, presentAttestation, type ShownAttestation } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import type { Tx } from "@/lib/platform/db";
import { DECLARATION, DECLARATION_TEXT } from "./documents";

const KIND = "declaration";
const SUBJECT = "identity_check";

/** Keep the acting person's declaration about a locked draft, as they send it, and return its id. */
export async function attestDeclaration(
  tx: Tx,
  ctx: Ctx<PersonActor>,
  { checkId, at }: { checkId: string; at: Date },
): Promise<string> {
  const { userId } = ctx.actor;
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return attest(tx, {
    kind: KIND,
    subjectKind: SUBJECT,
    subjectId: checkId,
    text: DECLARATION_TEXT,
    textVersion: DECLARATION.version,
    email,
    ...actedBy(ctx),
    attestedAt: at,
  });
}

/** What a person declared about a check: when they sent it, and again with each better photo, oldest first. None for an import and a draft. */
export async function findDeclarations(tx: Tx, checkId: string): Promise<ShownAttestation[]> {
  const where = { kind: KIND, subjectKind: SUBJECT, subjectId: checkId } as const;
  return (await tx.attestation.findMany({ where, orderBy: { id: "asc" } })).map(presentAttestation);
}
