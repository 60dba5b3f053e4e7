import type { Ctx, PartnerKeyActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { emit } from "@/lib/domain/webhooks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { offerUpload } from "./copy-upload";
import type { LogContent, LoggedContent, RepeatedContent } from "./schemas";
import { assertActive, assertConsent, type Uploader } from "./uploader";

export type Logged = { created: true; content: LoggedContent } | { created: false; content: RepeatedContent };

/**
 * Records a depiction, or returns the record that this call repeats (same `externalContentId` or, where none was sent, same
 * `contentUrl` among those without one). A repeat is answered whatever has become of the account since. Contract: Content
 * depiction, log. Throws `Conflict` `CONSENT_PENDING`, `CONSENT_DECLINED`, `uploader_not_solo_active`, and 400
 * `COMPLIANCE_COPY_REQUIRED`.
 */
export async function logDepiction(ctx: Ctx<PartnerKeyActor>, uploader: Uploader, input: LogContent): Promise<Logged> {
  const repeated = await findRepeated(uploader, input);
  if (repeated) return presentRepeated(repeated);
  assertConsent(uploader);
  assertActive(uploader);
  if (uploader.needsCopy && !input.complianceCopy) {
    throw new AppError(400, "complianceCopy is required on your plan", { code: "COMPLIANCE_COPY_REQUIRED" });
  }
  const logged = await inTransaction((tx) => create(tx, ctx, uploader, input));
  if (logged)
    return {
      created: true,
      content: {
        ...presentIds(logged),
        createdAt: logged.createdAt.toISOString(),
        complianceCopy: logged.copyState,
        complianceCopyUpload: await offerUpload(logged),
      },
    };
  // Another call for the same content committed first; the insert waited for it. Or the account was held meanwhile.
  const first = await findRepeated(uploader, input);
  if (first) return presentRepeated(first);
  assertActive({ ...uploader, isActive: false });
  throw new Error("unreachable");
}

type Row = Awaited<ReturnType<typeof findRepeated>> & object;

async function create(tx: Tx, ctx: Ctx<PartnerKeyActor>, uploader: Uploader, input: LogContent) {
  const now = clock.now();
  const { id: accountId, partnerId, userId } = uploader;
  const { externalContentId = null, contentUrl, title, contentType, complianceCopy } = input;
  const depiction = {
    id: newId(),
    contentLogId: newId(),
    createdAt: now,
    copyState: complianceCopy ? ("pending" as const) : ("missing" as const),
    copyMimeType: complianceCopy?.mimeType ?? null,
    copyBytes: complianceCopy?.sizeBytes ?? null,
  };
  const productionDate = input.productionDate ?? now;
  const fileHash = input.fileHash ? Buffer.from(input.fileHash, "hex") : null;
  // The account's status is asked for once more by the statement that writes: no record of a creator who is held.
  const inserted = await tx.$executeRaw`
    WITH logged AS (
      INSERT INTO depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type,
        platform, production_date, file_hash, copy_state, copy_mime_type, copy_bytes, created_at)
      SELECT ${depiction.id}, ${depiction.contentLogId}, ${partnerId}, a.id, ${externalContentId}, ${contentUrl}, ${title},
        ${contentType}, ${input.platform ?? uploader.partnerName}, ${productionDate}, ${fileHash},
        ${depiction.copyState}::compliance_copy_state, ${depiction.copyMimeType}, ${depiction.copyBytes}::int, ${now}
      FROM solo_accounts a WHERE a.id = ${accountId} AND a.status = 'active'
      ON CONFLICT DO NOTHING RETURNING id)
    INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at)
    SELECT id, ${userId}, ${partnerId}, ${productionDate}, ${now} FROM logged`;
  if (inserted === 0) return null;
  await emit(tx, {
    type: "content_log.created",
    partnerId,
    data: {
      accountId,
      externalContentId,
      ...presentIds(depiction),
      contentUrl,
      contentType,
      sha256: input.fileHash ?? null,
      complianceCopy: depiction.copyState,
    },
  });
  record(tx, { ctx, action: "depiction.logged", subject: { kind: "depiction", id: depiction.id } });
  return depiction;
}

const findRepeated = ({ id: accountId }: Uploader, { externalContentId, contentUrl }: LogContent) =>
  db.depiction.findFirst({
    where: {
      accountId,
      ...(externalContentId === undefined ? { externalContentId: null, contentUrl } : { externalContentId }),
    },
    select: { id: true, contentLogId: true, copyState: true, copyMimeType: true, copyBytes: true, removedAt: true },
  });

async function presentRepeated(row: Row): Promise<Logged> {
  const content = {
    ...presentIds(row),
    duplicate: true as const,
    complianceCopy: row.copyState,
    complianceCopyUpload: await offerUpload(row),
  };
  return { created: false, content };
}

const presentIds = ({ id, contentLogId }: { id: string; contentLogId: string }) => ({ contentLogId, depictionId: id });
