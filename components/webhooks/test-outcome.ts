import type { DeliveryFacts } from "@/lib/domain/webhooks/reference";
import type { ShownAttempt } from "@/lib/domain/webhooks/shown-attempt";
import { againText } from "./schedule-texts";

type Outcome = { title: string; advice: string | null };

/** What a test's answer means, in a sentence, and what to do about it. */
export function testOutcome(
  { responseStatus, error, durationMs, succeeded }: ShownAttempt,
  facts: Pick<DeliveryFacts, "waitMinutes">,
): Outcome {
  const retried = `A real event would be tried again ${againText(facts)}.`;
  const took = `in ${Math.round(durationMs)} ms`;
  if (succeeded) return { title: `Received: the endpoint answered ${responseStatus} ${took}.`, advice: null };
  if (error !== null) {
    const title = responseStatus === null ? "No answer." : `The answer ${responseStatus} did not arrive whole.`;
    return { title: `${title} ${error}`, advice: retried };
  }
  return { title: `The endpoint answered ${responseStatus} ${took}.`, advice: adviceFor(responseStatus ?? 0, retried) };
}

function adviceFor(status: number, retried: string): string {
  if (status >= 300 && status < 400) return "We follow no redirects: register the URL that it leads to.";
  if (status === 404 || status === 405) return `Nothing takes a POST at this URL. ${retried}`;
  if (status < 500) return `If it refused the signature, the signature debugger tells why. ${retried}`;
  return `Only 2xx means that an event was received. ${retried}`;
}
