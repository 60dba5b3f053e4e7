import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { InvalidField } from "@/lib/platform/errors";
import { dayOf } from "./age";
import { lockDraft } from "./lock-check";
import { sealDocumentNumber } from "./person-key";
import type { DocumentInput } from "./schemas";
import { dropPhoto } from "./sweep-objects";

/**
 * Keep which document the acting person will show, in their draft; its number sealed. A passport has no back: a photo of
 * one goes.
 * Throws `InvalidField` for a document that has expired, `Conflict` `no_draft`.
 */
export async function saveDocument(ctx: Ctx<PersonActor>, input: DocumentInput): Promise<void> {
  const now = clock.now();
  if (input.documentExpiry && input.documentExpiry < dayOf(now)) {
    throw new InvalidField("documentExpiry", "This document has expired. Use one that is still valid.");
  }
  await inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    const back = check.photos.find((photo) => photo.kind === "document_back");
    if (back && input.documentType === "passport") await dropPhoto(tx, back);
    await tx.identityCheck.update({
      where: { id: check.id },
      data: {
        documentType: input.documentType,
        documentCountry: input.documentCountry,
        documentNumber: Buffer.from(await sealDocumentNumber(tx, check, input.documentNumber)),
        documentExpiry: input.documentExpiry,
        updatedAt: now,
      },
    });
    record(tx, {
      ctx,
      action: "identity_check.document_saved",
      subject: { kind: "identity_check", id: check.id },
      detail: { type: input.documentType, country: input.documentCountry },
    });
  });
}
