import { pool } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";

type Uses = {
  /** The minute in which each key was last noted, so that the other calls of that minute cost nothing. */
  noted: Map<string, number>;
  /** Not yet written: key id to epoch milliseconds. */
  pending: Map<string, number>;
  timer: NodeJS.Timeout | undefined;
};

const WRITE_AFTER_MS = 1_000;
const MAX_NOTED = 50_000;

// On globalThis: Next and our own server bundle are two module graphs in one process.
const KEY = Symbol.for("vellum.keyUses");
const shared = globalThis as { [KEY]?: Uses };

function uses(): Uses {
  shared[KEY] ??= { noted: new Map(), pending: new Map(), timer: undefined };
  return shared[KEY];
}

/**
 * Notes that a key was used at a moment (epoch milliseconds). Written a second later, with those of other keys, at most
 * once a minute for each: `lastUsedAt` is exact to a minute. Contract: Authentication, 4.
 */
export function touchKey(id: string, at: number): void {
  const { noted, pending } = uses();
  const minute = Math.floor(at / MINUTE_MS);
  if (noted.get(id) === minute) return;
  if (noted.size >= MAX_NOTED) noted.clear();
  noted.set(id, minute);
  pending.set(id, at);
  schedule();
}

/** Writes what is pending. For shutdown, and for tests. Never throws: a lost minute is made good by the next use. */
export async function writeKeyUses(): Promise<void> {
  const state = uses();
  clearTimeout(state.timer);
  state.timer = undefined;
  if (state.pending.size === 0) return;
  const batch = [...state.pending];
  state.pending.clear();
  try {
    await pool().query({
      name: "touch_keys",
      text: `update api_keys k set last_used_at = greatest(k.last_used_at, u.at)
             from unnest($1::text[], $2::timestamptz[]) as u(id, at) where k.id = u.id`,
      values: [batch.map(([id]) => id), batch.map(([, at]) => new Date(at))],
    });
  } catch (error) {
    for (const [id] of batch) state.noted.delete(id);
    log.warn({ err: error }, "last use of keys could not be written");
  }
}

function schedule(): void {
  const state = uses();
  state.timer ??= setTimeout(writeKeyUses, WRITE_AFTER_MS).unref();
}
