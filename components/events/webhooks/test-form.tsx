"use client";

import { Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useActionState, useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import { writeAddress } from "@/components/lists/use-address";
import { Callout } from "@/components/ui/callout";
import { SubmitButton, useFormAction } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import type { EventTypeGroup } from "@/lib/domain/events/events";
import type { ShownAttempt } from "@/lib/domain/events/get-delivery";
import type { DeliveryFacts } from "@/lib/domain/events/reference";
import { AttemptView } from "./attempt-view";
import { EventTypePicker } from "./event-type-picker";
import { testOutcome } from "./texts";

/** A test's result. `press` identifies the next click: two clicks with one `press` send once. */
export type TestState = { press: string; type?: string; attempt?: ShownAttempt; error?: string };

export type SendTest = (endpointId: string, state: TestState, formData: FormData) => Promise<TestState>;

/** A `SendTest` bound to its endpoint. */
type SendBound = (state: TestState, formData: FormData) => Promise<TestState>;

/** Where a form without scripts shows its result: in its place on the test page. */
const resultAt = (endpointId: string, id: string) => `/portal/webhooks/${endpointId}/test#${id}`;

type TestFormProps = {
  endpointId: string;
  /** A server action. */
  send: SendBound;
  facts: DeliveryFacts;
  press: string;
  children: ReactNode;
};

/** Sends a test and shows the exact request and response under the button. Works without scripts. */
export function TestForm({ endpointId, send, facts, press, children }: TestFormProps) {
  const place = resultAt(endpointId, "test-form");
  const [state, action, pending] = useActionState(send, { press }, place);
  return (
    <div id="test-form" className="flex min-w-0 scroll-mt-24 flex-col gap-4">
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

type SimulatorProps = {
  endpointId: string;
  /** A server action. */
  send: SendBound;
  groups: readonly EventTypeGroup[];
  facts: DeliveryFacts;
  /** The type of the example next to the form. */
  type: string;
  press: string;
  /** The example. */
  children: ReactNode;
};

/** Sends an example of the chosen type, and shows it next to the form. The result follows the button. */
export function Simulator({ endpointId, send, groups, facts, type, press, children }: SimulatorProps) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const { state, action, onSubmit, pending } = useFormAction(send, { press }, resultAt(endpointId, "simulator-form"));
  const [chosen, setChosen] = useState(state.type ?? type);
  const [drawing, startTransition] = useTransition();

  function choose(next: string) {
    setChosen(next);
    const url = writeAddress({ type: next });
    startTransition(() => router.replace(url, { scroll: false }));
  }
  // For a type chosen before the script loaded, or submitted without it.
  const syncType = useEffectEvent(() => {
    const now = form.current && new FormData(form.current).get("type");
    if (typeof now === "string" && now !== type) choose(now);
  });
  useEffect(() => syncType(), []);

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
        <div id="simulator-form" className="flex scroll-mt-24 flex-wrap items-center gap-x-4 gap-y-2">
          <SubmitButton variant="secondary" icon={<Send aria-hidden />} pendingLabel="Sending…" loading={pending}>
            Send this example
          </SubmitButton>
          {pending ? <TestWait mostSeconds={facts.attemptSeconds} /> : null}
        </div>
      </form>
      {/* On a phone the result comes before the example, so that it is under the button everywhere. */}
      <div className="flex min-w-0 flex-col gap-4 empty:hidden lg:order-last lg:col-span-2">
        <TestResult
          attempt={state.type === chosen ? state.attempt : undefined}
          error={state.type === chosen ? state.error : undefined}
          pending={pending}
          facts={facts}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4" aria-busy={drawing || undefined}>
        {children}
      </div>
    </div>
  );
}

type TestResultProps = { attempt?: ShownAttempt; error?: string; pending: boolean; facts: DeliveryFacts };

/** Announces a test's result and shows the exact request and response. */
function TestResult({ attempt, error, pending, facts }: TestResultProps) {
  const outcome = attempt && testOutcome(attempt, facts);
  return (
    <>
      {/* Always rendered, so that screen readers announce changes. */}
      <p role="status" className="sr-only">
        {pending
          ? `Sending. The response can take up to ${facts.attemptSeconds} seconds.`
          : (outcome?.title ?? error ?? "")}
      </p>
      {error ? <Callout tone="harm" title={error} /> : null}
      {attempt && outcome ? (
        <div className={pending ? "flex min-w-0 flex-col gap-4 opacity-60" : "flex min-w-0 flex-col gap-4"}>
          <Callout
            tone={attempt.succeeded ? "done" : "harm"}
            title={outcome.title}
            actions={
              isRefusal(attempt) ? <TextLink href="/portal/webhooks/debugger">Signature debugger</TextLink> : undefined
            }
          >
            {outcome.advice}
          </Callout>
          <AttemptView attempt={attempt} />
        </div>
      ) : null}
    </>
  );
}

const isRefusal = ({ responseStatus }: ShownAttempt) =>
  responseStatus !== null && responseStatus >= 400 && responseStatus < 500;

/** Counts the seconds until the response. Visual only: the status text announces it once. */
function TestWait({ mostSeconds }: { mostSeconds: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedAt = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - startedAt) / 1000)), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="text-muted text-sm tabular-nums" aria-hidden>
      {seconds < 1 ? "Waiting for the response" : `Waiting for the response: ${seconds} s of at most ${mostSeconds} s`}
    </span>
  );
}
