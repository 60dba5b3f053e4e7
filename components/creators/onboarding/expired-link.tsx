"use client";

import { type ReactNode, useActionState } from "react";
import { Heading } from "@/components/acts/parts";
import { Callout } from "@/components/ui/callout";
import { ErrorSummary, type FormState, LargeSubmit } from "@/components/ui/form";

type ExpiredLinkProps = {
  partnerName: string;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** The platform's own page doesn't lead here, so only a mail helps. */
  byMailOnly?: boolean;
};

/** The link has expired. The person can request a new one. */
export function ExpiredLink({ partnerName, action, byMailOnly = false }: ExpiredLinkProps) {
  return (
    <div className="flex flex-col gap-6">
      <Heading title="This link has expired">
        Links work for seven days. We can email a new one to the address {partnerName} gave us
        {byMailOnly ? "." : `, or you can open the page again from ${partnerName}.`}
      </Heading>
      <MailMe action={action} label="Email me a new link">
        If we have an email for you, it arrives within a minute. Check your spam folder, and open the latest one.
      </MailMe>
    </div>
  );
}

type AskedByMailProps = {
  partnerName: string;
  address: string;
  action: (state: FormState, form: FormData) => Promise<FormState>;
};

/**
 * The visit was proven by a code, and only the person's own mail can continue: a link request waits, or another browser started
 * a check. It doesn't say which, because the person may have been tricked into passing on the code.
 */
export function AskedByMail({ partnerName, address, action }: AskedByMailProps) {
  return (
    <div className="flex flex-col gap-6">
      <Heading title="Continue from our email">
        For your security, the next step is only in our email to{" "}
        <strong className="font-medium text-ink">{address}</strong>. Open it on the device you want to use, and press
        its button.
      </Heading>
      <MailMe action={action} label="Email me the link">
        If we have an email for you, it arrives within a minute. Check your spam folder. We send some emails at most
        once a day, so the latest one you have may still work.
      </MailMe>
      <p className="text-muted text-sm">
        We share nothing with {partnerName} unless you continue. You can close this page.
      </p>
    </div>
  );
}

type MailMeProps = Pick<AskedByMailProps, "action"> & {
  label: string;
  /** What to do once it is asked for. */
  children: ReactNode;
};

/** Asks for a mail. The answer is the same for every link. */
function MailMe({ action, label, children }: MailMeProps) {
  const [state, mail] = useActionState(action, {});
  if (state.ok) {
    return (
      <Callout live title="Check your inbox">
        {children}
      </Callout>
    );
  }
  return (
    <form action={mail} className="flex flex-col gap-4">
      <ErrorSummary message={state.message} />
      <LargeSubmit>{label}</LargeSubmit>
    </form>
  );
}
