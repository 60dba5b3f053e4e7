"use client";

import { useActionState } from "react";
import { Heading } from "@/components/acts/parts";
import { Button } from "@/components/ui/button";
import { ErrorSummary, type FormState } from "@/components/ui/form";
import type { LinkApproval } from "@/lib/domain/accounts";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { LinkTerms } from "./link-terms";

type LinkQuestionProps = {
  partnerName: string;
  approval: Pick<LinkApproval, "parts" | "shown">;
  /** The monthly price for this platform's creators; null where the platform pays. */
  price: string | null;
  action: (state: FormState, form: FormData) => Promise<FormState>;
};

/** Asks a person who has an account whether to link this platform. */
export function LinkQuestion({ partnerName, approval, price, action }: LinkQuestionProps) {
  const [state, answer] = useActionState(action, {});
  return (
    <div className="flex flex-col gap-8">
      <Heading title={`May ${partnerName} know whether you are verified?`}>
        {partnerName} added you as one of its creators and asks {SERVICE_NAME} to keep your records. You already have an
        account, so we share nothing until you approve.
      </Heading>
      <LinkTerms parts={approval.parts} heading="h2" />
      {price ? (
        <p className="text-muted text-sm">
          Approving is free. To upload, creators of {partnerName} need a subscription for {price} a month. If you
          already have one, it covers this platform too.
        </p>
      ) : null}
      <form action={answer} className="flex flex-col gap-3">
        <ErrorSummary message={state.message} />
        <input type="hidden" name="shown" value={approval.shown} />
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
          <strong className="font-medium text-ink">Decline:</strong> we don’t tell {partnerName}, and we won’t email you
          about it again. It finds out only if it tries to log your content.
        </li>
        <li>
          <strong className="font-medium text-ink">This is not me:</strong> the same as declining. We tell no one.
        </li>
        <li>
          <strong className="font-medium text-ink">Do nothing:</strong> we share nothing.
        </li>
      </ul>
    </div>
  );
}
