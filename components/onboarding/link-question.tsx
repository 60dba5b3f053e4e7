"use client";

import { Check, X } from "lucide-react";
import { type ReactNode, useActionState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorSummary } from "@/components/ui/error-summary";
import type { FormState } from "@/components/ui/form-state";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { Heading } from "./heading";

type LinkQuestionProps = { partnerName: string; action: (state: FormState, form: FormData) => Promise<FormState> };

/** To somebody whom the service knows: may this platform be linked? */
export function LinkQuestion({ partnerName, action }: LinkQuestionProps) {
  const [state, answer] = useActionState(action, {});
  return (
    <div className="flex flex-col gap-8">
      <Heading title={`May ${partnerName} be linked to you?`}>
        {partnerName} has named you as one of its creators. You are known to {SERVICE_NAME} already, so it is your
        decision.
      </Heading>
      <div className="grid gap-6 sm:grid-cols-2">
        <List title={`What ${partnerName} learns`} icon={<Check className="text-done" aria-hidden />}>
          {["whether your ID is verified", "on what day it was", "if that ever changes"]}
        </List>
        <List title="What it never gets" icon={<X className="text-muted" aria-hidden />}>
          {["your legal name or date of birth", "your document or photos", "on which other platforms you are"]}
        </List>
      </div>
      <form action={answer} className="flex flex-col gap-3">
        <ErrorSummary message={state.message} />
        <Button type="submit" name="answer" value="approve" variant="primary" size="lg">
          Approve
        </Button>
        <Button type="submit" name="answer" value="decline" size="lg">
          Decline
        </Button>
        <Button type="submit" name="answer" value="unknown" variant="ghost" size="lg" className="whitespace-normal">
          I do not know this platform
        </Button>
      </form>
      <p className="text-muted text-sm">
        If you decline, {partnerName} is not told, and we never write to you about it again. Your answer is final. As
        long as you do not answer, nothing is shared.
      </p>
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
