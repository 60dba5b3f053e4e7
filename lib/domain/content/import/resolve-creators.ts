import type { Uploader } from "@/lib/domain/content/uploader";
import type { Tx } from "@/lib/platform/db";
import type { ImportRow } from "./check-row";

/** Whose record a row is, or why that cannot be said. */
export type Creator = { uploader: Uploader; refusal: null } | { uploader: null; refusal: string };

type Found = Uploader & { externalUserId: string; email: string; wasVerified: boolean };

const NOT_THEIRS = "the creator is not verified for you, or not any more";

/**
 * Whose records rows are. Of any account of the partner that has been active, suspended since or not: what was published
 * before belongs into the log too. Not of one that never was, nor of one whose creator took their approval back: nobody has
 * proven, or agrees, that they are that creator, and the index would name them. Which of it is so is not said, in one answer
 * for all: a partner learns here of nobody whether they were asked, declined or left.
 */
export async function resolveCreators(tx: Tx, partnerId: string, rows: readonly ImportRow[]): Promise<Creator[]> {
  const named = (field: "accountId" | "externalUserId" | "email") => [
    ...new Set(rows.flatMap((row) => row[field] ?? [])),
  ];
  const accounts = await tx.$queryRaw<Found[]>`
    WITH named AS (
      SELECT id FROM solo_accounts WHERE partner_id = ${partnerId} AND id = ANY(${named("accountId")}::text[])
      UNION SELECT id FROM solo_accounts
      WHERE partner_id = ${partnerId} AND external_user_id = ANY(${named("externalUserId")}::text[])
      UNION SELECT id FROM solo_accounts WHERE partner_id = ${partnerId} AND email = ANY(${named("email")}::text[]))
    SELECT a.id, a.partner_id AS "partnerId", a.user_id AS "userId", a.status = 'active' AS "isActive",
      a.external_user_id AS "externalUserId", a.email, a.verified_at IS NOT NULL AS "wasVerified", NULL AS consent,
      p.name AS "partnerName", false AS "needsCopy"
    FROM named JOIN solo_accounts a ON a.id = named.id JOIN partners p ON p.id = a.partner_id`;
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const byExternalId = new Map(accounts.map((account) => [account.externalUserId, account]));
  const byEmail = new Map(accounts.map((account) => [account.email, account]));
  return rows.map(({ accountId, externalUserId, email }) => {
    const ways: [string, string | undefined, Map<string, Found>][] = [
      ["accountId", accountId, byId],
      ["externalUserId", externalUserId, byExternalId],
      ["email", email, byEmail],
    ];
    const said = ways.flatMap(([field, value, by]) => (value === undefined ? [] : [{ field, found: by.get(value) }]));
    const unknown = said.find(({ found }) => !found);
    if (unknown) return refused(`${unknown.field}: you have no such account; provision the creator first`);
    const [first] = said;
    const other = said.find(({ found }) => found?.id !== first?.found?.id);
    if (!first?.found || other) return refused(`${first?.field} and ${other?.field} are of different creators`);
    if (!first.found.wasVerified || first.found.userId === null) return refused(NOT_THEIRS);
    return { uploader: first.found, refusal: null };
  });
}

const refused = (refusal: string): Creator => ({ uploader: null, refusal });
