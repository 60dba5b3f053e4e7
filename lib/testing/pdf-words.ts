import { Worker } from "node:worker_threads";
import { vi } from "vitest";
import type { PdfOrder } from "@/lib/platform/pdf/render-thread";

/** What the pages say of the PDFs that `work` makes, as it is sent to the thread that draws them. */
export async function wordsOfPdfs(work: () => Promise<unknown>): Promise<string> {
  const send = vi.spyOn(Worker.prototype, "postMessage");
  try {
    await work();
    const orders = send.mock.calls.map(([order]): PdfOrder => order);
    const marks = orders.flatMap(({ contents }) => contents.marks);
    return marks.flatMap((mark) => (mark === "new page" || mark.ifUndrawn ? [] : mark.text)).join("\n");
  } finally {
    send.mockRestore();
  }
}
