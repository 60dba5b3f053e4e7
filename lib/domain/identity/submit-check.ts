import { evidenceOf } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { dayOf, isUnderAge } from "@/lib/domain/identity/id-facts";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { inTransaction } from "@/lib/platform/db";
import { Unprocessable } from "@/lib/platform/errors";
import { attestDeclaration } from "./declaration";
import { type DocumentType, type PhotoKind, photosNeeded } from "./documents";
import { lockDraft } from "./lock-check";
import { moveCheck } from "./states";

/**
 * Send the acting person's draft to a custodian, and attest their declaration that it is true. It can't change afterwards.
 * Throws `Unprocessable`: `not_attested`, `check_incomplete`, `document_expired`, `under_age`; `Conflict` `no_draft` for a
 * second submit.
 */
export async function submitCheck(
  ctx: Ctx<PersonActor>,
  { attested }: { attested: boolean },
): Promise<{ checkId: string }> {
  if (!attested) throw new Unprocessable("not_attested", "Check the box to declare that this is true.");
  return inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    const now = clock.now();
    if (check.driver !== "custodian_review" || missingParts(check).length > 0) {
      throw new Unprocessable("check_incomplete", "Your check is not complete yet.");
    }
    if (check.documentExpiry && check.documentExpiry < dayOf(now)) {
      throw new Unprocessable("document_expired", "Your document has expired in the meantime.");
    }
    if (!check.birthDate || isUnderAge(check.birthDate, now)) {
      throw new Unprocessable("under_age", "You must be 18 or older.");
    }
    await moveCheck(tx, { id: check.id, to: "submitted", submittedAt: now });
    const declaration = await attestDeclaration(tx, ctx, { checkId: check.id, at: now });
    record(tx, {
      ctx,
      action: "identity_check.submitted",
      subject: { kind: "identity_check", id: check.id },
      detail: {
        declaration,
        ...evidenceOf(ctx),
        photos: check.photos.map(({ kind, sha256 }) => ({ kind, sha256: hexOf(sha256) })),
      },
    });
    return { checkId: check.id };
  });
}

/** The parts of a check, in the order of the steps. */
type CheckPart = "details" | "document" | "photos";

type Draft = {
  legalName: string | null;
  birthDate: Date | null;
  documentType: DocumentType | null;
  documentNumber?: unknown;
  photos: readonly { kind: PhotoKind }[];
};

/** The photos that a draft still lacks. */
export function missingPhotos(draft: Pick<Draft, "documentType" | "photos">): PhotoKind[] {
  const kinds = new Set(draft.photos.map((photo) => photo.kind));
  return photosNeeded(draft.documentType).filter((kind) => !kinds.has(kind));
}

/** The parts that a draft for a custodian still lacks, in order; empty when it can be sent. */
export function missingParts(draft: Draft): CheckPart[] {
  const parts: CheckPart[] = [];
  if (!draft.legalName || !draft.birthDate) parts.push("details");
  if (!draft.documentType || !draft.documentNumber) parts.push("document");
  if (missingPhotos(draft).length > 0) parts.push("photos");
  return parts;
}
