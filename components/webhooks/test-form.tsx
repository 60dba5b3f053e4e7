"use client";

import { Send } from "lucide-react";
import { type ReactNode, useActionState } from "react";
import { SubmitButton } from "@/components/ui/form";
import type { DeliveryFacts } from "@/lib/domain/webhooks/reference";
import type { ShownAttempt } from "@/lib/domain/webhooks/shown-attempt";
import { TestResult } from "./test-result";
import { TestWait } from "./test-wait";

/** What a test came to, for its page. `press` names the next one: two clicks on one press send once. */
export type Tested = { press: string; type?: string; attempt?: ShownAttempt; error?: string };

type TestFormProps = {
  send: (state: Tested, formData: FormData) => Promise<Tested>;
  facts: DeliveryFacts;
  press: string;
  children: ReactNode;
};

/** A button that sends a test, the wait for its answer, and the exact exchange. Works before any script has loaded. */
export function TestForm({ send, facts, press, children }: TestFormProps) {
  const [state, action, pending] = useActionState(send, { press });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <form action={action} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input type="hidden" name="type" value="test.ping" />
        <input type="hidden" name="press" value={state.press} />
        <SubmitButton icon={<Send aria-hidden />} pendingLabel="Sending…" loading={pending}>
          {children}
        </SubmitButton>
        {pending ? <TestWait mostSeconds={facts.attemptSeconds} /> : null}
      </form>
      <TestResult attempt={state.attempt} error={state.error} pending={pending} facts={facts} />
    </div>
  );
}
