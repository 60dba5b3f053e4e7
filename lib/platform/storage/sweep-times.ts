import { clock } from "@/lib/platform/clock";
import { HOUR_MS } from "@/lib/platform/duration";

/**
 * When an object that is about to be stored is swept if nothing refers to it, and until when a row may claim it: well before, so that
 * a process that was paused can't claim a deleted object.
 */
export function sweepTimes(unclaimedAfterMs = HOUR_MS): { sweepAt: Date; claimBy: Date } {
  const now = clock.now().getTime();
  return { sweepAt: new Date(now + unclaimedAfterMs), claimBy: new Date(now + unclaimedAfterMs / 2) };
}
