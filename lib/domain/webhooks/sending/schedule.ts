const MINUTE_MS = 60_000;

// After the first attempt, which is at once. Contract: Events, delivery rules, 4.
const WAITS_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS);

/** How long an attempt may take from its first DNS question to the last byte of the answer. Contract: Limits. */
export const ATTEMPT_MS = 30_000;

/** When to try again after so many failures in a row, the last one at `failedAt`; null when it was the last attempt. */
export function nextAttempt(failures: number, failedAt: Date): Date | null {
  const wait = WAITS_MS[failures - 1];
  return wait === undefined ? null : new Date(failedAt.getTime() + wait);
}
