"use client";

import { useActionState } from "react";
import { Callout } from "@/components/ui/callout";
import type { FormState } from "@/components/ui/form";
import { ErrorSummary, SubmitButton } from "@/components/ui/form";

import { Heading } from "./parts";

type ExpiredLinkProps = {
  partnerName: string;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** The platform's own page does not lead here. */
  byMailOnly?: boolean;
};

/** A link that has run out, and how to get a new one. */
export function ExpiredLink({ partnerName, action, byMailOnly = false }: ExpiredLinkProps) {
  const [state, renew] = useActionState(action, {});
  return (
    <div className="flex flex-col gap-6">
      <Heading title="This link has run out">
        Links work for seven days. We can mail a new one to the address that {partnerName} gave us
        {byMailOnly ? "." : `, or you open the page again from ${partnerName}.`}
      </Heading>
      {state.ok ? (
        <Callout live title="If a mail is due, it is on its way">
          Open the newest one and use its button. It can take a minute; look in the spam folder too.
        </Callout>
      ) : (
        <form action={renew} className="flex flex-col gap-4">
          <ErrorSummary message={state.message} />
          <SubmitButton size="lg" className="max-sm:w-full sm:self-start">
            Mail me a new link
          </SubmitButton>
        </form>
      )}
    </div>
  );
}

type AskedByMailProps = {
  partnerName: string;
  address: string;
  action: (state: FormState, form: FormData) => Promise<FormState>;
};

/**
 * To a browser that a code let in, where only the person's own mail leads on: a platform asks to be linked, or something
 * began in another browser. Which of them, it does not tell: the code may have been passed on.
 */
export function AskedByMail({ partnerName, address, action }: AskedByMailProps) {
  const [state, mail] = useActionState(action, {});
  return (
    <div className="flex flex-col gap-6">
      <Heading title="Look in your mailbox">
        Somebody could have talked you out of the code, so the next step is only in our own mail to{" "}
        <strong className="font-medium text-ink">{address}</strong>. Open it on the device you want to use, and press
        its button.
      </Heading>
      {state.ok ? (
        <Callout live title="If a mail is due, it is on its way">
          It can take a minute; look in the spam folder too. Some mails go out at most once a day: then the newest one
          you have works, or one comes within days.
        </Callout>
      ) : (
        <form action={mail} className="flex flex-col gap-4">
          <ErrorSummary message={state.message} />
          <SubmitButton size="lg" className="max-sm:w-full sm:self-start">
            Send me the link
          </SubmitButton>
        </form>
      )}
      <p className="text-muted text-sm">
        Nothing is shared with {partnerName} as long as you do not go on. You can close this page.
      </p>
    </div>
  );
}
