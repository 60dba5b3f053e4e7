import { once } from "node:events";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { MINUTE_MS } from "@/lib/platform/duration";
import type { SigningKey } from "@/lib/platform/signing/signing-key";
import type { PdfContents } from "./document";
import type { PdfOrder } from "./render-thread";

// Node runs the source. Every entry point runs in the project's folder.
const THREAD = ["lib", "platform", "pdf", "render-thread.ts"];
const KEPT_MS = MINUTE_MS;

// The thread draws one document at a time. They take turns, so that those of one partner delay no other's for long.
const drawing = limitConcurrency("pdfs", {
  total: 1,
  waiting: 20,
  busy: "Too many of your PDFs are being made. Try again shortly",
});

type Order = {
  /** Who waits for it: a partner's id, or a job's name. They take turns. */
  whose: string;
  /** Why it is signed. */
  reason: string;
  key: SigningKey;
  /** Writes the contents, when its turn has come. */
  write: () => Promise<PdfContents> | PdfContents;
};

/** Draws and signs a PDF in a thread of its own. Throws `Unavailable` when too many wait, and what `write` throws. */
export const renderPdf = ({ whose, write, reason, key }: Order): Promise<Buffer> =>
  drawing.run(async () => {
    const { p12, passphrase } = key;
    return inThread({ contents: await write(), author: SERVICE_NAME, reason, key: { p12, passphrase } });
  }, whose);

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

async function inThread(order: PdfOrder): Promise<Buffer> {
  clearTimeout(idle);
  thread ??= new Worker(/* turbopackIgnore: true */ resolve(...THREAD), { execArgv: [] });
  const busy = thread;
  const ended = new AbortController();
  const { signal } = ended;
  busy.ref();
  try {
    const [bytes]: Uint8Array[] = await new Promise((done, reject) => {
      once(busy, "message", { signal }).then(done, reject);
      once(busy, "exit", { signal }).then(() => reject(new Error("The thread that draws PDFs ended.")), reject);
      busy.postMessage(order);
    });
    if (!bytes) throw new Error("The thread that draws PDFs sent nothing.");
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    thread = undefined;
    throw error;
  } finally {
    ended.abort();
    busy.unref();
    idle = setTimeout(endThread, KEPT_MS).unref();
  }
}

function endThread(): void {
  void thread?.terminate();
  thread = undefined;
}
