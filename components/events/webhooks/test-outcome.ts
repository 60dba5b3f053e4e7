import type { DeliveryFacts } from "@/lib/domain/events/reference";
import type { ShownAttempt } from "@/lib/domain/events/shown-attempt";
import { retryText } from "./texts";

type Outcome = { title: string; advice: string | null };

/** What a test's response means and what to do about it. */
export function testOutcome(
  { responseStatus, error, durationMs, succeeded }: ShownAttempt,
  facts: Pick<DeliveryFacts, "waitMinutes">,
): Outcome {
  const retried = `We’d retry a real event ${retryText(facts)}.`;
  const took = `in ${Math.round(durationMs)} ms`;
  if (succeeded) return { title: `Received: the endpoint answered ${responseStatus} ${took}.`, advice: null };
  if (error !== null) {
    const title = responseStatus === null ? "No response." : `The response (${responseStatus}) was incomplete.`;
    return { title: `${title} ${error}`, advice: retried };
  }
  return { title: `The endpoint answered ${responseStatus} ${took}.`, advice: adviceFor(responseStatus ?? 0, retried) };
}

function adviceFor(status: number, retried: string): string {
  if (status >= 300 && status < 400) return "We don’t follow redirects. Use the URL it redirects to.";
  if (status === 404 || status === 405) return `This URL doesn’t accept POST. ${retried}`;
  if (status < 500) return `If it rejected the signature, use the signature debugger. ${retried}`;
  return `Only 2xx counts as received. ${retried}`;
}
