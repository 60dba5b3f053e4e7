"use server";

import { headers } from "next/headers";
import { action, anybody, read } from "@/app/action";
import { browserOf } from "@/app/current-actor";
import { textOf } from "@/app/forms";
import type { FormState } from "@/components/ui/form";
import { networkMay, networkOf } from "@/lib/api/rate-limits";

import { requestSignInLink } from "@/lib/domain/people";
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
    const sent = await headers();
    if (!(await networkMay(ASKED, sent))) {
      return { values, message: "Too many sign-in requests from your network. Try again in 15 minutes." };
    }
    const ctx = { actor: { kind: "system" as const, name: "sign-in" }, ...browserOf(sent) };
    await withRequestContext({ requestId: ctx.requestId }, () =>
      requestSignInLink(ctx, {
        email: email.data,
        network: networkOf(sent),
        returnTo: textOf(formData, "to"),
      }),
    );
    return { ok: true, values: { email: email.data } };
  },
);
