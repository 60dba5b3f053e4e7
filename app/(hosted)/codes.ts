import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { keepVisit, networkMayAgain, TOO_MANY } from "@/app/(hosted)/browser";
import { browserOf } from "@/app/current-actor";
import { textOf } from "@/app/forms";
import type { FormState } from "@/components/ui/form";
import { CODE_DIGITS, type CodeOutcome, type SentCode } from "@/lib/domain/acts";
import { logRefusal } from "@/lib/platform/log";

// What the actions of every page that asks for a mailed code do.

/** Whether the network may request another mail. */
export const mayAskForMail = (): Promise<boolean> => networkMayAgain("hosted mails", 30);

/** Mails a code with `send`, then opens the page that asks for it. Answers the same for every address. */
export async function mailCode(page: string, send: () => Promise<SentCode>): Promise<FormState> {
  if (!(await mayAskForMail())) return { message: TOO_MANY };
  const sent = await send();
  if (sent.outcome === "too_soon")
    return { message: "We sent a code less than a minute ago. Wait a moment for it to arrive." };
  if (sent.outcome === "too_many") {
    return { message: "We have already sent several codes. Use the latest one, or request another in an hour." };
  }
  if (sent.cookie) await keepVisit(sent.cookie);
  redirect(page);
}

type Proven = Extract<CodeOutcome, { outcome: "proven" }>;
type Unproven = Exclude<CodeOutcome, Proven>;

/** Checks a typed code with `check`. Keeps the right one in this browser, and logs a wrong one with `subject`, whose pages it opens. */
export async function enterCode<P extends Proven>(
  form: FormData,
  { subject, check }: { subject: string; check: (code: string) => Promise<P | Unproven> },
): Promise<{ ok: true; proven: P } | { ok: false; state: FormState }> {
  const failed = (state: FormState) => ({ ok: false as const, state });
  const code = textOf(form, "code");
  if (code.replace(/\D/g, "").length !== CODE_DIGITS) {
    return failed({ errors: { code: `Enter the ${CODE_DIGITS} digits from the email.` }, values: { code } });
  }
  if (!(await networkMayAgain("hosted codes", 60))) return failed({ message: TOO_MANY });
  const checked = await check(code);
  if (checked.outcome !== "proven") logRefusal("code", { subject, ip: browserOf(await headers()).ip });
  if (checked.outcome === "wrong") {
    const left = checked.triesLeft === 1 ? "one try" : `${checked.triesLeft} tries`;
    return failed({ errors: { code: `That’s not the latest code. You have ${left} left.` } });
  }
  if (checked.outcome === "over") {
    return failed({ errors: { code: "This code no longer works. Request a new one." } });
  }
  await keepVisit(checked.cookie);
  return { ok: true, proven: checked };
}
