import { db, type Tx } from "@/lib/platform/db";
import { signsAs } from "./signs-as";

/** The names on a person's record. `legalName` is null until their ID is verified. Names they no longer use stay theirs. */
export type OwnNames = { legalName: string | null; others: { name: string; addedAt: Date }[] };

/** The names of several people, for each of their ids. */
export async function namesOf(
  userIds: readonly string[],
  tx: Pick<Tx, "identity" | "personAlias"> = db,
): Promise<(userId: string) => OwnNames> {
  const where = { userId: { in: [...userIds] } };
  const identities = await tx.identity.findMany({ where, select: { userId: true, legalName: true } });
  const aliases = await tx.personAlias.findMany({ where, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  return (userId) => ({
    legalName: identities.find((one) => one.userId === userId)?.legalName ?? null,
    others: aliases.filter((one) => one.userId === userId).map(({ name, createdAt }) => ({ name, addedAt: createdAt })),
  });
}

/** Whether a signature is a person's legal name, another name of theirs, or neither; `unverified` before there is a legal name. */
type NameMatch = "legal" | "other" | "none" | "unverified";

export function matchName(typed: string, { legalName, others }: OwnNames): NameMatch {
  if (legalName === null) return "unverified";
  if (signsAs(typed, [legalName])) return "legal";
  return signsAs(typed, allNames({ legalName, others })) ? "other" : "none";
}

export const allNames = ({ legalName, others }: OwnNames): string[] => [
  ...(legalName === null ? [] : [legalName]),
  ...others.map(({ name }) => name),
];

/** The last signature under a name that isn't among a person's. `sceneId`: of a release. */
type OtherSignature = { id: string; name: string; at: Date; sceneId: string | null };

/** Names that a person signed with and that aren't among `names`, and the last signature under each. */
export async function findOtherSignatures(
  tx: Pick<Tx, "$queryRaw">,
  userId: string,
  names: readonly string[],
): Promise<OtherSignature[]> {
  const signatures = await tx.$queryRaw<OtherSignature[]>`
    SELECT DISTINCT ON (a.signed_name) a.id, a.signed_name AS name, a.attested_at AS at, p.scene_id AS "sceneId"
    FROM attestations a LEFT JOIN scene_performers p ON p.release_id = a.id
    WHERE a.user_id = ${userId} AND a.signed_name IS NOT NULL AND a.kind IN ('release', 'documentation', 'renewal')
    ORDER BY a.signed_name, a.id DESC`;
  return signatures.filter(({ name }) => !signsAs(name, names));
}
