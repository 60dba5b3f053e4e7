import { batchCalls } from "@/lib/platform/batch-calls";
import { rows } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

/** A partner's account as the content routes see it. */
export type Uploader = {
  id: string;
  partnerId: string;
  /** The creator. Null until they are linked. */
  userId: string | null;
  isActive: boolean;
  /** The creator's answer to a link request, if there was one. */
  consent: "pending" | "approved" | "declined" | null;
  partnerName: string;
  /** Whether a depiction needs a compliance copy. */
  needsCopy: boolean;
};

// One query serves calls of several partners. The join matches each account only with its own call's partner.
const FIND_UPLOADERS = `
  SELECT call.n, a.id, a.partner_id, a.user_id, a.status = 'active' AS is_active,
         l.decision AS consent, p.name AS partner_name, p.plan = 'platform_pays' AND NOT p.copy_optional AS needs_copy
  FROM json_to_recordset($1::json) call(n int, account_id text, partner_id text)
  JOIN solo_accounts a ON a.id = call.account_id AND a.partner_id = call.partner_id
  JOIN partners p ON p.id = a.partner_id
  LEFT JOIN link_requests l ON l.account_id = a.id`;

const findUploaderBatch = batchCalls<{ partnerId: string; accountId: string }, Uploader | null>(
  async (calls) => {
    const all = await rows<Uploader & { n: number }>({
      name: "find_uploaders",
      text: FIND_UPLOADERS,
      values: [JSON.stringify(calls.map((call, n) => ({ n, account_id: call.accountId, partner_id: call.partnerId })))],
    });
    const found = new Map(all.map(({ n, ...uploader }) => [n, uploader]));
    return calls.map((_, n) => found.get(n) ?? null);
  },
  { size: 100, maxWaitMs: 1, concurrency: 8 },
);

/** A partner's account by its id. Throws `NotFound` for one that doesn't exist or is another partner's. */
export async function getUploader(partnerId: string, accountId: string): Promise<Uploader> {
  const uploader = isId(accountId) ? await findUploaderBatch({ partnerId, accountId }) : null;
  if (!uploader) throw new NotFound();
  return uploader;
}

/**
 * Checks that the creator agreed to this platform. Throws `Conflict` `CONSENT_PENDING` or `CONSENT_DECLINED`. Contract:
 * Consent link request.
 */
export function assertConsent({ userId, consent }: Uploader): void {
  if (userId !== null) return;
  if (consent === "declined") {
    throw new Conflict("CONSENT_DECLINED", "The creator has declined the link to your platform");
  }
  if (consent === "pending") throw new Conflict("CONSENT_PENDING", "The creator has not answered the link request yet");
}

/** Throws `Conflict` `uploader_not_solo_active` unless the account is active. */
export function assertActive({ isActive }: Pick<Uploader, "isActive">): void {
  if (!isActive) throw new Conflict("uploader_not_solo_active", "The uploader has no active solo account");
}
