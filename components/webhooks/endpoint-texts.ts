import type { PortalReceiver } from "@/lib/domain/webhooks/delivery-schemas";
import type { Attempts } from "@/lib/domain/webhooks/endpoint-health";

/** "99.8%". Rounded, but 100% means all of them. */
export function successText({ attempts, succeeded }: Pick<Attempts, "attempts" | "succeeded">): string {
  if (attempts === 0) return "–";
  const thousandths = Math.round((succeeded * 1_000) / attempts);
  return `${(succeeded < attempts ? Math.min(999, thousandths) : thousandths) / 10}%`;
}

// A failed attempt now and then is what the next one is for.
const FINE = 0.95;

/** Whether so many attempts fail that somebody should look. */
export const isAiling = ({ attempts, succeeded }: Pick<Attempts, "attempts" | "succeeded">): boolean =>
  succeeded < attempts * FINE;

/** "120 ms", "1.2 s". */
export function latencyText(ms: number | null): string {
  if (ms === null) return "–";
  const whole = Math.round(ms);
  if (whole < 1_000) return `${Math.max(1, whole)} ms`;
  return `${(whole / 1_000).toFixed(whole < 10_000 ? 1 : 0)} s`;
}

/** What an endpoint asks for, in a word or two. */
export function typesText(types: readonly string[]): string {
  if (types.length === 0) return "All events";
  return types.length === 1 ? "1 event type" : `${types.length} event types`;
}

/** "1 delivery waits", "10,000+ deliveries wait"; `waiting` is a count as text. */
export const waitingText = (waiting: string): string =>
  waiting === "1" ? "1 delivery waits" : `${waiting} deliveries wait`;

/** What an endpoint is called where it is one of many. */
export const receiverText = ({ url, description, status }: Omit<PortalReceiver, "id">): string =>
  `${description ?? url.replace(/^https?:\/\//, "")}${status === "deleted" ? " (deleted)" : ""}`;
