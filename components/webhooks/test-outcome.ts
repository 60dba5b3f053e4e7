import type { ShownAttempt } from "@/lib/domain/webhooks/shown-attempt";

type Outcome = { title: string; advice: string | null };

/** What a test's answer means, in a sentence, and what to do about it. */
export function testOutcome({ responseStatus, error, durationMs, succeeded }: ShownAttempt): Outcome {
  const took = `in ${Math.round(durationMs)} ms`;
  if (succeeded) return { title: `Received: the endpoint answered ${responseStatus} ${took}.`, advice: null };
  if (error !== null) {
    const title = responseStatus === null ? "No answer." : `The answer ${responseStatus} did not arrive whole.`;
    return { title: `${title} ${error}`, advice: RETRIED };
  }
  return { title: `The endpoint answered ${responseStatus} ${took}.`, advice: adviceFor(responseStatus ?? 0) };
}

const RETRIED = "A real event would be tried again after 1, 5, 30 and 120 minutes.";

function adviceFor(status: number): string {
  if (status >= 300 && status < 400) return "We follow no redirects: register the URL that it leads to.";
  if (status === 404 || status === 405) return `Nothing takes a POST at this URL. ${RETRIED}`;
  if (status < 500) return `If it refused the signature, the signature debugger tells why. ${RETRIED}`;
  return `Only 2xx means that an event was received. ${RETRIED}`;
}
