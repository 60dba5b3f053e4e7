"use client";

import { Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import { SubmitButton, useFormAction } from "@/components/ui/form";
import { writeAddress } from "@/components/ui/use-address";
import type { EventTypeGroup } from "@/lib/domain/webhooks/event-type-groups";
import type { DeliveryFacts } from "@/lib/domain/webhooks/reference";
import { EventTypePicker } from "./event-type-picker";
import type { Tested } from "./test-form";
import { TestResult } from "./test-result";
import { TestWait } from "./test-wait";

type SimulatorProps = {
  send: (state: Tested, formData: FormData) => Promise<Tested>;
  groups: readonly EventTypeGroup[];
  facts: DeliveryFacts;
  /** The type that the example beside the form is of. */
  type: string;
  press: string;
  /** The example. */
  children: ReactNode;
};

/** Sends an example of a type. The form sends the type that is chosen in it; the example beside it follows. */
export function Simulator({ send, groups, facts, type, press, children }: SimulatorProps) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const { state, action, onSubmit, pending } = useFormAction(send, { press });
  const [chosen, setChosen] = useState(state.type ?? type);
  const [drawing, startTransition] = useTransition();

  function choose(next: string) {
    setChosen(next);
    const url = writeAddress({ type: next });
    startTransition(() => router.replace(url, { scroll: false }));
  }
  // What was chosen before the script came, or sent by the form alone.
  const begin = useEffectEvent(() => {
    const now = form.current && new FormData(form.current).get("type");
    if (typeof now === "string" && now !== type) choose(now);
  });
  useEffect(() => begin(), []);

  return (
    <div className="grid min-w-0 gap-6 lg:grid-cols-2">
      <form
        ref={form}
        action={action}
        onSubmit={onSubmit}
        onChange={({ target }) => target instanceof HTMLInputElement && target.name === "type" && choose(target.value)}
        className="flex min-w-0 flex-col gap-4"
      >
        <input type="hidden" name="press" value={state.press} />
        <EventTypePicker
          groups={groups}
          name="type"
          kind="radio"
          chosen={[chosen]}
          className="h-96 rounded-md border border-line p-3"
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SubmitButton variant="secondary" icon={<Send aria-hidden />} pendingLabel="Sending…" loading={pending}>
            Send this example
          </SubmitButton>
          {pending ? <TestWait mostSeconds={facts.attemptSeconds} /> : null}
        </div>
      </form>
      <div className="flex min-w-0 flex-col gap-4" aria-busy={drawing || undefined}>
        {children}
      </div>
      <div className="flex min-w-0 flex-col gap-4 empty:hidden lg:col-span-2">
        <TestResult
          attempt={state.type === chosen ? state.attempt : undefined}
          error={state.type === chosen ? state.error : undefined}
          pending={pending}
          facts={facts}
        />
      </div>
    </div>
  );
}
