"use client";

import { Check, X } from "lucide-react";
import { type ReactNode, useActionState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorSummary } from "@/components/ui/error-summary";
import type { FormState } from "@/components/ui/form-state";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { Heading } from "./parts";

type LinkQuestionProps = {
  partnerName: string;
  /** What this platform's creators pay each month; null where the platform pays. */
  price: string | null;
  action: (state: FormState, form: FormData) => Promise<FormState>;
};

/** To somebody whom the service knows: may this platform be linked? */
export function LinkQuestion({ partnerName, price, action }: LinkQuestionProps) {
  const [state, answer] = useActionState(action, {});
  return (
    <div className="flex flex-col gap-8">
      <Heading title={`May ${partnerName} know whether you are verified?`}>
        {partnerName} has named you as one of its creators and asks {SERVICE_NAME} to keep your records. We know you
        already, so nothing happens before you say yes.
      </Heading>
      <div className="grid gap-6 sm:grid-cols-2">
        <List title="If you approve" icon={<Check className="text-done" aria-hidden />}>
          {[
            `${partnerName} sees that you are verified once you are, but not since when`,
            "It is told when that changes",
            "The records of what you publish there are kept here",
          ]}
        </List>
        <List title="What it never gets" icon={<X className="text-muted" aria-hidden />}>
          {["Your legal name or your birthday", "Your ID or your photos", "Which other platforms you are on"]}
        </List>
      </div>
      {price ? (
        <p className="text-muted text-sm">
          Saying yes costs nothing. To upload, creators of {partnerName} need a subscription of {price} a month. If you
          have one, it counts here too: you do not pay twice.
        </p>
      ) : null}
      <form action={answer} className="flex flex-col gap-3">
        <ErrorSummary message={state.message} />
        <Button type="submit" name="answer" value="approve" variant="primary" size="lg">
          Approve
        </Button>
        <Button type="submit" name="answer" value="decline" size="lg">
          Decline
        </Button>
        <Button type="submit" name="answer" value="not_me" variant="ghost" size="lg" className="whitespace-normal">
          This is not me
        </Button>
      </form>
      <ul className="flex flex-col gap-2 text-pretty border-line border-t pt-6 text-muted text-sm">
        <li>
          <strong className="font-medium text-ink">Decline:</strong> we do not tell {partnerName}, and never write to
          you about it again. Only if it tries to log content of yours here does it hear that you did not agree.
        </li>
        <li>
          <strong className="font-medium text-ink">This is not me:</strong> the same as declining. We tell nobody that
          you pressed it.
        </li>
        <li>
          <strong className="font-medium text-ink">Do nothing:</strong> nothing is shared.
        </li>
      </ul>
    </div>
  );
}

function List({ title, icon, children }: { title: string; icon: ReactNode; children: string[] }) {
  return (
    <div className="flex flex-col gap-2">
      <h2 className="font-medium">{title}</h2>
      <ul className="flex flex-col gap-2 text-muted">
        {children.map((line) => (
          <li key={line} className="flex gap-2">
            <span className="mt-1 shrink-0 [&_svg]:size-4">{icon}</span>
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
