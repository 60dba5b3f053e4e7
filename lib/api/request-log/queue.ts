import { log } from "@/lib/platform/log";
import { insertRows, type LogRow } from "./insert-rows";
import { bodyText, type LogEntry, rowOf } from "./redact";

export type QueueOptions = {
  write: (rows: readonly LogRow[]) => Promise<void>;
  everyMs: number;
  maxEntries: number;
};

const EVERY_MS = 200;
const MAX_ENTRIES = 20_000;
// Serializing blocks the process, so a batch takes less than a millisecond.
const MAX_BATCH = 100;
const LARGE_BODY = 16 * 1024;

/**
 * Writes log entries in batches a few times a second, because an INSERT for each would cost more than its call. Entries wait while
 * the database is down. When the queue is full, new ones are dropped and counted, so the log can't take the service down.
 */
export class RequestLogQueue {
  readonly #options: QueueOptions;
  #waiting: LogEntry[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  /** The last write failed, so the next one waits for the timer. */
  #failing = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** How many entries wait. */
  get size(): number {
    return this.#waiting.length;
  }

  add(entry: LogEntry): void {
    if (this.#waiting.length >= this.#options.maxEntries) {
      this.#dropped++;
      return;
    }
    this.#waiting.push(lean(entry));
    // Under load, write a batch as soon as it is full. Otherwise they would all reach the database at once.
    if (this.#waiting.length >= MAX_BATCH && !this.#failing) void this.#write();
    this.#timer ??= setTimeout(() => this.flush(), this.#options.everyMs).unref();
  }

  /** Writes all waiting entries. Never rejects; entries that failed stay for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#failing = false;
    await this.#writing;
    await this.#write();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined;
      if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.flush(), this.#options.everyMs).unref();
    });
    return this.#writing;
  }

  async #drain(): Promise<void> {
    // Entries that arrive meanwhile wait for a full batch. Writing a few rows at a time costs several times as much.
    for (let due = this.#waiting.length; due > 0 || this.#waiting.length >= MAX_BATCH; due -= MAX_BATCH) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        await this.#options.write(batch.map(rowOf));
      } catch (error) {
        this.#failing = true;
        this.#waiting = [...batch, ...this.#waiting];
        log.warn({ err: error, waiting: this.#waiting.length }, "request log could not be written; trying again");
        return;
      }
    }
    if (this.#dropped > 0) log.error({ dropped: this.#dropped }, "request log entries were dropped");
    this.#dropped = 0;
  }
}

// On globalThis: Next and our own server bundle are two module graphs in one process.
const KEY = Symbol.for("vellum.requestLog");
const shared = globalThis as { [KEY]?: RequestLogQueue };

/** This process's queue. */
export function requestLog(): RequestLogQueue {
  shared[KEY] ??= new RequestLogQueue({ write: insertRows, everyMs: EVERY_MS, maxEntries: MAX_ENTRIES });
  return shared[KEY];
}

/** An entry with large bodies already cut, so that a megabyte doesn't wait in memory when we keep only 16 KB. */
export function lean(entry: LogEntry): LogEntry {
  const { requestBody, responseBody } = entry;
  if ((requestBody?.length ?? 0) <= LARGE_BODY && responseBody.length <= LARGE_BODY) return entry;
  return {
    ...entry,
    requestBody: requestBody === null ? null : bodyText(requestBody),
    responseBody: bodyText(responseBody),
  };
}
