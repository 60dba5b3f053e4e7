"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { dateOf, errorOf, outcomeOf, problemsOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { makeKnownCase, retireKnownCase } from "@/lib/domain/identity";
import { CUSTODIAN_REASONS } from "@/lib/domain/identity/rejection-reasons";
import { DetailsInput, DocumentInput, KnownCaseInput } from "@/lib/domain/identity/schemas";

/** Makes a known case, and opens its page to add the photos. */
export const makeAction = action(requireCustodian, [read.state, read.form], async (ctx, _, form) => {
  const text = (name: string) => textOf(form, name);
  const values = valuesOf(form);
  const details = DetailsInput.safeParse({
    legalName: text("legalName"),
    birthDate: dateOf(form, "birthDate"),
    otherNames: [],
  });
  const document = DocumentInput.safeParse({
    documentType: text("documentType"),
    documentCountry: text("documentCountry"),
    documentState: text("documentState"),
    documentNumber: text("documentNumber"),
    documentExpiry: dateOf(form, "documentExpiry") || null,
  });
  const known = KnownCaseInput.safeParse({
    email: text("email"),
    expected: text("expected"),
    reasons: CUSTODIAN_REASONS.filter((reason) => form.has(`reason-${reason}`)),
    why: text("why"),
  });
  if (!details.success || !document.success || !known.success) {
    const errors = [details, document, known].map(({ error }) => (error ? problemsOf(error) : {}));
    return { errors: Object.assign({}, ...errors), values };
  }
  const input = { details: details.data, document: document.data, known: known.data };
  const made = await outcomeOf(ctx, (by) => makeKnownCase(by, input));
  if (!made.ok) return { ...refused(made), values };
  redirect(`/custodian/known-cases/${made.value.goldenId}`);
});

/** Retires a known case of this custodian. */
export const retireAction = action(requireCustodian, [read.id], async (ctx, goldenId) => {
  const result = await errorOf(ctx, (by) => retireKnownCase(by, { goldenId }));
  revalidatePath(`/custodian/known-cases/${goldenId}`);
  return result;
});
