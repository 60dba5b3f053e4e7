"use client";

import { useActionState } from "react";
import { Callout } from "@/components/ui/callout";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import { Heading } from "./heading";

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
