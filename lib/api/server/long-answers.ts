import type { ServerResponse } from "node:http";
import { MINUTE_MS } from "@/lib/platform/duration";

/** Answers of more bytes than this are counted until they are taken. */
const LONG = 256 * 1024;
/** How many bytes of them may wait to be taken, of all callers together. */
const WAITING_MOST = 128 * 2 ** 20;
/** A caller who takes nothing of one for so long has gone. */
const STALLED_MS = MINUTE_MS;

let waiting = 0;

/**
 * Counts an answer that may wait in memory until its caller takes it, and breaks it off when nothing of it is taken for a minute.
 * False where so much waits already that it should not be sent.
 */
export function holdUntilTaken(response: ServerResponse, bytes: number): boolean {
  if (bytes <= LONG) return true;
  if (waiting + bytes > WAITING_MOST) return false;
  waiting += bytes;
  response.setTimeout(STALLED_MS, () => response.destroy());
  response.once("close", () => {
    waiting -= bytes;
  });
  return true;
}
