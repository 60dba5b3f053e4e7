import type { Ctx, PartnerKeyActor } from "@/lib/domain/context";
import { inTransaction } from "@/lib/platform/db";
import { removeDepiction } from "./remove-depiction";
import type { DeletedContent } from "./schemas";
import { assertActive, assertConsent, getUploader } from "./uploader";

const REASON = "Taken down through the API, which asks for no reason.";

/**
 * Takes down what the partner logged under an id of its own. A repeat, like an id that was never logged, answers
 * `deleted: false`. Contract: Content depiction, delete. Throws `NotFound`, `Conflict` `CONSENT_PENDING`,
 * `CONSENT_DECLINED`, `uploader_not_solo_active`.
 */
export async function deleteContent(
  ctx: Ctx<PartnerKeyActor>,
  { accountId, externalContentId }: { accountId: string; externalContentId: string },
): Promise<DeletedContent> {
  const uploader = await getUploader(ctx.actor.partnerId, accountId);
  assertConsent(uploader);
  assertActive(uploader);
  return inTransaction(async (tx) => {
    const found = await tx.depiction.findFirst({
      where: { accountId, externalContentId },
      select: { id: true, contentLogId: true },
    });
    if (!found || !(await removeDepiction(tx, ctx, { depictionId: found.id, reason: REASON })))
      return { deleted: false };
    return { deleted: true, depictionId: found.id, contentLogId: found.contentLogId };
  });
}
