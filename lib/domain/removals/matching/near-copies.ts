import { rowsIn, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { LegalBasis } from "../labels";

/** Of each copy, how many of its hashes are compared: all of a picture's, and the first frames of a film. */
const PARTS_COMPARED = 6;

type Compared = { depictionIds: readonly string[]; legalBasis: LegalBasis };

/**
 * Which of these depictions are near copies of one another, as groups of two and more: each is like another one of its group, as much
 * as a suggestion must be. Compares every two of them, so there should be few.
 */
export async function nearCopies(
  tx: Pick<Tx, "$queryRaw">,
  { depictionIds, legalBasis }: Compared,
): Promise<Set<string>[]> {
  if (depictionIds.length < 2) return [];
  const most = env().similarBits[legalBasis];
  const pairs = await rowsIn<{ one: string; other: string }>(tx)`
    WITH copies AS MATERIALIZED (
      SELECT depiction_id, pdq, pdq || turned AS turns FROM copy_hashes
      WHERE depiction_id = ANY (${[...depictionIds]}::text[]) AND part < ${PARTS_COMPARED})
    SELECT DISTINCT a.depiction_id AS one, b.depiction_id AS other
    FROM copies a JOIN copies b ON a.depiction_id < b.depiction_id
    WHERE EXISTS (SELECT FROM unnest(b.turns) AS turn (pdq) WHERE bit_count(a.pdq # turn.pdq) <= ${most})`;
  const groups = new Map<string, Set<string>>();
  for (const { one, other } of pairs) {
    const joined = new Set([one, other, ...(groups.get(one) ?? []), ...(groups.get(other) ?? [])]);
    for (const id of joined) groups.set(id, joined);
  }
  return [...new Set(groups.values())];
}
