"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { asStranger, keepVisit, networkMayAgain, TOO_MANY } from "@/app/(hosted)/browser";
import { action, LINK_FORM, read } from "@/app/action";
import { errorOf, outcomeOf, problemsOf, refused, textOf, valuesOf } from "@/app/forms";
import type { FormState } from "@/components/ui/form";
import { askQuestion, EXAMINATION_CODE_DIGITS, enterExaminationCode, QuestionText } from "@/lib/domain/examinations";
import { askForPackage } from "@/lib/domain/examinations/packages";
import { logRefusal } from "@/lib/platform/log";
import { examinePage, findExaminer, requireExaminer } from "./examiner";

/** Checks the code from the custodian's sheet. The right one opens the examination in this browser. */
export const enterCodeAction = action(findExaminer, LINK_FORM, async (visitor, token, _, form): Promise<FormState> => {
  if (visitor?.stage !== "code") redirect(examinePage(token));
  const code = textOf(form, "code");
  if (code.replace(/\D/g, "").length !== EXAMINATION_CODE_DIGITS) {
    return { errors: { code: `Enter the ${EXAMINATION_CODE_DIGITS} digits from your sheet.` }, values: { code } };
  }
  if (!(await networkMayAgain("examination codes", 60))) return { message: TOO_MANY };
  const entered = await asStranger("examine", (ctx) => enterExaminationCode(ctx, { token, code }));
  if (entered.outcome === "right") {
    await keepVisit(entered.cookie);
    redirect(examinePage(token));
  }
  logRefusal("code", { subject: visitor.examinationId });
  if (entered.outcome === "over") {
    return { errors: { code: "This code no longer works. Ask the custodian for a new sheet." } };
  }
  const left = entered.triesLeft === 1 ? "one try" : `${entered.triesLeft} tries`;
  return { errors: { code: `That’s not the code. You have ${left} left.` } };
});

const Asked = z.object({ question: QuestionText });

/** Asks the custodian something, about the record of the page (`kind` and `id`) or in general. */
export const askAction = action(
  (token: string) => requireExaminer(token),
  [read.link, read.text, read.text, read.state, read.form],
  async ({ ctx }, token, kind, id, _, form): Promise<FormState> => {
    const values = valuesOf(form);
    const asked = Asked.safeParse({ question: textOf(form, "question") });
    if (!asked.success) return { errors: problemsOf(asked.error), values };
    const about = kind ? { kind, id } : null;
    const outcome = await outcomeOf(ctx, (by) => askQuestion(by, { id: textOf(form, "id"), ...asked.data, about }));
    if (!outcome.ok) return { ...refused(outcome), values };
    redirect(`${examinePage(token)}/questions`);
  },
);

/** Asks for the package of everything in scope. */
export const askForPackageAction = action(requireExaminer, LINK_FORM, async ({ ctx }, token): Promise<FormState> => {
  const { error } = await errorOf(ctx, askForPackage);
  if (error !== undefined) return { message: error };
  redirect(examinePage(token));
});
