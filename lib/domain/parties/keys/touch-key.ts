import { pool } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";

type Uses = {
  /** The minute of each key's last recorded use, so later calls in that minute cost nothing. */
  recorded: Map<string, number>;
  /** Pending writes: key id to epoch milliseconds. */
  pending: Map<string, number>;
  timer: NodeJS.Timeout | undefined;
};

const WRITE_AFTER_MS = 1_000;
const MAX_RECORDED = 50_000;

// On globalThis: Next and our own server bundle are two module graphs in one process.
const KEY = Symbol.for("vellum.keyUses");
const shared = globalThis as { [KEY]?: Uses };

function uses(): Uses {
  shared[KEY] ??= { recorded: new Map(), pending: new Map(), timer: undefined };
  return shared[KEY];
}

/**
 * Records a use of a key at a time (epoch milliseconds). Written a second later together with other keys' uses, at most
 * once a minute per key, so `lastUsedAt` is accurate to the minute. Contract: Authentication, 4.
 */
export function touchKey(id: string, at: number): void {
  const { recorded, pending } = uses();
  const minute = Math.floor(at / MINUTE_MS);
  if (recorded.get(id) === minute) return;
  if (recorded.size >= MAX_RECORDED) recorded.clear();
  recorded.set(id, minute);
  pending.set(id, at);
  schedule();
}

/** Writes pending uses, for shutdown and tests. Never throws: the next use replaces a lost one. */
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
    for (const [id] of batch) state.recorded.delete(id);
    log.warn({ err: error }, "last use of keys could not be written");
  }
}

function schedule(): void {
  const state = uses();
  state.timer ??= setTimeout(writeKeyUses, WRITE_AFTER_MS).unref();
}
