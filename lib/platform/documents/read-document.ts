import { limitConcurrency } from "@/lib/platform/concurrency";
import { workThread } from "@/lib/platform/work-thread";
import type { DocumentText } from "./mrz";
import type { ReadingAnswer, ReadingOrder } from "./read-thread";

// Reading takes one to four seconds. This is for photos that hang a reader.
const TIMEOUT_MS = 30_000;

const inThread = workThread<ReadingOrder, ReadingAnswer>({
  source: ["lib", "platform", "documents", "read-thread.ts"],
  what: "reads documents",
  timeoutMs: TIMEOUT_MS,
});

// A reader takes hundreds of MB.
const reading = limitConcurrency("documents", { total: 1 });

/** A reader failed at these photos. They'd fail it again. */
export class UnreadableDocument extends Error {
  override name = "UnreadableDocument";
}

/**
 * Reads the machine-readable zone or the barcode of a document, from photos as we store them, in a thread of its own and without a
 * network. Null if they show neither, or none that checks out. Throws `UnreadableDocument`, also after 30 seconds.
 */
export async function readDocument(order: ReadingOrder): Promise<DocumentText | null> {
  // What a reader says about a failure may quote the document.
  const answer = await reading.run(() => inThread(order)).catch((error: Error) => ({ problem: error.name }));
  if ("problem" in answer) throw new UnreadableDocument(`The reader failed: ${answer.problem}`);
  return answer.text;
}
