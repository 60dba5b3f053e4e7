"use server";

import { notFound, redirect } from "next/navigation";
import { personCtx } from "@/app/(hosted)/browser";
import { getVisitor, proveByOwnMail, questionOf } from "@/app/(hosted)/onboard/[token]/visitor";
import { action, LINK_FORM } from "@/app/action";
import { outcomeOf, textOf } from "@/app/forms";
import { approveLink, declineLink } from "@/lib/domain/accounts";

/** The decision behind each button. */
const ANSWERS = new Map([
  ["approve", "approved"],
  ["decline", "declined"],
  ["not_me", "declined"],
]);

/**
 * Records the answer to a link request; only a button counts as an answer. A second press, in any tab, changes nothing: the
 * page then shows the first answer.
 */
export const answerAction = action(getVisitor, LINK_FORM, async (visitor, token, _, form) => {
  const { kind, expired, account } = visitor.onboarding;
  // The platform has the other link, and a person can be tricked into passing on a code. Only the mailed link can answer.
  if (kind !== "mail") notFound();
  const decision = ANSWERS.get(textOf(form, "answer"));
  if (!decision) return { message: "We didn’t get your answer. Choose one of the buttons." };
  const { linkRequest } = account;
  if (linkRequest?.decision === "pending" && !expired) {
    const visit = (await proveByOwnMail(visitor)) ?? notFound();
    const ctx = await personCtx({ userId: linkRequest.userId, visit });
    const shown = textOf(form, "shown");
    const answered = await outcomeOf(ctx, (by) =>
      decision === "approved" ? approveLink(by, account.id, { shown }) : declineLink(by, account.id),
    );
    if (!answered.ok && answered.code === "link_changed") return { message: answered.error };
  }
  redirect(questionOf(token));
});
