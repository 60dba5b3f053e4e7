"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { action, anybody, read } from "@/app/action";
import { browserOf } from "@/app/current-actor";
import { openAfter, outcomeOf, textOf } from "@/app/forms";
import { requireAnySession, requireSetUp } from "@/app/session";
import type { FormState } from "@/components/ui/form";
import { networkMay, networkOf } from "@/lib/api/rate-limits";

import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import {
  confirmApp,
  type FactorOutcome,
  makeRecoveryCodes,
  proveByCode,
  requestSignInLink,
  safePath,
  startApp,
} from "@/lib/domain/parties/people";
import { MINUTE_MS } from "@/lib/platform/duration";
import { logRefusal } from "@/lib/platform/log";
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
  requireAnySession,
  [read.state, read.form],
  ({ session }, _, formData): Promise<FormState> => mailLinkTo(session.user.email, formData),
);

/** Proves a second factor by a code of the person's app, or a recovery code. A half session then opens everything. */
export const proveByCodeAction = action(
  requireAnySession,
  [read.text, read.state, read.form],
  async ({ ctx, session }, to, _, form): Promise<FormState> => {
    const state = await afterCode(ctx, form, (code) => proveByCode(ctx, { sessionId: session.sessionId, code }));
    return state ?? redirect(safePath(to) ?? "/sign-in/landing");
  },
);

/** Makes a secret for a new authenticator app and opens the page that shows it. */
export const startAppAction = action(
  requireSetUp,
  [read.text, read.state, read.form],
  ({ ctx, session }, to): Promise<FormState> =>
    openAfter(ctx, (by) => startApp(by, session), `/sign-in/set-up/app?to=${encodeURIComponent(safePath(to) ?? "")}`),
);

/** Confirms a new authenticator app with its first code. */
export const confirmAppAction = action(
  requireSetUp,
  [read.text, read.state, read.form],
  async ({ ctx, session }, to, _, form): Promise<FormState> => {
    const state = await afterCode(ctx, form, (code) => confirmApp(ctx, { sessionId: session.sessionId, code }));
    return state ?? redirect(`/sign-in/set-up?to=${encodeURIComponent(safePath(to) ?? "")}`);
  },
);

/** Makes ten recovery codes and shows them, once. */
export const makeRecoveryCodesAction = action(
  requireSetUp,
  [read.state, read.form],
  async ({ ctx }): Promise<FormState> => {
    const made = await outcomeOf(ctx, (by) => makeRecoveryCodes(by));
    return made.ok ? { ok: true, values: { codes: made.value.join("\n") } } : { message: made.error };
  },
);

const CODES = { name: "second factors", limit: 60, windowMs: 15 * MINUTE_MS };

/** The form after a wrong code; null after the right one. */
async function afterCode(
  ctx: Ctx<PersonActor>,
  form: FormData,
  check: (code: string) => Promise<FactorOutcome>,
): Promise<FormState | null> {
  const code = textOf(form, "code").trim();
  if (code === "") return { errors: { code: "Enter the code." } };
  if (!(await networkMay(CODES, await headers()))) return { message: "Too many tries. Wait 15 minutes." };
  const checked = await outcomeOf(ctx, () => check(code));
  if (!checked.ok) return { message: checked.error };
  if (checked.value === "proven") return null;
  logRefusal("second factor", { subject: ctx.actor.userId, ip: ctx.ip });
  return checked.value === "wrong"
    ? { errors: { code: "That code is wrong, or was used before. Enter the next one." } }
    : { message: "Too many wrong codes. Wait 15 minutes, or use a recovery code." };
}

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
