"use server";

import { notFound, redirect } from "next/navigation";
import { getVisitor, personCtx, proveByOwnMail, questionOf } from "@/app/(hosted)/onboard/[token]/visitor";
import { action, read } from "@/app/action";
import { outcomeOf, textOf } from "@/app/forms";
import { approveLink, declineLink } from "@/lib/domain/accounts";

/** The buttons of the question, and what each comes to. */
const ANSWERS = new Map([
  ["approve", "approved"],
  ["decline", "declined"],
  ["not_me", "declined"],
]);

/**
 * The answer to a platform that asks to be linked, so only what a button says counts as one. A second press, in this tab or
 * another, changes nothing: the page then says what was answered first.
 */
export const answer = action(getVisitor, [read.link, read.state, read.form], async (visitor, token, _, form) => {
  const { kind, expired, account } = visitor.onboarding;
  // The platform holds the other link, and a code can be talked out of somebody: only the mail leads to an answer.
  if (kind !== "mail") notFound();
  const decision = ANSWERS.get(textOf(form, "answer"));
  if (!decision) return { message: "We did not get your answer. Choose one of the buttons." };
  const { linkRequest } = account;
  if (linkRequest?.decision === "pending" && !expired) {
    const visit = (await proveByOwnMail(visitor)) ?? notFound();
    const ctx = await personCtx({ userId: linkRequest.userId, visit });
    await outcomeOf(ctx, (by) => (decision === "approved" ? approveLink(by, account.id) : declineLink(by, account.id)));
  }
  redirect(questionOf(token));
});
