import { vi } from "vitest";
import { log } from "@/lib/platform/log";

/** What the log says about refusals while `run` runs, in order. */
export async function refusalsDuring(run: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const spy = vi.spyOn(log, "warn").mockReturnValue(undefined);
  try {
    await run();
    return spy.mock.calls.flatMap(([line, message]) => (message === "refused" ? [{ ...(line as object) }] : []));
  } finally {
    spy.mockRestore();
  }
}
