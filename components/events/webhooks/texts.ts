import { counted, countText } from "@/components/ui/format";
import type { FailedCount, PortalReceiver } from "@/lib/domain/events/delivery-schemas";
import type { Attempts } from "@/lib/domain/events/endpoints";
import type { ShownAttempt } from "@/lib/domain/events/get-delivery";
import type { DeliveryFacts } from "@/lib/domain/events/reference";

/** "99.8%". Rounded, but 100% means all of them. */
export function successText({ attempts, succeeded }: Pick<Attempts, "attempts" | "succeeded">): string {
  if (attempts === 0) return "–";
  const thousandths = Math.round((succeeded * 1_000) / attempts);
  return `${(succeeded < attempts ? Math.min(999, thousandths) : thousandths) / 10}%`;
}

// A few failed attempts are normal: retries handle them.
const FINE = 0.95;

/** Whether too many attempts fail. */
export const isUnhealthy = ({ attempts, succeeded }: Pick<Attempts, "attempts" | "succeeded">): boolean =>
  succeeded < attempts * FINE;

/** "120 ms", "1.2 s". */
export function latencyText(ms: number | null): string {
  if (ms === null) return "–";
  const whole = Math.round(ms);
  if (whole < 1_000) return `${Math.max(1, whole)} ms`;
  return `${(whole / 1_000).toFixed(whole < 10_000 ? 1 : 0)} s`;
}

/** The event types of an endpoint, in a word or two. */
export function typesText(types: readonly string[]): string {
  if (types.length === 0) return "All events";
  return types.length === 1 ? "1 event type" : `${types.length} event types`;
}

/** "1 pending delivery", "10,000+ pending deliveries". `waiting` is a count as text. */
export const waitingText = (waiting: string): string =>
  waiting === "1" ? "1 pending delivery" : `${waiting} pending deliveries`;

/** The name of an endpoint in a list. */
export const receiverText = ({ url, description, status }: Omit<PortalReceiver, "id">): string =>
  `${description ?? url.replace(/^https?:\/\//, "")}${status === "deleted" ? " (deleted)" : ""}`;

type Waits = Pick<DeliveryFacts, "waitMinutes">;

/** "after 1, 5, 30 and 120 minutes": when we retry a failed delivery. */
export const retryText = ({ waitMinutes }: Waits): string =>
  `after ${new Intl.ListFormat("en-US").format(waitMinutes.map(String))} minutes`;

/** "5 times over 2 h 36 min": all attempts of a delivery. */
export function triesText({ waitMinutes }: Waits): string {
  const minutes = waitMinutes.reduce((sum, wait) => sum + wait, 0);
  const span = [minutes >= 60 ? `${Math.floor(minutes / 60)} h` : "", minutes % 60 > 0 ? `${minutes % 60} min` : ""];
  return `${waitMinutes.length + 1} times over ${span.filter(Boolean).join(" ")}`;
}

/** "1 delivery", "1,204 deliveries". */
export const deliveriesText = (count: number): string => counted(count, "delivery", "deliveries");

/** "2 pending deliveries are not included: …": we retry them anyway, so they need no replay. */
export function retriedText({ waiting, waitingCut }: Pick<FailedCount, "waiting" | "waitingCut">): string {
  const text = `${countText(waiting)}${waitingCut ? "+" : ""}`;
  return waiting === 1
    ? `${waitingText(text)} is not included: we retry it automatically.`
    : `${waitingText(text)} are not included: we retry them automatically.`;
}

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

/**
 * A receiver's text without characters that hide or reorder text: invisible characters (controls, directions, joiners) become
 * `\u{202e}`. Line breaks and tabs stay.
 */
export const visibleText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
    char === "\n" || char === "\t" || char === "\r" ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );

/** JSON with the same characters as JSON escapes, so that it means the same. */
export const visibleJson = (text: string): string =>
  text.replace(/[\p{Cf}\p{Zl}\p{Zp}\x7f-\x9f]/gu, (char) =>
    Array.from({ length: char.length }, (_, n) => `\\u${char.charCodeAt(n).toString(16).padStart(4, "0")}`).join(""),
  );
