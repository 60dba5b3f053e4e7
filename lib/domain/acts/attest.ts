import type { Ctx, PersonActor, ProducerActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { hexOf, sha256 } from "@/lib/platform/crypto";
import { Prisma, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Attestation } from "@/prisma/generated/client";

type Columns = Omit<Prisma.AttestationUncheckedCreateInput, "id" | "textSha256" | "createdAt">;

/**
 * Store what somebody agreed to, word for word, and return its id. `attestedAt` is the moment of the click. The row never
 * changes, and stays as long as what it is about.
 */
export async function attest(tx: Tx, attestation: Columns): Promise<string> {
  const id = newId();
  await tx.$executeRaw(attestationInsertion(id, attestation));
  return id;
}

/** `attest` as SQL, for a statement that stores an attestation with what it is about. */
export const attestationInsertion = (id: string, given: Columns): Prisma.Sql => Prisma.sql`
  INSERT INTO attestations (id, kind, subject_kind, subject_id, text, text_version, text_sha256, signed_name, reason, user_id,
    email, proof, visit_id, ip, user_agent, attested_at, created_at)
  VALUES (${id}, ${given.kind}::attestation_kind, ${given.subjectKind}, ${given.subjectId}, ${given.text},
    ${given.textVersion ?? null}, ${sha256(given.text)}, ${given.signedName ?? null}, ${given.reason ?? null},
    ${given.userId ?? null}, ${given.email ?? null}, ${given.proof}::attestation_proof, ${given.visitId ?? null},
    ${given.ip ?? null}, ${given.userAgent ?? null}, ${new Date(given.attestedAt).toISOString()}::timestamptz, ${clock.now()})`;

/**
 * Deletes what somebody agreed to about records that were just erased. The database refuses to delete what a record still refers
 * to. Contract: General rules, 4.
 */
export async function eraseAttestations(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.attestation.deleteMany({ where: { id: { in: [...ids] } } });
}

/** What an attestation says about the acting person, and where they acted from. */
export function actedBy({ actor, ip, userAgent }: Ctx<PersonActor | ProducerActor>) {
  const visit = actor.kind === "person" ? actor.visit : undefined;
  return {
    userId: actor.userId,
    proof: visit?.provenBy ?? ("session" as const),
    visitId: visit?.id ?? null,
    ip: ip ?? null,
    userAgent: userAgent ?? null,
  };
}

/** Evidence of where an act or a view came from, for its ledger entry. */
export const evidenceOf = ({ actor, ip, userAgent }: Ctx<PersonActor | ProducerActor>) => ({
  visit: actor.kind === "person" ? (actor.visit?.id ?? null) : null,
  ip: ip ?? null,
  userAgent: userAgent ?? null,
});

/** An attestation for a custodian: its exact text, who agreed to it, how they proved who they are, and from where. */
export const presentAttestation = ({ id, text, textVersion, textSha256, ...act }: Attestation) => ({
  id,
  text,
  textVersion,
  sha256: hexOf(textSha256),
  signedName: act.signedName,
  reason: act.reason,
  email: act.email,
  proof: act.proof,
  ip: act.ip,
  userAgent: act.userAgent,
  at: act.attestedAt,
});
export type ShownAttestation = ReturnType<typeof presentAttestation>;
