"use server";

import { headers } from "next/headers";
import { browserOf } from "@/app/browser";
import type { FormState } from "@/components/ui/form-state";
import { networkMay, networkOf } from "@/lib/api/rate-limit/by-network";
import { requestSignInLink } from "@/lib/domain/people";
import { MINUTE_MS } from "@/lib/platform/duration";
import { withRequestContext } from "@/lib/platform/request-context";
import { emailAddress } from "@/lib/platform/wire";

/** Links that one network may ask for, whomever they go to. */
const ASKED = { name: "sign-in links", limit: 30, windowMs: 15 * MINUTE_MS };

/** Mails a sign-in link. The answer is the same for every address. */
export async function mailSignInLink(_: FormState, formData: FormData): Promise<FormState> {
  const typed = String(formData.get("email") ?? "");
  const values = { email: typed };
  const email = emailAddress.safeParse(typed);
  if (!email.success) return { values, errors: { email: "Enter your email address, such as ada@example.com." } };
  const sent = await headers();
  if (!(await networkMay(ASKED, sent))) {
    return { values, message: "Too many links were asked for from your network. Try again in a quarter of an hour." };
  }
  const ctx = { actor: { kind: "system" as const, name: "sign-in" }, ...browserOf(sent) };
  await withRequestContext({ requestId: ctx.requestId }, () =>
    requestSignInLink(ctx, {
      email: email.data,
      network: networkOf(sent),
      returnTo: String(formData.get("to") ?? ""),
    }),
  );
  return { ok: true, values: { email: email.data } };
}
