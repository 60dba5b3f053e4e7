import { Prisma } from "@/lib/platform/db";
import { InvalidField } from "@/lib/platform/errors";
import { requireMayUpload, UPLOADER_FACTS, type UploaderFacts } from "./uploader-rule";

/** Who uploads a scene. `payerId`: whose card pays; null when the platform is invoiced. */
export type Uploader = { id: string; userId: string; email: string; payerId: string | null; newPerformers: number };

/** The uploader's account by its id or by the partner's own id of the creator, and the performers whom they name. */
export type NamedUploader = {
  partnerId: string;
  accountId: string | null;
  externalUserId: string | null;
  performers: readonly { email: string }[];
};

export type UploaderRow = UploaderFacts & { id: string; email: string; newPerformers: number };

/** How many of these have no active account at any platform. Takes the same steps for each, known or not. */
export const newPerformersAmong = (performers: readonly { email: string }[]): Prisma.Sql => Prisma.sql`
  (SELECT count(*)::int FROM unnest(${performers.map(({ email }) => email)}::text[]) AS named (email) WHERE NOT EXISTS (
    SELECT FROM users u JOIN solo_accounts s ON s.user_id = u.id
    WHERE u.email = named.email AND s.status = 'active'))`;

/** Finds the account, with what decides and costs its scene. */
export const uploaderQuery = ({ partnerId, accountId, externalUserId, performers }: NamedUploader) => Prisma.sql`
  SELECT a.id, a.email, ${UPLOADER_FACTS}, ${newPerformersAmong(performers)} AS "newPerformers"
  FROM solo_accounts a JOIN partners p ON p.id = a.partner_id
  WHERE a.partner_id = ${partnerId} AND (a.id = ${accountId} OR a.external_user_id = ${externalUserId})`;

/**
 * The uploader that `uploaderQuery` found, with what their scene costs. Throws `InvalidField` for the uploader among the
 * performers, 400 `uploader_not_solo_active`, and `Conflict` `collab_scenes_not_available_on_platform_pays`.
 */
export function requireUploader(
  account: UploaderRow | undefined,
  { externalUserId, performers }: NamedUploader,
): Uploader {
  const own = account ? performers.findIndex(({ email }) => email === account.email) : -1;
  if (own >= 0) throw new InvalidField(`performers.${own}.email`, "must differ from the uploader's address");
  const field = externalUserId === null ? "uploaderAccountId" : "uploaderExternalUserId";
  const { id, userId, email, fundedBy, newPerformers } = requireMayUpload(account, {
    isCollab: true,
    refuseWith: 400,
    field,
  });
  return { id, userId, email, payerId: fundedBy === "creator" ? userId : null, newPerformers };
}
