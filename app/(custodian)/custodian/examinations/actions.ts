"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { enterFrom, errorOf, outcomeOf, refused, textOf, timeOf, valuesOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import {
  AnswerText,
  answerQuestion,
  changeScope,
  confirmExamination,
  ExaminationInput,
  endExamination,
  enterExamination,
  MailAddress,
  mailLink,
  narrowExamination,
  Reason,
  replaceAccess,
  ScopeItem,
} from "@/lib/domain/examinations";
import { packExamination } from "@/lib/domain/examinations/packages";
import { openingFields } from "../opening-fields";
import { withReason } from "../with-reason";

const pathOf = (examinationId: string) => `/custodian/examinations/${examinationId}`;

/** Enters an examination and opens it, to choose its records. */
export const enterAction = action(requireCustodian, [read.state, read.form], (ctx, _, form) =>
  enterFrom(ctx, form, {
    ...{ schema: ExaminationInput, fields: openingFields(form) },
    enter: async (by, input) => pathOf((await enterExamination(by, input)).examinationId),
  }),
);

const itemOf = (kind: string, itemId: string) => ScopeItem.safeParse({ kind, itemId }).data;

/** Adds something to the scope (`isIn` is "in"), or takes it out. */
export const scopeAction = action(
  requireCustodian,
  [read.id, read.text, read.id, read.text, read.state, read.form],
  async (ctx, examinationId, kind, itemId, to) => {
    const item = itemOf(kind, itemId);
    if (!item) return { message: "This can’t be added." };
    const { error } = await errorOf(ctx, (by) => changeScope(by, { examinationId, ...item, isIn: to === "in" }));
    revalidatePath(pathOf(examinationId));
    return error === undefined ? {} : { message: error };
  },
);

/** Confirms an examination as it was read. */
export const confirmAction = action(
  requireCustodian,
  [read.id, read.text, read.form],
  async (ctx, examinationId, revision) => {
    const result = await errorOf(ctx, (by) =>
      confirmExamination(by, { examinationId, scopeRevision: Number(revision) }),
    );
    revalidatePath(pathOf(examinationId));
    return result;
  },
);

/** Ends an examination at once. */
export const endAction = action(requireCustodian, [read.id, read.form], (ctx, examinationId, form) =>
  withReason(ctx, { form, schema: Reason, path: pathOf(examinationId) }, (by, reason) =>
    endExamination(by, { examinationId, reason }),
  ),
);

/** Takes records out of an examination, or lets it close earlier. */
export const narrowAction = action(
  requireCustodian,
  [read.id, read.state, read.form],
  async (ctx, examinationId, _, form) => {
    const values = valuesOf(form);
    const reason = Reason.safeParse(textOf(form, "reason"));
    if (!reason.success) return { errors: { reason: reason.error.issues[0]?.message ?? "" }, values };
    const typed = textOf(form, "closesAt");
    const closesAt = timeOf(typed) ?? null;
    if (typed && !closesAt) return { errors: { closesAt: "Enter when it closes: the day and the time." }, values };
    const remove = form.getAll("remove").flatMap((text) => {
      const [kind = "", itemId = ""] = String(text).split(" ");
      return itemOf(kind, itemId) ?? [];
    });
    const outcome = await outcomeOf(ctx, (by) =>
      narrowExamination(by, { examinationId, reason: reason.data, remove, closesAt }),
    );
    if (!outcome.ok) return { ...refused(outcome), values };
    redirect(pathOf(examinationId));
  },
);

/** Replaces the link and the code, and shows the new ones. */
export const replaceAccessAction = action(requireCustodian, [read.id, read.form], async (ctx, examinationId) => {
  const result = await errorOf(ctx, (by) => replaceAccess(by, examinationId));
  revalidatePath(`${pathOf(examinationId)}/access`);
  return result;
});

/** Answers a question of the examiner. */
export const answerAction = action(
  requireCustodian,
  [read.id, read.id, read.state, read.form],
  async (ctx, examinationId, questionId, _, form) => {
    const values = valuesOf(form);
    const name = `answer-${questionId}`;
    const answer = AnswerText.safeParse(textOf(form, name));
    if (!answer.success) return { errors: { [name]: answer.error.issues[0]?.message ?? "" }, values };
    const outcome = await outcomeOf(ctx, (by) =>
      answerQuestion(by, { examinationId, questionId, answer: answer.data }),
    );
    revalidatePath(pathOf(examinationId));
    return outcome.ok ? { ok: true } : { ...refused(outcome), values };
  },
);

/** Mails the link, never the code. */
export const mailLinkAction = action(
  requireCustodian,
  [read.id, read.state, read.form],
  async (ctx, examinationId, _, form) => {
    const values = valuesOf(form);
    const address = MailAddress.safeParse(textOf(form, "address"));
    if (!address.success) return { errors: { address: "Enter an email address." }, values };
    const outcome = await outcomeOf(ctx, (by) =>
      mailLink(by, { examinationId, id: textOf(form, "id"), address: address.data }),
    );
    if (!outcome.ok) return { ...refused(outcome), values };
    redirect(`${pathOf(examinationId)}/access`);
  },
);

/** Makes the package of what an examination opens. */
export const packAction = action(requireCustodian, [read.id, read.state, read.form], async (ctx, examinationId) => {
  const { error } = await errorOf(ctx, (by) => packExamination(by, examinationId));
  revalidatePath(pathOf(examinationId));
  return error === undefined ? {} : { message: error };
});
