"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { dateOf, outcomeOf, problemsOf, refused, textOf, valuesOf } from "@/app/forms";
import type { FormState } from "@/components/ui/form";
import type { ProvenVisit } from "@/lib/domain/context";
import { beginVendorSession, removePhoto, saveDetails, saveDocument, submitCheck } from "@/lib/domain/identity";
import { isPhotoKind } from "@/lib/domain/identity/documents";
import { DetailsInput, DocumentInput } from "@/lib/domain/identity/schemas";
import { readStage } from "@/lib/domain/onboarding";
import { nextStep } from "./steps";
import { rememberReturn, requireDraft, startOf, type Visitor } from "./visitor";

const UNDER_AGE = "This date makes you younger than 18. Is it correct?";
const NO_DATE = "Enter the day, month and year.";

/** Step "Your details". */
export const keepDetailsAction = action(
  requireDraft,
  [read.link, read.state, read.form],
  async (draft, token, _, form) => {
    const { ctx, visitor, proven } = draft;
    const birthDate = dateOf(form, "birthDate");
    const input = DetailsInput.safeParse({
      legalName: textOf(form, "legalName"),
      birthDate,
      otherNames: textOf(form, "otherNames").split("\n"),
    });
    if (!input.success) {
      const errors = problemsOf(input.error);
      return { errors: birthDate ? errors : { ...errors, birthDate: NO_DATE }, values: valuesOf(form) };
    }
    const ageConfirmed = textOf(form, "confirmedBirthDate") === birthDate;
    const saved = await outcomeOf(ctx, (by) => saveDetails(by, { ...input.data, ageConfirmed }));
    if (!saved.ok) return failure(saved, form);
    if (saved.value.outcome === "asked") {
      return { errors: { birthDate: UNDER_AGE }, values: { ...valuesOf(form), askedBirthDate: birthDate } };
    }
    redirect(saved.value.outcome === "refused" ? startOf(token) : await afterStep(visitor, proven.visit, "details"));
  },
);

/** Step "Your document". */
export const keepDocumentAction = action(
  requireDraft,
  [read.link, read.state, read.form],
  async (draft, _, __, form) => {
    const { ctx, visitor, proven } = draft;
    const lasts = form.get("noExpiry") !== null;
    const expiry = dateOf(form, "documentExpiry");
    const input = DocumentInput.safeParse({
      documentType: textOf(form, "documentType"),
      documentCountry: textOf(form, "documentCountry"),
      documentNumber: textOf(form, "documentNumber"),
      documentExpiry: lasts ? null : expiry,
    });
    if (!input.success) {
      const errors = problemsOf(input.error);
      return { errors: lasts || expiry ? errors : { ...errors, documentExpiry: NO_DATE }, values: valuesOf(form) };
    }
    const saved = await outcomeOf(ctx, (by) => saveDocument(by, input.data));
    if (!saved.ok) return failure(saved, form);
    redirect(await afterStep(visitor, proven.visit, "document"));
  },
);

/** Removes a photo from the draft. */
export const takePhotoOutAction = action(requireDraft, [read.link, read.form], async ({ ctx }, token, form) => {
  const kind = textOf(form, "kind");
  if (isPhotoKind(kind)) await outcomeOf(ctx, (by) => removePhoto(by, { kind }));
  redirect(`${startOf(token)}/photos`);
});

/** Step "Review and send": to a custodian or the verification service. */
export const sendAction = action(
  requireDraft,
  [read.link, read.state, read.form],
  async ({ check, ctx }, token, _, form) => {
    const attested = form.get("attested") !== null;
    if (check.driver === "stripe_identity") {
      const session = await outcomeOf(ctx, (by) => beginVendorSession(by, { attested }));
      if (!session.ok) return attested ? { message: session.error } : { errors: { attested: session.error } };
      await rememberReturn(token);
      redirect(session.value);
    }
    const sent = await outcomeOf(ctx, (by) => submitCheck(by, { attested }));
    if (!sent.ok) return attested ? { message: sent.error } : { errors: { attested: sent.error } };
    redirect(startOf(token));
  },
);

/** The next step with something missing, after one was saved. */
async function afterStep(
  { token, onboarding }: Visitor,
  visit: ProvenVisit,
  from: "details" | "document",
): Promise<string> {
  // The visitor was read before the step was saved, so read the stage again.
  const stage = await readStage(onboarding, visit);
  if (stage.at !== "draft") return startOf(token);
  const step = nextStep(stage.check);
  return `${startOf(token)}/${step === from ? "review" : step}`;
}

function failure(refusal: Parameters<typeof refused>[0], form: FormData): FormState {
  return { ...refused(refusal), values: valuesOf(form) };
}
