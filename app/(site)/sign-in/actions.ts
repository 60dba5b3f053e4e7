"use server";

import { headers } from "next/headers";
import { action, anybody, read } from "@/app/action";
import { browserOf } from "@/app/current-actor";
import { textOf } from "@/app/forms";
import { requireSession } from "@/app/session";
import type { FormState } from "@/components/ui/form";
import { networkMay, networkOf } from "@/lib/api/rate-limits";

import { requestSignInLink } from "@/lib/domain/parties/people";
import { MINUTE_MS } from "@/lib/platform/duration";
import { withRequestContext } from "@/lib/platform/request-context";
import { emailAddress } from "@/lib/platform/wire";

/** The links one network may request, for all addresses together. */
const ASKED = { name: "sign-in links", limit: 30, windowMs: 15 * MINUTE_MS };

/** Mails a sign-in link. Answers the same for every address, so that it reveals no accounts. */
export const mailSignInLinkAction = action(
  anybody,
  [read.state, read.form],
  async (_, __, formData): Promise<FormState> => {
    const typed = textOf(formData, "email");
    const values = { email: typed };
    const email = emailAddress.safeParse(typed);
    if (!email.success) return { values, errors: { email: "Enter your email address, such as ada@example.com." } };
    return { values, ...(await mailLinkTo(email.data, formData)) };
  },
);

/** Mails the signed-in person a link to sign in again, as a fresh proof that it's them. */
export const mailLinkToMyselfAction = action(
  requireSession,
  [read.state, read.form],
  ({ user }, _, formData): Promise<FormState> => mailLinkTo(user.email, formData),
);

async function mailLinkTo(email: string, form: FormData): Promise<FormState> {
  const sent = await headers();
  if (!(await networkMay(ASKED, sent))) {
    return { message: "Too many sign-in requests from your network. Try again in 15 minutes." };
  }
  const ctx = { actor: { kind: "system" as const, name: "sign-in" }, ...browserOf(sent) };
  await withRequestContext({ requestId: ctx.requestId }, () =>
    requestSignInLink(ctx, { email, network: networkOf(sent), returnTo: textOf(form, "to") }),
  );
  return { ok: true, values: { email } };
}
