import type { Ctx } from "@/lib/domain/core/context";
import { chainOf, type LedgerLine, type LedgerRow, ledgerRow, record } from "@/lib/domain/core/ledger";
import { eventRows } from "@/lib/domain/events";
import { batchCalls } from "@/lib/platform/batch-calls";
import { clock } from "@/lib/platform/clock";
import { Prisma, rows, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Depiction } from "@/prisma/generated/client";
import { loggedEvent } from "./content-events";
import type { LogContent } from "./schemas";
import type { Uploader } from "./uploader";

/** A depiction to log, and who logs it. */
type NewDepiction = { ctx: Ctx; uploader: Uploader; input: LogContent };

/** A depiction that was logged. */
export type LoggedDepiction = Pick<Depiction, "id" | "contentLogId" | "createdAt" | "copyMimeType" | "copyBytes"> & {
  copyState: "pending" | "missing";
};

/** A depiction with the ids it gets if it is written. */
type PreparedDepiction = NewDepiction & { logged: LoggedDepiction };

/**
 * Writes depictions with their index entries, events and ledger entries, in the caller's transaction. Null for one that
 * exists already or whose account isn't active. With `history`, for older content, suspended accounts count too, but
 * the account must have a creator.
 */
export async function insertDepictions(
  tx: Tx,
  depictions: readonly NewDepiction[],
  { history = false } = {},
): Promise<(LoggedDepiction | null)[]> {
  const prepared = prepare(depictions);
  const written = idsOf(await tx.$queryRaw<{ id: string }[]>(insertion(prepared, { history })));
  for (const one of prepared) if (written.has(one.logged.id)) record(tx, lineOf(one));
  return prepared.map(({ logged }) => (written.has(logged.id) ? logged : null));
}

/** Writes one depiction in a batch with concurrent calls. Null as in `insertDepictions`. */
export async function insertDepiction(depiction: NewDepiction): Promise<LoggedDepiction | null> {
  const outcome = await insertTogether(depiction);
  if ("error" in outcome) throw outcome.error;
  return outcome.logged;
}

type Outcome = { logged: LoggedDepiction | null } | { error: unknown };

const insertTogether = batchCalls<NewDepiction, Outcome>(
  async (depictions) => {
    try {
      return await insertAtOnce(depictions);
    } catch (error) {
      // One that can't be written must not fail the others.
      return depictions.length === 1 ? [{ error }] : Promise.all(depictions.map(insertAlone));
    }
  },
  { size: 32, maxWaitMs: 20, concurrency: 2 },
);

const insertAlone = async (depiction: NewDepiction): Promise<Outcome> => {
  try {
    const [outcome] = await insertAtOnce([depiction]);
    return outcome ?? { logged: null };
  } catch (error) {
    return { error };
  }
};

// One statement is its own transaction and needs only one round trip.
async function insertAtOnce(depictions: readonly NewDepiction[]): Promise<Outcome[]> {
  const prepared = prepare(depictions);
  const lines = prepared.map((one) => ledgerRow(lineOf(one)));
  const found = await rows<{ id: string }>(insertion(prepared, { lines }), { name: "log_depictions" });
  const written = idsOf(found);
  return prepared.map(({ logged }) => ({ logged: written.has(logged.id) ? logged : null }));
}

const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));

/** Assigns ids in the given order. */
export const prepare = (depictions: readonly NewDepiction[]): PreparedDepiction[] =>
  depictions.map((depiction) => ({
    ...depiction,
    logged: {
      id: newId(),
      contentLogId: newId(),
      createdAt: clock.now(),
      copyState: depiction.input.complianceCopy ? "pending" : "missing",
      copyMimeType: depiction.input.complianceCopy?.mimeType ?? null,
      copyBytes: depiction.input.complianceCopy?.sizeBytes ?? null,
    },
  }));

export const lineOf = ({ ctx, uploader, logged }: PreparedDepiction): LedgerLine => ({
  ctx,
  action: "depiction.logged",
  subject: { kind: "depiction", id: logged.id },
  partnerId: uploader.partnerId,
});

const eventOf = ({ ctx, uploader, input, logged }: PreparedDepiction) => ({
  ctx,
  ...loggedEvent({
    partnerId: uploader.partnerId,
    accountId: uploader.id,
    externalContentId: input.externalContentId ?? null,
    contentLogId: logged.contentLogId,
    depictionId: logged.id,
    contentUrl: input.contentUrl,
    contentType: input.contentType,
    sha256: input.fileHash ?? null,
    complianceCopy: logged.copyState,
  }),
});

/** The statement that writes depictions and returns the ids it wrote. Without `lines`, the caller writes the ledger. */
export function insertion(
  prepared: readonly PreparedDepiction[],
  { history = false, lines = [] }: { history?: boolean; lines?: LedgerRow[] },
) {
  const events = eventRows(prepared.map(eventOf));
  const given = prepared.map(({ uploader, input, logged }, n) => ({
    id: logged.id,
    content_log_id: logged.contentLogId,
    account_id: uploader.id,
    external_content_id: input.externalContentId ?? null,
    content_url: input.contentUrl,
    title: input.title,
    content_type: input.contentType,
    platform: input.platform ?? uploader.partnerName,
    production_date: input.productionDate ?? logged.createdAt,
    file_hash: input.fileHash ?? null,
    copy_state: logged.copyState,
    copy_mime_type: logged.copyMimeType,
    copy_bytes: logged.copyBytes,
    created_at: logged.createdAt,
    event: events[n],
    line: lines[n] ?? null,
  }));
  // The statement checks the account's status again, so no record is written for a suspended creator. Rows are inserted
  // in one order to avoid deadlocks. The ledger comes last, after everything that may wait for a lock.
  return Prisma.sql`
    WITH given AS MATERIALIZED (
      SELECT r.*, a.partner_id, a.user_id
      FROM json_to_recordset(${JSON.stringify(given)}::json) AS r(
        id text, content_log_id text, account_id text, external_content_id text, content_url text, title text,
        content_type text, platform text, production_date timestamptz, file_hash text,
        copy_state compliance_copy_state, copy_mime_type text, copy_bytes int, created_at timestamptz,
        event json, line jsonb)
      JOIN solo_accounts a ON a.id = r.account_id AND (a.status = 'active' OR ${history}) AND a.user_id IS NOT NULL),
    logged AS (
      INSERT INTO depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title,
        content_type, platform, production_date, file_hash, copy_state, copy_mime_type, copy_bytes, created_at)
      SELECT id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type,
        platform, production_date, decode(file_hash, 'hex'), copy_state, copy_mime_type, copy_bytes, created_at
      FROM given ORDER BY account_id, external_content_id, content_url
      ON CONFLICT DO NOTHING RETURNING id),
    appears AS (
      INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at)
      SELECT id, user_id, partner_id, production_date, created_at FROM given JOIN logged USING (id)),
    to_search AS (INSERT INTO search_queue SELECT 'depiction', id FROM logged),
    told AS MATERIALIZED (
      SELECT emit_events(json_agg(event ORDER BY id)), jsonb_agg(line) FILTER (WHERE line IS NOT NULL) AS lines
      FROM given JOIN logged USING (id)),
    noted AS MATERIALIZED (SELECT ledger_append(${chainOf(lines)}::smallint, lines) FROM told)
    SELECT id FROM logged, noted`;
}
