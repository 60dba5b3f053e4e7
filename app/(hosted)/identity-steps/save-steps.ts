import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { rememberReturn } from "@/app/(hosted)/browser";
import { dateOf, outcomeOf, problemsOf, refused, textOf, valuesOf } from "@/app/forms";
import type { FormState } from "@/components/ui/form";
import {
  type Answers,
  beginVendorSession,
  endHandoff,
  findLatestCheck,
  opensCheck,
  READING_FIELDS,
  type ReadingField,
  readDifferences,
  removePhoto,
  saveDetails,
  saveDocument,
  sendAskedPhotos,
  startHandoff,
  submitCheck,
} from "@/lib/domain/identity";
import { DECLARATION, isPhotoKind } from "@/lib/domain/identity/documents";
import { DetailsInput, DocumentInput } from "@/lib/domain/identity/schemas";
import { nextStep, type OpenDraft } from "./host";

// What the steps' server actions do.

const UNDER_AGE = "This date makes you younger than 18. Is it correct?";
const NO_DATE = "Enter the month, day and year.";

/** Step "Your details". */
export async function keepDetails(draft: OpenDraft, form: FormData): Promise<FormState> {
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
  const saved = await outcomeOf(draft.ctx, (by) => saveDetails(by, { ...input.data, ageConfirmed }));
  if (!saved.ok) return failure(saved, form);
  if (saved.value.outcome === "asked") {
    return { errors: { birthDate: UNDER_AGE }, values: { ...valuesOf(form), askedBirthDate: birthDate } };
  }
  redirect(saved.value.outcome === "refused" ? draft.start : await afterStep(draft, "details"));
}

/** Step "Your document". */
export async function keepDocument(draft: OpenDraft, form: FormData): Promise<FormState> {
  const lasts = form.get("noExpiry") !== null;
  const expiry = dateOf(form, "documentExpiry");
  const input = DocumentInput.safeParse({
    documentType: textOf(form, "documentType"),
    documentCountry: textOf(form, "documentCountry"),
    documentState: textOf(form, "documentState"),
    documentNumber: textOf(form, "documentNumber"),
    documentExpiry: lasts ? null : expiry,
  });
  if (!input.success) {
    const errors = problemsOf(input.error);
    return { errors: lasts || expiry ? errors : { ...errors, documentExpiry: NO_DATE }, values: valuesOf(form) };
  }
  const saved = await outcomeOf(draft.ctx, (by) => saveDocument(by, input.data));
  if (!saved.ok) return failure(saved, form);
  redirect(await afterStep(draft, "document"));
}

/** Removes a photo from the draft. */
export async function takePhotoOut({ ctx, start }: OpenDraft, form: FormData): Promise<void> {
  const kind = textOf(form, "kind");
  if (isPhotoKind(kind)) await outcomeOf(ctx, (by) => removePhoto(by, { kind }));
  redirect(`${start}/photos`);
}

/** Starts a handoff to a phone. The page then shows the code, or why it can't. */
export async function showCode({ ctx, start }: OpenDraft): Promise<void> {
  await outcomeOf(ctx, startHandoff);
  redirect(`${start}/photos?phone#phone`);
}

/** Ends the phone's part. */
export async function disconnectPhone({ ctx, start }: OpenDraft): Promise<void> {
  await outcomeOf(ctx, endHandoff);
  redirect(`${start}/photos`);
}

/** Step "Review and send": to a custodian or the verification service. */
export async function sendCheck(draft: OpenDraft, form: FormData): Promise<FormState> {
  if (draft.check.driver !== "stripe_identity") return send(draft, form, submitCheck);
  const attested = isAttested(form);
  const session = await outcomeOf(draft.ctx, (by) => beginVendorSession(by, { attested }));
  if (!session.ok) return attested ? { message: session.error } : { errors: { attested: session.error } };
  await rememberReturn(draft.area, draft.token);
  redirect(session.value);
}

/** Sends the better photos that a custodian asked for. */
export const sendAsked = (asked: OpenDraft, form: FormData): Promise<FormState> => send(asked, form, sendAskedPhotos);

type Send = typeof submitCheck | typeof sendAskedPhotos;

/** Sends to a custodian, with the answers about what was read. */
async function send({ start, check, ctx }: OpenDraft, form: FormData, verb: Send): Promise<FormState> {
  const attested = isAttested(form);
  const { answers, answersAbout } = answersIn(form);
  const sent = await outcomeOf(ctx, async (by): Promise<unknown> => verb(by, { attested, answers, answersAbout }));
  if (sent.ok) redirect(start);
  if (!attested) return { errors: { attested: sent.error }, values: valuesOf(form) };
  if (sent.code !== "reading_differs") return { message: sent.error, values: valuesOf(form) };
  // The page may have been drawn before the document was read, without the choices.
  revalidatePath(start, "layout");
  const { differing } = await readDifferences(check);
  const open = differing.filter(({ field }) => !answers[field]);
  return {
    errors: Object.fromEntries(
      (open.length > 0 ? open : differing).map(({ field }) => [answerField(field), sent.error]),
    ),
    values: valuesOf(form),
  };
}

/** Whether the declaration is checked. Its checkbox names the version of the words beside it. */
const isAttested = (form: FormData): boolean => textOf(form, "attested") === DECLARATION.version;

/** The form's field for the right value of what was read differently. */
export const answerField = (field: ReadingField): string => `right-${field}`;

function answersIn(form: FormData): { answers: Answers; answersAbout: string } {
  const answers: Answers = {};
  for (const field of READING_FIELDS) {
    const answer = textOf(form, answerField(field));
    if (answer === "entered" || answer === "read") answers[field] = answer;
  }
  return { answers, answersAbout: textOf(form, "answersAbout") };
}

/** The next step with something missing, after one was saved. */
async function afterStep({ ctx, start }: OpenDraft, from: "details" | "document"): Promise<string> {
  // The guest was read before the step was saved, so read the check again.
  const check = await findLatestCheck(ctx.actor.userId);
  if (check?.status !== "draft" || !opensCheck(ctx.actor.visit, check)) return start;
  const step = nextStep(check);
  return `${start}/${step === from ? "review" : step}`;
}

function failure(refusal: Parameters<typeof refused>[0], form: FormData): FormState {
  return { ...refused(refusal), values: valuesOf(form) };
}
