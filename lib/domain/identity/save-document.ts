import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { InvalidField } from "@/lib/platform/errors";
import { dayOf } from "./age";
import { sealFacts } from "./facts";
import { lockDraft } from "./lock-check";
import { sealDocumentNumber } from "./person-key";
import type { DocumentInput } from "./schemas";
import { dropPhoto } from "./sweep-objects";

/**
 * Keep which document the acting person will show, in their draft; all of it sealed. A passport has no back: a photo of
 * one goes.
 * Throws `InvalidField` for a document that has expired, `Conflict` `no_draft`.
 */
export async function saveDocument(ctx: Ctx<PersonActor>, input: DocumentInput): Promise<void> {
  const now = clock.now();
  const { documentType, documentCountry, documentExpiry } = input;
  if (documentExpiry && documentExpiry < dayOf(now)) {
    throw new InvalidField("documentExpiry", "This document has expired. Use one that is still valid.");
  }
  await inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    const back = check.photos.find((photo) => photo.kind === "document_back");
    if (back && documentType === "passport") await dropPhoto(tx, back);
    await tx.identityCheck.update({
      where: { id: check.id },
      data: {
        facts: await sealFacts(tx, check, {
          birthDate: check.birthDate,
          documentType,
          documentCountry,
          documentExpiry,
        }),
        documentNumber: Buffer.from(await sealDocumentNumber(tx, check, input.documentNumber)),
        updatedAt: now,
      },
    });
    record(tx, {
      ctx,
      action: "identity_check.document_saved",
      subject: { kind: "identity_check", id: check.id },
    });
  });
}
