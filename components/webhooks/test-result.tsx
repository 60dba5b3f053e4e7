import { Callout } from "@/components/ui/callout";
import { TextLink } from "@/components/ui/link";
import type { DeliveryFacts } from "@/lib/domain/webhooks/reference";
import type { ShownAttempt } from "@/lib/domain/webhooks/shown-attempt";
import { AttemptView } from "./attempt-view";
import { testOutcome } from "./test-outcome";

type TestResultProps = { attempt?: ShownAttempt; error?: string; pending: boolean; facts: DeliveryFacts };

/** What a test came to: said aloud in a sentence, and drawn as the exact request and response. */
export function TestResult({ attempt, error, pending, facts }: TestResultProps) {
  const outcome = attempt && testOutcome(attempt, facts);
  return (
    <>
      {/* There from the beginning, so that what changes in it is announced. */}
      <p role="status" className="sr-only">
        {pending
          ? `Sending. The answer can take up to ${facts.attemptSeconds} seconds.`
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
