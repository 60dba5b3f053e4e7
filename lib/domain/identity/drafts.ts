import { z } from "zod";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { raiseAlert } from "@/lib/domain/custody/alerts";
import { dayOf, factsOf, isUnderAge, sealDocumentNumber, sealFacts } from "@/lib/domain/identity/id-facts";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { Conflict, InvalidField } from "@/lib/platform/errors";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { findAndLockCheck, type LockedCheck, lockDraft } from "./lock-check";
import { deletePhoto } from "./photos";
import { queueReading } from "./reading";
import type { DetailsInput, DocumentInput } from "./schemas";

/**
 * Save the acting person's details in their draft. A person younger than 18 is refused: we delete the draft and its photos, and
 * keep only the refusal, which alerts custodians. They confirm the date first (`ageConfirmed`), because a typo would lock an adult out for
 * a day.
 * Throws `InvalidField` for a birth date in the future, `Conflict` `no_draft`, or `check_under_way` at the verification service.
 */
export async function saveDetails(
  ctx: Ctx<PersonActor>,
  { ageConfirmed = false, ...input }: DetailsInput & { ageConfirmed?: boolean },
): Promise<{ outcome: "saved" | "asked" | "refused" }> {
  const now = clock.now();
  if (input.birthDate > now) throw new InvalidField("birthDate", "This date is in the future. Check the year.");
  return inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    if (check.vendorSessionId) throw new Conflict("check_under_way", "The check has already started.");
    const subject = { kind: "identity_check" as const, id: check.id };
    if (isUnderAge(input.birthDate, now)) {
      if (ageConfirmed) {
        await refuse(tx, ctx, check);
        return { outcome: "refused" };
      }
      record(tx, { ctx, action: "identity_check.age_questioned", subject });
      return { outcome: "asked" };
    }
    await tx.identityCheck.update({
      where: { id: check.id },
      data: {
        legalName: input.legalName,
        facts: await sealFacts(tx, check, { ...factsOf(check), birthDate: input.birthDate }),
        otherNames: input.otherNames.filter((name) => name !== input.legalName),
        updatedAt: now,
      },
    });
    record(tx, {
      ctx,
      action: "identity_check.details_saved",
      subject,
      detail: { otherNames: input.otherNames.length },
    });
    return { outcome: "saved" };
  });
}

async function refuse(tx: Tx, ctx: Ctx<PersonActor>, check: LockedCheck): Promise<void> {
  await discardDraft(tx, check);
  const { userId: personId, visit } = ctx.actor;
  const subject = { kind: "person", id: personId } as const;
  const visitId = visit?.id ?? null;
  await raiseAlert(tx, { kind: "entered", personId, subject, visitId });
  record(tx, { ctx, action: "identity_check.refused_under_age", subject, detail: { visit: visitId } });
}

/**
 * Save the document's data in the acting person's draft, sealed. For a passport, deletes a photo of the back.
 * Throws `InvalidField` for an expired document, `Conflict` `no_draft`.
 */
export async function saveDocument(ctx: Ctx<PersonActor>, input: DocumentInput): Promise<void> {
  const now = clock.now();
  assertNotExpired(input, now);
  const { documentType, documentCountry, documentExpiry } = input;
  await inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    const back = check.photos.find((photo) => photo.kind === "document_back");
    if (back && documentType === "passport") {
      await deletePhoto(tx, back);
      await queueReading(tx, check.id);
    }
    await tx.identityCheck.update({
      where: { id: check.id },
      data: {
        facts: await sealFacts(tx, check, {
          birthDate: check.birthDate,
          documentType,
          documentCountry,
          documentState: input.documentState,
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

/** Throws `InvalidField` for an expired document. */
export function assertNotExpired({ documentExpiry }: Pick<DocumentInput, "documentExpiry">, now: Date): void {
  if (!documentExpiry || documentExpiry >= dayOf(now)) return;
  throw new InvalidField("documentExpiry", "This document has expired. Use one that is still valid.");
}

/** Delete a locked draft and its photos. The stored objects go after the commit. */
export async function discardDraft(tx: Tx, check: LockedCheck): Promise<void> {
  for (const photo of check.photos) await deletePhoto(tx, photo);
  await tx.identityCheck.delete({ where: { id: check.id } });
}

const KEPT_DAYS = 30;

/** Delete drafts unchanged for 30 days, with their photos. Returns their number. */
export async function purgeDrafts(requestId: string): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const stale = await db.identityCheck.findMany({
    where: { status: "draft", updatedAt: { lt: before }, goldenId: null },
    select: { id: true },
  });
  let purged = 0;
  for (const { id } of stale) {
    await inTransaction(async (tx) => {
      const check = await findAndLockCheck(tx, id);
      // The person may have changed it since the list was read.
      if (check?.status !== "draft" || check.updatedAt >= before) return;
      await discardDraft(tx, check);
      record(tx, {
        ctx: { actor: { kind: "system", name: "purge_identity_drafts" }, requestId },
        action: "identity_check.draft_purged",
        subject: { kind: "identity_check", id },
      });
      purged++;
    });
  }
  return purged;
}

export const purgeDraftsTask = defineTask("purge_identity_drafts", z.unknown(), async (_, { requestId }) => {
  await purgeDrafts(requestId);
});

/** Every night. */
export const purgeDraftsSchedule: Schedule = { task: purgeDraftsTask, cron: "40 3 * * *" };
