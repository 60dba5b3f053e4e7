import { vi } from "vitest";
import type { Payments } from "@/lib/platform/payments/driver";

/** What whoever made the call is thrown. */
export const LINE_IS_DEAD = "the line is dead";

type Step = Exclude<keyof Payments, "name">;

/** The next call of a step at a processor is lost on its way there; or it is done there, and the answer is lost. */
export function lose(processor: Payments, step: Step, what: "call" | "answer"): void {
  const real = processor[step].bind(processor) as (...of: unknown[]) => unknown;
  const lost = async (...of: unknown[]): Promise<never> => {
    if (what === "answer") await real(...of);
    throw new Error(LINE_IS_DEAD);
  };
  vi.spyOn(processor, step).mockImplementationOnce(lost as never);
}
