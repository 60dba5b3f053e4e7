import { pool } from "@/lib/platform/db";
import { gather } from "@/lib/platform/gather";
import { sameRecord } from "./same-record";

/** What a repeat of a log call is answered with. */
export type FoundDepiction = {
  id: string;
  contentLogId: string;
  copyState: "pending" | "stored" | "missing";
  copyMimeType: string | null;
  copyBytes: number | null;
  removedAt: Date | null;
};

type Handle = { accountId: string; externalContentId: string | undefined; contentUrl: string };

const COLUMNS = `d.id, d.content_log_id AS "contentLogId", d.copy_state AS "copyState", d.copy_mime_type AS "copyMimeType",
  d.copy_bytes AS "copyBytes", d.removed_at AS "removedAt"`;
const FIND = `
  SELECT call.n, found.*
  FROM json_to_recordset($1::json) call(n int, account_id text, external_content_id text, content_url text)
  CROSS JOIN LATERAL (${sameRecord(COLUMNS)}) found`;

const findGathered = gather<Handle, FoundDepiction | null>(
  async (handles) => {
    const calls = handles.map(({ accountId, externalContentId, contentUrl }, n) => ({
      n,
      account_id: accountId,
      external_content_id: externalContentId ?? null,
      content_url: contentUrl,
    }));
    const { rows } = await pool().query<FoundDepiction & { n: number }>({
      name: "find_logged",
      text: FIND,
      values: [JSON.stringify(calls)],
    });
    const found = new Map(rows.map(({ n, ...depiction }) => [n, depiction]));
    return handles.map((_, n) => found.get(n) ?? null);
  },
  { batch: 100, patienceMs: 1, concurrency: 8 },
);

/**
 * The depiction that a log call repeats: the one of the same id of the partner's or, where none is sent, of the same URL
 * among those without one. Contract: Idempotency.
 */
export const findLogged = (handle: Handle): Promise<FoundDepiction | null> => findGathered(handle);
