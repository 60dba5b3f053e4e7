import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { MINUTE_MS } from "@/lib/platform/duration";
import { signPdf } from "@/lib/platform/signing/sign-pdf";
import type { SigningKey } from "@/lib/platform/signing/signing-key";
import { workThread } from "@/lib/platform/work-thread";
import type { PdfContents } from "./document";
import type { PdfOrder } from "./render-thread";

const inThread = workThread<PdfOrder, Uint8Array>({
  source: ["lib", "platform", "pdf", "render-thread.ts"],
  what: "draws PDFs",
});
const STAMP_WITHIN_MS = 15 * MINUTE_MS;

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
  /** When a job first could make it. For 15 minutes it throws rather than sign without a time-stamp, and the job tries again. */
  since?: Date;
  /** Writes the contents, when its turn has come. */
  write: () => Promise<PdfContents> | PdfContents;
};

/**
 * Draws a PDF in a thread of its own, and signs it here. That takes some milliseconds, and waits for a time-stamp while the thread
 * draws the next one. Throws `Unavailable` when too many wait, and what `write` throws.
 */
export async function renderPdf({ whose, write, reason, key, since }: Order): Promise<Buffer> {
  const { drawn, at } = await drawing.run(async () => {
    const contents = await write();
    const bytes = await inThread({ contents, author: SERVICE_NAME });
    return { drawn: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: contents.at };
  }, whose);
  const needsStamp = since !== undefined && isEarly(since);
  return signPdf(drawn, { key, reason, at, needsStamp });
}

/** Whether a document, due since then, may wait for what it lacks and a job can try again. */
export const isEarly = (since: Date): boolean => clock.now().getTime() - since.getTime() < STAMP_WITHIN_MS;
