import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { emitAll } from "@/lib/domain/webhooks";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { gather } from "@/lib/platform/gather";
import { newId } from "@/lib/platform/ids";
import type { LogContent } from "./schemas";
import type { Uploader } from "./uploader";

/** A depiction that is to be logged, and who logs it. */
export type NewDepiction = { ctx: Ctx; uploader: Uploader; input: LogContent };

/** A depiction that was logged. */
export type LoggedDepiction = {
  id: string;
  contentLogId: string;
  createdAt: Date;
  copyState: "pending" | "missing";
  copyMimeType: string | null;
  copyBytes: number | null;
};

/**
 * Writes depictions with who appears in them, their events and their ledger lines, in one transaction. Null for one that is
 * there already (or twice in the list), or whose account is not active at the moment of writing; with `history`, which is
 * for what was published before, whose account has no creator.
 */
export async function insertDepictions(
  tx: Tx,
  depictions: readonly NewDepiction[],
  { history = false } = {},
): Promise<(LoggedDepiction | null)[]> {
  const now = clock.now();
  const made = depictions.map((one) => ({ ...one, logged: loggedOf(one.input, now) }));
  const rows = made.map(({ uploader, input, logged }) => ({
    id: logged.id,
    content_log_id: logged.contentLogId,
    account_id: uploader.id,
    external_content_id: input.externalContentId ?? null,
    content_url: input.contentUrl,
    title: input.title,
    content_type: input.contentType,
    platform: input.platform ?? uploader.partnerName,
    production_date: input.productionDate ?? now,
    file_hash: input.fileHash ?? null,
    copy_state: logged.copyState,
    copy_mime_type: logged.copyMimeType,
    copy_bytes: logged.copyBytes,
  }));
  // The accounts' status is asked for once more by the statement that writes: no record of a creator who is held. In one
  // order, so that two that write the same records wait for each other and do not block each other.
  const inserted = await tx.$queryRaw<{ id: string }[]>`
    WITH logged AS (
      INSERT INTO depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title,
        content_type, platform, production_date, file_hash, copy_state, copy_mime_type, copy_bytes, created_at)
      SELECT r.id, r.content_log_id, a.partner_id, a.id, r.external_content_id, r.content_url, r.title, r.content_type,
        r.platform, r.production_date, decode(r.file_hash, 'hex'), r.copy_state, r.copy_mime_type, r.copy_bytes, ${now}
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(
        id text, content_log_id text, account_id text, external_content_id text, content_url text, title text,
        content_type text, platform text, production_date timestamptz, file_hash text,
        copy_state compliance_copy_state, copy_mime_type text, copy_bytes int)
      JOIN solo_accounts a ON a.id = r.account_id AND (a.status = 'active' OR ${history}) AND a.user_id IS NOT NULL
      ORDER BY r.account_id, r.external_content_id, r.content_url
      ON CONFLICT DO NOTHING RETURNING id, account_id, partner_id, production_date),
    appears AS (
      INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at)
      SELECT l.id, a.user_id, l.partner_id, l.production_date, ${now} FROM logged l JOIN solo_accounts a ON a.id = l.account_id)
    SELECT id FROM logged`;
  const written = new Set(inserted.map(({ id }) => id));
  const done = made.filter(({ logged }) => written.has(logged.id));
  await emitAll(tx, done.map(eventOf));
  for (const { ctx, uploader, logged } of done) {
    const subject = { kind: "depiction", id: logged.id } as const;
    record(tx, { ctx, action: "depiction.logged", subject, partnerId: uploader.partnerId });
  }
  return made.map(({ logged }) => (written.has(logged.id) ? logged : null));
}

type Outcome = { logged: LoggedDepiction | null } | { error: unknown };

const insertTogether = gather<NewDepiction, Outcome>(
  async (depictions) => {
    try {
      const logged = await inTransaction((tx) => insertDepictions(tx, depictions));
      return logged.map((one) => ({ logged: one }));
    } catch (error) {
      // One that cannot be written is no trouble of the others'.
      return depictions.length === 1 ? [{ error }] : Promise.all(depictions.map(insertAlone));
    }
  },
  { batch: 32, patienceMs: 20, concurrency: 2 },
);

async function insertAlone(depiction: NewDepiction): Promise<Outcome> {
  try {
    const [logged = null] = await inTransaction((tx) => insertDepictions(tx, [depiction]));
    return { logged };
  } catch (error) {
    return { error };
  }
}

/** Writes one depiction, together with those that others log at the same moment. Null as `insertDepictions` says. */
export async function insertDepiction(depiction: NewDepiction): Promise<LoggedDepiction | null> {
  const outcome = await insertTogether(depiction);
  if ("error" in outcome) throw outcome.error;
  return outcome.logged;
}

const loggedOf = ({ complianceCopy }: LogContent, createdAt: Date): LoggedDepiction => ({
  id: newId(),
  contentLogId: newId(),
  createdAt,
  copyState: complianceCopy ? "pending" : "missing",
  copyMimeType: complianceCopy?.mimeType ?? null,
  copyBytes: complianceCopy?.sizeBytes ?? null,
});

const eventOf = ({ uploader, input, logged }: NewDepiction & { logged: LoggedDepiction }) => ({
  type: "content_log.created" as const,
  partnerId: uploader.partnerId,
  data: {
    accountId: uploader.id,
    externalContentId: input.externalContentId ?? null,
    contentLogId: logged.contentLogId,
    depictionId: logged.id,
    contentUrl: input.contentUrl,
    contentType: input.contentType,
    sha256: input.fileHash ?? null,
    complianceCopy: logged.copyState,
  },
});
