"use client";

import { useActionState } from "react";
import { Callout } from "@/components/ui/callout";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import { Time } from "@/components/ui/time";

type UnpaidRenewalProps = { until: Date; action: (state: FormState, form: FormData) => Promise<FormState> };

/** The last month was not paid: until when that is no matter, and how to mend it. */
export function UnpaidRenewal({ until, action }: UnpaidRenewalProps) {
  const [state, mend] = useActionState(action, {});
  return (
    <Callout tone="waiting" title="Your last payment did not go through">
      <div className="flex flex-col gap-3">
        <p>
          We try again by ourselves, and nothing changes for now. If it is not paid by <Time at={until} as="date" />,
          the subscription ends.
        </p>
        <form action={mend} className="flex flex-col gap-3">
          <ErrorSummary message={state.message} />
          <SubmitButton variant="secondary" className="self-start" pendingLabel="One moment">
            Use another card
          </SubmitButton>
        </form>
      </div>
    </Callout>
  );
}
