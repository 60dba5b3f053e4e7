"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { asStranger, keepVisit, networkMayAgain, TOO_MANY } from "@/app/(hosted)/browser";
import { action, anybody, read } from "@/app/action";
import { outcomeOf, problemsOf, refused, textOf, valuesOf } from "@/app/forms";
import { requirePerson } from "@/app/session";
import type { FormState } from "@/components/ui/form";
import { networkOf } from "@/lib/api/rate-limits";
import {
  fileOwnRequest,
  fileRequest,
  forgetDraft,
  questionAfter,
  saveAnswers,
  sendLink,
  startOwnDraft,
} from "@/lib/domain/removals";
import { ANSWERS, ChosenRecord, isQuestion, SignatureInput } from "@/lib/domain/removals/filing/schemas";
import { nextPage, pageOf, START, STATEMENT_PAGE } from "./addresses";
import { draftToken, forgetDraftToken, keepDraftToken, requireDraft } from "./draft";

/** The secret of one drawn page. */
const PRESS = z.string().regex(/^[\w-]{43}$/);

/** Starts a request about a record in the person's own account. */
export const startOwnAction = action(
  requirePerson,
  [read.text, read.id, read.state],
  async (ctx, kind, id): Promise<FormState> => {
    const record = ChosenRecord.safeParse({ kind, id });
    if (!record.success) redirect(START);
    const started = await outcomeOf(ctx, (by) => startOwnDraft(by, { record: record.data }));
    if (!started.ok) return refused(started);
    await forgetDraft(await draftToken());
    await keepDraftToken(started.value.token);
    redirect(pageOf("what"));
  },
);

/** Keeps the answers to one question, and opens the next. */
export const answerAction = action(
  requireDraft,
  [read.text, read.state, read.form],
  async ({ token, draft }, question, _, form): Promise<FormState> => {
    if (!isQuestion(question)) redirect(START);
    const isOwn = draft.answers.account !== undefined;
    const fields = question === "contact" && isOwn ? ANSWERS.contact.omit({ email: true }) : ANSWERS[question];
    const texts = Object.fromEntries(Object.keys(fields.shape).map((name) => [name, textOf(form, name)]));
    const given = fields.safeParse(texts);
    if (!given.success) return { errors: problemsOf(given.error), values: valuesOf(form) };
    const answers = await saveAnswers(token, given.data);
    // The browser's Back would show pages as they were before these answers.
    revalidatePath(START, "layout");
    const next = questionAfter(answers, question);
    redirect(next ? pageOf(next) : nextPage({ answers }));
  },
);

/** Signs the statement, then mails the link. In a person's own account, it files the request. */
export const signAction = action(
  requireDraft,
  [read.state, read.form],
  async ({ token, draft }, _, form): Promise<FormState> => {
    const values = { signedName: textOf(form, "signedName") };
    const signed = SignatureInput.safeParse(values);
    if (!signed.success) return { errors: problemsOf(signed.error), values };
    if (!(await networkMayAgain("removal links", 15))) return { message: TOO_MANY, values };
    const network = networkOf(await headers());
    const signature = { token, ...signed.data, shown: textOf(form, "shown") };
    const done = draft.answers.account
      ? await outcomeOf(await requirePerson(), (ctx) => fileOwnRequest(ctx, signature))
      : await asStranger("removal", (ctx) => outcomeOf(ctx, (by) => sendLink(by, { ...signature, network })));
    if (!done.ok) {
      if (done.code === "too_many_open") return { message: done.error, values };
      if (done.code === "statement_changed") redirect(`${STATEMENT_PAGE}?changed`);
      redirect(nextPage(draft));
    }
    if (!("pageToken" in done.value)) redirect(`${START}/sent`);
    await forgetDraftToken();
    redirect(`${START}/${done.value.pageToken}`);
  },
);

/** The button behind the mailed link. Each press leads to the same page, which opens for the browser of the first one. */
export const confirmAction = action(anybody, [read.link, read.form], async (_, link, form): Promise<void> => {
  if (!(await networkMayAgain("removal presses", 60))) redirect(`${START}/confirm/${link}?full`);
  const press = PRESS.safeParse(textOf(form, "press")).data;
  const filed = await asStranger("removal", (ctx) => outcomeOf(ctx, (by) => fileRequest(by, link, press)));
  if (!filed.ok) redirect(`${START}/confirm/${link}${filed.code === "too_many_open" ? "?open" : ""}`);
  if (filed.value.cookie) await keepVisit(filed.value.cookie);
  await forgetDraft(await draftToken());
  await forgetDraftToken();
  redirect(`${START}/${filed.value.pageToken}`);
});
