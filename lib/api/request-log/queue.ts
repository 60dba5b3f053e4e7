import { log } from "@/lib/platform/log";
import { letOthersRun } from "@/lib/platform/streams";
import { insertRows, type LogRow } from "./insert-rows";
import { bodyStart, type LogEntry, rowOf } from "./redact";

export type QueueOptions = {
  write: (rows: readonly LogRow[]) => Promise<void>;
  everyMs: number;
  maxEntries: number;
};

const EVERY_MS = 200;
const MAX_ENTRIES = 20_000;
// Serializing a batch blocks the process, so it is small.
const MAX_BATCH = 100;
const BATCH_CHARACTERS = 256 * 1024;
// Redacting one body of 16 KB takes up to 2 ms.
const SLICE_MS = 1;
/** How much of one partner's bodies may wait. It bounds what their redaction takes from others, and memory while the database is down. */
const PARTNER_CHARACTERS = 1024 * 1024;
const LEFT_OUT = "[left out: too much was waiting to be written]";

/**
 * Writes log entries in batches a few times a second, because an INSERT for each would cost more than its call. Entries wait while
 * the database is down. When the queue is full, new ones are dropped and counted, so the log can't take the service down.
 */
export class RequestLogQueue {
  readonly #options: QueueOptions;
  #waiting: LogEntry[] = [];
  /** The characters of waiting bodies, by partner. */
  readonly #characters = new Map<string, number>();
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
    this.#waiting.push(this.#fitting(entry));
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
    for (let due = this.#waiting.length; due > 0 || this.#waiting.length >= MAX_BATCH; ) {
      const batch = this.#waiting.splice(0, batchLength(this.#waiting));
      due -= batch.length;
      try {
        const rows: LogRow[] = [];
        for await (const entry of letOthersRun(batch, SLICE_MS)) rows.push(rowOf(entry));
        await this.#options.write(rows);
      } catch (error) {
        this.#failing = true;
        this.#waiting = [...batch, ...this.#waiting];
        log.warn({ err: error, waiting: this.#waiting.length }, "request log could not be written; trying again");
        return;
      }
      for (const entry of batch) this.#count(entry.partnerId, -sizeOf(entry));
    }
    if (this.#dropped > 0) log.error({ dropped: this.#dropped }, "request log entries were dropped");
    this.#dropped = 0;
  }

  /** An entry with what we keep of its bodies, or without them if too much of the partner's waits. */
  #fitting(entry: LogEntry): LogEntry {
    const { partnerId, requestBody, responseBody } = entry;
    const cut = {
      ...entry,
      requestBody: requestBody === null ? null : bodyStart(requestBody),
      responseBody: bodyStart(responseBody),
    };
    const size = sizeOf(cut);
    const fits = (this.#characters.get(partnerId) ?? 0) + size <= PARTNER_CHARACTERS;
    const fitting = fits
      ? cut
      : { ...entry, requestBody: requestBody && LEFT_OUT, responseBody: responseBody && LEFT_OUT };
    this.#count(partnerId, sizeOf(fitting));
    return fitting;
  }

  #count(partnerId: string, more: number): void {
    const size = (this.#characters.get(partnerId) ?? 0) + more;
    if (size > 0) this.#characters.set(partnerId, size);
    else this.#characters.delete(partnerId);
  }
}

const sizeOf = ({ requestBody, responseBody }: LogEntry): number => (requestBody?.length ?? 0) + responseBody.length;

function batchLength(waiting: readonly LogEntry[]): number {
  let [length, characters] = [0, 0];
  for (const entry of waiting) {
    characters += sizeOf(entry);
    if (length === MAX_BATCH || (length > 0 && characters > BATCH_CHARACTERS)) break;
    length++;
  }
  return length;
}

// On globalThis: Next and our own server bundle are two module graphs in one process.
const KEY = Symbol.for("vellum.requestLog");
const shared = globalThis as { [KEY]?: RequestLogQueue };

/** This process's queue. */
export function requestLog(): RequestLogQueue {
  shared[KEY] ??= new RequestLogQueue({ write: insertRows, everyMs: EVERY_MS, maxEntries: MAX_ENTRIES });
  return shared[KEY];
}
