import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { batchCalls } from "@/lib/platform/batch-calls";
import { rows } from "@/lib/platform/db";
import { AppError, InvalidInput } from "@/lib/platform/errors";
import type { Depiction } from "@/prisma/generated/client";
import { offerUpload } from "./copies/copy-objects";
import { insertDepiction, type LoggedDepiction } from "./insert-depictions";
import type { LogContent, LoggedContent, RepeatedContent } from "./schemas";
import { assertActive, assertConsent, getUploader, type Uploader } from "./uploader";

const TRIES = 4;

export type LogResult = { created: true; content: LoggedContent } | { created: false; content: RepeatedContent };

/**
 * Records a depiction, or returns the record that this call repeats: same `externalContentId` or, if none was sent,
 * same `contentUrl` among records without one. Repeats are answered whatever the account's status is now. Contract:
 * Content depiction, log. Throws `Conflict` `CONSENT_PENDING`, `CONSENT_DECLINED`, `uploader_not_solo_active`, and 400
 * `COMPLIANCE_COPY_REQUIRED`.
 */
export async function logDepiction(
  ctx: Ctx<PartnerKeyActor>,
  uploader: Uploader,
  input: LogContent,
): Promise<LogResult> {
  const handle = { accountId: uploader.id, externalContentId: input.externalContentId, contentUrl: input.contentUrl };
  // Retried only if the account or the conflicting record changed between two reads.
  for (let found = uploader, tries = 0; tries < TRIES; tries++) {
    const refusal = findRefusal(found, input);
    // Most calls are new and valid, so insert first and look up a repeat only on conflict.
    const logged = refusal ? null : await insertDepiction({ ctx, uploader: found, input });
    if (logged) return presentLogged(logged);
    const repeated = await findLogged(handle);
    if (repeated) return presentRepeated(repeated);
    if (refusal) throw refusal;
    found = await getUploader(uploader.partnerId, uploader.id);
  }
  throw new Error("The account or its records kept changing during the call.");
}

function findRefusal(uploader: Uploader, { complianceCopy }: LogContent): AppError | null {
  try {
    assertConsent(uploader);
    assertActive(uploader);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  if (!uploader.needsCopy || complianceCopy) return null;
  const message = "complianceCopy is required on your plan";
  return new InvalidInput([{ code: "COMPLIANCE_COPY_REQUIRED", field: "complianceCopy", message }]);
}

async function presentLogged(logged: LoggedDepiction): Promise<LogResult> {
  const { id, contentLogId, createdAt, copyState } = logged;
  const complianceCopyUpload = await offerUpload(logged);
  const content = { contentLogId, depictionId: id, createdAt: createdAt.toISOString(), complianceCopyUpload };
  return { created: true, content: { ...content, complianceCopy: copyState } };
}

async function presentRepeated(found: ExistingDepiction): Promise<LogResult> {
  const { id, contentLogId, copyState } = found;
  const complianceCopyUpload = await offerUpload(found);
  const content = { contentLogId, depictionId: id, duplicate: true as const, complianceCopyUpload };
  return { created: false, content: { ...content, complianceCopy: copyState } };
}

/**
 * SQL for the existing depiction of a log call or an import row: same account and same content id or, if none is sent,
 * same URL among those without one. `call` has `account_id`, `external_content_id` and `content_url`, and `columns` are
 * of the depiction `d`. Two unique indexes enforce the same rule. Contract: Idempotency.
 */
export const sameRecord = (columns: string): string => `
  SELECT ${columns} FROM depictions d
  WHERE d.account_id = call.account_id AND d.external_content_id = call.external_content_id
  UNION ALL
  SELECT ${columns} FROM depictions d
  WHERE call.external_content_id IS NULL AND d.account_id = call.account_id AND d.external_content_id IS NULL
    AND d.content_url = call.content_url`;

/** The record that a repeated log call returns. */
type ExistingDepiction = Pick<
  Depiction,
  "id" | "contentLogId" | "copyState" | "copyMimeType" | "copyBytes" | "removedAt"
>;

type RecordHandle = { accountId: string; externalContentId: string | undefined; contentUrl: string };

const COLUMNS = `d.id, d.content_log_id, d.copy_state, d.copy_mime_type,
  d.copy_bytes, d.removed_at`;
const FIND = `
  SELECT call.n, found.*
  FROM json_to_recordset($1::json) call(n int, account_id text, external_content_id text, content_url text)
  CROSS JOIN LATERAL (${sameRecord(COLUMNS)}) found`;

const findLoggedBatch = batchCalls<RecordHandle, ExistingDepiction | null>(
  async (handles) => {
    const calls = handles.map(({ accountId, externalContentId, contentUrl }, n) => ({
      n,
      account_id: accountId,
      external_content_id: externalContentId ?? null,
      content_url: contentUrl,
    }));
    const all = await rows<ExistingDepiction & { n: number }>({
      name: "find_logged",
      text: FIND,
      values: [JSON.stringify(calls)],
    });
    const found = new Map(all.map(({ n, ...depiction }) => [n, depiction]));
    return handles.map((_, n) => found.get(n) ?? null);
  },
  { size: 100, maxWaitMs: 1, concurrency: 8 },
);

/** The depiction that a log call repeats, or null. Contract: Idempotency. */
const findLogged = (handle: RecordHandle): Promise<ExistingDepiction | null> => findLoggedBatch(handle);
